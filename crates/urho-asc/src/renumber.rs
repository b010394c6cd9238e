//! Renumbers types and functions by their first references.

use alloc::boxed::Box;
use alloc::vec::Vec;
use binio::{Fault, MAX_DEPTH, Path};

use crate::error::{Error, ErrorKind};
use crate::function::{Body, Code, Function, FunctionId, FunctionRef, Scope, Signature};
use crate::module::{ClassBody, Module, UsedFunction};
use crate::types::{DataType, TemplateArgument, TypeId, TypeInfo};

impl Module<'_> {
    /// Sorts types and functions by where the stream will first refer to them, and removes those that are not used. You
    /// must call this after an edit that adds, moves or removes a reference to a type or a function, or you will not be
    /// able to write the module.
    ///
    /// # Errors
    /// Returns [`Fault::Limit`] when types are nested too deep, and [`ErrorKind::NoSuch`] when a reference leads to
    /// nothing. The module is not changed after an error.
    pub fn renumber(&mut self) -> Result<(), Error> {
        let mut changed = self.clone();
        let mut order = Order {
            depth_left: MAX_DEPTH,
            old_types: core::mem::take(&mut changed.data_types).into_iter().map(Some).collect(),
            old_functions: core::mem::take(&mut changed.functions).into_iter().map(Some).collect(),
            ..Order::default()
        };
        order.type_numbers.resize(order.old_types.len(), None);
        order.function_numbers.resize(order.old_functions.len(), None);
        order.module(&mut changed).map_err(|kind| Error::new(kind, Path::new()))?;
        changed.data_types = order.types;
        changed.functions = order.functions;
        *self = changed;
        Ok(())
    }
}

type Done = Result<(), ErrorKind>;

/// The references that were found up to now.
#[derive(Default)]
struct Order<'a> {
    depth_left: u16,
    old_types: Vec<Option<DataType<'a>>>,
    old_functions: Vec<Option<Function<'a>>>,
    /// The new number for each old type or function.
    type_numbers: Vec<Option<u32>>,
    function_numbers: Vec<Option<u32>>,
    types: Vec<DataType<'a>>,
    functions: Vec<Function<'a>>,
}

