//! Findings about shader caches: invalid values, and what they will do in the engine.
//!
//! What is known about the engine comes from the [format page](crate::format), and what is known about Direct3D from
//! its documentation.

mod code;
mod parameters;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use binio::Findings;

use crate::kinds;
use crate::read::versions_of;
use crate::shader::{Body, Shader, Version};
use crate::stage::Stage;

impl Shader<'_> {
    /// Returns findings about all values in the cache and its bytecode that are invalid or unusual. Each finding tells
    /// you what the engine will do.
    ///
    /// An error means that the engine will reject the file. A warning means that something will go wrong or that no
    /// engine writes this, and a note is only to inform you.
    pub fn validate(&self) -> Findings {
        let mut findings = Findings::new();
        head(self, &mut findings);
        ambiguity(self, &mut findings);
        match &self.body {
            Body::D3d9(body) => parameters::constants(body, &mut findings),
            Body::Variations(body) => parameters::shared(body, &mut findings),
            Body::D3d11(body) => parameters::buffers(body, &mut findings),
        }
        parameters::units(self, &mut findings);
        code::bytecodes(self, &mut findings);
        binio::locate(self, &mut findings);
        findings
    }
}

fn head(shader: &Shader<'_>, findings: &mut Findings) {
    let (version, stage, model) = (shader.version(), shader.stage, shader.model);
    if !version.has_model(model) {
        let message =
            format!("shader model {model} in a file laid out as {version}; the engine doesn't look at the number");
        findings.warning(kinds::MODEL_NUMBER, "model", message);
    }
    let direct3d9 = version != Version::D3d11;
    if stage.prefix().is_none() || (direct3d9 && !matches!(stage, Stage::VERTEX | Stage::PIXEL)) {
        let message = format!("{stage} in a file laid out as {version}; the engine goes by the name of the file");
        findings.warning(kinds::STAGE_NUMBER, "stage", message);
    }
}

/// Reports that several versions can read the file. Some versions can only be told apart by where the file ends, and
/// sometimes not even by this.
fn ambiguity(shader: &Shader<'_>, findings: &mut Findings) {
    let Ok(bytes) = shader.to_bytes() else { return };
    let versions = versions_of(&bytes);
    let others: Vec<&str> =
        versions.iter().filter(|version| **version != shader.version()).map(|version| version.name()).collect();
    if others.is_empty() {
        return;
    }
    let by_default = versions.first().is_some_and(|first| *first == shader.version());
    let how =
        if by_default { "which is taken unless the options say another" } else { "which the options have to say" };
    let message = format!("reads as {} as well as {}, {how}", others.join(" and "), shader.version());
    findings.warning(kinds::VERSION_AMBIGUOUS, "algorithm", message);
}

/// How many items are bad, and the index of the first.
#[derive(Clone, Copy, Default)]
struct Tally {
    count: usize,
    first: usize,
}

impl Tally {
    fn of<T>(items: impl IntoIterator<Item = T>, mut bad: impl FnMut(T) -> bool) -> Self {
        let mut tally = Self::default();
        for (index, item) in items.into_iter().enumerate() {
            if bad(item) {
                tally.add(index);
            }
        }
        tally
    }

    fn add(&mut self, index: usize) {
        if self.count == 0 || index < self.first {
            self.first = index;
        }
        self.count = self.count.saturating_add(1);
    }

    /// Returns a text like `3 parameters without a name (first: 17)`, or `None` if nothing was bad.
    fn say(self, what: &str) -> Option<String> {
        (self.count > 0).then(|| format!("{} {what} (first: {})", self.count, self.first))
    }
}

/// Counts the items whose key is a duplicate.
fn repeated<K: Ord>(keys: impl Iterator<Item = K>) -> Tally {
    let mut sorted: Vec<(K, usize)> = keys.zip(0..).collect();
    sorted.sort();
    let mut tally = Tally::default();
    for pair in sorted.windows(2) {
        if let [(before, _), (key, index)] = pair {
            if before == key {
                tally.add(*index);
            }
        }
    }
    tally
}
