//! The container: a header, a chunk of JSON, a chunk of bytes.

use binio::{Findings, Input, Parsed, Within, nom, u32_le};

use crate::error::{Error, ErrorKind};

const JSON: u32 = u32::from_le_bytes(*b"JSON");
const BIN: u32 = u32::from_le_bytes(*b"BIN\0");

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
            binio::parse(Input::new(bytes), |input| container(input, findings))
        } else {
            Ok(Self { json: bytes, json_offset: 0, bin: None })
        }
    }
}

fn broken<'a, T>(input: Input<'a>, why: &'static str) -> Parsed<'a, T, ErrorKind> {
    Err(input.fail(ErrorKind::Container(why)))
}

fn container<'a>(input: Input<'a>, findings: &mut Findings) -> Parsed<'a, Container<'a>, ErrorKind> {
    let whole = input.len();
    let (input, _) = binio::tag(input, "glTF")?;
    let (after, version) = u32_le(input).within("version")?;
    if version != 2 {
        return Err(input.fail(ErrorKind::Version(version.to_string())));
    }
    let (chunks, length) = u32_le(after).within("length")?;
    if length as usize != whole {
        return broken(after, "the length of the file isn't what it says");
    }
    let (mut rest, (kind, json)) = chunk(chunks).within_item("chunk", 0)?;
    if kind != JSON {
        return broken(chunks, "the first chunk isn't the JSON");
    }
    let mut bin = None;
    let mut number = 1;
    while !rest.is_empty() {
        let (after, (kind, data)) = chunk(rest).within_item("chunk", number)?;
        match kind {
            JSON => return broken(rest, "a second chunk of JSON"),
            BIN if number == 1 => bin = Some(data.bytes()),
            BIN => return broken(rest, "a chunk of bytes that isn't the second chunk"),
            _ => findings.add_at(
                binio::Severity::Note,
                [("chunk", number)],
                "a chunk of unknown kind is ignored",
                rest.offset(),
            ),
        }
        number += 1;
        rest = after;
    }
    Ok((rest, Container { json: json.bytes(), json_offset: json.offset(), bin }))
}

fn chunk(input: Input<'_>) -> Parsed<'_, (u32, Input<'_>), ErrorKind> {
    let (after, length) = u32_le(input)?;
    let (after, kind) = u32_le(after)?;
    if length % 4 != 0 {
        return broken(input, "the length of a chunk isn't a multiple of 4");
    }
    let (rest, data) = nom::bytes::complete::take(length)(after)?;
    Ok((rest, (kind, data)))
}
