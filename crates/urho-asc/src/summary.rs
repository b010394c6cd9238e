//! Output of `inspect --json` for a script.

use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use binio::Name;
use binio::summary::Block;
use serde::Serialize;

use crate::function::{Function, FunctionId, FunctionRef};
use crate::module::{Class, Enum, Module, Origin, TypeHead, Typedef, UsedFunction};
use crate::script::{Opaque, Script};
use crate::text::Spelling::Stored;
use crate::types::{TypeId, TypeInfo};

/// A script without its code.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Summary<'m> {
    /// A script of a known layout.
    Module(Box<ModuleSummary<'m>>),
    /// A script of an unknown layout.
    Opaque(OpaqueSummary<'m>),
}

/// A script of a known layout. Types and functions are spelled from the stored data only: `const String&` without `in`,
/// parameters without names, and a template argument stored as a token as `Array<ttInt>`.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ModuleSummary<'m> {
    /// Version of AngelScript.
    pub layout: &'static str,
    /// Engines with this version.
    pub engines: &'static str,
    /// Whether debug information is omitted.
    pub stripped: bool,
    /// Enums that the module declares.
    pub enums: Vec<EnumSummary<'m>>,
    /// Classes and interfaces.
    pub classes: Vec<ClassSummary<'m>>,
    /// Function types (`funcdef`), in script syntax.
    pub funcdefs: Vec<String>,
    /// Other names of primitive types.
    pub typedefs: Vec<TypedefSummary<'m>>,
    /// Global variables: namespace, name, type.
    pub globals: Vec<(Name<'m>, Name<'m>, String)>,
    /// Functions with a body, in order.
    pub functions: Vec<FunctionSummary<'m>>,
    /// Functions that can be called by name.
    #[serde(rename = "globalFunctions")]
    pub global_functions: Vec<String>,
    /// Functions of other modules: signature, module.
    pub imports: Vec<(String, Name<'m>)>,
    /// Types in code.
    #[serde(rename = "usedTypes")]
    pub used_types: Vec<String>,
    /// Types whose numbers occur in code.
    #[serde(rename = "usedTypeIds")]
    pub used_type_ids: Vec<String>,
    /// Functions called by code: `m` of the module, `a` of the application, `s` shared, `n` none; signature.
    #[serde(rename = "usedFunctions")]
    pub used_functions: Vec<(char, Option<String>)>,
    /// Globals accessed by code: name, namespace, type, 1 for the script's own.
    #[serde(rename = "usedGlobals")]
    pub used_globals: Vec<(Name<'m>, Name<'m>, String, u8)>,
    /// String literals.
    pub strings: Vec<Name<'m>>,
    /// Members accessed by code: type, name.
    #[serde(rename = "usedProps")]
    pub used_properties: Vec<(String, Name<'m>)>,
    /// Number of occurrences of each instruction.
    pub ops: BTreeMap<&'static str, u64>,
    /// Imports from the engine.
    pub api: Api,
}

/// Imports from the engine.
#[derive(Clone, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct Api {
    /// Types that the script uses and doesn't declare.
    pub types: Vec<String>,
    /// Functions and methods.
    pub functions: Vec<String>,
    /// Global variables, in script syntax.
    pub globals: Vec<String>,
    /// Members of types that the script doesn't declare.
    pub members: Vec<String>,
}

/// A script of an unknown layout.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct OpaqueSummary<'m> {
    /// `None`: the layout is unknown.
    pub layout: Option<&'static str>,
    /// Whether debug information is omitted, from the first byte.
    pub stripped: Option<bool>,
    /// Reason why it can't be read.
    pub reason: Option<String>,
    /// Probable texts.
    pub strings: Vec<Name<'m>>,
    /// Size and hash of the stream.
    #[serde(flatten)]
    pub data: Block,
}

/// Common start of declared types.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct HeadSummary<'m> {
    /// Name of the type.
    pub name: Name<'m>,
    /// Flags of the type as AngelScript numbers them.
    pub flags: u64,
    /// Size of an object, in bytes.
    pub size: i64,
    /// Namespace; empty for the global one.
    pub ns: Name<'m>,
    /// Whether another module declares it.
    pub ext: bool,
}

/// An enum and its values.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct EnumSummary<'m> {
    /// Name and flags.
    #[serde(flatten)]
    pub head: HeadSummary<'m>,
    /// Names and values.
    pub values: Vec<(Name<'m>, i32)>,
}

/// Another name of a primitive type.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct TypedefSummary<'m> {
    /// Name and flags.
    #[serde(flatten)]
    pub head: HeadSummary<'m>,
    /// AngelScript's name of the token.
    pub alias: String,
}

