//! Runs the Khronos validator on written files.
//!
//! The validator is an npm module, which `.ci/run` installs to `target/gltf-validator`. If this or Node.js is missing,
//! [`missing`] returns the reason, and the tests that need it will be ignored. If you set
//! `ENGINE_ASSETS_GLTF_VALIDATOR=required`, they will fail.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, ChildStdout, Command, ExitCode, Stdio};
use std::sync::{LazyLock, Mutex};

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;

/// The name of the environment variable. If you set this to `required`, a missing validator is a failure.
pub const VARIABLE: &str = "ENGINE_ASSETS_GLTF_VALIDATOR";

/// What the validator says about a file.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The file.
    pub file: PathBuf,
    /// The number of errors.
    pub errors: u64,
    /// The number of warnings.
    pub warnings: u64,
    /// The first errors and warnings, with their code, path and message.
    pub issues: Vec<String>,
}

/// Returns the reason why it is not possible to run the validator. If it is possible, returns `None`.
///
/// # Panics
/// Panics if it is not possible but the validator is required.
pub fn missing() -> Option<String> {
    if modules().is_some() {
        return None;
    }
    let required = std::env::var(VARIABLE).is_ok_and(|value| value == "required");
    assert!(!required, "{VARIABLE}=required, but there is no target/gltf-validator: .ci/run installs it");
    Some("the Khronos validator isn't installed (.ci/run does it)".to_owned())
}

/// Writes files for the validator to a folder.
pub type Write = fn(&Path) -> Vec<PathBuf>;

/// Runs a trial for each entry, which will fail if the validator reports an error or a warning for one of the files. To
/// use this function, call it in the `main` of a test binary that has no harness. Without the validator, the trials
/// will be ignored.
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

/// Returns the errors and warnings that the validator reports for these files, or `None` if it accepts them.
pub fn complaints<P: AsRef<Path>>(files: &[P]) -> Option<String> {
    let bad = check(files).into_iter().filter(|verdict| verdict.errors + verdict.warnings > 0);
    let bad: Vec<String> = bad
        .map(|Verdict { file, errors, warnings, issues }| {
            format!("{}: {errors} errors, {warnings} warnings\n  {}", file.display(), issues.join("\n  "))
        })
        .collect();
    (!bad.is_empty()).then(|| bad.join("\n"))
}

/// Runs the validator on `.glb` and `.gltf` files, and returns a result for each.
///
/// # Panics
/// Panics if the validator is missing or fails.
pub fn check<P: AsRef<Path>>(files: &[P]) -> Vec<Verdict> {
    // Starting Node.js takes longer than validating a file: one process serves all tests of a program.
    static VALIDATOR: LazyLock<Mutex<Validator>> = LazyLock::new(|| Mutex::new(Validator::start()));
    let mut validator = VALIDATOR.lock().expect("the validator has not failed");
    files.iter().map(|file| validator.verdict(file.as_ref())).collect()
}

/// The script that runs the validator. It validates file after file, until its input ends.
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

/// Returns the npm modules in the target folder of cargo, if the validator is there.
fn modules() -> Option<&'static Path> {
    static MODULES: LazyLock<Option<PathBuf>> = LazyLock::new(|| modules_with("gltf-validator"));
    MODULES.as_deref()
}

/// Returns the npm modules in the target folder of cargo, if the given module is there and Node.js is installed.
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
