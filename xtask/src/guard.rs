//! A guard against getting slower: instructions of main paths, counted by valgrind, beside those kept in the tree.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::Command;

use crate::run::{Run, cargo, root};

/// From how many percent more on it is said, and from how many on it is an error.
const SAID: f64 = 3.0;
const REFUSED: f64 = 10.0;

/// Instructions by path.
type Counts = BTreeMap<String, u64>;

/// Compares with the counts of the tree. With another compiler than theirs, nothing is an error.
pub(crate) fn check() -> Run {
    let (kept_with, kept) = kept()?;
    let (compiler, counted) = (compiler()?, count()?);
    let same = compiler == kept_with;
    let mut slower = Vec::new();
    for (path, now) in &counted {
        let Some(before) = kept.get(path) else {
            println!("{path}: {now} instructions, new");
            continue;
        };
        let percent = (*now as f64 / *before as f64 - 1.0) * 100.0;
        let word = if percent > SAID { "slower" } else { "" };
        println!("{path}: {now} instructions, {percent:+.1} % {word}");
        if percent > REFUSED && same {
            slower.push(format!("{path} ({percent:+.1} %)"));
        }
    }
    for path in kept.keys().filter(|path| !counted.contains_key(*path)) {
        println!("{path}: isn't measured any more");
    }
    if !same {
        println!("counted with {compiler}, kept with {kept_with}: nothing is refused");
    }
    if slower.is_empty() {
        return Ok(());
    }
    Err(format!(
        "slower by more than {REFUSED} %: {}; `cargo xtask bench --guard --accept` keeps the new counts",
        slower.join(", ")
    ))
}

/// Keeps what is counted now.
pub(crate) fn accept() -> Run {
    let mut text = format!("{}\n", compiler()?);
    for (path, instructions) in count()? {
        let _ = writeln!(text, "{path}\t{instructions}");
    }
    std::fs::write(file(), text).map_err(|error| format!("{}: {error}", file().display()))
}

/// Where they are kept: the compiler, then a path and its count a line.
fn file() -> PathBuf {
    root().join("benches/guard.tsv")
}

fn kept() -> Result<(String, Counts), String> {
    let text = std::fs::read_to_string(file()).map_err(|error| format!("{}: {error}", file().display()))?;
    let (compiler, lines) = text.split_once('\n').unwrap_or_default();
    let counts = lines.lines().filter_map(|line| {
        let (path, count) = line.split_once('\t')?;
        Some((path.to_owned(), count.parse().ok()?))
    });
    Ok((compiler.to_owned(), counts.collect()))
}

fn compiler() -> Result<String, String> {
    let output = Command::new("rustc").arg("--version").output().map_err(|error| format!("rustc: {error}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// What one run of each path takes: the half of what three runs take more than one, so that making ready doesn't count.
fn count() -> Result<Counts, String> {
    cargo("build --release -p benches --bin guard").go()?;
    let program = crate::run::target().join("release/guard");
    let listed = Command::new(&program).output().map_err(|error| format!("{}: {error}", program.display()))?;
    let paths = String::from_utf8_lossy(&listed.stdout).into_owned();
    let counted = |path: &str| {
        let [one, three] = ["1", "3"].map(|runs| instructions(&program, path, runs));
        Ok((path.to_owned(), three?.saturating_sub(one?) / 2))
    };
    paths.lines().map(counted).collect()
}

fn instructions(program: &std::path::Path, path: &str, runs: &str) -> Result<u64, String> {
    let mut valgrind = Command::new("valgrind");
    // Threads that wait for each other count by chance.
    valgrind.env("RAYON_NUM_THREADS", "1");
    valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(program).args([path, runs]);
    let output = valgrind.output().map_err(|error| format!("valgrind: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    let collected = said.lines().find_map(|line| line.split_once("Collected : ")?.1.trim().parse().ok());
    collected.filter(|_| output.status.success()).ok_or_else(|| format!("{path}: {said}"))
}
