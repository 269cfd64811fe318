<<<<<<< HEAD
//! Shared by the integration tests.

pub mod naive;
pub mod random_netlist;
=======
//! What several test benches share.

pub mod tools;
>>>>>>> db2fd8c3cba8b05d861f1e72cbab4cba2291c4ec
