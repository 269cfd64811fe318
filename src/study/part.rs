//! A design cut at the borders of its modules, so that each module is mapped or estimated once,
//! however many copies and however many points of a study have it.

use std::sync::Arc;

use super::point::Design;
use crate::hdl::Module;
use crate::tools::digest;
use crate::verilog::File;

/// A module together with those children that ask for their number among their siblings: each copy
/// of these is different hardware. The other children are parts of their own.
#[derive(Clone, Debug)]
pub struct Part {
    /// The module at its top.
    pub module: Arc<Module>,
    /// Number of copies in the whole design.
    pub copies: usize,
}

/// The parts of the design under `top`, the top first.
pub fn parts(top: &Arc<Module>) -> Vec<Part> {
    let mut found = vec![];
    visit(top, 1, &mut found);
    found
}

fn visit(module: &Arc<Module>, copies: usize, found: &mut Vec<Part>) {
    match found.iter_mut().find(|part| part.module.name == module.name) {
        Some(part) => part.copies += copies,
        None => found.push(Part { module: module.clone(), copies }),
    }
    below(module, copies, &mut |child, copies| visit(child, copies, found));
}

/// Calls `visit` with every part below `module` and how often `copies` of `module` have it.
fn below(module: &Module, copies: usize, visit: &mut dyn FnMut(&Arc<Module>, usize)) {
    for instance in &module.instances {
        let copies = copies * instance.count;
        match instance.module.uses_index() {
            true => below(&instance.module, copies, visit),
            false => visit(&instance.module, copies),
        }
    }
}

/// A tool's work on a part, or on a whole design.
#[derive(Clone, Debug)]
pub struct Job {
    /// The same for the same work.
    pub key: String,
    /// Name of the module at its top.
    pub module: String,
    /// All input that the tool's result depends on.
    pub content: Vec<String>,
    /// Verilog of the mapped modules.
    pub files: Vec<File>,
    /// Verilog of the children that are parts of their own, of which only the ports count.
    pub children: Vec<File>,
}

/// The work that `design` needs, and how many copies of each result it has. `identity` names the
/// work on a module and its tool.
pub fn jobs(
    design: &Design,
    flatten: bool,
    identity: impl Fn(&str) -> String,
) -> Vec<(Arc<Job>, usize)> {
    let job = |module: &str, mut content: Vec<String>, files: Vec<File>, children: Vec<File>| {
        content.push(identity(module));
        let (key, module) = (digest(&content), module.to_string());
        Arc::new(Job { key, module, content, files, children })
    };
    if flatten {
        let content = design.files.iter().map(|file| file.text.clone()).collect();
        return vec![(job(&design.top.name, content, design.files.clone(), vec![]), 1)];
    }
    let of_part = |Part { module, copies }: Part| {
        let (mut own, mut children) = (vec![], vec![]);
        collect(&module, &mut own, &mut children);
        let files = |modules: &[&Module]| modules.iter().map(|own| file(design, own)).collect();
        let (files, child_files): (Vec<File>, Vec<File>) = (files(&own), files(&children));
        let texts = files.iter().map(|file| file.text.clone());
        let content = texts.chain(children.iter().map(|child| interface(child))).collect();
        (job(&module.name, content, files, child_files), copies)
    };
    parts(&design.top).into_iter().map(of_part).collect()
}

/// The modules of the part around `module`, and the children that are parts of their own, each once.
fn collect<'m>(module: &'m Module, own: &mut Vec<&'m Module>, children: &mut Vec<&'m Module>) {
    let is_new = |list: &[&Module], name: &str| list.iter().all(|other| other.name != name);
    if is_new(own, &module.name) {
        own.push(module);
    }
    for child in module.instances.iter().map(|instance| instance.module.as_ref()) {
        if child.uses_index() {
            collect(child, own, children);
        } else if is_new(children, &child.name) {
            children.push(child);
        }
    }
}

/// Name and ports of `child`.
fn interface(child: &Module) -> String {
    let ports = child.ports.iter();
    let ports = ports.map(|port| format!("{} {:?} {}\n", port.name, port.direction, port.width));
    format!("{}\n{}", child.name, ports.collect::<String>())
}

fn file(design: &Design, module: &Module) -> File {
    let name = format!("{}.v", module.name);
    let file = design.files.iter().find(|file| file.name == name);
    file.expect("every module is written to a file of its name").clone()
}
