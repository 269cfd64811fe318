//! Words, text and encodings of instructions.

mod assembler;
pub mod assembler_errors;
mod compilers;
mod gcn;
mod gcn_llvm;
mod lint;
mod pages;
