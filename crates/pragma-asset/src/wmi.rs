//! Materials in the previous format, `.wmi`, which is text.

use alloc::borrow::ToOwned as _;
use alloc::string::String;
use alloc::vec::Vec;

use binio::{Limits, Name};
use udm::{Element, Fixed, Type, Value};

use crate::error::{Error, ErrorKind};
use crate::material::{Material, key};

/// A word in the text. This is a brace, or text between quotes or blanks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word<'t> {
    Open,
    Close,
    /// A type, which begins with `$`.
    Type(&'t [u8]),
    Text(&'t [u8]),
}

/// The words and where they are.
struct Words<'t> {
    text: &'t [u8],
    at: usize,
}

impl<'t> Words<'t> {
    fn rest(&self) -> &'t [u8] {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Skips blanks and comments.
    fn skip(&mut self) {
        loop {
            let rest = self.rest();
            let blanks = rest.iter().take_while(|byte| byte.is_ascii_whitespace() || **byte == 0).count();
            self.at = self.at.saturating_add(blanks);
            if !self.rest().starts_with(b"//") {
                return;
            }
            let comment = self.rest().iter().take_while(|byte| **byte != b'\n').count();
            self.at = self.at.saturating_add(comment);
        }
    }

    fn next(&mut self) -> Result<Option<(usize, Word<'t>)>, Error> {
        self.skip();
        let start = self.at;
        let rest = self.rest();
        let (word, length) = match rest.first() {
            None => return Ok(None),
            Some(b'{') => (Word::Open, 1),
            Some(b'}') => (Word::Close, 1),
            Some(b'"') => {
                let inner = rest.get(1..).unwrap_or_default();
                let length = inner.iter().position(|byte| *byte == b'"');
                let length = length.ok_or_else(|| wrong("a closing quote", start))?;
                (Word::Text(inner.get(..length).unwrap_or_default()), length.saturating_add(2))
            }
            Some(first) => {
                let ends = |byte: &u8| byte.is_ascii_whitespace() || b"{}\"".contains(byte);
                let length = rest.iter().position(ends).unwrap_or(rest.len());
                let word = rest.get(..length).unwrap_or_default();
                let word =
                    if *first == b'$' { Word::Type(word.get(1..).unwrap_or_default()) } else { Word::Text(word) };
                (word, length)
            }
        };
        self.at = start.saturating_add(length);
        Ok(Some((start, word)))
    }
}

fn wrong(expected: &'static str, at: usize) -> Error {
    Error::new(ErrorKind::Missing(expected), "material").at(at as u64)
}

impl Material<'_> {
    /// Reads a material in the previous format, `.wmi`. Textures and properties keep their names. If you do not change
    /// the material, it will be written back byte for byte. To get the same material as a `.pmat`, without comments,
    /// write its [`document`](Self::document). Note that an edited material can't be written as `.wmi`.
    ///
    /// ```
    /// let wmi = b"\"wguitextured\"\n{\n\t$texture diffuse_map \"gui/folder\"\n\t$float alpha_factor 0.5\n}";
    /// let material = pragma_asset::Material::from_wmi(wmi)?;
    /// assert_eq!(material.texture("diffuse_map").unwrap(), *"gui/folder");
    /// assert_eq!(material.property("alpha_factor").and_then(|value| value.as_f64()), Some(0.5));
    /// # Ok::<(), pragma_asset::Error>(())
    /// ```
    ///
    /// # Errors
    /// Fails if a shader, quote, name, value or brace is missing, or if blocks are nested deeper than the default
    /// limits allow. The error has the byte offset.
    pub fn from_wmi(text: &[u8]) -> Result<Material<'static>, Error> {
        let mut words = Words { text, at: 0 };
        let shader = match words.next()? {
            Some((_, Word::Text(shader))) => shader,
            Some((at, _)) => return Err(wrong("shader", at)),
            None => return Err(wrong("shader", 0)),
        };
        match words.next()? {
            Some((_, Word::Open)) => {}
            Some((at, _)) => return Err(wrong("opening brace", at)),
            None => return Err(wrong("opening brace", words.at)),
        }
        let mut material = Material::of_shader("");
        let name = Name::from(shader.to_vec());
        *material.document.data_mut() = Element::new();
        let (textures, mut properties) = block(&mut words, Limits::default().depth())?;
        let mut body = Element::new();
        if let Some(base) = properties.get(key::BASE).and_then(Value::as_text) {
            body.push(Name::from(key::BASE.to_owned()), Value::String(Name::from(base.to_vec())));
        }
        properties.remove(key::BASE);
        body.push(Name::from(key::TEXTURES.to_owned()), Value::Element(textures));
        body.push(Name::from(key::PROPERTIES.to_owned()), Value::Element(properties));
        material.document.data_mut().push(name, Value::Element(body));
        material.set_previous(text);
        Ok(material)
    }
}

