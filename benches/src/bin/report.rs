//! The ratios of the last run of the benchmarks: in each group, how fast everything is beside the first of it; in bytes of
//! its own a second, where they say how many they read or write.
//!
//! Times move from machine to machine, ratios of one run much less.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

use serde_json::Value;

/// What others in a group are compared with.
const YARDSTICKS: [&str; 8] = [
    "memcpy",
    "library",
    "engine-style",
    "serde_json",
    "lz4 in C",
    "lz4-hc 9 in C on one core",
    "plain reading",
    "plain reading and writing",
];

/// What was measured: the time, and of how many bytes.
struct Measured {
    time: f64,
    bytes: Option<f64>,
}

fn main() -> ExitCode {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/criterion");
    let mut groups: BTreeMap<String, BTreeMap<String, Measured>> = BTreeMap::new();
    collect(&folder, &mut groups);
    if groups.is_empty() {
        eprintln!("nothing measured yet: cargo bench -p benches");
        return ExitCode::FAILURE;
    }
    println!("{:<28} {:<22} {:>12}   speed beside", "group", "what", "time");
    for (group, entries) in &groups {
        for (name, measured) in entries {
            let beside = YARDSTICKS.iter().filter(|yardstick| *yardstick != name);
            let ratios = beside.filter_map(|yardstick| {
                let beside = entries.get(*yardstick)?;
                let bytes = measured.bytes.zip(beside.bytes).map_or(1.0, |(bytes, beside)| bytes / beside);
                let ratio = beside.time / measured.time * bytes;
                Some(format!("{ratio:.2} x {yardstick}"))
            });
            let ratios: Vec<String> = ratios.collect();
            println!("{group:<28} {name:<22} {:>12}   {}", duration(measured.time), ratios.join(", "));
        }
    }
    ExitCode::SUCCESS
}

/// Finds every `new/estimates.json` and what it is of.
fn collect(folder: &Path, groups: &mut BTreeMap<String, BTreeMap<String, Measured>>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| path.is_dir()) {
        if !path.ends_with("new") {
            collect(&path, groups);
        } else if let (Some(names), Some(estimates)) =
            (json(&path.join("benchmark.json")), json(&path.join("estimates.json")))
        {
            let name = |key| names.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
            let median = estimates.pointer("/median/point_estimate").and_then(Value::as_f64);
            if let Some(time) = median {
                let bytes = names.pointer("/throughput/Bytes").and_then(Value::as_f64);
                groups.entry(name("group_id")).or_default().insert(name("function_id"), Measured { time, bytes });
            }
        }
    }
}

fn json(path: &Path) -> Option<Value> {
    serde_json::from_slice(&std::fs::read(path).ok()?).ok()
}

/// Nanoseconds for people.
fn duration(nanoseconds: f64) -> String {
    match nanoseconds {
        ..1e3 => format!("{nanoseconds:.1} ns"),
        1e3..1e6 => format!("{:.2} µs", nanoseconds / 1e3),
        _ => format!("{:.2} ms", nanoseconds / 1e6),
    }
}
