//! Coverage-guided fuzzing of every target, with a report.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::results;
use crate::run::{Run, cargo, root};

/// Default minutes per target.
const MINUTES: f64 = 1.0;

/// File of the report.
const TITLE: &str = "Fuzzing";

/// Result of a target.
struct Fuzzed {
    target: String,
    executions: u64,
    minutes: f64,
    /// Number of edges that an input has reached.
    edges: u64,
    /// Inputs that violated a law, by file.
    findings: Vec<String>,
}

/// Fuzzes the targets with these names, or all; `--minutes N` is the time of all together. Fails if there is a finding.
pub(crate) fn fuzz(arguments: &[&str]) -> Run {
    let (minutes, names) = match arguments {
        ["--minutes", minutes, names @ ..] => {
            (Some(minutes.parse::<f64>().map_err(|error| format!("--minutes {minutes}: {error}"))?), names)
        }
        names => (None, names),
    };
    let listed = cargo("run -q -p fuzzkit --all-features --bin seeds").output()?;
    let chosen: Vec<&str> = listed.lines().filter(|target| names.is_empty() || names.contains(target)).collect();
    if let Some(unknown) = names.iter().find(|name| !chosen.contains(name)) {
        return Err(format!("there is no target {unknown}; the targets are {}", listed.replace('\n', " ")));
    }
    let each = minutes.map_or(MINUTES, |minutes| minutes / chosen.len().max(1) as f64);
    cargo("+nightly fuzz build").go()?;
    let mut found = Vec::new();
    for target in chosen {
        let fuzzed = one(target, each)?;
        tell(&fuzzed)?;
        found.extend(fuzzed.findings);
    }
    print!("{}", results::section(TITLE));
    if found.is_empty() { Ok(()) } else { Err(format!("laws are broken by {}", found.join(", "))) }
}

/// Runs a target, which is built, beginning with its seeds.
fn one(target: &str, minutes: f64) -> Result<Fuzzed, String> {
    eprintln!("\n── {target}, {minutes:.1} minutes");
    let within = root().join("fuzz");
    let artifacts = within.join("artifacts").join(target);
    std::fs::create_dir_all(&artifacts).map_err(|error| format!("{}: {error}", artifacts.display()))?;
    let before = files(&artifacts);
    let start = Instant::now();
    let mut command = Command::new(program(&within, target));
    command.current_dir(&within).arg(format!("corpus/{target}"));
    command
        .arg(format!("-max_total_time={:.0}", minutes * 60.0))
        .arg(format!("-artifact_prefix={}/", artifacts.display()));
    command.args(["-print_final_stats=1", "-max_len=4096", "-rss_limit_mb=2048", "-timeout=60"]);
    let dictionary = format!("dictionaries/{target}.dict");
    // Some targets take no words, and an empty dictionary is refused.
    if std::fs::metadata(within.join(&dictionary)).is_ok_and(|file| file.len() > 0) {
        command.arg(format!("-dict={dictionary}"));
    }
    let output = command.stdout(Stdio::null()).output().map_err(|error| format!("{target}: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    let findings: Vec<String> = files(&artifacts).into_iter().filter(|file| !before.contains(file)).collect();
    if !output.status.success() && findings.is_empty() {
        return Err(format!("{target}: {}: {}", output.status, said.lines().last().unwrap_or_default()));
    }
    let executions = statistic(&said, "stat::number_of_executed_units:");
    let minutes = start.elapsed().as_secs_f64() / 60.0;
    Ok(Fuzzed { target: target.to_owned(), executions, minutes, edges: edges(&said), findings })
}

/// Where `cargo fuzz build` has put it.
fn program(within: &Path, target: &str) -> PathBuf {
    let built = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| within.join("target"), PathBuf::from);
    let host = format!("{}-unknown-linux-gnu/release", std::env::consts::ARCH);
    built.join(host).join(target)
}

fn files(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path().display().to_string()).collect()
}

/// Returns the number after a word in the fuzzer's final output.
fn statistic(said: &str, word: &str) -> u64 {
    said.lines().find_map(|line| line.strip_prefix(word)?.trim().parse().ok()).unwrap_or_default()
}

/// Returns the last `cov:` of its lines.
fn edges(said: &str) -> u64 {
    let last = said.lines().rev().find_map(|line| line.split_once("cov: "));
    last.and_then(|(_, rest)| rest.split(' ').next()?.parse().ok()).unwrap_or_default()
}

/// Puts a target's row into the table, in place of its last.
fn tell(fuzzed: &Fuzzed) -> Run {
    let Fuzzed { target, executions, minutes, edges, findings } = fuzzed;
    let is_other =
        |row: &&str| row.starts_with("| ") && !row.starts_with("| target") && cells(row).next() != Some(target);
    let before = results::section(TITLE);
    let mut rows: Vec<String> = before.lines().filter(is_other).map(str::to_owned).collect();
    rows.push(format!("| {target} | {executions} | {minutes:.1} | {edges} | {} |", findings.len()));
    rows.sort();
    let sum =
        |column: usize| -> f64 { rows.iter().filter_map(|row| cells(row).nth(column)?.parse::<f64>().ok()).sum() };
    let mut text = "By `cargo xtask fuzz`: every target under AddressSanitizer, beginning with its seeds, inputs of up to 4 KB; the last run of each. \
        Edges are places of branches that some input has reached.\n\n| target | executions | minutes | edges | findings |\n|---|---|---|---|---|\n"
        .to_owned();
    rows.iter().for_each(|row| text.extend([row.as_str(), "\n"]));
    let _ = writeln!(text, "\n{} executions in {:.0} minutes.", sum(1), sum(2));
    results::put(TITLE, &text)
}

/// The cells of a row of a table.
fn cells(row: &str) -> impl Iterator<Item = &str> {
    row.split('|').skip(1).map(str::trim)
}
