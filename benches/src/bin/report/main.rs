//! Writes `benches/RESULTS.md`, with its plots, from the last results of the benchmarks and of the other programs.
//!
//! Times move from machine to machine, ratios of one run much less.

mod goals;
mod growth;
mod measured;
mod plots;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use benches::table::{bytes, duration, load, target};
use measured::{Groups, collect};
use plots::Line;

/// Reference measurements of groups.
const YARDSTICKS: [&str; 11] = [
    "memcpy",
    "library",
    "engine-style",
    "gltf crate",
    "serde_json",
    "lz4 in C",
    "lz4 in C on one core",
    "to_bytes on one core",
    "plain reading",
    "plain writing",
    "plain reading and writing",
];

fn main() -> ExitCode {
    // `report growth` writes one section again, because everything else takes half an hour alone on the machine.
    if std::env::args().nth(1).is_some_and(|part| part == "growth") {
        return finish(growth::again(Path::new(env!("CARGO_MANIFEST_DIR"))));
    }
    let mut groups = Groups::new();
    collect(&target().join("criterion"), &mut groups);
    if groups.is_empty() {
        eprintln!("nothing measured yet: cargo xtask bench");
        return ExitCode::FAILURE;
    }
    finish(report(&groups))
}

fn finish(written: Result<PathBuf, Box<dyn std::error::Error>>) -> ExitCode {
    match written {
        Ok(path) => println!("{}", path.display()),
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

fn report(groups: &Groups) -> Result<PathBuf, Box<dyn std::error::Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    std::fs::create_dir_all(folder.join("plots"))?;
    let mut text = "# Benchmark results\n\nWritten by `cargo xtask bench`. Ratios of one run hold on other machines, times don't.\n\n".to_owned();
    text += &machine();
    text += &jobs();
    text += &simplified();
    text += "\n## Goals\n\n| subject | goal | measured | reached |\n|---|---|---|---|\n";
    text += &goals::rows(groups);
    text += &files();
    text += &curves(folder)?;
    text += &folders(folder)?;
    text += &growth::growth(folder)?;
    text += &cores();
    text += &ratios(groups)?;
    let path = folder.join("RESULTS.md");
    std::fs::write(&path, text)?;
    Ok(path)
}

/// The table of `benches/jobs.py`, if it was run.
fn jobs() -> String {
    let table = std::fs::read_to_string(target().join("bench/jobs.md"));
    table.map_or_else(|_| String::new(), |table| format!("\n## Whole jobs\n\n{table}"))
}

/// The tables of `benches/simplify.py`, if it was run.
fn simplified() -> String {
    let tables = std::fs::read_to_string(target().join("bench/simplify.md"));
    tables.map_or_else(|_| String::new(), |tables| format!("\n{tables}"))
}

/// Processor, cores, memory, compiler, date.
fn machine() -> String {
    let first = |file: &str, key: &str| {
        let text = std::fs::read_to_string(file).unwrap_or_default();
        let line = text
            .lines()
            .find_map(|line| line.strip_prefix(key)?.split_once(':').map(|(_, value)| value.trim().to_owned()));
        line.unwrap_or_else(|| "unknown".to_owned())
    };
    let said = |program: &str, argument: &str| {
        let output = std::process::Command::new(program).arg(argument).output();
        output.map_or_else(|_| "unknown".to_owned(), |output| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').nth(2).unwrap_or("unknown");
    format!(
        "Machine: {}, {cores} cores, {} of memory; a load of {load} in the quarter of an hour before this was written: with other work running, figures of two cores are too low. \
         Compiler: {}. Date: {}.\n",
        first("/proc/cpuinfo", "model name"),
        first("/proc/meminfo", "MemTotal"),
        said("rustc", "--version"),
        said("date", "+%Y-%m-%d"),
    )
}

fn number(field: Option<&String>) -> f64 {
    field.and_then(|field| field.parse().ok()).unwrap_or_default()
}

/// Every real model and animation, compared with a reader in the engine's style: the least and the median ratio, and the five that are the least.
fn files() -> String {
    let mut text =
        "\n## Real models and animations, decoded into the caller's memory, compared with a reader in the engine's style\n\n\
        | | files | least | median | nearest to it |\n|---|---|---|---|---|\n"
            .to_owned();
    let lines = load("files.tsv");
    for ending in [".mdl", ".ani"] {
        let of_kind = lines.iter().filter(|line| line.first().is_some_and(|name| name.ends_with(ending)));
        let mut ratios: Vec<(f64, &str)> =
            of_kind.map(|line| (number(line.get(3)) / number(line.get(2)), line[0].as_str())).collect();
        ratios.sort_by(|one, other| one.0.total_cmp(&other.0));
        if let (Some(least), Some(median)) = (ratios.first(), ratios.get(ratios.len() / 2)) {
            let nearest: Vec<String> =
                ratios.iter().take(5).map(|(ratio, name)| format!("{name} {ratio:.1}")).collect();
            let _ = writeln!(
                text,
                "| `{ending}` | {} | {:.1} × | {:.1} × | {} |",
                ratios.len(),
                least.0,
                median.0,
                nearest.join(", ")
            );
        }
    }
    text += "\nMost of these are small: the time is spent on headers, names and lists, which are the same for every track or buffer. Large ones are far above: \
        the benchmark of `Mutant_HipHop1.ani` (300 KB) is below.\n";
    text
}

/// A plot for each kind of file, and the time a byte takes at some sizes.
fn curves(folder: &Path) -> Result<String, Box<dyn std::error::Error>> {
    let mut subjects: Vec<(String, Vec<Vec<String>>)> = Vec::new();
    for line in load("curves.tsv") {
        match subjects.last_mut().filter(|(name, _)| *name == line[0]) {
            Some((_, lines)) => lines.push(line),
            None => subjects.push((line[0].clone(), vec![line])),
        }
    }
    let mut text = "\n## Against size\n\nTime per byte in nanoseconds, and heap per byte at the largest size; with linear growth both stay the same. The first use of a memory page costs several times as much as a copy: from about 32 MB on, every write pays for it.\n".to_owned();
    for (name, lines) in subjects {
        let (mut times, mut heaps): (Vec<Line>, Vec<Line>) = (Vec::new(), Vec::new());
        for line in &lines {
            let (size, time, heap) = (number(line.get(2)), number(line.get(3)), number(line.get(4)));
            add(&mut times, &line[1], (size, time));
            if heap > 0.0 {
                add(&mut heaps, &line[1], (size, heap));
            }
        }
        let file = format!("plots/{}.svg", name.to_lowercase().replace(' ', "-"));
        plots::pair(&folder.join(&file), &name, &times, &heaps)?;
        let _ = write!(
            text,
            "\n### {name}\n\n![{name}: time and heap against size]({file})\n\n{}",
            per_byte(&times, &heaps)
        );
    }
    Ok(text)
}

fn add(lines: &mut Vec<Line>, name: &str, point: (f64, f64)) {
    match lines.iter_mut().find(|(line, _)| line == name) {
        Some((_, points)) => points.push(point),
        None => lines.push((name.to_owned(), vec![point])),
    }
}

/// A row for each line, a column for each second size.
fn per_byte(times: &[Line], heaps: &[Line]) -> String {
    let sizes: Vec<f64> = times.first().into_iter().flat_map(|(_, points)| points).map(|point| point.0).collect();
    let shown: Vec<usize> = (0..sizes.len()).filter(|index| index % 2 == 0 || index + 1 == sizes.len()).collect();
    let head: Vec<String> = shown.iter().map(|index| bytes(sizes[*index])).collect();
    let mut text = format!("| | {} | heap |\n|---|{}---|\n", head.join(" | "), "---|".repeat(head.len()));
    for (name, points) in times {
        let cells: Vec<String> = shown
            .iter()
            .filter_map(|index| points.get(*index))
            .map(|(size, time)| format!("{:.3}", time / size))
            .collect();
        let heap = heaps.iter().find(|(line, _)| line == name).and_then(|(_, points)| points.last());
        let heap = heap.map_or_else(|| "–".to_owned(), |(size, heap)| format!("{:.2}", heap / size));
        let _ = writeln!(text, "| {name} | {} | {heap} |", cells.join(" | "));
    }
    text
}

fn folders(folder: &Path) -> Result<String, Box<dyn std::error::Error>> {
    let mut lines: Vec<Line> = Vec::new();
    for line in load("folders.tsv") {
        add(&mut lines, &line[0], (number(line.get(1)), number(line.get(2))));
    }
    if lines.is_empty() {
        return Ok(String::new());
    }
    plots::single(&folder.join("plots/folders.svg"), "commands against the number of files", &lines)?;
    let mut text = "\n## Folders\n\nWhole commands on files of 2 KB, from their start to their end.\n\n![time against the number of files](plots/folders.svg)\n\n".to_owned();
    let counts: Vec<String> = lines[0].1.iter().map(|point| format!("{:.0} files", point.0)).collect();
    let _ = writeln!(text, "| | {} |\n|---|{}", counts.join(" | "), "---|".repeat(counts.len()));
    for (name, points) in &lines {
        let cells: Vec<String> = points.iter().map(|point| duration(point.1)).collect();
        let _ = writeln!(text, "| {name} | {} |", cells.join(" | "));
    }
    Ok(text)
}

fn cores() -> String {
    let lines = load("cores.tsv");
    let rows = lines.iter().map(|line| {
        let (one, two) = (number(line.get(1)), number(line.get(2)));
        format!("| {} | {} | {} | {:.2} × |\n", line[0], duration(one), duration(two), one / two)
    });
    "\n## Two cores against one\n\n| command | one | two | |\n|---|---|---|---|\n".to_owned()
        + &rows.collect::<String>()
}

/// Everything that criterion measured.
fn ratios(groups: &Groups) -> Result<String, std::fmt::Error> {
    let mut text =
        "\n## Everything, by group\n\n| group | subject | time | relative speed |\n|---|---|---|---|\n".to_owned();
    for (group, entries) in groups {
        for (name, measured) in entries {
            let beside = YARDSTICKS.iter().filter(|yardstick| *yardstick != name);
            let ratios: Vec<String> = beside
                .filter_map(|yardstick| Some(format!("{:.2} × {yardstick}", measured.beside(entries.get(*yardstick)?))))
                .collect();
            writeln!(text, "| {group} | {name} | {} | {} |", duration(measured.time), ratios.join(", "))?;
        }
    }
    Ok(text)
}
