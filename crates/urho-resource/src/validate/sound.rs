//! Checks sounds and their parameters.

use binio::{Findings, Path, Severity};

use super::{Check, int};
use crate::kinds;
use crate::sound::{Wave, WaveFault};

pub(super) fn parameters(check: &mut Check<'_>) {
    let formats = check.named("format");
    for (index, repeat) in check.named("loop") {
        match (repeat.entry("start"), repeat.entry("end")) {
            (Some(start), Some(_)) => {
                let [from, to] = ["start", "end"].map(|name| int(&repeat, name).unwrap_or(0));
                if to <= from {
                    let message = format!("the loop from {from} to {to} has no length: the audio thread never ends");
                    check.add_value(kinds::LOOP_RANGE, Severity::Error, index, &start, message);
                }
            }
            (Some(one), None) | (None, Some(one)) => {
                let message = "only one of start and end; the engine ignores it";
                check.add_value(kinds::LOOP_HALF, Severity::Warning, index, &one, message);
            }
            (None, None) => {}
        }
        if formats
            .iter()
            .any(|(_, format)| format.offset() > check.outline.elements.get(index).map_or(0, |one| one.item.offset()))
        {
            let message = "the format follows the loop, which the engine cuts to the sample size that it knows then";
            check.add(kinds::SOUND_ORDER, Severity::Warning, index, message);
        }
    }
}

/// Checks the head of a sound.
pub(super) fn head(bytes: &[u8], findings: &mut Findings) {
    if bytes.starts_with(b"OggS") {
        return;
    }
    let wave = match Wave::read(bytes) {
        Ok(wave) => wave,
        Err(WaveFault::Padded { at, tag }) => {
            let name = String::from_utf8_lossy(&tag).into_owned();
            let message = format!("chunk \"{name}\" has an odd size and is padded: the engine finds no data after it");
            return findings.add_at(kinds::SOUND_CHUNK, Severity::Error, Path::from("chunk"), message, at);
        }
        Err(WaveFault::Missing(chunk)) => {
            let message = format!("no chunk \"{chunk}\": the engine refuses the file");
            return findings.add_at(kinds::SOUND_DATA, Severity::Error, Path::new(), message, bytes.len() as u64);
        }
    };
    let mut tell = |severity, message: String| {
        findings.add_at(kinds::SOUND_FORMAT, severity, Path::from("fmt"), message, wave.format_offset);
    };
    if wave.format != 1 {
        return tell(Severity::Error, format!("format {} isn't PCM (1): the engine refuses the file", wave.format));
    }
    if !matches!(wave.bits, 8 | 16) {
        tell(Severity::Warning, format!("{} bits are read as 8: noise", wave.bits));
    }
    if !matches!(wave.channels, 1 | 2) {
        tell(Severity::Warning, format!("{} channels are read as one: noise", wave.channels));
    }
    let available = (bytes.len() as u64).saturating_sub(wave.data_offset);
    let path = Path::from("data");
    if u64::from(wave.data_size) > available {
        let message = format!(
            "{} bytes are declared, and {available} follow: the rest is whatever the memory contains",
            wave.data_size
        );
        findings.add_at(kinds::SOUND_DATA, Severity::Warning, path, message, wave.data_offset);
    } else if wave.data_size == 0 {
        findings.add_at(kinds::SOUND_DATA, Severity::Warning, path, "no samples", wave.data_offset);
    }
}