/// A class or an interface.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ClassSummary<'m> {
    /// Name and flags.
    #[serde(flatten)]
    pub head: HeadSummary<'m>,
    /// Base class.
    pub base: Option<String>,
    /// Implemented interfaces.
    pub ifaces: Vec<String>,
    /// Declarations of the constructors.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ctors: Option<Vec<String>>,
    /// Declarations of the methods.
    pub methods: Vec<String>,
    /// Members: name, type, flags (1 private, 2 protected, 4 inherited).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub props: Option<Vec<(Name<'m>, String, i64)>>,
}

/// A function and its code.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct FunctionSummary<'m> {
    /// Declaration, in script syntax.
    pub decl: String,
    /// Number of instructions.
    pub instr: Option<u32>,
    /// The source file.
    pub section: Option<Name<'m>>,
    /// Line in the low 20 bits, column in the bits above.
    #[serde(rename = "declaredAt")]
    pub declared_at: Option<i64>,
    /// Names of the parameters.
    pub params: Option<Vec<Name<'m>>>,
    /// Size and hash of the bytecode; `None` without a body.
    #[serde(flatten)]
    pub code: Option<Block>,
}

impl Script<'_> {
    /// Returns the script without its code; with the SHA-256 of every block of code if `hashes`.
    pub fn summary(&self, hashes: bool) -> Summary<'_> {
        match self {
            Self::Module(module) => Summary::Module(Box::new(module.summary(hashes))),
            Self::Opaque(opaque) => Summary::Opaque(opaque.summary(hashes)),
        }
    }
}

impl Opaque<'_> {
    fn summary(&self, hashes: bool) -> OpaqueSummary<'_> {
        OpaqueSummary {
            layout: None,
            stripped: self.stripped(),
            reason: self.reason().map(|reason| reason.to_string()),
            strings: self.strings().collect(),
            data: Block::new(&self.stream, hashes),
        }
    }
}

