//! Reads functions.

#![deny(clippy::arithmetic_side_effects)]

use alloc::boxed::Box;
use alloc::vec::Vec;
use binio::{Bytes, Within};

use super::reader::{Reader, Result};
use crate::bytecode;
use crate::caps::Caps;
use crate::error::ErrorKind;
use crate::function::{
    Body, Code, CodeTraits, DELEGATE_FACTORY, DebugInfo, DeclaredFunction, Function, FunctionId, FunctionKind,
    FunctionRef, ObjectLife, ObjectVariable, Objects, Passing, Scope, ScriptBody, SectionStart, Signature, Traits,
    TryBlock, Variable,
};
use crate::stream::ObjectBlock;
use crate::types::TypeInfo;

/// This bit is set in the kind of a function if template subtypes follow (2.38).
pub(crate) const TEMPLATE: i64 = 0x80;

impl<'a> Reader<'a> {
    /// Reads a function. It can be none, be stored here, or refer to a function that was stored before.
    pub(super) fn function(&mut self) -> Result<FunctionRef> {
        let at = self.stream.input();
        match self.byte()? {
            0 => Ok(None),
            b'r' => {
                let at = self.stream.input();
                let index = self.u32("number of a function")?;
                let count = self.functions.len() as u64;
                if u64::from(index) >= count {
                    return Err(at.fail(ErrorKind::NoSuch { what: "function", index: u64::from(index) }));
                }
                Ok(Some(FunctionId(index)))
            }
            b'f' => {
                // Functions contain no functions, so that the number is the same before and after.
                let number = u32::try_from(self.functions.len()).unwrap_or(u32::MAX);
                let function = self.new_function()?;
                self.functions.push(function);
                Ok(Some(FunctionId(number)))
            }
            tag => Err(at.fail(ErrorKind::UnknownTag { what: "kind of function reference", tag })),
        }
    }

