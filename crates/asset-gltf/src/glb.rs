//! The container: a header, a chunk of JSON, a chunk of bytes.

use binio::{Fault, Findings, Input, Parsed, Severity, Within, u32_le};

use crate::error::{Error, ErrorKind};

/// Bytes before the first chunk.
const HEADER: usize = 12;
const JSON: u32 = u32::from_le_bytes(*b"JSON");
const BIN: u32 = u32::from_le_bytes(*b"BIN\0");

/// What can be wrong with it: small, as failures of parsers have to be.
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

/// What a file holds: of a `.gltf`, only the JSON.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Container<'a> {
    pub(crate) json: &'a [u8],
    /// Where in the file the JSON begins.
    pub(crate) json_offset: u64,
    pub(crate) bin: Option<&'a [u8]>,
}

impl<'a> Container<'a> {
    /// Takes a `.glb` apart; anything else passes for the JSON of a `.gltf`.
    pub(crate) fn open(bytes: &'a [u8], findings: &mut Findings) -> Result<Self, Error> {
        // What begins as no JSON does is meant as a container, broken as it may be.
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
    let Some(inside) = inside else { return broken(after, "the length of the file isn't what it says") };
    let (behind, chunks) = part(chunks, inside)?;
    if !behind.is_empty() {
        findings.add_at(Severity::Warning, "file", "bytes behind its end are ignored", behind.offset());
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
            BIN if number == 1 => bin = Some(data.bytes()),
            BIN => return broken(rest, "a chunk of bytes that isn't the second chunk"),
            _ => findings.add_at(
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

/// The next `length` bytes, to be read themselves.
fn part(input: Input<'_>, length: usize) -> Parsed<'_, Input<'_>, Broken> {
    let (rest, bytes) = binio::bytes(input, length as u64)?;
    Ok((rest, Input::at(bytes, input.offset())))
}
