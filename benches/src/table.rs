//! Results of the measuring programs, for the report: lines of fields apart by tabs, below `target/bench`.

use std::path::{Path, PathBuf};

/// The folder that criterion and these programs write their results to.
pub fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../target"), PathBuf::from)
}

/// Writes the lines of a table.
///
/// # Panics
/// If there is no room.
pub fn save(name: &str, lines: &[Vec<String>]) {
    let folder = target().join("bench");
    std::fs::create_dir_all(&folder).expect("a folder");
    let text: String = lines.iter().map(|fields| fields.join("\t") + "\n").collect();
    std::fs::write(folder.join(name), text).expect("room for a table");
}

/// Reads them again; none if it was never written.
pub fn load(name: &str) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(target().join("bench").join(name)).unwrap_or_default();
    text.lines().map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

/// Nanoseconds for people.
pub fn duration(nanoseconds: f64) -> String {
    match nanoseconds {
        ..1e3 => format!("{nanoseconds:.1} ns"),
        1e3..1e6 => format!("{:.2} µs", nanoseconds / 1e3),
        1e6..1e9 => format!("{:.2} ms", nanoseconds / 1e6),
        _ => format!("{:.2} s", nanoseconds / 1e9),
    }
}

/// A number of bytes for people.
pub fn bytes(bytes: f64) -> String {
    match bytes {
        ..1024.0 => format!("{bytes:.0} B"),
        1024.0..1_048_576.0 => format!("{:.0} KB", bytes / 1024.0),
        1_048_576.0..1_073_741_824.0 => format!("{:.0} MB", bytes / 1_048_576.0),
        _ => format!("{:.1} GB", bytes / 1_073_741_824.0),
    }
}
