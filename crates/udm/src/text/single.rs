//! Reads and writes single values as text.

use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;

use binio::{Bytes, Limits, Name};

use super::read::read_type;
use super::tree::Syntax;
use super::write::{Style, Writer};
use crate::document::Document;
use crate::error::{Error, ErrorKind, no_place};
use crate::kind::Type;
use crate::layout::StructLayout;
use crate::value::Value;

/// A value type, the way text writes it after `$`. For a struct, this includes its fields.
///
/// ```
/// use udm::{Type, Value, ValueType};
/// let ty = ValueType::parse("struct<uint8:x,float:y>")?;
/// assert_eq!((ty.ty(), ty.to_string()), (Type::STRUCT, "struct<uint8:x,float:y>".to_string()));
/// assert!(ValueType::parse("flaot").is_err());
/// # Ok::<(), udm::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ValueType {
    ty: Type,
    layout: Option<StructLayout<'static>>,
}

impl ValueType {
    /// Reads a type, for example `float` or `struct<uint8:x,float:y>`.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Syntax`] if this is not a type.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let (ty, layout) = read_type(text.as_bytes())?;
        Ok(Self { ty, layout })
    }

    /// Returns the type of a value.
    pub fn of(value: &Value<'_>) -> Self {
        let layout = value.as_struct().map(|value| value.layout().clone().into_owned());
        Self { ty: value.ty(), layout }
    }

    /// Returns the type. For a struct, this does not include the fields.
    pub fn ty(&self) -> Type {
        self.ty
    }

    /// Returns the fields if this is a struct. For other types, this is `None`.
    pub fn layout(&self) -> Option<&StructLayout<'static>> {
        self.layout.as_ref()
    }
}

impl From<Type> for ValueType {
    fn from(ty: Type) -> Self {
        Self { ty, layout: None }
    }
}

impl From<StructLayout<'static>> for ValueType {
    fn from(layout: StructLayout<'static>) -> Self {
        Self { ty: Type::STRUCT, layout: Some(layout) }
    }
}

impl fmt::Display for ValueType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.ty.fmt(f)?;
        let Some(layout) = &self.layout else { return Ok(()) };
        let mut budget = Limits::default().budget();
        let mut writer = Writer::new(Style::Compact, &mut budget);
        writer.template(layout).map_err(|_| fmt::Error)?;
        write!(f, "{}", Name::from(writer.out))
    }
}

/// The key to use for a single value in a text.
const KEY: &str = "v";

impl Value<'_> {
    /// Writes the value to text, the same way as after a key. For an element, this is the content without braces.
    ///
    /// # Errors
    /// Fails when [`Document::to_text`] does.
    pub fn to_text(&self, style: Style) -> Result<Vec<u8>, Error> {
        let mut budget = Limits::default().budget();
        let mut writer = Writer::new(style, &mut budget);
        match self {
            Value::Element(element) => writer.entries(element)?,
            other => writer.value(other)?,
        }
        Ok(writer.out)
    }

    /// Reads a value from text, given its type. The text of a string, reference or utf8 is used as it is. Any other
    /// value must be written the same way as after a key.
    ///
    /// ```
    /// use udm::{Type, Value};
    /// assert_eq!(Value::from_text(&Type::F32.into(), "2.5")?, Value::F32(2.5));
    /// for bad in ["", "1e400", "5abc", "1 $float b 2"] {
    ///     assert!(Value::from_text(&Type::F32.into(), bad).is_err());
    /// }
    /// # Ok::<(), udm::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`ErrorKind::BadNumber`] for a number that would be misread in a document, because it is empty, out of
    /// range, or has other characters after it. You can also get [`ErrorKind::Syntax`] and other errors from reading
    /// text.
    pub fn from_text(ty: &ValueType, text: &str) -> Result<Value<'static>, Error> {
        let name = || Name::from(text.to_string());
        let source = match ty.ty {
            Type::STRING => return Ok(Value::String(name())),
            Type::REF => return Ok(Value::Ref(name())),
            Type::UTF8 => return Ok(Value::Utf8(Bytes::from(text.as_bytes().to_vec()))),
            Type::ELEMENT if text.trim_start().starts_with('{') => format!("{KEY} {text}"),
            Type::ELEMENT => format!("{KEY} {{\n{text}\n}}"),
            _ => format!("${ty} {KEY} {text}"),
        };
        let document = Document::parse_text(source.as_bytes()).map_err(|error| no_place(error.into_kind()))?;
        let mut values = document.data().iter();
        let value = match (values.next(), values.next()) {
            (Some((key, value)), None) if *key == KEY && ValueType::of(value) == *ty => value,
            _ => {
                return Err(no_place(ErrorKind::BadNumber(
                    format!("expected one value of type {ty}, found more").into(),
                )));
            }
        };
        let syntax = Syntax::parse(source.as_bytes())?;
        match syntax.wrong_number() {
            Some(number) => Err(no_place(ErrorKind::BadNumber(number.to_string().into()))),
            None => Ok(value.clone().into_owned()),
        }
    }
}
