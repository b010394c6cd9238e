//! Reads enums, classes and typedefs.

#![deny(clippy::arithmetic_side_effects)]

use alloc::boxed::Box;
use alloc::vec::Vec;
use binio::{Within, i32_be, u32_be, u64_be};

use super::reader::{Reader, Result};
use crate::error::ErrorKind;
use crate::module::{Class, ClassBody, Constructor, Enum, Implemented, Property, TypeFlags, TypeHead, Typedef};
use crate::types::Token;

/// A declaration needs at least a name, flags, a size and a namespace.
const SMALLEST_HEAD: u64 = 7;

impl<'a> Reader<'a> {
    /// Reads what all declarations have in common.
    fn type_head(&mut self) -> Result<TypeHead<'a>> {
        let name = self.string().within("name")?;
        let flags = match self.features.wide_flags {
            true => self.take(u64_be)?,
            false => u64::from(self.take(u32_be)?),
        };
        let flags = TypeFlags(flags);
        let size = self.integer().within("size")?;
        let namespace = self.string().within("namespace")?;
        let external = self.features.external && flags.contains(TypeFlags::SHARED) && self.external_mark()?;
        Ok(TypeHead { name, namespace, flags, size, external })
    }

    fn external_mark(&mut self) -> Result<bool> {
        let at = self.stream.input();
        match self.byte()? {
            b' ' => Ok(false),
            b'e' => Ok(true),
            tag => Err(at.fail(ErrorKind::UnknownTag { what: "mark of a shared type", tag })),
        }
    }

    pub(super) fn enums(&mut self) -> Result<Vec<Enum<'a>>> {
        self.list("enum", SMALLEST_HEAD, |reader| {
            let head = reader.type_head()?;
            let values = if head.external { Vec::new() } else { reader.list("value", 5, Self::enum_value)? };
            Ok(Enum { head, values })
        })
    }

    fn enum_value(&mut self) -> Result<(binio::Name<'a>, i32)> {
        let name = self.string()?;
        Ok((name, self.take(i32_be)?))
    }

    pub(super) fn typedefs(&mut self) -> Result<Vec<Typedef<'a>>> {
        self.list("typedef", SMALLEST_HEAD, |reader| {
            let head = reader.type_head()?;
            let alias = Token(reader.u32("token")?);
            Ok(Typedef { head, alias })
        })
    }

    /// Reads the names of all classes. Their bodies come later; see [`class_bodies`](Self::class_bodies).
    pub(super) fn classes(&mut self) -> Result<Vec<Class<'a>>> {
        let classes = self.list("class", SMALLEST_HEAD, |reader| {
            let head = reader.type_head()?;
            if head.external {
                reader.external.insert((head.namespace.clone(), head.name.clone()));
            }
            Ok(Class { head, body: None })
        })?;
        Ok(classes)
    }

    /// Reads what is in the classes. All interfaces come first, then all other classes, then the members of these other
    /// classes.
    pub(super) fn class_bodies(&mut self, classes: &mut [Class<'a>]) -> Result<()> {
        for interfaces in [true, false] {
            for (index, class) in classes.iter_mut().enumerate().filter(|(_, class)| !class.head.external) {
                if class.head.is_interface() == interfaces {
                    class.body = Some(Box::new(self.class_body(interfaces).within_item("class", index)?));
                }
            }
        }
        for (index, class) in classes.iter_mut().enumerate().filter(|(_, class)| !class.head.is_interface()) {
            if let Some(body) = &mut class.body {
                body.properties = self.list("member", 3, Self::property).within_item("class", index)?;
            }
        }
        Ok(())
    }

    fn class_body(&mut self, interface: bool) -> Result<ClassBody<'a>> {
        let base = self.type_info().within("base")?;
        let offsets = !interface || self.features.interface_offsets;
        let smallest = if offsets { 2 } else { 1 };
        let interfaces = self.list("interface", smallest, |reader| {
            let interface = reader.type_info()?;
            let table_offset = if offsets { reader.integer()? } else { 0 };
            Ok(Implemented { interface, table_offset })
        })?;
        let mut body = ClassBody { base, interfaces, ..ClassBody::default() };
        if !interface {
            body.destructor = self.function().within("destructor")?;
            body.constructors = self.list("constructor", 2, |reader| {
                let construct = reader.function()?;
                let factory = reader.function().within("factory")?;
                Ok(Constructor { construct, factory })
            })?;
        }
        body.methods = self.list("method", 1, Self::function)?;
        body.virtual_table = self.list("virtual function", 1, Self::function)?;
        Ok(body)
    }

    fn property(&mut self) -> Result<Property<'a>> {
        let name = self.string().within("name")?;
        let data_type = self.data_type().within("type")?;
        let flags = self.integer().within("flags")?;
        Ok(Property { name, data_type, flags })
    }
}
