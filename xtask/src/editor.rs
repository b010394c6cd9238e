//! The extension for editors: packed as .vsix, and tested without an editor.

use crate::run::{Run, program, program_with, target};

/// Packs the extension into `target/editor` and runs it from there against the command, with a stub of the editor, if Node.js is available.
pub(crate) fn check_if_there() -> Run {
    if program_with("node", "--version").output().is_err() {
        eprintln!("skipped: the extension for editors; Node.js isn't installed");
        return Ok(());
    }
    let out = target().join("editor");
    program_with("node", &format!("editors/vscode/pack.mjs {}", out.display())).go()?;
    let command = program("engine-assets", "dev")?;
    let package = out.join(format!("engine-assets-{}.vsix", env!("CARGO_PKG_VERSION")));
    program_with("node", &format!("editors/vscode/test/run.mjs {} {}", command.display(), package.display())).go()
}
