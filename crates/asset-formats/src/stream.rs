//! Reads files and streams to the end.

use std::io::{self, Read};
use std::path::Path;

/// No more bytes than this are read from a stream, because you can't know how long it is. The default limits allow to
/// expand the same number of bytes.
const MOST: u64 = 1 << 30;

/// Reads a file. This can be a pipe, which will be read to the end, but not beyond 1 GiB.
///
/// # Errors
/// Returns any I/O error, and [`InvalidInput`](io::ErrorKind::InvalidInput) for a device, because reading it may never
/// end.
pub fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let file_type = path.metadata()?.file_type();
    if file_type.is_file() || file_type.is_dir() {
        return std::fs::read(path);
    }
    if is_device(file_type) {
        let message = "is a device: pass a file, a pipe or - for standard input";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    }
    read_stream(std::fs::File::open(path)?)
}

/// Reads a stream to the end.
///
/// # Errors
/// Returns any I/O error, and [`InvalidData`](io::ErrorKind::InvalidData) for more than 1 GiB.
pub fn read_stream(stream: impl Read) -> io::Result<Vec<u8>> {
    read_at_most(stream, MOST)
}

fn read_at_most(stream: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    stream.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let message = format!("a stream of more than {most} bytes: save it to a file and pass the file");
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    }
    Ok(bytes)
}

#[cfg(unix)]
fn is_device(file_type: std::fs::FileType) -> bool {
    use std::os::unix::fs::FileTypeExt as _;
    file_type.is_char_device() || file_type.is_block_device()
}

#[cfg(not(unix))]
fn is_device(_: std::fs::FileType) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_without_end_are_refused() {
        assert_eq!(read_at_most(io::repeat(7).take(10), 10).expect("it ends"), [7; 10]);
        let error = read_at_most(io::repeat(7), 10).expect_err("no end");
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn devices_are_refused() {
        for name in ["/dev/zero", "/dev/null"] {
            assert_eq!(read_file(Path::new(name)).expect_err(name).kind(), io::ErrorKind::InvalidInput);
        }
    }
}