impl<'a> Order<'a> {
    fn module(&mut self, module: &mut Module<'a>) -> Done {
        self.all_functions(&mut module.funcdefs)?;
        let mut bodies: Vec<(bool, &mut Box<ClassBody<'a>>)> = Vec::new();
        for class in &mut module.classes {
            let interface = class.head.is_interface();
            bodies.extend(class.body.as_mut().map(|body| (interface, body)));
        }
        for interfaces in [true, false] {
            let some = bodies.iter_mut().filter(|(interface, _)| *interface == interfaces);
            some.into_iter().try_for_each(|(_, body)| self.class_body(body))?;
        }
        for (_, body) in &mut bodies {
            body.properties.iter_mut().try_for_each(|one| self.data_type(&mut one.data_type))?;
        }
        for global in &mut module.globals {
            self.data_type(&mut global.data_type)?;
            self.function(&mut global.initializer)?;
        }
        self.all_functions(&mut module.script_functions)?;
        self.all_functions(&mut module.global_functions)?;
        module.imports.iter_mut().try_for_each(|import| self.function(&mut import.function))?;
        module.used_types.iter_mut().try_for_each(|info| self.type_info(info))?;
        self.all_types(&mut module.used_type_ids)?;
        for used in &mut module.used_functions {
            if let UsedFunction::Declared(_, signature) = used {
                self.signature(signature)?;
            }
        }
        module.used_globals.iter_mut().try_for_each(|global| self.data_type(&mut global.data_type))?;
        module.used_properties.iter_mut().try_for_each(|used| self.type_info(&mut used.owner))
    }

    fn class_body(&mut self, body: &mut ClassBody<'a>) -> Done {
        self.type_info(&mut body.base)?;
        body.interfaces.iter_mut().try_for_each(|one| self.type_info(&mut one.interface))?;
        self.function(&mut body.destructor)?;
        for constructor in &mut body.constructors {
            self.function(&mut constructor.construct)?;
            self.function(&mut constructor.factory)?;
        }
        self.all_functions(&mut body.methods)?;
        self.all_functions(&mut body.virtual_table)
    }

    fn all_functions(&mut self, functions: &mut [FunctionRef]) -> Done {
        functions.iter_mut().try_for_each(|function| self.function(function))
    }

    fn all_types(&mut self, types: &mut [TypeId]) -> Done {
        types.iter_mut().try_for_each(|id| self.data_type(id))
    }

    fn function(&mut self, function: &mut FunctionRef) -> Done {
        let Some(FunctionId(id)) = function else { return Ok(()) };
        let old = usize::try_from(*id).unwrap_or(usize::MAX);
        let number = self.function_numbers.get_mut(old);
        let number = number.ok_or(ErrorKind::NoSuch { what: "function", index: u64::from(*id) })?;
        if let Some(number) = number {
            *id = *number;
            return Ok(());
        }
        let new = u32::try_from(self.functions.len()).unwrap_or(u32::MAX);
        *number = Some(new);
        *id = new;
        let mut moved = self.old_functions.get_mut(old).and_then(Option::take).unwrap_or(Function::DelegateFactory);
        if let Function::Declared(function) = &mut moved {
            self.signature(&mut function.signature)?;
            if let Body::Script(body) = &mut function.body {
                body.code.iter_mut().try_for_each(|code| self.code(code))?;
            }
        }
        // Functions contain no functions, so that its number is still the next one.
        self.functions.push(moved);
        Ok(())
    }

    fn signature(&mut self, signature: &mut Signature<'a>) -> Done {
        self.data_type(&mut signature.return_type)?;
        self.all_types(&mut signature.parameters)?;
        match &mut signature.scope {
            Scope::Class(info) | Scope::Parent(info) => self.type_info(info)?,
            Scope::Namespace(_) => {}
        }
        self.all_types(signature.template_subtypes.as_deref_mut().unwrap_or_default())
    }

    fn code(&mut self, code: &mut Code<'a>) -> Done {
        if let Some(objects) = &mut code.objects {
            objects.variables.iter_mut().try_for_each(|one| self.type_info(&mut one.type_info))?;
        }
        code.variables.iter_mut().try_for_each(|variable| self.data_type(&mut variable.data_type))
    }

    fn data_type(&mut self, id: &mut TypeId) -> Done {
        let old = usize::try_from(id.0).unwrap_or(usize::MAX);
        let number = self.type_numbers.get_mut(old);
        let number = number.ok_or(ErrorKind::NoSuch { what: "type", index: u64::from(id.0) })?;
        if let Some(number) = number {
            id.0 = *number;
            return Ok(());
        }
        let place = self.types.len();
        *number = Some(u32::try_from(place).unwrap_or(u32::MAX));
        id.0 = number.unwrap_or(u32::MAX);
        let mut moved = self.old_types.get_mut(old).and_then(Option::take).unwrap_or_default();
        self.types.push(DataType::default());
        moved.info.iter_mut().try_for_each(|info| self.type_info(info))?;
        if let Some(slot) = self.types.get_mut(place) {
            *slot = moved;
        }
        Ok(())
    }

    fn type_info(&mut self, info: &mut TypeInfo<'a>) -> Done {
        self.depth_left = self.depth_left.checked_sub(1).ok_or(Fault::Limit("depth of types"))?;
        match info {
            TypeInfo::None | TypeInfo::Named(_) | TypeInfo::Subtype(_) => {}
            TypeInfo::ListPattern(of) => self.type_info(of)?,
            TypeInfo::ChildFuncdef(child) => self.type_info(&mut child.parent)?,
            TypeInfo::Template(template) => {
                for argument in &mut template.arguments {
                    if let TemplateArgument::Type(id) = argument {
                        self.data_type(id)?;
                    }
                }
            }
        }
        self.depth_left = self.depth_left.saturating_add(1);
        Ok(())
    }
}
