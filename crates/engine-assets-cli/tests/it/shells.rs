//! Completion scripts, run by their shells.

use std::process::Command;

use crate::common::{path, run, stdout, text};

/// Returns the completions that bash offers for the last of the words, or `None` if there is no bash.
fn bash(words: &[&str]) -> Option<Vec<String>> {
    let folder = tempfile::tempdir().expect("a folder");
    let script = path(&folder, "completions.bash");
    std::fs::write(&script, stdout(&run(&["completions", "bash"]))).expect("a script");
    let ask = r#"source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
function=$(complete -p engine-assets); function=${function#*-F }; function=${function%% *}
"$function" engine-assets "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}" 2>/dev/null
printf '%s\n' "${COMPREPLY[@]}""#;
    let mut command = Command::new("bash");
    let output = command.args(["--norc", "-c", ask, "bash", text(&script)]).args(words).output().ok()?;
    Some(stdout(&output).lines().map(str::to_owned).collect())
}

#[test]
fn bash_completes_subcommands_and_their_options() {
    let expected: [(&[&str], &str); 4] = [
        (&["engine-assets", "insp"], "inspect"),
        (&["engine-assets", "inspect", "--js"], "--json"),
        (&["engine-assets", "pak", "li"], "list"),
        (&["engine-assets", "pak", "unpack", "--out"], "--output"),
    ];
    for (words, word) in expected {
        let Some(offered) = bash(words) else {
            eprintln!("skipped: bash isn't installed");
            return;
        };
        assert_eq!(offered, [word], "{words:?}");
    }
}
