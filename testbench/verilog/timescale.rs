//! The written Verilog has no delays, so it stands before or behind files that have a time scale.

use crate::common::tools::{run, store, tool};
use lanebeat::config::Preset;
use lanebeat::rtl;
use lanebeat::verilog::{File, Header, write};

const USER: &str = "`timescale 1us/1ns
module user;
    reg clock = 0, reset = 1;
    initial #1.5 begin $printtimescale; $finish; end
    lanebeat_core core (.clock(clock), .reset(reset));
endmodule
";
/// Has the scale of the file of a user that was read before it.
const INHERITS: &str = "module inherits; initial $printtimescale; endmodule\n";

/// Our files and the user's, in both orders, and one that inherits.
fn orders() -> [Vec<File>; 2] {
    let file = |name: &str, text: &str| File { name: name.into(), text: text.into() };
    let core = write(&rtl::core(&Preset::Small.config()), &Header::default());
    let user = vec![file("user.v", USER)];
    let last = [file("inherits.v", INHERITS)];
    [[&core[..], &user, &last].concat(), [&user[..], &core, &last].concat()]
}

fn said(program: &str, arguments: &[&str], files: &[File]) -> Option<String> {
    let program = tool(program)?;
    let (folder, paths) = store(files);
    let mut arguments: Vec<String> = arguments.iter().map(|word| word.to_string()).collect();
    arguments.extend(paths.iter().map(|path| path.display().to_string()));
    let (success, said) = run(&program, folder.path(), &arguments);
    assert!(success, "{said}");
    if let Some(vvp) = tool("vvp").filter(|_| folder.path().join("user.vvp").exists()) {
        return Some(said + &run(&vvp, folder.path(), &["-n".into(), "user.vvp".into()]).1);
    }
    Some(said)
}

#[test]
fn verilator_is_silent_with_a_time_scale_on_either_side() {
    let arguments = ["--lint-only", "-Wall", "-Wno-PINMISSING", "--timing", "--top-module", "user"];
    for files in orders() {
        let ours_and_user = &files[..files.len() - 1];
        if let Some(said) = said("verilator", &arguments, ours_and_user) {
            assert_eq!(said, "");
        }
    }
}

#[test]
fn icarus_keeps_the_time_scale_of_the_user_on_either_side() {
    let arguments = ["-g2005", "-s", "user", "-s", "inherits", "-o", "user.vvp"];
    for files in orders() {
        let Some(said) = said("iverilog", &arguments, &files) else { continue };
        for module in ["user", "inherits"] {
            let scale = format!("Time scale of ({module}) is 1us / 1ns");
            assert!(said.contains(&scale), "{said}");
        }
    }
}
