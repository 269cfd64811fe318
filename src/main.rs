fn main() -> std::process::ExitCode {
    lanebeat::cli::main()
}
