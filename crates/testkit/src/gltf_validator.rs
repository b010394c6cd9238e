//! The Khronos validator for written files.
//!
//! It is an npm module; `.ci/run` installs it into `target/gltf-validator`. If it or Node.js is missing, [`missing`] returns the reason and
//! tests that need it are ignored; with `ENGINE_ASSETS_GLTF_VALIDATOR=required` they fail.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, ChildStdout, Command, ExitCode, Stdio};
use std::sync::{LazyLock, Mutex};

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;

/// Name of the variable that makes a missing validator a failure.
pub const VARIABLE: &str = "ENGINE_ASSETS_GLTF_VALIDATOR";

/// Result of the validator for a file.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The file.
    pub file: PathBuf,
    /// Number of errors.
    pub errors: u64,
    /// Number of warnings.
    pub warnings: u64,
    /// The first of both: code, path, message.
    pub issues: Vec<String>,
}

/// Returns the reason why the validator can't run; `None` if it can.
///
/// # Panics
/// If it can't run although it is required.
pub fn missing() -> Option<String> {
    if modules().is_some() {
        return None;
    }
    let required = std::env::var(VARIABLE).is_ok_and(|value| value == "required");
    assert!(!required, "{VARIABLE}=required, but there is no target/gltf-validator: .ci/run installs it");
    Some("the Khronos validator isn't installed (.ci/run does it)".to_owned())
}

/// Files for the validator, written into a folder.
pub type Write = fn(&Path) -> Vec<PathBuf>;

/// Runs a trial per entry, which fails unless the validator has neither errors nor warnings about the files; the `main` of a test binary
/// without harness. Without the validator the trials are ignored.
pub fn run(trials: &[(&'static str, Write)]) -> ExitCode {
    let missing = missing();
    let trial = |(name, write): &(&'static str, Write)| match &missing {
        Some(reason) => Trial::test(format!("{name}: {reason}"), || Ok(())).with_ignored_flag(true),
        None => {
            let write = *write;
            Trial::test(*name, move || {
                let folder = tempfile::tempdir().map_err(|error| Failed::from(error.to_string()))?;
                complaints(&write(folder.path())).map_or(Ok(()), |complaints| Err(Failed::from(complaints)))
            })
        }
    };
    libtest_mimic::run(&Arguments::from_args(), trials.iter().map(trial).collect()).exit_code()
}

/// Returns the errors and warnings of the validator about files; `None` if it has none.
pub fn complaints<P: AsRef<Path>>(files: &[P]) -> Option<String> {
    let bad = check(files).into_iter().filter(|verdict| verdict.errors + verdict.warnings > 0);
    let bad: Vec<String> = bad
        .map(|Verdict { file, errors, warnings, issues }| {
            format!("{}: {errors} errors, {warnings} warnings\n  {}", file.display(), issues.join("\n  "))
        })
        .collect();
    (!bad.is_empty()).then(|| bad.join("\n"))
}

/// Returns the results of the validator for `.glb` and `.gltf` files, one each.
///
/// # Panics
/// If the validator is missing or fails.
pub fn check<P: AsRef<Path>>(files: &[P]) -> Vec<Verdict> {
    // Starting Node.js takes longer than validating a file: one process serves all tests of a program.
    static VALIDATOR: LazyLock<Mutex<Validator>> = LazyLock::new(|| Mutex::new(Validator::start()));
    let mut validator = VALIDATOR.lock().expect("the validator has not failed");
    files.iter().map(|file| validator.verdict(file.as_ref())).collect()
}

/// Script that runs the validator, which validates files one by one and ends with its input.
struct Validator {
    names: ChildStdin,
    verdicts: BufReader<ChildStdout>,
}

impl Validator {
    #[expect(clippy::zombie_processes, reason = "it ends with its input, which ends with the test program")]
    fn start() -> Self {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("gltf-validator/check.cjs");
        let mut node = Command::new("node");
        node.arg(script).env("NODE_PATH", modules().expect("the validator is installed"));
        let node = node.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("Node.js starts");
        let (names, verdicts) = node.stdin.zip(node.stdout).expect("two pipes");
        Self { names, verdicts: BufReader::new(verdicts) }
    }

    fn verdict(&mut self, file: &Path) -> Verdict {
        writeln!(self.names, "{}", file.display()).expect("the script reads");
        let mut line = String::new();
        self.verdicts.read_line(&mut line).expect("JSON is UTF-8");
        verdict(&line)
    }
}

/// The npm modules in cargo's target folder, if the validator is one of them.
fn modules() -> Option<&'static Path> {
    static MODULES: LazyLock<Option<PathBuf>> = LazyLock::new(|| modules_with("gltf-validator"));
    MODULES.as_deref()
}

/// Returns the npm modules in cargo's target folder, if this one is among them and Node.js exists.
pub(crate) fn modules_with(name: &str) -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?;
    let found = program.ancestors().map(|folder| folder.join("gltf-validator/node_modules"));
    found.filter(|modules| modules.join(name).is_dir()).find(|_| has_node())
}

fn has_node() -> bool {
    let version = Command::new("node").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    version.is_ok_and(|status| status.success())
}

fn verdict(line: &str) -> Verdict {
    let json: Value = serde_json::from_str(line).expect("a line of JSON per file");
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let issues = json["issues"].as_array().into_iter().flatten();
    Verdict {
        file: text(&json["file"]).into(),
        errors: json["errors"].as_u64().unwrap_or_default(),
        warnings: json["warnings"].as_u64().unwrap_or_default(),
        issues: issues
            .map(|issue| format!("{} {}: {}", text(&issue["code"]), text(&issue["pointer"]), text(&issue["message"])))
            .collect(),
    }
}