    fn new_function(&mut self) -> Result<Function<'a>> {
        let Some(signature) = self.signature()? else { return Ok(Function::DelegateFactory) };
        let body = match signature.kind {
            FunctionKind::SCRIPT if self.is_external(&signature) => Body::None,
            FunctionKind::SCRIPT => Body::Script(self.script_body(&signature)?),
            FunctionKind::VIRTUAL | FunctionKind::INTERFACE => Body::Slot(self.integer().within("slot")?),
            FunctionKind::FUNCDEF => Body::Funcdef(self.byte()?),
            _ => Body::None,
        };
        Ok(Function::Declared(Box::new(DeclaredFunction { signature, body })))
    }

    /// Returns whether the function belongs to a class that another module declares.
    fn is_external(&self, signature: &Signature<'a>) -> bool {
        match &signature.scope {
            Scope::Class(TypeInfo::Named(class)) if !self.external.is_empty() => {
                self.external.contains(&(class.namespace.clone(), class.name.clone()))
            }
            _ => false,
        }
    }

    /// Reads a signature. For the delegate factory, this is `None`.
    pub(super) fn signature(&mut self) -> Result<Option<Signature<'a>>> {
        let name = self.string().within("name")?;
        if name == DELEGATE_FACTORY {
            return Ok(None);
        }
        let return_type = self.data_type().within("return type")?;
        let parameters = self.list_up_to(Caps::PARAMETERS, "parameter", 1, Self::data_type)?;
        let most = parameters.len() as u64;
        let counted = most > 0 || self.features.lists_without_parameters;
        let passing = match counted {
            true => self.list_up_to(most, "reference kind", 1, |reader| reader.integer().map(Passing))?,
            false => Vec::new(),
        };
        let (kind, template) = self.function_kind()?;
        let default_arguments = match counted {
            true => self.list_up_to(most, "default argument", 1, Self::string)?,
            false => Vec::new(),
        };
        let class = self.type_info().within("class")?;
        let accessor = self.features.property_traits && Signature::is_accessor(&name);
        let traits = match class.is_none() && !accessor {
            true => None,
            false => Some(Traits(self.byte()?)),
        };
        let scope = self.scope(class, kind)?;
        let template_subtypes = match template {
            true => Some(self.list("template subtype", 1, Self::data_type)?),
            false => None,
        };
        Ok(Some(Signature {
            name,
            return_type,
            parameters,
            passing,
            kind,
            default_arguments,
            scope,
            traits,
            template_subtypes,
        }))
    }

    /// Reads the kind of a function, and whether it is a template.
    fn function_kind(&mut self) -> Result<(FunctionKind, bool)> {
        let at = self.stream.input();
        let value = self.integer()?;
        let template = self.features.template_functions && value & TEMPLATE != 0;
        let kind = if template { value & !TEMPLATE } else { value };
        match u8::try_from(kind) {
            Ok(kind) if kind < 0x80 => Ok((FunctionKind(kind), template)),
            _ => Err(at.fail(ErrorKind::OutOfRange { what: "kind of function", value })),
        }
    }

    fn scope(&mut self, class: TypeInfo<'a>, kind: FunctionKind) -> Result<Scope<'a>> {
        if !class.is_none() {
            return Ok(Scope::Class(class));
        }
        if kind == FunctionKind::FUNCDEF {
            let at = self.stream.input();
            match self.byte()? {
                b'n' => {}
                b'o' => return self.type_info().within("parent").map(Scope::Parent),
                tag => return Err(at.fail(ErrorKind::UnknownTag { what: "place of a funcdef", tag })),
            }
        }
        self.string().within("namespace").map(Scope::Namespace)
    }

    fn script_body(&mut self, signature: &Signature<'a>) -> Result<ScriptBody<'a>> {
        let first = self.features.traits_first;
        let before = if first { CodeTraits(self.byte()?) } else { CodeTraits::default() };
        if before.contains(CodeTraits::EXTERNAL) {
            return Ok(ScriptBody { traits: before, code: None });
        }
        let mut code = self.code(before)?;
        let traits = if first { before } else { CodeTraits(self.byte()?) };
        if let Some(debug) = &mut code.debug {
            debug.section = self.string().within("section")?;
            debug.declared_at = self.integer().within("place")?;
            let most = signature.parameters.len() as u64;
            debug.parameter_names = self.list_up_to(most, "parameter name", 1, Self::string)?;
        }
        Ok(ScriptBody { traits, code: Some(Box::new(code)) })
    }

    /// Reads the code up to its variables.
    fn code(&mut self, traits: CodeTraits) -> Result<Code<'a>> {
        let (instruction_count, bytecode) = self.bytecode()?;
        let mut code = Code { instruction_count, bytecode, ..Code::default() };
        code.variable_space = self.integer().within("variable space")?;
        let flagged = traits.contains(CodeTraits::HAS_OBJECTS);
        code.objects = match self.features.objects {
            ObjectBlock::Always => Some(Box::new(self.objects(true)?)),
            ObjectBlock::Flagged if flagged => Some(Box::new(self.objects(true)?)),
            ObjectBlock::PositionsOnly if flagged => Some(Box::new(self.objects(false)?)),
            _ => None,
        };
        let numbers = self.features.try_numbers;
        if numbers > 0 && traits.contains(CodeTraits::HAS_TRY_BLOCKS) {
            code.try_blocks = self.list("try block", u64::from(numbers), |reader| reader.try_block(numbers > 2))?;
        }
        if !self.stripped {
            code.debug = Some(Box::new(self.lines()?));
        }
        code.variables = match (self.features.packed_variables, self.stripped) {
            (true, stripped) => self.list("variable", if stripped { 2 } else { 4 }, Self::packed_variable)?,
            (false, false) => self.list("variable", 4, Self::plain_variable)?,
            (false, true) => Vec::new(),
        };
        Ok(code)
    }

    /// Reads the number of instructions and then the instructions. How long these are depends on their operands.
    fn bytecode(&mut self) -> Result<(u32, Bytes<'a>)> {
        let count = self.count("instruction", Caps::COUNT).within("instruction")?;
        let block = self.take(|input| bytecode::instructions(input, count))?;
        Ok((u32::try_from(count).unwrap_or(u32::MAX), Bytes::from(block)))
    }

    fn objects(&mut self, with_variables: bool) -> Result<Objects<'a>> {
        let mut objects = Objects::default();
        if with_variables {
            objects.variables = self.list("object variable", 2, |reader| {
                let type_info = reader.type_info()?;
                Ok(ObjectVariable { type_info, position: reader.integer()? })
            })?;
            if !objects.variables.is_empty() {
                objects.on_heap = self.integer()?;
            }
        }
        objects.lives = self.list("life of an object", 3, |reader| {
            let (instruction, variable) = (reader.integer()?, reader.integer()?);
            Ok(ObjectLife { instruction, variable, option: reader.integer()? })
        })?;
        Ok(objects)
    }

    fn try_block(&mut self, with_stack_size: bool) -> Result<TryBlock> {
        let (start, catch) = (self.integer()?, self.integer()?);
        let stack_size = if with_stack_size { self.integer()? } else { 0 };
        Ok(TryBlock { start, catch, stack_size })
    }

    /// Reads the line numbers and sections. The rest of the debug information comes after the variables.
    fn lines(&mut self) -> Result<DebugInfo<'a>> {
        let line_numbers = self.list("line number", 1, Self::integer)?;
        let at = self.stream.input();
        // Alternating numbers and names, counted together.
        let values = self.count("section", Caps::COUNT).within("section")?;
        if values & 1 == 1 {
            let value = i64::try_from(values).unwrap_or(i64::MAX);
            return Err(at.fail(ErrorKind::OutOfRange { what: "count of sections", value })).within("section");
        }
        let sections = self.repeat(at, values >> 1, "section", 2, |reader| {
            let instruction = reader.integer()?;
            Ok(SectionStart { instruction, name: reader.string()? })
        })?;
        Ok(DebugInfo { line_numbers, sections, ..DebugInfo::default() })
    }

    /// Reads a variable as stored since 2.36.
    fn packed_variable(&mut self) -> Result<Variable<'a>> {
        let mut variable = Variable::default();
        if !self.stripped {
            variable.declared_at = self.integer()?;
            variable.name = self.string().within("name")?;
        }
        // Twice the offset, plus 1 if it is on the heap: signed 32 bits, stored as unsigned.
        let packed = self.u32("offset of a variable")?;
        variable.offset = i64::from(i32::from_ne_bytes(packed.to_ne_bytes()) >> 1);
        variable.on_heap = packed & 1 == 1;
        variable.data_type = self.data_type().within("type")?;
        Ok(variable)
    }

    /// Reads a variable as stored before 2.36.
    fn plain_variable(&mut self) -> Result<Variable<'a>> {
        let declared_at = self.integer()?;
        let offset = self.integer()?;
        let name = self.string().within("name")?;
        let data_type = self.data_type().within("type")?;
        Ok(Variable { declared_at, name, offset, on_heap: false, data_type })
    }
}
