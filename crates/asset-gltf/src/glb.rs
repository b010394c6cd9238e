//! The container of a `.glb`: a header, a chunk of JSON, and a chunk of bytes.

use std::fmt;
use std::io;

use asset_scene::SharedRead;
use binio::{Fault, Findings, Input, Parsed, Severity, Within, u32_le};

use crate::error::{Error, ErrorKind};
use crate::kinds;

/// The number of bytes before the first chunk.
const HEADER: usize = 12;
const JSON: u32 = u32::from_le_bytes(*b"JSON");
const BIN: u32 = u32::from_le_bytes(*b"BIN\0");

/// The errors of a container. This type is small because it is used as a parser error.
#[derive(Clone, Copy, Debug)]
enum Broken {
    Data(Fault),
    Container(&'static str),
    Version(u32),
}

impl From<Fault> for Broken {
    fn from(fault: Fault) -> Self {
        Self::Data(fault)
    }
}

impl From<Broken> for ErrorKind {
    fn from(broken: Broken) -> Self {
        match broken {
            Broken::Data(fault) => Self::Data(fault),
            Broken::Container(why) => Self::Container(why),
            Broken::Version(version) => Self::Version(version.to_string()),
        }
    }
}

/// The parts of a file. For a `.gltf`, this is only the JSON.
#[derive(Clone, Debug)]
pub(crate) struct Container<'a> {
    pub(crate) json: &'a [u8],
    /// The offset of the JSON in the file.
    pub(crate) json_offset: u64,
    pub(crate) bin: Option<Bin<'a>>,
}

/// The chunk of bytes, either in memory or in a file.
#[derive(Clone, Debug)]
pub(crate) enum Bin<'a> {
    Here(&'a [u8]),
    There(Part),
}

/// A part of a file.
#[derive(Clone)]
pub(crate) struct Part {
    pub(crate) file: SharedRead,
    pub(crate) offset: u64,
    pub(crate) length: u64,
}

impl fmt::Debug for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.length)
    }
}

impl Bin<'_> {
    pub(crate) fn len(&self) -> u64 {
        match self {
            Self::Here(bytes) => bytes.len() as u64,
            Self::There(part) => part.length,
        }
    }
}

/// Returns the JSON and the chunk of bytes, if the file is valid and has no other chunks. For any other file, this
/// returns `None`; you must then parse the whole file to get the error.
pub(crate) fn parts(file: &SharedRead) -> io::Result<Option<(Vec<u8>, Option<Part>)>> {
    let whole = file.len()?;
    let mut head = [0; FIRST as usize];
    if whole < FIRST {
        return Ok(None);
    }
    file.read_exact_at(&mut head, 0)?;
    let [magic, version, length, json_length, kind] = numbers(&head);
    let json_end = FIRST.saturating_add(json_length.into());
    let sound = magic == u32::from_le_bytes(*b"glTF") && version == 2 && u64::from(length) == whole && kind == JSON;
    if !sound || json_length % 4 != 0 || json_end > whole {
        return Ok(None);
    }
    let mut json = vec![0; json_length as usize];
    file.read_exact_at(&mut json, FIRST)?;
    if json_end == whole {
        return Ok(Some((json, None)));
    }
    let offset = json_end.saturating_add(8);
    if offset > whole {
        return Ok(None);
    }
    let mut head = [0; 8];
    file.read_exact_at(&mut head, json_end)?;
    let [length, kind] = numbers(&head);
    let sound = length % 4 == 0 && offset.saturating_add(length.into()) == whole && kind == BIN;
    Ok(sound.then(|| (json, Some(Part { file: file.clone(), offset, length: length.into() }))))
}

/// The offset of the JSON if there is nothing before it.
pub(crate) const FIRST: u64 = 20;

fn numbers<const N: usize>(bytes: &[u8]) -> [u32; N] {
    let mut numbers = [0; N];
    for (number, bytes) in numbers.iter_mut().zip(bytes.chunks_exact(4)) {
        *number = bytes.try_into().map_or(0, u32::from_le_bytes);
    }
    numbers
}

impl<'a> Container<'a> {
    /// Splits a `.glb` into its parts. If the file is not a `.glb`, it must be the JSON of a `.gltf`.
    pub(crate) fn open(bytes: &'a [u8], findings: &mut Findings) -> Result<Self, Error> {
        // Bytes that no JSON begins with are a container, even if it is broken.
        if bytes.starts_with(b"gl") || bytes.is_empty() {
            let opened = binio::parse(Input::new(bytes), |input| container(input, findings));
            opened.map_err(|error| error.map_kind(ErrorKind::from))
        } else {
            Ok(Self { json: bytes, json_offset: 0, bin: None })
        }
    }
}

fn broken<'a, T>(input: Input<'a>, why: &'static str) -> Parsed<'a, T, Broken> {
    Err(input.fail(Broken::Container(why)))
}

fn container<'a>(input: Input<'a>, findings: &mut Findings) -> Parsed<'a, Container<'a>, Broken> {
    let whole = input.len();
    let (input, _) = binio::tag(input, "glTF")?;
    let (after, version) = u32_le(input).within("version")?;
    if version != 2 {
        return Err(input.fail(Broken::Version(version)));
    }
    let (chunks, length) = u32_le(after).within("length")?;
    let inside = (length as usize).checked_sub(HEADER).filter(|_| length as usize <= whole);
    let Some(inside) = inside else { return broken(after, "the file's length differs from the length in its header") };
    let (behind, chunks) = part(chunks, inside)?;
    if !behind.is_empty() {
        findings.add_at(
            kinds::TRAILING_BYTES,
            Severity::Warning,
            "file",
            "bytes after its end are ignored",
            behind.offset(),
        );
    }
    let (mut rest, (kind, json)) = chunk(chunks).within_item("chunk", 0)?;
    if kind != JSON {
        return broken(chunks, "the first chunk isn't the JSON");
    }
    let mut bin = None;
    for number in 1.. {
        if rest.is_empty() {
            break;
        }
        let (after, (kind, data)) = chunk(rest).within_item("chunk", number)?;
        match kind {
            JSON => return broken(rest, "a second chunk of JSON"),
            BIN if number == 1 => bin = Some(Bin::Here(data.bytes())),
            BIN => return broken(rest, "a chunk of bytes that isn't the second chunk"),
            _ => findings.add_at(
                kinds::CHUNK_UNKNOWN,
                Severity::Note,
                [("chunk", number)],
                "a chunk of unknown kind is ignored",
                rest.offset(),
            ),
        }
        rest = after;
    }
    let (end, _) = binio::rest(behind)?;
    Ok((end, Container { json: json.bytes(), json_offset: json.offset(), bin }))
}

fn chunk(input: Input<'_>) -> Parsed<'_, (u32, Input<'_>), Broken> {
    let (after, length) = u32_le(input)?;
    let (after, kind) = u32_le(after)?;
    if length % 4 != 0 {
        return broken(input, "the length of a chunk isn't a multiple of 4");
    }
    let (rest, data) = part(after, length as usize)?;
    Ok((rest, (kind, data)))
}

/// Returns the next `length` bytes as an input of their own.
fn part(input: Input<'_>, length: usize) -> Parsed<'_, Input<'_>, Broken> {
    let (rest, bytes) = binio::bytes(input, length as u64)?;
    Ok((rest, Input::at(bytes, input.offset())))
}
