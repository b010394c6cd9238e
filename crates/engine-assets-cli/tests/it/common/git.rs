//! Real repositories of git.

use std::path::Path;
use std::process::{Command, Output};

use super::{stderr, stdout};

/// Runs a program in a folder, apart from the configuration of this machine.
pub(crate) fn command(program: &str, folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(program);
    command.current_dir(folder).args(arguments);
    for variable in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"] {
        command.env_remove(variable);
    }
    command
        .env("GIT_EDITOR", "true")
        .env("GIT_CONFIG_GLOBAL", folder.join(".git/global"))
        .env("GIT_CONFIG_NOSYSTEM", "1");
    command.env("XDG_CONFIG_HOME", folder.join(".git/home"));
    command.output().expect("it runs")
}

/// Runs git in a folder, as a person who has a name.
pub(crate) fn git(folder: &Path, arguments: &[&str]) -> Output {
    let who = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"];
    command("git", folder, &[&who[..], arguments].concat())
}

/// Runs git in a folder, and returns what it prints.
pub(crate) fn good(folder: &Path, arguments: &[&str]) -> String {
    let output = git(folder, arguments);
    assert!(output.status.success(), "{arguments:?}: {}{}", stdout(&output), stderr(&output));
    stdout(&output)
}
