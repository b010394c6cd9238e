//! Adds and removes lines in an attributes file. Only lines between two markers are changed.

use super::DRIVER;

/// The first and last line to write, so that they can be found again.
const MARKERS: [&str; 2] =
    ["# engine-assets git install: begin", "# engine-assets git install: end; --undo removes these lines"];

/// Files to compare and merge.
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

/// Files that can be compared, but not merged.
const COMPARED: &[&str] = &["*.mdl", "*.ani", "*.pak", "*.dds", "*.ktx", "*.ktx2", "*.zed"];

/// The error if a begin marker has no end marker. In this case it is not known which lines are ours.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Unended {
    /// The line of the begin marker, starting at 1.
    pub(super) line: usize,
}

impl Unended {
    /// The line that is missing.
    pub(super) const END: &'static str = MARKERS[1];
}

/// Returns the file with the lines for the drivers. If it already has such lines, they are replaced.
pub(super) fn added(file: &[u8]) -> Result<Vec<u8>, Unended> {
    let mut text = removed(file)?;
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
    Ok(text)
}

/// Returns the file without the lines for the drivers.
pub(super) fn removed(file: &[u8]) -> Result<Vec<u8>, Unended> {
    let [begin, end] = MARKERS;
    let mut text = Vec::with_capacity(file.len());
    let mut open = None;
    for (line, number) in file.split_inclusive(|byte| *byte == b'\n').zip(1..) {
        let is = |marker: &str| line.trim_ascii_end() == marker.as_bytes();
        match open {
            Some(line) if is(begin) => return Err(Unended { line }),
            Some(_) if is(end) => open = None,
            Some(_) => {}
            None if is(begin) => open = Some(number),
            None => text.extend_from_slice(line),
        }
    }
    open.map_or(Ok(text), |line| Err(Unended { line }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_lines_stay() {
        for file in [&b""[..], b"*.png binary\n", b"*.png binary", b"a b\r\nc d\r\n"] {
            let [added, removed] = [added, removed].map(|edit| move |file: &[u8]| edit(file).expect("whole blocks"));
            let once = added(file);
            assert_eq!(added(&once), once);
            let without = removed(&once);
            assert_eq!(without.trim_ascii_end(), file.trim_ascii_end());
            let more = [&once[..], b"*.txt text\n"].concat();
            assert!(added(&more).ends_with(b"these lines\n") || added(&more).ends_with(b"these lines\r\n"));
            assert!(removed(&more).ends_with(b"*.txt text\n"));
        }
    }

    #[test]
    fn a_begin_without_an_end_is_refused() {
        let whole = added(b"a b\n").unwrap();
        let cut = whole.strip_suffix([MARKERS[1], "\n"].concat().as_bytes()).unwrap();
        let cut = [cut, b"*.txt text\n"].concat();
        for file in [cut.clone(), [&cut[..], &whole].concat()] {
            assert_eq!(added(&file), Err(Unended { line: 2 }));
            assert_eq!(removed(&file), Err(Unended { line: 2 }));
        }
        let twice = [&whole[..], b"c d\n", &whole].concat();
        assert_eq!(removed(&twice).unwrap(), b"a b\nc d\na b\n");
    }
}
