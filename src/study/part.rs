//! A design cut at the borders of its modules, so that each module is mapped or estimated once,
//! however many copies and however many points of a study have it.

use std::sync::Arc;

use crate::hdl::Module;
use crate::verilog::File;

/// A module together with those children that ask for their number among their siblings: each copy
/// of these is different hardware. The other children are parts of their own.
#[derive(Clone, Debug)]
pub struct Part {
    /// The module at its top.
    pub module: Arc<Module>,
    /// In the whole design.
    pub copies: usize,
    /// The module's name and those of its numbered children.
    own: Vec<String>,
    /// Children that are parts of their own, each once.
    children: Vec<Arc<Module>>,
}

/// The parts of the design under `top`, the top first.
pub fn parts(top: &Arc<Module>) -> Vec<Part> {
    let mut found = vec![];
    visit(top, 1, &mut found);
    found
}

fn visit(module: &Arc<Module>, copies: usize, found: &mut Vec<Part>) {
    let place = found.iter().position(|part: &Part| part.module.name == module.name);
    match place {
        Some(place) => found[place].copies += copies,
        None => {
            let mut part = Part { module: module.clone(), copies, own: vec![], children: vec![] };
            part.collect(&module.clone());
            found.push(part);
        }
    }
    below(module, copies, &mut |child, copies| visit(child, copies, found));
}

/// Calls `visit` with every part below `module` and how often `copies` of `module` have it.
fn below(module: &Module, copies: usize, visit: &mut dyn FnMut(&Arc<Module>, usize)) {
    for instance in &module.instances {
        let copies = copies * instance.count;
        if instance.module.uses_index() {
            below(&instance.module, copies, visit);
        } else {
            visit(&instance.module, copies);
        }
    }
}

impl Part {
    fn collect(&mut self, module: &Arc<Module>) {
        if !self.own.contains(&module.name) {
            self.own.push(module.name.clone());
        }
        for instance in &module.instances {
            let child = &instance.module;
            if child.uses_index() {
                self.collect(child);
            } else if !self.children.iter().any(|other| other.name == child.name) {
                self.children.push(child.clone());
            }
        }
    }

    /// The name of that module.
    pub fn name(&self) -> &str {
        &self.module.name
    }

    /// The files of the part itself, out of those of the whole design.
    pub fn files<'f>(&self, files: &'f [File]) -> Vec<&'f File> {
        files_of(files, self.own.iter().map(String::as_str))
    }

    /// The files of its children, of which only the ports count.
    pub fn children_files<'f>(&self, files: &'f [File]) -> Vec<&'f File> {
        files_of(files, self.children.iter().map(|child| child.name.as_str()))
    }

    /// Everything that decides what a tool makes of the part: its Verilog, and the ports of its
    /// children.
    pub fn content(&self, files: &[File]) -> Vec<String> {
        let texts = self.files(files).into_iter().map(|file| file.text.clone());
        let ports = self.children.iter().map(|child| {
            let ports = child
                .ports
                .iter()
                .map(|port| format!("{} {:?} {}\n", port.name, port.direction, port.width));
            format!("{}\n{}", child.name, ports.collect::<String>())
        });
        texts.chain(ports).collect()
    }
}

fn files_of<'f, 'n>(files: &'f [File], names: impl Iterator<Item = &'n str>) -> Vec<&'f File> {
    let file = |name: &str| {
        let name = format!("{name}.v");
        files
            .iter()
            .find(|file| file.name == name)
            .expect("every module is written to a file of its name")
    };
    names.map(file).collect()
}
