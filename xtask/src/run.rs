//! Starting cargo.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Result of a step, with the reason of a failure.
pub(crate) type Run = Result<(), String>;

/// Why a step that needs programs of the host fails.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A requirement is unavailable, with the reason.
    Missing(String),
    /// Anything else.
    Failed(String),
}

impl Failure {
    /// Turns any error of a preparation into a missing `need`.
    pub(crate) fn missing(need: &str) -> impl Fn(String) -> Self {
        move |error| Self::Missing(format!("{need}: {error}"))
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (Self::Missing(message) | Self::Failed(message)) = self;
        f.write_str(message)
    }
}

impl From<String> for Failure {
    fn from(message: String) -> Self {
        Self::Failed(message)
    }
}

impl From<Failure> for String {
    fn from(failure: Failure) -> Self {
        failure.to_string()
    }
}

/// A command to be started at the root of the project.
pub(crate) struct Step {
    command: Command,
    title: String,
}

/// `cargo` with arguments apart by spaces.
pub(crate) fn cargo(arguments: &str) -> Step {
    // `+toolchain` is for the proxy, not for the cargo that runs this.
    let own = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let program = if arguments.starts_with('+') { "cargo".to_owned() } else { own };
    program_with(&program, arguments)
}

/// Any program with arguments apart by spaces.
pub(crate) fn program_with(program: &str, arguments: &str) -> Step {
    let mut command = Command::new(program);
    command.args(arguments.split_whitespace()).current_dir(root());
    if arguments.starts_with('+') {
        // Left by the cargo that runs this, they would choose its toolchain again.
        for variable in ["RUSTUP_TOOLCHAIN", "RUSTC", "RUSTDOC", "CARGO"] {
            command.env_remove(variable);
        }
    }
    let name = Path::new(program).file_stem().unwrap_or_default().to_string_lossy();
    Step { command, title: format!("{name} {arguments}") }
}

/// The root of the project.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The folder that is built into.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// Builds a program of the workspace, and returns its path. After `cargo test --workspace` there is nothing to build: with `--workspace`, cargo unifies
/// the features of all packages, and because of the example it includes what only tests depend on. With `-p` alone it would build many crates again
/// with fewer features.
pub(crate) fn program(name: &str, profile: &str) -> Result<PathBuf, String> {
    cargo(&format!("build -q --workspace --profile {profile} --bin {name} --example print_bones")).go()?;
    let folder = if profile == "dev" { "debug" } else { profile };
    Ok(target().join(folder).join(format!("{name}{}", std::env::consts::EXE_SUFFIX)))
}

impl Step {
    /// Compiles the crates of the workspace with Clippy, and warnings are errors. Cargo shares these builds between its commands, so that the same
    /// environment saves a second check of them.
    pub(crate) fn linted(self) -> Self {
        self.env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver").env("CLIPPY_ARGS", "-Dwarnings")
    }

    /// With an environment variable.
    pub(crate) fn env(mut self, name: &str, value: &str) -> Self {
        self.command.env(name, value);
        self.title = format!("{name}={value} {}", self.title);
        self
    }

    /// Without an environment variable.
    pub(crate) fn without(mut self, name: &str) -> Self {
        self.command.env_remove(name);
        self
    }

    /// In a folder below the root.
    pub(crate) fn within(mut self, folder: &str) -> Self {
        self.command.current_dir(root().join(folder));
        self.title = format!("({folder}) {}", self.title);
        self
    }

    /// Runs it.
    pub(crate) fn go(mut self) -> Run {
        eprintln!("\n── {}", self.title);
        match self.command.status() {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(format!("{}: {status}", self.title)),
            Err(error) => Err(format!("{}: {error}", self.title)),
        }
    }

    /// Runs it and returns its output; a failure shows it all.
    pub(crate) fn output_or_show(self) -> Result<String, String> {
        self.said().map_err(|(error, said)| {
            eprintln!("\n── {error}\n{said}");
            error
        })
    }

    /// Runs it and returns its output.
    pub(crate) fn output(self) -> Result<String, String> {
        self.said().map_err(|(error, _)| error)
    }

    /// Runs it and returns its output, or the reason of a failure with everything that it printed.
    fn said(mut self) -> Result<String, (String, String)> {
        let start = self.command.output().map_err(|error| format!("{}: {error}", self.title));
        let output = start.map_err(|error| (error, String::new()))?;
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        if output.status.success() {
            return Ok(said);
        }
        let errors = String::from_utf8_lossy(&output.stderr);
        Err((format!("{}: {}", self.title, output.status), format!("{errors}{said}")))
    }
}
