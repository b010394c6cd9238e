//! Writes a whole stream.

use binio::{Sink, Within, Writer};

use super::encoder::Encoder;
use crate::error::Written;
use crate::module::{Global, Module, Origin, UsedFunction, UsedGlobal};

/// Writes the stream of `module`.
pub(super) fn write<S: Sink>(module: &Module<'_>, out: &mut Writer<S>) -> Written {
    let mut encoder = Encoder::new(module, out);
    encoder.module().within(module.version.features().part)
}

impl<'m, S: Sink> Encoder<'m, '_, S> {
    fn module(&mut self) -> Written {
        let module = self.module;
        // As a plain byte or as a number: the same bytes.
        self.byte(u8::from(module.stripped));
        self.list("enum", &module.enums, Self::enumeration)?;
        self.list("class", &module.classes, Self::class_head)?;
        self.list("funcdef", &module.funcdefs, Self::function)?;
        self.class_bodies(&module.classes)?;
        self.list("typedef", &module.typedefs, Self::typedef)?;
        self.list("global", &module.globals, Self::global)?;
        self.list("script function", &module.script_functions, Self::function)?;
        self.list("global function", &module.global_functions, Self::function)?;
        self.list("import", &module.imports, |encoder, import| {
            encoder.function(&import.function)?;
            encoder.string(&import.module).within("module")
        })?;
        self.list("used type", &module.used_types, Self::type_info)?;
        self.list("used type number", &module.used_type_ids, Self::data_type)?;
        self.list("used function", &module.used_functions, Self::used_function)?;
        self.list("used global", &module.used_globals, Self::used_global)?;
        self.list("text", &module.strings, Self::string)?;
        self.list("used member", &module.used_properties, |encoder, used| {
            encoder.type_info(&used.owner)?;
            encoder.string(&used.name).within("name")
        })?;
        let types = module.data_types.len() as u64 == u64::from(self.data_types);
        self.demand(types, "a type that nothing uses")?;
        let functions = module.functions.len() as u64 == u64::from(self.functions);
        self.demand(functions, "a function that nothing mentions")
    }

    fn global(&mut self, global: &'m Global<'_>) -> Written {
        let Global { name, namespace, data_type, initializer } = global;
        self.string(name).within("name")?;
        self.string(namespace).within("namespace")?;
        self.data_type(data_type).within("type")?;
        self.function(initializer).within("initializer")
    }

    fn used_function(&mut self, used: &'m UsedFunction<'_>) -> Written {
        let Some(origin) = used.origin() else {
            self.byte(b'n');
            return Ok(());
        };
        self.demand_layout(origin != Origin::Shared || self.features.shared_functions, "shared functions")?;
        self.byte(origin.tag());
        match used.signature() {
            Some(signature) => self.signature(signature),
            None => self.delegate_factory(),
        }
    }

    fn used_global(&mut self, global: &'m UsedGlobal<'_>) -> Written {
        let UsedGlobal { name, namespace, data_type, in_module } = global;
        self.string(name).within("name")?;
        self.string(namespace).within("namespace")?;
        self.data_type(data_type).within("type")?;
        self.byte(*in_module);
        Ok(())
    }
}
