//! Reads the head of a sound.

/// The head of a RIFF WAVE file, as the engine reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wave {
    /// The format tag, which is 1 for PCM.
    pub format: u16,
    /// The number of channels.
    pub channels: u16,
    /// The number of samples per second.
    pub frequency: u32,
    /// The number of bits per sample.
    pub bits: u16,
    /// How many bytes of samples the file declares.
    pub data_size: u32,
    /// Where the samples begin.
    pub data_offset: u64,
    /// Where the format begins.
    pub format_offset: u64,
}

/// The reason why the engine will not find the samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WaveFault {
    /// There is no chunk with this name.
    Missing(&'static str),
    /// A chunk before the samples has an odd size and so is followed by a padding byte, but the engine does not skip
    /// this byte.
    Padded {
        /// The offset of the chunk.
        at: u64,
        /// The name of the chunk.
        tag: [u8; 4],
    },
}

impl Wave {
    /// Reads the head of a RIFF WAVE file.
    ///
    /// # Errors
    /// Fails whenever the engine would not find the samples either.
    pub fn read(bytes: &[u8]) -> Result<Self, WaveFault> {
        let half = |at: usize| -> Option<u16> { Some(u16::from_le_bytes(*bytes.get(at..)?.first_chunk()?)) };
        let word = |at: usize| -> Option<u32> { Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?)) };
        let mut at = 12_usize;
        let mut format = None;
        // Each chunk takes eight bytes at least.
        while let (Some(tag), Some(size)) = (bytes.get(at..).and_then(<[u8]>::first_chunk::<4>), word(at + 4)) {
            let content = at + 8;
            match (tag, format) {
                (b"fmt ", None) => {
                    let values = (half(content), half(content + 2), word(content + 4), half(content + 14));
                    let (Some(tag), Some(channels), Some(frequency), Some(bits)) = values else { break };
                    format = Some((tag, channels, frequency, bits, at as u64));
                }
                (b"data", Some((format, channels, frequency, bits, format_offset))) => {
                    let data_offset = content as u64;
                    return Ok(Self { format, channels, frequency, bits, data_size: size, data_offset, format_offset });
                }
                _ => {}
            }
            let Some(next) = usize::try_from(size).ok().and_then(|size| content.checked_add(size)) else { break };
            let follows = bytes.get(next..).and_then(<[u8]>::first_chunk::<4>);
            let is_letters = |tag: &[u8; 4]| tag.iter().all(|byte| byte.is_ascii_graphic() || *byte == b' ');
            if size % 2 == 1 && follows.is_none_or(|tag| !is_letters(tag)) && bytes.get(next) == Some(&0) {
                return Err(WaveFault::Padded { at: at as u64, tag: *tag });
            }
            at = next;
        }
        Err(WaveFault::Missing(if format.is_some() { "data" } else { "fmt " }))
    }
}
