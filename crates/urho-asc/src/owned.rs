//! Copies of scripts that own their data.

use alloc::boxed::Box;
use alloc::vec::Vec;
use binio::Name;

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

impl Script<'_> {
    /// Converts this into an owned script, to be kept longer than the bytes of the file.
    pub fn into_owned(self) -> Script<'static> {
        match self {
            Self::Module(module) => Script::Module(module.into_owned()),
            Self::Opaque(opaque) => Script::Opaque(Opaque { stream: opaque.stream.into_owned() }),
        }
    }
}

impl Module<'_> {
    /// Converts this into an owned module, to be kept longer than the bytes of the file.
    pub fn into_owned(self) -> Module<'static> {
        Module {
            layout: self.layout,
            stripped: self.stripped,
            data_types: all(self.data_types, data_type),
            functions: all(self.functions, function),
            enums: all(self.enums, |one| Enum {
                head: head(one.head),
                values: all(one.values, |(name, value)| (name.into_owned(), value)),
            }),
            classes: all(self.classes, |one| Class {
                head: head(one.head),
                body: one.body.map(|body| Box::new(class_body(*body))),
            }),
            funcdefs: self.funcdefs,
            typedefs: all(self.typedefs, |one| Typedef { head: head(one.head), alias: one.alias }),
            globals: all(self.globals, |one| Global {
                name: one.name.into_owned(),
                namespace: one.namespace.into_owned(),
                data_type: one.data_type,
                initializer: one.initializer,
            }),
            script_functions: self.script_functions,
            global_functions: self.global_functions,
            imports: all(self.imports, |one| Import { function: one.function, module: one.module.into_owned() }),
            used_types: all(self.used_types, type_info),
            used_type_ids: self.used_type_ids,
            used_functions: all(self.used_functions, used_function),
            used_globals: all(self.used_globals, |one| UsedGlobal {
                name: one.name.into_owned(),
                namespace: one.namespace.into_owned(),
                data_type: one.data_type,
                in_module: one.in_module,
            }),
            strings: all(self.strings, Name::into_owned),
            used_properties: all(self.used_properties, |one| UsedProperty {
                owner: type_info(one.owner),
                name: one.name.into_owned(),
            }),
        }
    }
}

fn all<T, U>(items: Vec<T>, owned: impl Fn(T) -> U) -> Vec<U> {
    items.into_iter().map(owned).collect()
}

fn head(head: TypeHead<'_>) -> TypeHead<'static> {
    let TypeHead { name, namespace, flags, size, external } = head;
    TypeHead { name: name.into_owned(), namespace: namespace.into_owned(), flags, size, external }
}

fn data_type(data_type: DataType<'_>) -> DataType<'static> {
    let DataType { token, flags, info } = data_type;
    DataType { token, flags, info: info.map(|info| Box::new(type_info(*info))) }
}

fn type_info(info: TypeInfo<'_>) -> TypeInfo<'static> {
    match info {
        TypeInfo::None => TypeInfo::None,
        TypeInfo::Named(named) => TypeInfo::Named(Box::new(QualifiedName {
            name: named.name.into_owned(),
            namespace: named.namespace.into_owned(),
        })),
        TypeInfo::Template(template) => TypeInfo::Template(Box::new(TemplateInstance {
            name: template.name.into_owned(),
            namespace: template.namespace.into_owned(),
            arguments: template.arguments,
        })),
        TypeInfo::ListPattern(of) => TypeInfo::ListPattern(Box::new(type_info(*of))),
        TypeInfo::Subtype(name) => TypeInfo::Subtype(name.into_owned()),
        TypeInfo::ChildFuncdef(child) => {
            let ChildFuncdef { name, parent } = *child;
            TypeInfo::ChildFuncdef(Box::new(ChildFuncdef { name: name.into_owned(), parent: type_info(parent) }))
        }
    }
}

fn class_body(body: ClassBody<'_>) -> ClassBody<'static> {
    ClassBody {
        base: type_info(body.base),
        interfaces: all(body.interfaces, |one| Implemented {
            interface: type_info(one.interface),
            table_offset: one.table_offset,
        }),
        destructor: body.destructor,
        constructors: body.constructors,
        methods: body.methods,
        virtual_table: body.virtual_table,
        properties: all(body.properties, |one| Property {
            name: one.name.into_owned(),
            data_type: one.data_type,
            flags: one.flags,
        }),
    }
}

fn used_function(used: UsedFunction<'_>) -> UsedFunction<'static> {
    match used {
        UsedFunction::Null => UsedFunction::Null,
        UsedFunction::DelegateFactory(origin) => UsedFunction::DelegateFactory(origin),
        UsedFunction::Declared(origin, one) => UsedFunction::Declared(origin, Box::new(signature(*one))),
    }
}

fn function(function: Function<'_>) -> Function<'static> {
    match function {
        Function::DelegateFactory => Function::DelegateFactory,
        Function::Declared(one) => {
            let DeclaredFunction { signature: head, body } = *one;
            let body = match body {
                Body::None => Body::None,
                Body::Slot(slot) => Body::Slot(slot),
                Body::Funcdef(bits) => Body::Funcdef(bits),
                Body::Script(ScriptBody { traits, code: body }) => {
                    Body::Script(ScriptBody { traits, code: body.map(|body| Box::new(code(*body))) })
                }
            };
            Function::Declared(Box::new(DeclaredFunction { signature: signature(head), body }))
        }
    }
}

fn signature(signature: Signature<'_>) -> Signature<'static> {
    Signature {
        name: signature.name.into_owned(),
        return_type: signature.return_type,
        parameters: signature.parameters,
        passing: signature.passing,
        kind: signature.kind,
        default_arguments: all(signature.default_arguments, Name::into_owned),
        scope: match signature.scope {
            Scope::Class(class) => Scope::Class(type_info(class)),
            Scope::Namespace(name) => Scope::Namespace(name.into_owned()),
            Scope::Parent(parent) => Scope::Parent(type_info(parent)),
        },
        traits: signature.traits,
        template_subtypes: signature.template_subtypes,
    }
}

fn code(code: Code<'_>) -> Code<'static> {
    Code {
        instruction_count: code.instruction_count,
        bytecode: code.bytecode.into_owned(),
        variable_space: code.variable_space,
        objects: code.objects.map(|objects| {
            let Objects { variables, on_heap, lives } = *objects;
            let variables =
                all(variables, |one| ObjectVariable { type_info: type_info(one.type_info), position: one.position });
            Box::new(Objects { variables, on_heap, lives })
        }),
        try_blocks: code.try_blocks,
        variables: all(code.variables, |one| Variable { name: one.name.into_owned(), ..one }),
        debug: code.debug.map(|debug| Box::new(debug_info(*debug))),
    }
}

fn debug_info(debug: DebugInfo<'_>) -> DebugInfo<'static> {
    DebugInfo {
        line_numbers: debug.line_numbers,
        sections: all(debug.sections, |one| SectionStart { instruction: one.instruction, name: one.name.into_owned() }),
        section: debug.section.into_owned(),
        declared_at: debug.declared_at,
        parameter_names: all(debug.parameter_names, Name::into_owned),
    }
}
