//! Results of criterion.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

/// A measurement: the time, and the number of bytes.
pub(crate) struct Measured {
    /// Nanoseconds, the median.
    pub(crate) time: f64,
    /// Bytes that were read or written in that time.
    pub(crate) bytes: Option<f64>,
}

impl Measured {
    /// How many times as fast as another: in bytes of its own a second, where both say how many.
    pub(crate) fn beside(&self, other: &Self) -> f64 {
        let bytes = self.bytes.zip(other.bytes).map_or(1.0, |(own, others)| own / others);
        other.time / self.time * bytes
    }
}

/// By group and name.
pub(crate) type Groups = BTreeMap<String, BTreeMap<String, Measured>>;

/// Finds every `new/estimates.json` and its benchmark.
pub(crate) fn collect(folder: &Path, groups: &mut Groups) {
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
