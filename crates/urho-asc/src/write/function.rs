//! Writes functions.

use binio::{Sink, Within};

use super::encoder::Encoder;
use crate::caps::Caps;
use crate::error::{ErrorKind, Written};
use crate::function::{
    Body, Code, CodeTraits, DELEGATE_FACTORY, DebugInfo, DeclaredFunction, Function, FunctionId, FunctionKind,
    FunctionRef, Objects, Scope, ScriptBody, Signature, Variable,
};
use crate::stream::ObjectBlock;
use crate::types::TypeInfo;

/// This bit is set in the kind of a function if template subtypes follow (2.38).
const TEMPLATE: i64 = 0x80;

impl<'m, S: Sink> Encoder<'m, '_, S> {
    /// Writes a function. It can be none; otherwise it is stored at its first reference, and later only referenced.
    pub(super) fn function(&mut self, function: &FunctionRef) -> Written {
        let Some(FunctionId(id)) = *function else {
            self.byte(0);
            return Ok(());
        };
        if id < self.functions {
            self.byte(b'r');
            return self.integer(i64::from(id));
        }
        let module = self.module;
        let Some(function) = module.function(FunctionId(id)).filter(|_| id == self.functions) else {
            return self.demand(false, "functions have to be numbered in the order of their first mention");
        };
        // The bytes of a function are at its first reference.
        self.out.mark("function", usize::try_from(id).ok());
        self.byte(b'f');
        self.functions += 1;
        match function {
            Function::DelegateFactory => self.delegate_factory(),
            Function::Declared(function) => self.declared(function),
        }
    }

    pub(super) fn delegate_factory(&mut self) -> Written {
        self.text(DELEGATE_FACTORY.as_bytes())
    }

    fn declared(&mut self, function: &'m DeclaredFunction<'_>) -> Written {
        let DeclaredFunction { signature, body } = function;
        self.signature(signature)?;
        match (signature.kind, body) {
            (FunctionKind::SCRIPT, Body::None) => {
                self.demand(self.is_external(signature), "a function of the script has a body")
            }
            (FunctionKind::SCRIPT, Body::Script(body)) => {
                self.demand(!self.is_external(signature), "a function of an external class has no body")?;
                self.script_body(body, signature)
            }
            (FunctionKind::VIRTUAL | FunctionKind::INTERFACE, Body::Slot(slot)) => self.integer(*slot).within("slot"),
            (FunctionKind::FUNCDEF, Body::Funcdef(bits)) => {
                self.byte(*bits);
                Ok(())
            }
            (FunctionKind::VIRTUAL | FunctionKind::INTERFACE | FunctionKind::FUNCDEF, _) => {
                self.demand(false, "the body of a function is of another kind than the function")
            }
            (_, body) => self.demand(*body == Body::None, "a function of this kind has no body"),
        }
    }

    /// Returns whether the function belongs to a class that another module declares.
    fn is_external(&self, signature: &Signature<'_>) -> bool {
        match &signature.scope {
            Scope::Class(TypeInfo::Named(class)) => self.external.contains(&(&*class.namespace, &*class.name)),
            _ => false,
        }
    }

    pub(super) fn signature(&mut self, signature: &'m Signature<'_>) -> Written {
        let Signature { name, return_type, parameters, passing, kind, default_arguments, scope, .. } = signature;
        self.demand(*name != DELEGATE_FACTORY, "of the function that makes delegates nothing but the name is stored")?;
        self.string(name).within("name")?;
        self.data_type(return_type).within("return type")?;
        self.list_up_to(Caps::PARAMETERS, "parameter", parameters, Self::data_type)?;
        let most = parameters.len() as u64;
        let counted = most > 0 || self.features.lists_without_parameters;
        if counted {
            self.list_up_to(most, "reference kind", passing, |encoder, one| encoder.integer(one.0))?;
        }
        self.function_kind(*kind, signature.template_subtypes.is_some())?;
        if counted {
            self.list_up_to(most, "default argument", default_arguments, Self::string)?;
        } else {
            let empty = passing.is_empty() && default_arguments.is_empty();
            self.demand(empty, "without parameters there are no reference kinds and default arguments")?;
        }
        self.scope_and_traits(signature, scope)?;
        match &signature.template_subtypes {
            Some(subtypes) => self.list("template subtype", subtypes, Self::data_type),
            None => Ok(()),
        }
    }

    fn function_kind(&mut self, kind: FunctionKind, template: bool) -> Written {
        let value = i64::from(kind.0);
        if value >= TEMPLATE {
            return Err(self.fail(ErrorKind::OutOfRange { what: "kind of function", value }));
        }
        self.demand_layout(!template || self.features.template_functions, "template functions")?;
        self.integer(if template { value | TEMPLATE } else { value })
    }

    fn scope_and_traits(&mut self, signature: &'m Signature<'_>, scope: &'m Scope<'_>) -> Written {
        let class = if let Scope::Class(class) = scope { class } else { &TypeInfo::None };
        let in_class = !class.is_none();
        self.demand(in_class || !matches!(scope, Scope::Class(_)), "a function of a class that is none")?;
        self.type_info(class).within("class")?;
        let accessor = self.features.property_traits && Signature::is_accessor(&signature.name);
        self.demand(
            signature.traits.is_some() == (in_class || accessor),
            "functions of classes have traits, and accessors since 2.38; no others",
        )?;
        if let Some(traits) = signature.traits {
            self.byte(traits.0);
        }
        let funcdef = signature.kind == FunctionKind::FUNCDEF;
        match scope {
            Scope::Class(_) => Ok(()),
            Scope::Namespace(namespace) => {
                if funcdef {
                    self.byte(b'n');
                }
                self.string(namespace).within("namespace")
            }
            Scope::Parent(parent) => {
                self.demand(funcdef, "only a funcdef has a parent")?;
                self.byte(b'o');
                self.type_info(parent).within("parent")
            }
        }
    }

    fn script_body(&mut self, body: &'m ScriptBody<'_>, signature: &Signature<'_>) -> Written {
        let ScriptBody { traits, code } = body;
        let first = self.features.traits_first;
        if first {
            self.byte(traits.0);
        }
        let external = first && traits.contains(CodeTraits::EXTERNAL);
        self.demand(code.is_none() == external, "external functions have no code, all others have some")?;
        let Some(code) = code else { return Ok(()) };
        let before = if first { *traits } else { CodeTraits::default() };
        self.code(code, before)?;
        if !first {
            self.byte(traits.0);
        }
        if let Some(debug) = &code.debug {
            self.string(&debug.section).within("section")?;
            self.integer(debug.declared_at).within("place")?;
            let most = signature.parameters.len() as u64;
            self.list_up_to(most, "parameter name", &debug.parameter_names, Self::string)?;
        }
        Ok(())
    }

    /// Writes the code up to its variables.
    fn code(&mut self, code: &'m Code<'_>, traits: CodeTraits) -> Written {
        self.demand(code.is_whole(), "the bytecode has another number of instructions than it says")?;
        let count = usize::try_from(code.instruction_count).unwrap_or(usize::MAX);
        self.count(count, "instruction", Caps::COUNT).within("instruction")?;
        self.out.bytes(&code.bytecode);
        self.integer(code.variable_space).within("variable space")?;
        let flagged = traits.contains(CodeTraits::HAS_OBJECTS);
        let expected = flagged || self.features.objects == ObjectBlock::Always;
        self.demand(code.objects.is_some() == expected, "objects exist if, and only if, the function's flag is set")?;
        if let Some(objects) = &code.objects {
            self.objects(objects)?;
        }
        let numbers = self.features.try_numbers;
        if numbers > 0 && traits.contains(CodeTraits::HAS_TRY_BLOCKS) {
            self.list("try block", &code.try_blocks, |encoder, block| {
                encoder.integers(&[block.start, block.catch])?;
                match numbers > 2 {
                    true => encoder.integer(block.stack_size),
                    false => encoder.demand_layout(block.stack_size == 0, "stack sizes of try blocks"),
                }
            })?;
        } else {
            self.demand(code.try_blocks.is_empty(), "try blocks that the function doesn't say it has")?;
        }
        self.demand(code.debug.is_none() == self.module.stripped, "debug information is all there, or not at all")?;
        if let Some(debug) = &code.debug {
            self.lines(debug)?;
        }
        self.variables(&code.variables)
    }

    fn objects(&mut self, objects: &'m Objects<'_>) -> Written {
        let Objects { variables, on_heap, lives } = objects;
        if self.features.objects == ObjectBlock::PositionsOnly {
            self.demand_layout(variables.is_empty(), "object variables of their own")?;
        } else {
            self.list("object variable", variables, |encoder, one| {
                encoder.type_info(&one.type_info)?;
                encoder.integer(one.position)
            })?;
        }
        if variables.is_empty() {
            self.demand(*on_heap == 0, "objects on the heap, but no objects")?;
        } else {
            self.integer(*on_heap)?;
        }
        self.list("life of an object", lives, |encoder, one| {
            encoder.integers(&[one.instruction, one.variable, one.option])
        })
    }

    /// Writes the line numbers and sections.
    fn lines(&mut self, debug: &'m DebugInfo<'_>) -> Written {
        self.list("line number", &debug.line_numbers, |encoder, one| encoder.integer(*one))?;
        self.count(debug.sections.len().saturating_mul(2), "section", Caps::COUNT).within("section")?;
        debug.sections.iter().enumerate().try_for_each(|(index, section)| {
            self.integer(section.instruction).within_item("section", index)?;
            self.string(&section.name).within_item("section", index)
        })
    }

    fn variables(&mut self, variables: &'m [Variable<'_>]) -> Written {
        let stripped = self.module.stripped;
        if self.features.packed_variables {
            return self.list("variable", variables, |encoder, one| encoder.packed_variable(one, stripped));
        }
        if stripped {
            return self.demand_layout(variables.is_empty(), "variables in a stripped script");
        }
        self.list("variable", variables, |encoder, one| {
            let Variable { declared_at, name, offset, on_heap, data_type } = one;
            encoder.demand_layout(!on_heap, "variables on the heap")?;
            encoder.integers(&[*declared_at, *offset])?;
            encoder.string(name).within("name")?;
            encoder.data_type(data_type).within("type")
        })
    }

    fn packed_variable(&mut self, variable: &'m Variable<'_>, stripped: bool) -> Written {
        let Variable { declared_at, name, offset, on_heap, data_type } = variable;
        if stripped {
            self.demand(*declared_at == 0 && name.is_empty(), "variables of a stripped script have no names")?;
        } else {
            self.integer(*declared_at)?;
            self.string(name).within("name")?;
        }
        let Some(packed) = offset.checked_mul(2).and_then(|twice| i32::try_from(twice).ok()) else {
            return Err(self.fail(ErrorKind::OutOfRange { what: "offset of a variable", value: *offset }));
        };
        let packed = packed | i32::from(*on_heap);
        self.integer(i64::from(u32::from_ne_bytes(packed.to_ne_bytes())))?;
        self.data_type(data_type).within("type")
    }
}
