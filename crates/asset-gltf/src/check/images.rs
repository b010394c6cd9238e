//! Checks that images exist and match their media types.

use std::io;

use binio::{Name, Path};
use serde_json::Value;

use super::{Check, index};
use crate::kinds;
use crate::uri::{Media, Uri};

/// The number of bytes of an image to look at.
const HEAD: u64 = 1 << 16;

pub(super) fn check(check: &mut Check<'_>) {
    for (number, image) in check.list("images").iter().enumerate().filter(|(_, image)| image.is_object()) {
        let path = Path::from([("image", number)]);
        let uri = image.get("uri").and_then(Value::as_str);
        match (uri, image.get("bufferView")) {
            (Some(_), Some(_)) => check.error(kinds::IMAGE_SOURCE, path, "both uri and bufferView"),
            (Some(uri), None) => named(check, image, uri, path),
            (None, Some(_)) => stored(check, image, path),
            (None, None) => check.error(kinds::IMAGE_SOURCE, path, "neither uri nor bufferView"),
        }
    }
}

fn stored(check: &mut Check<'_>, image: &Value, path: Path) {
    if image.get("mimeType").is_none() {
        check.error(kinds::IMAGE_SOURCE, path.clone(), "an image in a bufferView needs a mimeType");
    }
    let Some(number) = index(image, "bufferView") else { return };
    let Some(view) = check.list("bufferViews").get(number) else {
        check.error(kinds::REFERENCE_MISSING, path.part("bufferView"), format!("there is no bufferView {number}"));
        return;
    };
    if view.get("byteStride").is_some() {
        check.error(kinds::VIEW_STRIDE, path.clone().part("bufferView"), "the view of an image has no byteStride");
    }
    if let Some((bytes, length)) = check.document.views.head(number) {
        head(check, &bytes, length, image, path);
    }
}

fn named(check: &mut Check<'_>, image: &Value, uri: &str, path: Path) {
    match Uri::of(uri, Media::Image, check.document.resolver.levels_above()) {
        // Only URIs that name neither a file nor data are invalid; URIs of other hosts aren't followed.
        Err(error) if is_absolute(uri) => {
            check.findings.warning(kinds::URI_UNREADABLE, path.part("uri"), error.kind().to_string());
        }
        Err(error) => check.error(kinds::URI_UNREADABLE, path.part("uri"), error.kind().to_string()),
        Ok(Uri::Plain(bytes)) => head(check, &bytes, bytes.len() as u64, image, path),
        Ok(Uri::Base64(text)) => match base64_simd::STANDARD.decode_to_vec(text) {
            Ok(bytes) => head(check, &bytes, bytes.len() as u64, image, path),
            Err(_) => check.error(kinds::URI_UNREADABLE, path.part("uri"), "no base64"),
        },
        Ok(Uri::File(name)) if check.document.resolver.has_files() => {
            match check.document.resolver.read(&name, HEAD) {
                // If the rest isn't read, its existence is unknown.
                Ok(bytes) => {
                    let length = bytes.len() as u64;
                    head(check, &bytes, if length == HEAD { u64::MAX } else { length }, image, path);
                }
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    check.error(
                        kinds::FILE_MISSING,
                        path.part("uri"),
                        format!("there is no file {}", Name::from(name.as_str())),
                    );
                }
                Err(error) => check.error(
                    kinds::FILE_MISSING,
                    path.part("uri"),
                    format!("{}: {error}", Name::from(name.as_str())),
                ),
            }
        }
        Ok(Uri::File(_)) => {}
    }
}

/// Returns `true` if a URI has a scheme such as `http:` or `file:`.
fn is_absolute(uri: &str) -> bool {
    uri.split_once(':').is_some_and(|(scheme, _)| {
        scheme.starts_with(|first: char| first.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
            && !scheme.eq_ignore_ascii_case("data")
    })
}

/// Checks the header of an image. `bytes` can be only the beginning of the image, which has `length` bytes.
fn head(check: &mut Check<'_>, bytes: &[u8], length: u64, image: &Value, path: Path) {
    let (kind, sound) = match bytes {
        [0x89, b'P', b'N', b'G', ..] => ("image/png", png(bytes, length)),
        [0xff, 0xd8, rest @ ..] => ("image/jpeg", jpeg(rest, length == bytes.len() as u64)),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] if check.uses("EXT_texture_webp") => {
            ("image/webp", Ok(()))
        }
        [0xab, b'K', b'T', b'X', b' ', b'2', b'0', 0xbb, ..] if check.uses("KHR_texture_basisu") => {
            ("image/ktx2", Ok(()))
        }
        [] => ("", Err("an image without bytes")),
        _ => {
            check.findings.warning(kinds::IMAGE_FORMAT, path, "neither PNG nor JPEG");
            return;
        }
    };
    if let Err(message) = sound {
        check.error(kinds::IMAGE_FORMAT, path, message);
        return;
    }
    let said = image.get("mimeType").and_then(Value::as_str);
    let uri = image.get("uri").and_then(Value::as_str).and_then(|uri| uri.strip_prefix("data:"));
    let media = uri.and_then(|uri| uri.split([';', ',']).next()).filter(|media| !media.is_empty());
    for (part, said) in [("mimeType", said), ("uri", media)] {
        if let Some(said) = said.filter(|said| *said != kind) {
            let message = format!("it is said to be {}, and is {kind}", Name::from(said));
            check.error(kinds::IMAGE_FORMAT, path.clone().part(part), message);
        }
    }
}

/// Checks the first chunk of a PNG, which has the size of the image, and that the file does not end after it.
fn png(bytes: &[u8], length: u64) -> Result<(), &'static str> {
    const HEADER: u64 = 8 + 8 + 13 + 4;
    if length < HEADER {
        return Err("a PNG that ends early");
    }
    let size = bytes.get(16..24).and_then(<[u8]>::first_chunk::<8>).map(|size| u64::from_be_bytes(*size));
    match (bytes.get(..16), size) {
        (Some(b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR"), Some(size)) if size >> 32 != 0 && size & 0xffff_ffff != 0 => Ok(()),
        _ => Err("a PNG with a broken header"),
    }
}

/// Reads the segments of a JPEG until the segment with the size. `whole` must be `true` if `bytes` is the complete
/// file.
fn jpeg(mut rest: &[u8], whole: bool) -> Result<(), &'static str> {
    let ended = if whole { Err("a JPEG that ends early") } else { Ok(()) };
    loop {
        let [0xff, marker, behind @ ..] = rest else {
            return if rest.len() < 2 { ended } else { Err("a JPEG with a broken segment") };
        };
        match *marker {
            // Fill bytes, and segments without a length.
            0xff => rest = rest.get(1..).unwrap_or_default(),
            0x01 | 0xd0..=0xd7 => rest = behind,
            // A frame, which says the size, or the pixels.
            0xc0..=0xc3 | 0xc5..=0xc7 | 0xc9..=0xcb | 0xcd..=0xcf | 0xda => return Ok(()),
            _ => {
                let Some(length) = behind.first_chunk::<2>() else { return ended };
                let length = usize::from(u16::from_be_bytes(*length));
                if length < 2 {
                    return Err("a JPEG with a broken segment");
                }
                let Some(next) = behind.get(length..) else { return ended };
                rest = next;
            }
        }
    }
}