impl Module<'_> {
    /// Returns the script without its code; with the SHA-256 of every block of code if `hashes`.
    pub fn summary(&self, hashes: bool) -> ModuleSummary<'_> {
        ModuleSummary {
            layout: self.layout.version(),
            engines: self.layout.engines(),
            stripped: self.stripped,
            enums: self.enums.iter().map(enum_summary).collect(),
            classes: self.classes.iter().map(|class| self.class_summary(class)).collect(),
            funcdefs: self.declarations_of(&self.funcdefs),
            typedefs: self.typedefs.iter().map(|typedef| self.typedef_summary(typedef)).collect(),
            globals: self
                .globals
                .iter()
                .map(|one| (one.namespace.borrowed(), one.name.borrowed(), self.stored_type(one.data_type)))
                .collect(),
            functions: self.script_functions.iter().flatten().map(|id| self.function_summary(*id, hashes)).collect(),
            global_functions: self.declarations_of(&self.global_functions),
            imports: self
                .imports
                .iter()
                .map(|one| (self.declarations_of(&[one.function]).concat(), one.module.borrowed()))
                .collect(),
            used_types: self.used_types.iter().map(|info| self.stored(info)).collect(),
            used_type_ids: self.used_type_ids.iter().map(|id| self.stored_type(*id)).collect(),
            used_functions: self.used_functions.iter().map(|function| self.used_function_summary(function)).collect(),
            used_globals: self
                .used_globals
                .iter()
                .map(|one| {
                    let data_type = self.stored_type(one.data_type);
                    (one.name.borrowed(), one.namespace.borrowed(), data_type, one.in_module)
                })
                .collect(),
            strings: self.strings.iter().map(Name::borrowed).collect(),
            used_properties: self
                .used_properties
                .iter()
                .map(|one| (self.stored(&one.owner), one.name.borrowed()))
                .collect(),
            ops: self.instruction_counts(),
            api: self.api(),
        }
    }

    fn typedef_summary<'m>(&self, typedef: &'m Typedef<'_>) -> TypedefSummary<'m> {
        let alias = typedef.alias.name(self.layout).map_or_else(|| typedef.alias.0.to_string(), String::from);
        TypedefSummary { head: head(&typedef.head), alias }
    }

    /// Returns the tag of a used function's origin, and its declaration.
    fn used_function_summary(&self, function: &UsedFunction<'_>) -> (char, Option<String>) {
        match function.origin() {
            Some(origin) => (char::from(origin.tag()), Some(self.spelled_used_function(function, Stored).to_string())),
            None => ('n', None),
        }
    }

    fn stored_type(&self, id: TypeId) -> String {
        self.spelled_type(id, Stored).to_string()
    }

    fn stored(&self, info: &TypeInfo<'_>) -> String {
        self.spelled_info(info, Stored).to_string()
    }

    fn declaration(&self, id: FunctionId) -> String {
        match self.function(id).and_then(Function::signature) {
            Some(signature) => self.spelled_signature(signature, None, Stored).to_string(),
            None => String::from(crate::DELEGATE_FACTORY),
        }
    }

    fn declarations_of(&self, functions: &[FunctionRef]) -> Vec<String> {
        functions.iter().flatten().map(|id| self.declaration(*id)).collect()
    }

    fn class_summary<'m>(&'m self, class: &'m Class<'_>) -> ClassSummary<'m> {
        let Some(body) = &class.body else {
            let (ifaces, methods) = (Vec::new(), Vec::new());
            return ClassSummary { head: head(&class.head), base: None, ifaces, ctors: None, methods, props: None };
        };
        let members = !class.head.is_interface();
        let constructors = || {
            let constructors: Vec<_> = body.constructors.iter().map(|one| one.construct).collect();
            self.declarations_of(&constructors)
        };
        let properties = || {
            let properties = body.properties.iter();
            properties
                .map(|one| {
                    let data_type = self.spelled_type(one.data_type, Stored).to_string();
                    (one.name.borrowed(), data_type, one.flags)
                })
                .collect()
        };
        ClassSummary {
            head: head(&class.head),
            base: Some(&body.base).filter(|base| !base.is_none()).map(|base| self.stored(base)),
            ifaces: body.interfaces.iter().map(|one| self.stored(&one.interface)).collect(),
            ctors: members.then(constructors),
            methods: self.declarations_of(&body.methods),
            props: members.then(properties),
        }
    }

    fn function_summary(&self, id: FunctionId, hashes: bool) -> FunctionSummary<'_> {
        let code = self.function(id).and_then(Function::code);
        let debug = code.and_then(|code| code.debug.as_deref());
        FunctionSummary {
            decl: self.declaration(id),
            instr: code.map(|code| code.instruction_count),
            section: debug.map(|debug| debug.section.borrowed()),
            declared_at: debug.map(|debug| debug.declared_at),
            params: debug.map(|debug| debug.parameter_names.iter().map(Name::borrowed).collect()),
            code: code.map(|code| Block::new(&code.bytecode, hashes)),
        }
    }

    /// Returns the number of occurrences of each instruction in the code.
    pub fn instruction_counts(&self) -> BTreeMap<&'static str, u64> {
        let code = self.functions.iter().filter_map(Function::code);
        let names = code.flat_map(|code| code.instructions()).filter_map(|instruction| instruction.opcode.name());
        names.fold(BTreeMap::new(), |mut counts, name| {
            *counts.entry(name).or_default() += 1;
            counts
        })
    }

    fn api(&self) -> Api {
        let own = self.own_types();
        let foreign = |info: &TypeInfo<'_>| match info {
            TypeInfo::Named(named) => !own.contains(&(&named.namespace, &named.name)) && !named.name.starts_with(b"$"),
            TypeInfo::Template(_) => true,
            _ => false,
        };
        let infos = self.data_types.iter().filter_map(|one| one.info.as_deref()).chain(&self.used_types);
        let types: BTreeSet<String> =
            infos.filter(|info| foreign(info)).map(|info| self.type_info_text(info).to_string()).collect();
        let application = self.used_functions.iter().filter(|used| used.origin() == Some(Origin::Application));
        let members = self.used_properties.iter().filter(|used| foreign(&used.owner));
        Api {
            types: types.into_iter().collect(),
            functions: application.map(|used| self.used_function_text(used).to_string()).collect(),
            globals: self
                .used_globals
                .iter()
                .filter(|used| used.in_module == 0)
                .map(|used| used.name.to_string())
                .collect(),
            members: members.map(|used| alloc::format!("{}.{}", self.type_info_text(&used.owner), used.name)).collect(),
        }
    }

    /// Returns namespaces and names of the types that the script declares.
    fn own_types(&self) -> BTreeSet<(&Name<'_>, &Name<'_>)> {
        let enums = self.enums.iter().map(|one| &one.head);
        let classes = self.classes.iter().map(|one| &one.head);
        let heads = enums.chain(classes).chain(self.typedefs.iter().map(|one| &one.head));
        let funcdefs = self.funcdefs.iter().flatten().filter_map(|id| self.function(*id)?.signature());
        let funcdefs = funcdefs.filter_map(|signature| match &signature.scope {
            crate::Scope::Namespace(namespace) => Some((namespace, &signature.name)),
            _ => None,
        });
        heads.map(|head| (&head.namespace, &head.name)).chain(funcdefs).collect()
    }
}

fn enum_summary<'m>(one: &'m Enum<'_>) -> EnumSummary<'m> {
    let values = one.values.iter().map(|(name, value)| (name.borrowed(), *value)).collect();
    EnumSummary { head: head(&one.head), values }
}

fn head<'m>(head: &'m TypeHead<'_>) -> HeadSummary<'m> {
    HeadSummary {
        name: head.name.borrowed(),
        flags: head.flags.0,
        size: head.size,
        ns: head.namespace.borrowed(),
        ext: head.external,
    }
}
