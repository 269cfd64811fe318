//! Verilog of many designs that share most of their modules: each module is written once.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::file::{Declared, File, Header};
use super::one;
use crate::{Module, modules};

/// Modules of one name that are kept, the latest: a sweep changes the top with every point.
const KEPT: usize = 64;

/// Writes designs without a header, as [`super::write`] does, and keeps what it wrote.
#[derive(Debug, Default)]
pub struct Writer {
    known: Mutex<WrittenModules>,
}

#[derive(Debug, Default)]
struct WrittenModules {
    modules: HashMap<String, VecDeque<Arc<Written>>>,
    /// Written so far.
    count: usize,
}

/// A module, its file, and the names that are declared in it.
#[derive(Debug)]
struct Written {
    module: Arc<Module>,
    file: File,
    names: BTreeSet<String>,
}

impl Writer {
    /// The files of the design under `top`, one a module, children before parents.
    ///
    /// # Panics
    /// As [`super::write`].
    pub fn write(&self, top: &Arc<Module>) -> Vec<File> {
        let mut design: Vec<Arc<Written>> = vec![];
        for module in modules(top) {
            let found = self.known().find(&module, &design);
            let written = found.unwrap_or_else(|| {
                // Two threads may write one module; the first of them is kept.
                let written = Written::new(&module, &design);
                self.known().keep(written, &design)
            });
            design.push(written);
        }
        design.into_iter().map(|written| written.file.clone()).collect()
    }

    /// How many modules have been written.
    pub fn count(&self) -> usize {
        self.known().count
    }

    fn known(&self) -> MutexGuard<'_, WrittenModules> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Written {
    /// `module`, whose children are in `design`. The kept module refers to those, so that equal
    /// children are one, and no design is kept whole for the sake of its top.
    fn new(module: &Module, design: &[Arc<Self>]) -> Self {
        let mut module = module.clone();
        let mut declared = Declared::new();
        for instance in &mut module.instances {
            let child = of_name(design, &instance.module.name);
            instance.module = child.module.clone();
            declared.insert(child.module.name.clone(), child.names.clone());
        }
        let (file, names) = one(&module, &Header::default(), &declared);
        Self { module: Arc::new(module), file, names }
    }
}

impl WrittenModules {
    /// Finds the known text of `module`, whose children are in `design`.
    fn find(&self, module: &Module, design: &[Arc<Written>]) -> Option<Arc<Written>> {
        let is_same = |own: &Arc<Module>, known: &Arc<Module>| {
            own.name == known.name && Arc::ptr_eq(&of_name(design, &own.name).module, known)
        };
        let mut alike = self.modules.get(&module.name)?.iter();
        alike.find(|known| module.equals(&known.module, &is_same)).cloned()
    }

    fn keep(&mut self, written: Written, design: &[Arc<Written>]) -> Arc<Written> {
        if let Some(known) = self.find(&written.module, design) {
            return known;
        }
        let written = Arc::new(written);
        self.count += 1;
        let alike = self.modules.entry(written.module.name.clone()).or_default();
        alike.truncate(KEPT - 1);
        alike.push_front(written.clone());
        written
    }
}

/// That of a design whose children stand before their parents.
fn of_name<'d>(design: &'d [Arc<Written>], name: &str) -> &'d Arc<Written> {
    let found = design.iter().find(|written| written.module.name == name);
    found.expect("children are written before their parents")
}
