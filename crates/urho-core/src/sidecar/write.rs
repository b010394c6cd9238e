//! Writes side files as XML.

use alloc::format;
use alloc::vec::Vec;
use binio::{MAX_DEPTH, Path};

use super::{Sidecar, in_order};
use crate::error::{Error, ErrorKind};
use crate::hash::HashAlgorithm;
use crate::known_hashes::HashedName;
use crate::text::checked_name;
use crate::tree::{escape_attribute, is_xml_name};
use crate::variant::Variant;

/// A result without the path, which the caller adds.
type Written = Result<(), &'static str>;

pub(super) fn xml(sidecar: &Sidecar) -> Result<Vec<u8>, Error> {
    let not_back = |why, path| Error::new(ErrorKind::NotReadBack(why), path);
    let not_text = |path: Path| move |why| Error::new(ErrorKind::NotInText(why), path);
    if !is_xml_name(&sidecar.root) {
        return Err(not_back("the root's name is no name of an element", Path::new()));
    }
    let later = |pair: &[super::Trigger]| pair.iter().is_sorted_by(|a, b| in_order(a.time, b.time).is_le());
    if let Some(index) = sidecar.triggers.windows(2).position(|pair| !later(pair)) {
        return Err(not_back("triggers are read in the order of their times", Path::from([("trigger", index + 1)])));
    }
    let mut out = Out { text: b"<?xml version=\"1.0\"?>\n".to_vec(), hashes: sidecar.hashes };
    out.open(0, &sidecar.root);
    if sidecar.triggers.is_empty() && sidecar.metadata.is_empty() && sidecar.other.is_empty() {
        out.text.extend_from_slice(b" />\n");
        return Ok(out.text);
    }
    out.text.extend_from_slice(b">\n");
    for (index, trigger) in sidecar.triggers.iter().enumerate() {
        let written = out.trigger(trigger);
        written.map_err(not_text(Path::from([("trigger", index)])))?;
    }
    for (index, metadata) in sidecar.metadata.iter().enumerate() {
        out.open(1, b"metadata");
        let written = out.attribute("name", &metadata.name);
        let written = written.and_then(|()| out.value(1, b"metadata", &metadata.value, MAX_DEPTH));
        written.map_err(not_text(Path::from([("metadata", index)])))?;
    }
    for (index, block) in sidecar.other.iter().enumerate() {
        if !is_other(block) {
            return Err(not_back(
                "not one element that is neither metadata nor trigger",
                Path::from([("other", index)]),
            ));
        }
        out.text.push(b'\t');
        out.text.extend_from_slice(block);
        out.text.push(b'\n');
    }
    out.close(0, &sidecar.root);
    Ok(out.text)
}

/// Returns whether a reader would put this block into `other` again.
fn is_other(block: &[u8]) -> bool {
    let file = [b"<r>", block, b"</r>"].concat();
    let read = super::read::sidecar(&file, None, HashAlgorithm::default());
    read.is_ok_and(|(read, _)| read.root == "r" && read.other.len() == 1 && *read.other[0] == *block)
}

struct Out {
    text: Vec<u8>,
    hashes: HashAlgorithm,
}

impl Out {
    fn trigger(&mut self, trigger: &super::Trigger) -> Written {
        self.open(1, b"trigger");
        let time = Variant::Float(trigger.time).text(self.hashes)?;
        self.attribute("time", &time)?;
        self.value(1, b"trigger", &trigger.value, MAX_DEPTH)
    }

    fn indent(&mut self, depth: usize) {
        self.text.resize(self.text.len() + depth, b'\t');
    }

    fn open(&mut self, indent: usize, name: &[u8]) {
        self.indent(indent);
        self.text.push(b'<');
        self.text.extend_from_slice(name);
    }

    fn close(&mut self, indent: usize, name: &[u8]) {
        self.indent(indent);
        self.text.extend_from_slice(b"</");
        self.text.extend_from_slice(name);
        self.text.extend_from_slice(b">\n");
    }

    fn attribute(&mut self, name: &str, value: &[u8]) -> Written {
        self.text.extend_from_slice(format!(" {name}=\"").as_bytes());
        escape_attribute(&mut self.text, value)?;
        self.text.push(b'"');
        Ok(())
    }

    /// Writes the type and the value, and ends the open element.
    fn value(&mut self, indent: usize, element: &[u8], value: &Variant<'_>, depth: u16) -> Written {
        self.attribute("type", value.kind().name().as_bytes())?;
        let below = depth.checked_sub(1).ok_or("values nested too deep");
        match value {
            Variant::StringVector(texts) => self.children(indent, element, texts, |out, text| {
                out.open(indent + 1, b"string");
                out.attribute("value", text)?;
                out.text.extend_from_slice(b" />\n");
                Ok(())
            }),
            Variant::VariantVector(items) => {
                let below = below?;
                self.children(indent, element, items, |out, item| {
                    out.open(indent + 1, b"variant");
                    out.value(indent + 1, b"variant", item, below)
                })
            }
            Variant::VariantMap(entries) => {
                let below = below?;
                self.children(indent, element, entries, |out, (key, item)| {
                    out.open(indent + 1, b"variant");
                    out.key(key)?;
                    out.value(indent + 1, b"variant", item, below)
                })
            }
            Variant::StringVariantMap(entries) => {
                let below = below?;
                self.children(indent, element, entries, |out, (key, item)| {
                    out.open(indent + 1, b"variant");
                    out.attribute("name", key)?;
                    out.value(indent + 1, b"variant", item, below)
                })
            }
            _ => {
                let text = value.text(self.hashes)?;
                self.attribute("value", &text)?;
                self.text.extend_from_slice(b" />\n");
                Ok(())
            }
        }
    }

    /// Writes a key. If its name is known, this is the name.
    fn key(&mut self, key: &HashedName<'_>) -> Written {
        if key.name.is_empty() {
            return self.attribute("hash", format!("{}", key.hash.0).as_bytes());
        }
        let name = checked_name(key, self.hashes)?;
        self.attribute("name", name)
    }

    fn children<T>(
        &mut self,
        indent: usize,
        element: &[u8],
        items: &[T],
        child: impl Fn(&mut Self, &T) -> Written,
    ) -> Written {
        if items.is_empty() {
            self.text.extend_from_slice(b" />\n");
            return Ok(());
        }
        self.text.extend_from_slice(b">\n");
        for item in items {
            child(self, item)?;
        }
        self.close(indent, element);
        Ok(())
    }
}
