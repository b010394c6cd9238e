//! Counts how many cases were checked for each law, to be shown in the table of `cargo xtask soak`.

use std::any::type_name;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::LazyLock;

/// The name of the environment variable. Set this to the path of a file, and the counts will be appended to it. Each
/// line has a document, a law and the number of cases.
pub const VARIABLE: &str = "ENGINE_ASSETS_LAWS";

static FILE: LazyLock<Option<PathBuf>> = LazyLock::new(|| std::env::var_os(VARIABLE).map(PathBuf::from));

thread_local! {
    /// The counts of this thread. They stay separate because each test runs in its own thread.
    static COUNTS: RefCell<Counts> = RefCell::default();
}

#[derive(Default)]
struct Counts(BTreeMap<(&'static str, &'static str), u64>);

impl Drop for Counts {
    fn drop(&mut self) {
        let Some(path) = FILE.as_ref() else { return };
        let lines: String =
            self.0.iter().map(|((document, law), count)| format!("{document}\t{law}\t{count}\n")).collect();
        let written = OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .and_then(|mut file| file.write_all(lines.as_bytes()));
        if let Err(error) = written {
            eprintln!("{}: {error}", path.display());
        }
    }
}

/// Counts a case of a law for the document type `D`.
pub(crate) fn count<D>(law: &'static str) {
    if FILE.is_some() {
        COUNTS.with_borrow_mut(|counts| *counts.0.entry((type_name::<D>(), law)).or_default() += 1);
    }
}
