//! Completion scripts, run by their shells: Tab is pressed on a pseudo terminal.

use crate::common;

use std::process::Command;

use common::{path, run, stdout, text};

/// Returns whether a shell is installed, and says so if it isn't.
fn is_installed(shell: &str) -> bool {
    let is_found = std::env::var_os("PATH")
        .is_some_and(|all| std::env::split_paths(&all).any(|folder| folder.join(shell).is_file()));
    if !is_found {
        eprintln!("skipped: {shell} isn't installed");
    }
    is_found
}

/// Returns the completions that bash offers for the last of the words.
fn bash(words: &[&str]) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let script = path(&folder, "completions.bash");
    std::fs::write(&script, stdout(&run(&["completions", "bash"]))).expect("a script");
    let ask = r#"source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
function=$(complete -p engine-assets); function=${function#*-F }; function=${function%% *}
"$function" engine-assets "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}" 2>/dev/null
printf '%s\n' "${COMPREPLY[@]}""#;
    let mut command = Command::new("bash");
    let output = command.args(["--norc", "-c", ask, "bash", text(&script)]).args(words).output().expect("bash runs");
    stdout(&output).lines().map(str::to_owned).collect()
}

#[test]
fn bash_completes_subcommands_options_and_values() {
    if !is_installed("bash") {
        return;
    }
    let expected: [(&[&str], &str); 8] = [
        (&["engine-assets", "insp"], "inspect"),
        (&["engine-assets", "inspect", "--js"], "--json"),
        (&["engine-assets", "pak", "li"], "list"),
        (&["engine-assets", "pak", "unpack", "--out"], "--output"),
        (&["engine-assets", "render", "--view", "thr"], "three-quarter"),
        (&["engine-assets", "convert", "--repair", "recompute-b"], "recompute-bounds"),
        (&["engine-assets", "convert", "--to", "umd3"], "umd3"),
        (&["engine-assets", "validate", "--deny", "w"], "warnings"),
    ];
    for (words, word) in expected {
        assert_eq!(bash(words), [word], "{words:?}");
    }
}

/// A shell with the completions of the command, and how it is started and set up.
#[cfg(target_os = "linux")]
struct Shell {
    name: &'static str,
    arguments: &'static [&'static str],
    /// The script of `completions`.
    script: &'static str,
    /// Typed commands; `{}` is replaced by the file of the script.
    setup: &'static str,
    /// Whether its scripts complete values: clap's scripts for other shells don't.
    has_values: bool,
}

#[cfg(target_os = "linux")]
const SHELLS: [Shell; 5] = [
    Shell {
        name: "bash",
        arguments: &["--norc", "--noprofile", "-i"],
        script: "bash",
        setup: "source {}",
        has_values: true,
    },
    Shell {
        name: "zsh",
        arguments: &["-f", "-i"],
        script: "zsh",
        setup: "autoload -U compinit; compinit -u -D; source {}; compdef _engine-assets engine-assets",
        has_values: true,
    },
    Shell { name: "fish", arguments: &["--no-config", "-i"], script: "fish", setup: "source {}", has_values: true },
    Shell { name: "elvish", arguments: &["-norc"], script: "elvish", setup: "eval (slurp < {})", has_values: false },
    Shell {
        name: "pwsh",
        arguments: &["-NoProfile", "-NoLogo"],
        script: "powershell",
        setup: "Get-Content -Raw {} | Invoke-Expression",
        has_values: false,
    },
];

/// A program in the place of the command, which prints its arguments.
#[cfg(target_os = "linux")]
const ECHO: &str = "#!/bin/sh\necho \"ran:$*\"\n";

/// Presses Tab and Enter after words, and returns whether the shell then runs the command with the completed words.
#[cfg(target_os = "linux")]
fn completes(shell: &Shell, typed: &str, completed: &str) -> bool {
    use common::terminal::Terminal;
    use std::os::unix::fs::PermissionsExt as _;
    use std::time::Duration;
    let folder = common::folder(&[("bin/engine-assets", ECHO.as_bytes()), ("Jack.mdl", b"")]);
    let (script, bin) = (path(&folder, "script"), path(&folder, "bin"));
    std::fs::set_permissions(bin.join("engine-assets"), std::fs::Permissions::from_mode(0o755)).expect("a mode");
    std::fs::write(&script, stdout(&run(&["completions", shell.script]))).expect("a script");
    let mut terminal = Terminal::start(shell.name, shell.arguments, |command| {
        let home = folder.path();
        command.current_dir(home).env("HOME", home).env("XDG_CONFIG_HOME", home).env("XDG_DATA_HOME", home);
        command.env("XDG_STATE_HOME", home).env("TERM", "xterm").env("PS1", "> ").env_remove("ZDOTDIR");
        let others = std::env::var("PATH").unwrap_or_default();
        command.env("PATH", format!("{}:{others}", text(&bin)));
    });
    let ready = format!("{}; echo re''ady\r", shell.setup.replace("{}", text(&script)));
    terminal.write(ready.as_bytes());
    assert!(terminal.wait_for("ready\r").is_some(), "{}: {}", shell.name, terminal.shown());
    // While shells process Tab, they read further input later, as words.
    for keys in [typed.as_bytes(), b"\t", b"\r"] {
        std::thread::sleep(Duration::from_millis(700));
        terminal.write(keys);
    }
    let is_completed = terminal.wait_for_within(&format!("ran:{completed}"), Duration::from_secs(20)).is_some();
    if !is_completed {
        eprintln!("{}: {typed:?}: {:?}", shell.name, terminal.shown());
    }
    terminal.kill();
    is_completed
}

#[cfg(target_os = "linux")]
#[test]
fn tab_completes_in_every_shell() {
    const WORDS: [(&str, &str); 3] =
        [("insp", "inspect"), ("pak unp", "pak unpack"), ("pak unpack --outp", "pak unpack --output")];
    const VALUES: [(&str, &str); 4] = [
        ("render --view thr", "render --view three-quarter"),
        ("convert --repair recompute-b", "convert --repair recompute-bounds"),
        ("convert --to umd3", "convert --to umd3"),
        ("inspect Ja", "inspect Jack.mdl"),
    ];
    std::thread::scope(|scope| {
        for shell in SHELLS.iter().filter(|shell| is_installed(shell.name)) {
            scope.spawn(move || {
                let values = VALUES.iter().filter(|_| shell.has_values);
                for (typed, completed) in WORDS.iter().chain(values) {
                    let typed = format!("engine-assets {typed}");
                    assert!(completes(shell, &typed, completed), "{}: {typed}", shell.name);
                }
            });
        }
    });
}
