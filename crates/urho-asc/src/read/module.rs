//! Reads a whole stream.

#![deny(clippy::arithmetic_side_effects)]

use alloc::boxed::Box;
use binio::{Input, Limits, Within};

use super::reader::{Reader, Result};
use crate::error::ErrorKind;
use crate::module::{Global, Import, Module, Origin, UsedFunction, UsedGlobal, UsedProperty};
use crate::stream::Version;

/// Reads the stream at `input`. This must be a part of `file`.
pub(super) fn read<'a>(
    input: Input<'a>,
    file: &'a [u8],
    version: Version,
    limits: &Limits,
) -> binio::Parsed<'a, Module<'a>, ErrorKind> {
    let mut reader = Reader::new(input, file, version, limits);
    let module = reader.module()?;
    Ok((reader.stream.input(), module))
}

impl<'a> Reader<'a> {
    fn module(&mut self) -> Result<Module<'a>> {
        self.stripped = self.stripped_mark().within("stripped")?;
        let mut module = Module::new(self.version, self.stripped);
        module.enums = self.enums()?;
        module.classes = self.classes()?;
        module.funcdefs = self.list("funcdef", 1, Self::function)?;
        self.class_bodies(&mut module.classes)?;
        module.typedefs = self.typedefs()?;
        module.globals = self.list("global", 4, Self::global)?;
        module.script_functions = self.list("function", 1, Self::function)?;
        module.global_functions = self.list("global function", 1, Self::function)?;
        module.imports = self.list("import", 2, |reader| {
            let function = reader.function()?;
            Ok(Import { function, module: reader.string().within("module")? })
        })?;
        module.used_types = self.list("used type", 1, Self::type_info)?;
        module.used_type_ids = self.list("used type number", 1, Self::data_type)?;
        module.used_functions = self.list("used function", 1, Self::used_function)?;
        module.used_globals = self.list("used global", 4, Self::used_global)?;
        module.strings = self.list("text", 1, Self::string)?;
        module.used_properties = self.list("used member", 2, |reader| {
            let owner = reader.type_info()?;
            Ok(UsedProperty { owner, name: reader.string().within("name")? })
        })?;
        module.data_types = core::mem::take(&mut self.data_types);
        module.functions = core::mem::take(&mut self.functions);
        Ok(module)
    }

    fn stripped_mark(&mut self) -> Result<bool> {
        let at = self.stream.input();
        let value = if self.features.plain_stripped { i64::from(self.byte()?) } else { self.integer()? };
        match value {
            0 => Ok(false),
            1 => Ok(true),
            value => Err(at.fail(ErrorKind::OutOfRange { what: "the mark", value })),
        }
    }

    fn global(&mut self) -> Result<Global<'a>> {
        let name = self.string().within("name")?;
        let namespace = self.string().within("namespace")?;
        let data_type = self.data_type().within("type")?;
        let initializer = self.function().within("initializer")?;
        Ok(Global { name, namespace, data_type, initializer })
    }

    fn used_function(&mut self) -> Result<UsedFunction<'a>> {
        let at = self.stream.input();
        let origin = match self.byte()? {
            b'n' => return Ok(UsedFunction::Null),
            b'm' => Origin::Module,
            b'a' => Origin::Application,
            b's' if self.features.shared_functions => Origin::Shared,
            tag => return Err(at.fail(ErrorKind::UnknownTag { what: "origin of a function", tag })),
        };
        Ok(match self.signature()? {
            Some(signature) => UsedFunction::Declared(origin, Box::new(signature)),
            None => UsedFunction::DelegateFactory(origin),
        })
    }

    fn used_global(&mut self) -> Result<UsedGlobal<'a>> {
        let name = self.string().within("name")?;
        let namespace = self.string().within("namespace")?;
        let data_type = self.data_type().within("type")?;
        let in_module = self.byte()?;
        Ok(UsedGlobal { name, namespace, data_type, in_module })
    }
}
