//! Lines of a file with attributes, between two markers; all other lines stay.

use super::DRIVER;

/// First and last line of what `git install` has written.
const MARKERS: [&str; 2] =
    ["# engine-assets git install: begin", "# engine-assets git install: end; --undo removes these lines"];

/// Files that are compared and merged.
const MERGED: &[&str] = &[
    "*.prefab",
    "*.scene",
    "**/Materials/**/*.xml",
    "**/Materials/**/*.json",
    "**/Objects/**/*.xml",
    "**/Particle/**/*.xml",
    "**/Prefabs/**/*.xml",
    "**/RenderPaths/**/*.xml",
    "**/Scenes/**/*.xml",
    "**/Scenes/**/*.json",
    "**/Techniques/**/*.xml",
    "**/UI/**/*.xml",
    "*.udm",
    "*.udm_b",
    "*.pmat",
    "*.pmat_b",
    "*.pmap",
    "*.pmap_b",
    "*.pmdl",
    "*.pmdl_b",
    "*.pptsys",
    "*.pptsys_b",
];

/// Files that are compared only.
const COMPARED: &[&str] = &["*.mdl", "*.ani", "*.pak", "*.dds", "*.ktx", "*.ktx2", "*.zed"];

/// Returns the file with the lines of the drivers, which replace earlier ones.
pub(super) fn added(file: &[u8]) -> Vec<u8> {
    let mut text = removed(file);
    let newline: &[u8] = if file.windows(2).any(|pair| pair == b"\r\n") { b"\r\n" } else { b"\n" };
    if !text.is_empty() && !text.ends_with(b"\n") {
        text.extend_from_slice(newline);
    }
    let merged = MERGED.iter().map(|pattern| format!("{pattern} diff={DRIVER} merge={DRIVER}"));
    let compared = COMPARED.iter().map(|pattern| format!("{pattern} diff={DRIVER}"));
    let [begin, end] = MARKERS.map(str::to_owned);
    for line in std::iter::once(begin).chain(merged).chain(compared).chain([end]) {
        text.extend_from_slice(line.as_bytes());
        text.extend_from_slice(newline);
    }
    text
}

/// Returns the file without the lines of the drivers.
pub(super) fn removed(file: &[u8]) -> Vec<u8> {
    let [begin, end] = MARKERS;
    let is = |line: &[u8], marker: &str| line.trim_ascii_end() == marker.as_bytes();
    let lines: Vec<&[u8]> = file.split_inclusive(|byte| *byte == b'\n').collect();
    let first = lines.iter().position(|line| is(line, begin));
    let last = first.and_then(|first| {
        lines.iter().skip(first).position(|line| is(line, end)).map(|length| first.saturating_add(length))
    });
    match (first, last) {
        (Some(first), Some(last)) => {
            let kept = lines.iter().enumerate().filter(|(index, _)| *index < first || *index > last);
            kept.flat_map(|(_, line)| line.iter().copied()).collect()
        }
        _ => file.to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_lines_stay() {
        for file in [&b""[..], b"*.png binary\n", b"*.png binary", b"a b\r\nc d\r\n"] {
            let once = added(file);
            assert_eq!(added(&once), once);
            let without = removed(&once);
            assert_eq!(without.trim_ascii_end(), file.trim_ascii_end());
            let more = [&once[..], b"*.txt text\n"].concat();
            assert!(added(&more).ends_with(b"these lines\n") || added(&more).ends_with(b"these lines\r\n"));
            assert!(removed(&more).ends_with(b"*.txt text\n"));
        }
    }
}
