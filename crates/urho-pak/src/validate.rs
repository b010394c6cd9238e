//! Findings about the directory, and what they mean for the engine. See [Engine behaviour on invalid
//! packages](crate::format#engine-behaviour-on-invalid-packages).

use std::collections::HashMap;
use std::format;

use binio::{Findings, Name, Path, ReadAt, Severity};

use crate::edit::Builder;
use crate::kinds;
use crate::package::{EntryRef, Package};

impl<S: ReadAt> Package<S> {
    /// Returns findings about everything in the directory that is invalid or unusual. Each finding tells you what the
    /// engine will do. This does not read the data, so it is fast; to check the data too, use [`verify`](Self::verify).
    ///
    /// An error means that the engine will reject the package, read out of bounds, or write outside the target folder.
    pub fn validate(&self) -> Findings {
        let mut findings = Findings::new();
        self.check_head(&mut findings);
        for entry in self.entries() {
            check_name(entry, self.directory.record_at(entry.index()), &mut findings);
            self.check_place(entry, &mut findings);
        }
        self.check_overlaps(&mut findings);
        findings
    }

    fn check_head(&self, findings: &mut Findings) {
        let (start, length) = (self.start(), self.length);
        if let Some(rbfx) = self.rbfx() {
            let message = format!("{}: only rbfx of 2019 to 2022 writes it, and only rbfx reads it", self.encoding());
            findings.add_at(kinds::RBFX_ONLY, Severity::Note, "head", message, start);
            if rbfx.version != 0 {
                let message = format!("version {}; rbfx knows 0 only", rbfx.version);
                findings.add_at(kinds::RBFX_VERSION, Severity::Warning, "head", message, start + 12);
            }
            if u32::try_from(rbfx.directory).is_err() {
                let message = "the directory begins beyond 4 GiB; rbfx looks for it elsewhere";
                findings.add_at(kinds::DIRECTORY_BEYOND_4_GIB, Severity::Error, "head", message, start + 16);
            }
            if start > 0 {
                let message = "appended; rbfx looks for the directory at the wrong place";
                findings.add_at(kinds::APPENDED, Severity::Error, "head", message, start + 16);
            }
        }
        if length > u64::from(u32::MAX) {
            findings.error(
                kinds::FILE_BEYOND_4_GIB,
                "file",
                format!("{length} bytes; the engine opens no file beyond 4 GiB"),
            );
        }
        if self.has_trailer() {
            return;
        }
        let message = match start {
            0 => {
                "doesn't end with the size of the package: written before October 2013, cut off, or followed by other bytes"
            }
            _ => "doesn't end with the size of the package; the engine doesn't find it here by itself",
        };
        let severity = if start == 0 { Severity::Note } else { Severity::Warning };
        findings.add_at(kinds::END_SIZE, severity, "end", message, length);
    }

    /// Checks that the data of an entry is where it can be.
    fn check_place(&self, entry: EntryRef<'_, S>, findings: &mut Findings) {
        let record = entry.record();
        let path = || entry_path(entry);
        let at = self.directory.record_at(entry.index());
        if record.size == 0 {
            return;
        }
        if let Err(error) = entry.run() {
            let meaning = if entry.is_packed() {
                "the engine opens the package and returns undefined memory"
            } else if u32::checked_add(record.offset, record.size).is_none() {
                "the sum wraps in the engine, which opens the package and fails to read the entry"
            } else {
                "the engine refuses the package"
            };
            findings.add_at(
                kinds::ENTRY_UNREADABLE,
                Severity::Error,
                path(),
                format!("{}; {meaning}", error.kind()),
                at,
            );
        }
        let inside_directory = !self.encoding().is_rbfx() && entry.position() < self.directory.data_at();
        if inside_directory || u64::from(record.offset) < self.encoding().head_len() {
            findings.add_at(
                kinds::DATA_IN_DIRECTORY,
                Severity::Warning,
                path(),
                "the data begins inside the directory",
                at,
            );
        }
    }

