//! Many executions of the fuzz bodies without a fuzzer, and their table.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use crate::results;
use crate::run::{Run, cargo};

/// Title of the section.
const TITLE: &str = "Executions";

/// Sums of a target.
#[derive(Default)]
struct Sum {
    executions: u64,
    /// Time of a processor, in milliseconds.
    cpu: u64,
    /// The slowest execution, in milliseconds.
    slowest: u64,
    findings: u64,
}

/// Prints the table of a file; `--minutes N [TARGET…]` first runs the targets with these names, or all, for this time together, and appends
/// their counts to the file.
pub(crate) fn executions(arguments: &[&str]) -> Run {
    let (file, ran) = match arguments {
        [file] => (*file, Ok(())),
        [file, "--minutes", minutes, names @ ..] => {
            let built = "run -q --profile checked -p fuzzkit --features convert,draco,fbx --bin executions --";
            let path = std::path::absolute(file).map_err(|error| format!("{file}: {error}"))?;
            let command = format!("{built} {} {minutes} {}", path.display(), names.join(" "));
            (*file, cargo(&command).go())
        }
        _ => return Err("cargo xtask executions FILE.tsv [--minutes N [TARGET…]]".to_owned()),
    };
    let text = std::fs::read_to_string(Path::new(file)).map_err(|error| format!("{file}: {error}"))?;
    results::put(TITLE, &table(&text))?;
    ran
}

/// A row for each target, and the speed of the machines.
fn table(counts: &str) -> String {
    let mut sums = BTreeMap::<&str, Sum>::new();
    let mut machines = BTreeMap::<(&str, &str), Vec<u64>>::new();
    for line in counts.lines() {
        match line.split('\t').collect::<Vec<_>>()[..] {
            ["machine", rate, cores, model] => {
                machines.entry((model, cores)).or_default().extend(rate.parse::<u64>());
            }
            [target, executions, cpu, slowest, findings] => {
                let number = |text: &str| text.parse::<u64>().unwrap_or_default();
                let sum = sums.entry(target).or_default();
                sum.executions += number(executions);
                sum.cpu += number(cpu);
                sum.slowest = sum.slowest.max(number(slowest));
                sum.findings += number(findings);
            }
            _ => {}
        }
    }
    let mut text = "By `cargo xtask executions FILE.tsv --minutes N`: the bodies of the fuzz targets over changed seeds of up to 4 KB, in release with overflow \
        checks and debug assertions. Time is the time of one core; the slowest execution is by the clock.\n\n\
        | target | executions | minutes | per second | slowest (ms) | findings |\n|---|---|---|---|---|---|\n"
        .to_owned();
    for (target, Sum { executions, cpu, slowest, findings }) in &sums {
        let (minutes, rate) = (*cpu as f64 / 60_000.0, *executions as f64 * 1000.0 / (*cpu).max(1) as f64);
        let _ = writeln!(text, "| {target} | {executions} | {minutes:.1} | {rate:.0} | {slowest} | {findings} |");
    }
    let all: u64 = sums.values().map(|sum| sum.executions).sum();
    let minutes = sums.values().map(|sum| sum.cpu).sum::<u64>() as f64 / 60_000.0;
    let _ = writeln!(text, "\n{all} executions in {minutes:.1} minutes.\n");
    for ((model, cores), mut rates) in machines {
        rates.sort_unstable();
        let rate = rates.get(rates.len() / 2).copied().unwrap_or_default();
        let _ = writeln!(
            text,
            "Machine: {model}, {cores} cores; one core parses all samples of `demo` {rate} times a second."
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::table;

    #[test]
    fn rows_are_added_up() {
        let text = table(
            "machine\t70\t2\tA CPU\nudm\t100\t2000\t5\t0\nudm\t200\t1000\t3\t1\ngltf\t7\t60000\t9\t0\nmachine\t90\t2\tA CPU\n",
        );
        assert!(text.contains("| udm | 300 | 0.1 | 100 | 5 | 1 |"), "{text}");
        assert!(text.contains("307 executions in 1.1 minutes."), "{text}");
        assert!(text.contains("A CPU, 2 cores; one core parses all samples of `demo` 90 times"), "{text}");
    }
}
