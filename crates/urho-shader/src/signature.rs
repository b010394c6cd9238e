//! Inputs and outputs of the stages of a DXBC pipeline.

#![deny(clippy::arithmetic_side_effects)]

use alloc::vec::Vec;
use binio::{Failed, Input, Name, Parser, Within, check_count, cond, cstring, parse, record, repeat, u32_le};

use crate::chunk::Chunk;
use crate::error::{Error, ErrorKind};
use crate::layout::SignatureRecord;

type Parsed<'a, T> = binio::Parsed<'a, T, ErrorKind>;

/// Maximum length of a semantic name. Elements can share names, so a small file could contain a large name many times.
const LONGEST_NAME: usize = 255;

/// Inputs or outputs of a shader: an `ISGN`, `OSGN`, `PCSG`, `OSG5`, `ISG1`, `OSG1` or `PSG1` chunk.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signature<'a> {
    /// The elements, in the order of the file.
    pub elements: Vec<SignatureElement<'a>>,
}

/// An input or output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignatureElement<'a> {
    /// Semantic: `POSITION`, `SV_Position` …
    pub name: Name<'a>,
    /// Semantic index.
    pub index: u32,
    /// System value; 0 if none.
    pub system_value: u32,
    /// Type of the components: 1 unsigned, 2 signed, 3 float.
    pub component: u32,
    /// Number of the register.
    pub register: u32,
    /// Existing components: bit 0 is x.
    pub mask: u8,
    /// Read components or, for outputs, components that are never written.
    pub used: u8,
    /// Stream of a geometry shader.
    pub stream: u32,
}

/// Layout of an element: words before and after the common record.
#[derive(Clone, Copy)]
struct Layout {
    stream: bool,
    precision: bool,
}

impl Layout {
    fn of(id: [u8; 4]) -> Self {
        let [.., last] = id;
        Self { stream: matches!(last, b'5' | b'1'), precision: last == b'1' }
    }

    fn size(self) -> usize {
        let words = usize::from(self.stream).saturating_add(usize::from(self.precision));
        size_of::<SignatureRecord>().saturating_add(words.saturating_mul(size_of::<u32>()))
    }
}

impl<'a> Signature<'a> {
    /// Reads the signature in `chunk`, whose identifier determines the size of an element.
    ///
    /// # Errors
    /// [`ErrorKind::Data`], [`ErrorKind::OutOfBounds`], [`ErrorKind::LongSemantic`]. Offsets count from the start of the
    /// chunk's data.
    pub fn parse(chunk: &'a Chunk<'_>) -> Result<Self, Error> {
        let layout = Layout::of(chunk.id);
        let data: &'a [u8] = &chunk.data;
        // Names follow the elements, or are anywhere; so the elements don't fill the chunk.
        parse(Input::new(data), |input| {
            let (_, signature) = signature(input, layout)?;
            Ok((Input::at(&[], data.len() as u64), signature))
        })
    }

    /// Iterates over names and indices, for [`VertexElements`](crate::VertexElements).
    pub fn semantics(&self) -> impl Iterator<Item = (&[u8], u32)> + Clone {
        self.elements.iter().map(|element| (element.name.as_bytes(), element.index))
    }
}

fn signature(whole: Input<'_>, layout: Layout) -> Parsed<'_, Signature<'_>> {
    let (input, count) = u32_le(whole).within("element")?;
    // Offset of the elements: always 8, directly after this field.
    let (input, _) = u32_le(input).within("offset")?;
    let count = check_count(whole, input, u64::from(count), layout.size()).within("element")?;
    let (input, elements) = repeat(input, count, "element", |input| element(input, whole.bytes(), layout))?;
    Ok((input, Signature { elements }))
}

fn element<'a>(at: Input<'a>, chunk: &'a [u8], layout: Layout) -> Parsed<'a, SignatureElement<'a>> {
    let (input, stream) = cond(layout.stream, u32_le).parse(at)?;
    let (input, fixed) = record::<SignatureRecord, _>(input)?;
    let (input, _) = cond(layout.precision, u32_le::<ErrorKind>).parse(input)?;
    let name = semantic(at, chunk, fixed.name.get()).within("name")?;
    let element = SignatureElement {
        name,
        index: fixed.index.get(),
        system_value: fixed.system_value.get(),
        component: fixed.component.get(),
        register: fixed.register.get(),
        mask: fixed.mask,
        used: fixed.used,
        stream: stream.unwrap_or_default(),
    };
    Ok((input, element))
}

fn semantic<'a>(at: Input<'a>, chunk: &'a [u8], offset: u32) -> Result<Name<'a>, Failed<ErrorKind>> {
    let length = chunk.len() as u64;
    let from = usize::try_from(offset).ok().and_then(|offset| chunk.get(offset..));
    let from = from.ok_or_else(|| at.fail(ErrorKind::OutOfBounds { offset: u64::from(offset), length }))?;
    let window = from.get(..=LONGEST_NAME).unwrap_or(from);
    if window.len() > LONGEST_NAME && !window.contains(&0) {
        return Err(at.fail(ErrorKind::LongSemantic(LONGEST_NAME)));
    }
    let (_, name) = cstring(Input::at(window, u64::from(offset)))?;
    Ok(name)
}
