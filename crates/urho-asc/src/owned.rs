//! Copies of scripts that own their data.

use binio::into_owned;

use crate::function::{
    Body, Code, DebugInfo, DeclaredFunction, Function, ObjectVariable, Objects, Scope, ScriptBody, SectionStart,
    Signature, Variable,
};
use crate::module::{
    Class, ClassBody, Enum, Global, Implemented, Import, Module, Property, TypeHead, Typedef, UsedFunction, UsedGlobal,
    UsedProperty,
};
use crate::script::{Opaque, Script};
use crate::types::{ChildFuncdef, DataType, QualifiedName, TemplateInstance, TypeInfo};

into_owned! { pub enum Script { Module, Opaque } }
into_owned! { Opaque { stream } }
into_owned! {
    pub Module {
        data_types, functions, enums, classes, typedefs, globals, imports, used_types, used_functions, used_globals, strings,
        used_properties; version, stripped, funcdefs, script_functions, global_functions, used_type_ids
    }
}

into_owned! { Enum { head, values } }
into_owned! { Class { head, body } }
into_owned! { Typedef { head; alias } }
into_owned! { Global { name, namespace; data_type, initializer } }
into_owned! { Import { module; function } }
into_owned! { UsedGlobal { name, namespace; data_type, in_module } }
into_owned! { UsedProperty { owner, name } }
into_owned! { TypeHead { name, namespace; flags, size, external } }
into_owned! { ClassBody { base, interfaces, properties; destructor, constructors, methods, virtual_table } }
into_owned! { Implemented { interface; table_offset } }
into_owned! { Property { name; data_type, flags } }

into_owned! { DataType { info; token, flags } }
into_owned! { enum TypeInfo { Named, Template, ListPattern, Subtype, ChildFuncdef; ; None } }
into_owned! { QualifiedName { name, namespace } }
into_owned! { TemplateInstance { name, namespace; arguments } }
into_owned! { ChildFuncdef { name, parent } }

into_owned! { enum Function { Declared; ; DelegateFactory } }
into_owned! { DeclaredFunction { signature, body } }
into_owned! { enum Body { Script; Slot, Funcdef; None } }
into_owned! { ScriptBody { code; traits } }
into_owned! {
    Signature { name, default_arguments, scope; return_type, parameters, passing, kind, traits, template_subtypes }
}
into_owned! { enum Scope { Class, Namespace, Parent } }
into_owned! { Code { bytecode, objects, variables, debug; instruction_count, variable_space, try_blocks } }
into_owned! { Objects { variables; on_heap, lives } }
into_owned! { ObjectVariable { type_info; position } }
into_owned! { Variable { name; declared_at, offset, on_heap, data_type } }
into_owned! { DebugInfo { sections, section, parameter_names; line_numbers, declared_at } }
into_owned! { SectionStart { name; instruction } }

impl UsedFunction<'_> {
    fn into_owned(self) -> UsedFunction<'static> {
        match self {
            Self::Null => UsedFunction::Null,
            Self::DelegateFactory(origin) => UsedFunction::DelegateFactory(origin),
            Self::Declared(origin, one) => UsedFunction::Declared(origin, binio::IntoOwned::into_owned(one)),
        }
    }
}

into_owned! { impl UsedFunction }