/// Reads textures and properties up to the closing brace.
fn block(words: &mut Words<'_>, depth: u16) -> Result<(Element<'static>, Element<'static>), Error> {
    let depth = depth.checked_sub(1).ok_or_else(|| wrong("less nesting", words.at))?;
    let (mut textures, mut properties) = (Element::new(), Element::new());
    loop {
        match words.next()? {
            Some((_, Word::Close)) => return Ok((textures, properties)),
            Some((_, Word::Type(kind))) => {
                let Some((_, Word::Text(name))) = words.next()? else { return Err(wrong("name", words.at)) };
                let Some((at, Word::Text(text))) = words.next()? else { return Err(wrong("value", words.at)) };
                let name = Name::from(name.to_vec());
                match value(kind, text).ok_or_else(|| wrong("value of its type", at))? {
                    Typed::Texture(path) => textures.push(name, Value::String(path)),
                    Typed::Property(value) => properties.push(name, value),
                }
            }
            // A nested block.
            Some((_, Word::Text(name))) => {
                let Some((_, Word::Open)) = words.next()? else { return Err(wrong("opening brace", words.at)) };
                let (inner, mut own) = block(words, depth)?;
                inner.iter().for_each(|(name, value)| own.push(name.clone(), value.clone()));
                properties.push(Name::from(name.to_vec()), Value::Element(own));
            }
            Some((at, Word::Open)) => return Err(wrong("name of a block", at)),
            None => return Err(wrong("closing brace", words.at)),
        }
    }
}

enum Typed {
    Texture(Name<'static>),
    Property(Value<'static>),
}

/// Reads a value whose type is known.
fn value(kind: &[u8], text: &[u8]) -> Option<Typed> {
    let words = core::str::from_utf8(text).unwrap_or_default().split_ascii_whitespace();
    let numbers: Vec<f32> = words.map_while(|word| fast_float2::parse(word).ok()).collect();
    let first = numbers.first().copied();
    let value = match kind {
        b"texture" => return Some(Typed::Texture(Name::from(text.to_vec()))),
        b"string" => Value::String(Name::from(text.to_vec())),
        b"int" => Value::I32(first? as i32),
        b"float" => Value::F32(first?),
        b"bool" => Value::from(first.map_or(text == b"true", |number| number != 0.0)),
        b"vector2" => vector(Type::VEC2, numbers.get(..2)?)?,
        b"vector" => vector(Type::VEC3, numbers.get(..3)?)?,
        b"vector4" => vector(Type::VEC4, numbers.get(..4)?)?,
        // Numbers to 255.
        b"color" => {
            let color: Vec<f32> = numbers.get(..3)?.iter().map(|number| number / 255.0).collect();
            vector(Type::VEC3, &color)?
        }
        _ => Value::String(Name::from(String::from_utf8_lossy(text).into_owned())),
    };
    Some(Typed::Property(value))
}

fn vector(ty: Type, numbers: &[f32]) -> Option<Value<'static>> {
    Fixed::from_f32s(ty, numbers).map(Value::Fixed)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn blocks_comments_and_types() {
        let text = b"// old\nwater {\n $texture normal_map \"a b/n\" $int mode 2\n $vector tint \"1 0.5 0\" $bool on 1 \"fog\" { $float end 9 } }";
        let material = Material::from_wmi(text).unwrap();
        assert_eq!(material.shader().unwrap(), *"water");
        assert_eq!(material.texture("normal_map").unwrap(), *"a b/n");
        assert_eq!(material.property("mode").unwrap().as_i64(), Some(2));
        assert_eq!(material.property("on").unwrap().as_bool(), Some(true));
        let fog = material.property("fog").unwrap().as_element().unwrap();
        assert_eq!(fog.get("end").unwrap().as_f64(), Some(9.0));
    }

    #[test]
    fn what_is_cut_off_is_an_error() {
        let text = b"\"pbr\"{$texture albedo_map \"white\" \"x\"{$float a 1}}";
        for length in 0..text.len() {
            assert!(Material::from_wmi(&text[..length]).is_err(), "{length}");
        }
        assert!(Material::from_wmi(text).is_ok());
        let deep = [b"\"pbr\"{".as_slice(), &b"\"x\"{".repeat(100_000)].concat();
        assert!(Material::from_wmi(&deep).is_err());
    }
}