    /// Reports entries that share data, because this can be a decompression bomb. Where compressed data ends is not
    /// known without reading it, so a lower bound is used.
    fn check_overlaps(&self, findings: &mut Findings) {
        let mut order: Vec<(u64, usize)> =
            self.entries().filter(|entry| entry.size() > 0).map(|entry| (entry.position(), entry.index())).collect();
        order.sort_unstable();
        let mut reached = (0, None);
        for (position, index) in order {
            let Some(entry) = self.entry(index) else { continue };
            let least = if entry.is_packed() { entry.size().div_ceil(255) } else { entry.size() };
            if let (true, Some(other)) = (position < reached.0, reached.1.and_then(|other| self.entry(other))) {
                let message = format!("shares data with {}", other.name());
                findings.add_at(
                    kinds::SHARED_DATA,
                    Severity::Warning,
                    entry_path(entry),
                    message,
                    self.directory.record_at(index),
                );
            }
            if position + least > reached.0 {
                reached = (position + least, Some(index));
            }
        }
    }
}

/// Returns the path for findings about an entry.
pub(crate) fn entry_path<S: ReadAt>(entry: EntryRef<'_, S>) -> Path {
    Path::new().name(&entry.name())
}

/// Checks that the name of an entry is valid on every system. The numbers of this entry are at `at`.
fn check_name<S: ReadAt>(entry: EntryRef<'_, S>, at: u64, findings: &mut Findings) {
    let name = entry.name();
    let alike = entry.first_alike().map(|first| first.name());
    check(&name, entry.is_shadowed(), alike.as_ref(), |severity, message| {
        findings.add_at(kinds::ENTRY_NAME, severity, name_path(entry.index(), &name), message, at);
    });
}

/// Returns the path for findings about the name of an entry.
fn name_path(index: usize, name: &Name<'_>) -> Path {
    Path::from([("entry", index)]).name(name)
}

/// Checks a name. If a later entry has the same name, `is_shadowed` is true; `alike` is the first name that only
/// differs in case.
fn check(name: &Name<'_>, is_shadowed: bool, alike: Option<&Name<'_>>, mut add: impl FnMut(Severity, &str)) {
    if name.is_empty() {
        add(Severity::Warning, "has no name");
    }
    let escapes = name.split(|byte| matches!(byte, b'/' | b'\\')).any(|part| part == b"..");
    if escapes || name.starts_with(b"/") || name.get(1) == Some(&b':') {
        add(Severity::Error, "leads out of its folder; PackageTool unpacks it there");
    } else if name.contains(&b'\\') {
        add(Severity::Warning, "has a backslash, which is a folder on Windows only");
    }
    if name.as_str().is_none() {
        add(Severity::Warning, "isn't UTF-8");
    } else if name.iter().any(u8::is_ascii_control) {
        add(Severity::Warning, "has control characters");
    }
    if is_shadowed {
        add(Severity::Warning, "a later entry has the same name; the engine takes that one");
    } else if let Some(first) = alike.filter(|first| *first != name) {
        add(Severity::Warning, &format!("is {first} but for case; the same file on Windows"));
    }
}

impl Builder<'_> {
    /// Checks names before you write a package. For the names that `choose` accepts, this will return the same findings
    /// as [`Package::validate`] on the finished package, but without offsets.
    ///
    /// ```
    /// use urho_pak::{Builder, Encoding};
    /// let mut builder = Builder::new(Encoding::Upak);
    /// builder.add("A.txt", b"a")?;
    /// builder.add("a.txt", b"b")?;
    /// let findings = builder.validate_names(|_| true);
    /// assert_eq!(findings.iter().next().map(|finding| finding.message.as_str()), Some("is A.txt but for case; the same file on Windows"));
    /// # Ok::<(), urho_pak::Error>(())
    /// ```
    pub fn validate_names(&self, choose: impl Fn(&Name<'_>) -> bool) -> Findings {
        let mut findings = Findings::new();
        let (mut first, mut last) = (HashMap::new(), HashMap::new());
        for (index, name) in self.names().enumerate() {
            first.entry(name.to_ascii_lowercase()).or_insert(name);
            last.insert(name.as_bytes(), index);
        }
        for (index, name) in self.names().enumerate() {
            let alike = first.get(&name.to_ascii_lowercase()).copied();
            // Of two names that are alike, the finding is about the second.
            if !choose(name) && !alike.is_some_and(|alike| alike != name && choose(alike)) {
                continue;
            }
            let is_shadowed = last.get(name.as_bytes()) != Some(&index);
            check(name, is_shadowed, alike, |severity, message| {
                findings.add(kinds::ENTRY_NAME, severity, name_path(index, name), message.to_owned());
            });
        }
        findings
    }
}
