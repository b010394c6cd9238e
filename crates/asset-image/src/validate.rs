//! Checks the headers of textures, and tells how the engines will read them.

use binio::{Findings, Limits, Segment};

use crate::decode;
use crate::error::ErrorKind;
use crate::image::Image;
use crate::info::Info;
use crate::kind::Kind;
use crate::kinds;
use crate::pixel_format::{FormatCode, PixelFormat as P, Sample};

impl Image<'_> {
    /// Checks the texture. This reports everything that is unusual or invalid, and how the engines will read it.
    ///
    /// To find out if the data of a png, jpg, tga or bmp is complete, this function has to decode it, within the
    /// default limits. This is not needed for surfaces, because we know that their data is in the file.
    pub fn validate(&self) -> Findings {
        let mut findings = Findings::new();
        self.pixels(&mut findings);
        sizes(self.info(), &mut findings);
        if self.info().kind == Kind::Dds {
            dds(self.info(), self.as_bytes(), &mut findings);
        }
        if let Some(left) = self.data_end().and_then(|end| (self.as_bytes().len() as u64).checked_sub(end)) {
            // A vtf may store resources after its pixels, and a ktx2 any data.
            if left > 0 && matches!(self.info().kind, Kind::Dds | Kind::Ktx) {
                findings.note(kinds::TRAILING_BYTES, "end", format!("{left} bytes after the last mip are ignored"));
            }
        }
        findings.place(|path| match path.segments() {
            [Segment::Part("end")] => self.data_end(),
            [Segment::Part("pixels")] => Some(self.data_start().unwrap_or(0)),
            [Segment::Part(part)] => field(self.info().kind, part),
            _ => None,
        });
        findings
    }

    /// Checks if it is possible to decode the pixels.
    fn pixels(&self, findings: &mut Findings) {
        let info = self.info();
        if let Err(error) = decode::check(info) {
            let what = format!("{}; it can't be shown or converted", error.kind());
            if let (Kind::Dds, P::Other(FormatCode::FourCc(_))) = (info.kind, info.format) {
                findings.warning(kinds::FOUR_CC_UNKNOWN, "format", what);
            } else if let ErrorKind::Unsupported(_) = error.kind() {
                findings.note(kinds::UNDECODABLE, "pixels", what);
            }
        } else if has_packed_pixels(info) {
            match decode::check_pixels(self, &mut Limits::default().budget()) {
                Ok(()) => {}
                Err(error) if matches!(error.kind(), ErrorKind::Data(_)) => {
                    findings.warning(
                        kinds::TOO_LARGE_TO_CHECK,
                        "pixels",
                        format!("{} x {} pixels aren't looked at: {error}", info.width, info.height),
                    );
                }
                Err(error) => findings.error(kinds::DAMAGED, "pixels", format!("damaged: {}", error.kind())),
            }
        }
    }
}

/// Returns `true` if the pixels are a compressed stream, which can only be checked by decoding it.
fn has_packed_pixels(info: &Info) -> bool {
    matches!(info.kind, Kind::Png | Kind::Jpeg | Kind::Tga | Kind::Bmp | Kind::WebP) || info.supercompression.is_some()
}

/// Returns where to find a header field, if the offset is always the same.
fn field(kind: Kind, part: &str) -> Option<u64> {
    Some(match (kind, part) {
        (Kind::Png | Kind::Vtf, "size") => 16,
        (Kind::Tga | Kind::Dds, "size") => 12,
        (Kind::Bmp, "size") => 18,
        (Kind::Ktx, "size") => 36,
        (Kind::Ktx2, "size") => 20,
        (Kind::Dds, "mip count") => 28,
        (Kind::Ktx | Kind::Vtf, "mip count") => 56,
        (Kind::Ktx2, "mip count") => 40,
        (Kind::Dds, "format") => 76,
        (Kind::Dds, "faces") => 112,
        (Kind::Dds, "DX10 header") => 128,
        _ => return None,
    })
}

fn sizes(info: &Info, findings: &mut Findings) {
    /// The largest size that graphics cards of the last ten years support.
    const LARGEST: u32 = 16_384;
    let Info { width, height, .. } = *info;
    if width.max(height) > LARGEST {
        findings.warning(
            kinds::SIZE_TOO_LARGE,
            "size",
            format!("{width} x {height}; graphics cards take at most {LARGEST}"),
        );
    }
    if info.is_cube() && width != height {
        findings.warning(
            kinds::CUBE_NOT_SQUARE,
            "size",
            format!("faces of {width} x {height}; the faces of a cube map must be square"),
        );
    }
    if info.faces == 7 || (2..6).contains(&info.faces) {
        findings.note(kinds::FACE_COUNT, "faces", format!("{} faces; engines take 6", info.faces));
    }
    if info.format.is_block() && (width % 4 != 0 || height % 4 != 0) {
        findings.note(
            kinds::SIZE_NOT_MULTIPLE_OF_4,
            "size",
            format!("{width} x {height} in blocks of 4 x 4; Direct3D refuses sizes that are no multiples of 4"),
        );
    }
    if info.mips > 1 && info.mips < info.most_mips() {
        let (mips, most) = (info.mips, info.most_mips());
        findings.note(kinds::MIPS_MISSING, "mip count", format!("{mips} of {most} mips; the smaller ones are missing"));
    }
    if info.kind == Kind::Png && matches!(info.format, P::L16 | P::La16 | P::Rgb16 | P::Rgba16) {
        findings.note(kinds::SIXTEEN_BIT, "pixels", "16 bits a channel; Urho3D keeps the upper 8");
    }
}

/// Checks how Urho3D will read a dds (see FORMAT.md, section 3.5).
fn dds(info: &Info, bytes: &[u8], findings: &mut Findings) {
    let word = |at: usize| bytes.get(at..at + 4)?.try_into().ok().map(u32::from_le_bytes);
    if word(28) == Some(0) {
        findings.note(kinds::MIP_COUNT_ZERO, "mip count", "0; it counts as 1");
    }
    let dxgi = (bytes.get(84..88) == Some(b"DX10")).then(|| word(128)).flatten();
    match dxgi {
        Some(29) => {
            let message = "RGBA8 of sRGB; Urho3D and U3D refuse it, since they expect another number";
            findings.warning(kinds::SRGB_UNSUPPORTED, "DX10 header", message);
        }
        Some(26) => {
            findings.warning(
                kinds::FORMAT_MISTAKEN,
                "DX10 header",
                "RG11B10F; Urho3D and U3D take it for RGBA8 of sRGB",
            );
        }
        _ => {}
    }
    let read_by_urho = match info.format {
        P::Bc1 | P::Bc2 | P::Bc3 => !info.premultiplied,
        P::Etc1 | P::Etc2 | P::Etc2A8 => true,
        P::Rgba8 | P::Rg11B10F => true,
        format => dxgi.is_none() && format.sample() == Some(Sample::Unorm) && is_masked(bytes),
    };
    if !read_by_urho {
        findings.note(
            kinds::UNSUPPORTED_BY_URHO3D,
            "format",
            format!("{}; Urho3D and U3D refuse it, rbfx reads more", info.format),
        );
    }
}

/// Returns `true` if a dds uses bits and masks to describe its format.
fn is_masked(bytes: &[u8]) -> bool {
    const FOUR_CC: u8 = 4;
    bytes.get(80).is_some_and(|flags| flags & FOUR_CC == 0)
}
