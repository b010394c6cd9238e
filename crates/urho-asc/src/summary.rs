//! What `inspect --json` prints for a script.

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

/// The summary of a script without its code. Use [`Script::summary`] to create it.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Summary<'m> {
    /// The version is known.
    Module(Box<ModuleSummary<'m>>),
    /// The version is unknown.
    Opaque(OpaqueSummary<'m>),
}

/// The summary of a script whose version is known.
///
/// Types and functions are written as stored, and not as in the source: `const String&` without `in`, parameters
/// without names, and `Array<ttInt>` if a template argument is stored as a token.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ModuleSummary<'m> {
    /// The version of AngelScript.
    pub layout: &'static str,
    /// The engines that use this version.
    pub engines: &'static str,
    /// Whether debug information was left out.
    pub stripped: bool,
    /// The enums that the module declares.
    pub enums: Vec<EnumSummary<'m>>,
    /// The classes and interfaces that the module declares.
    pub classes: Vec<ClassSummary<'m>>,
    /// The function types (`funcdef`) in script syntax.
    pub funcdefs: Vec<String>,
    /// Other names for primitive types.
    pub typedefs: Vec<TypedefSummary<'m>>,
    /// The global variables, with namespace, name and type.
    pub globals: Vec<(Name<'m>, Name<'m>, String)>,
    /// The functions with a body, in order.
    pub functions: Vec<FunctionSummary<'m>>,
    /// The functions that can be called by name.
    #[serde(rename = "globalFunctions")]
    pub global_functions: Vec<String>,
    /// The functions from other modules, with signature and module.
    pub imports: Vec<(String, Name<'m>)>,
    /// The types that the code uses.
    #[serde(rename = "usedTypes")]
    pub used_types: Vec<String>,
    /// The types whose index is in the code.
    #[serde(rename = "usedTypeIds")]
    pub used_type_ids: Vec<String>,
    /// The functions that the code calls, with a letter and the signature. The letter is `m` for the module, `a` for
    /// the application, `s` for shared and `n` for none.
    #[serde(rename = "usedFunctions")]
    pub used_functions: Vec<(char, Option<String>)>,
    /// The globals that the code uses, with namespace, name and type. The last number is 1 if it belongs to the script.
    #[serde(rename = "usedGlobals")]
    pub used_globals: Vec<(Name<'m>, Name<'m>, String, u8)>,
    /// The string literals.
    pub strings: Vec<Name<'m>>,
    /// The members that the code uses, with type and name.
    #[serde(rename = "usedProps")]
    pub used_properties: Vec<(String, Name<'m>)>,
    /// How often each instruction is used.
    pub ops: BTreeMap<&'static str, u64>,
    /// What the engine must provide.
    pub api: Api,
}

/// What the engine must provide for this script.
#[derive(Clone, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct Api {
    /// The types that the script uses but does not declare.
    pub types: Vec<String>,
    /// The functions and methods.
    pub functions: Vec<String>,
    /// The global variables in script syntax.
    pub globals: Vec<String>,
    /// The members of types that the script does not declare.
    pub members: Vec<String>,
}

/// The summary of a script whose version is unknown.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct OpaqueSummary<'m> {
    /// This is always `None`, because the version is unknown.
    pub layout: Option<&'static str>,
    /// Whether debug information was left out, according to the first byte.
    pub stripped: Option<bool>,
    /// The reason why the script can't be read.
    pub reason: Option<String>,
    /// What looks like a string.
    pub strings: Vec<Name<'m>>,
    /// The size and the hash of the stream.
    #[serde(flatten)]
    pub data: Block,
}

/// What all declared types have in common.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct HeadSummary<'m> {
    /// The name of the type.
    pub name: Name<'m>,
    /// The flags as AngelScript numbers them.
    pub flags: u64,
    /// The size of an object in bytes.
    pub size: i64,
    /// The namespace. For the global namespace, this is empty.
    pub ns: Name<'m>,
    /// Whether another module declares the type.
    pub ext: bool,
}

/// The summary of an enum.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct EnumSummary<'m> {
    /// The name and the flags.
    #[serde(flatten)]
    pub head: HeadSummary<'m>,
    /// The names and values.
    pub values: Vec<(Name<'m>, i32)>,
}

/// The summary of a typedef.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct TypedefSummary<'m> {
    /// The name and the flags.
    #[serde(flatten)]
    pub head: HeadSummary<'m>,
    /// The name that AngelScript uses for the token.
    pub alias: String,
}

/// The summary of a class or an interface.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ClassSummary<'m> {
    /// The name and the flags.
    #[serde(flatten)]
    pub head: HeadSummary<'m>,
    /// The base class.
    pub base: Option<String>,
    /// The interfaces that the class implements.
    pub ifaces: Vec<String>,
    /// The declarations of the constructors.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ctors: Option<Vec<String>>,
    /// The declarations of the methods.
    pub methods: Vec<String>,
    /// The members, with name, type and flags (1 private, 2 protected, 4 inherited).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub props: Option<Vec<(Name<'m>, String, i64)>>,
}

/// The summary of a function and its code.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct FunctionSummary<'m> {
    /// The declaration in script syntax.
    pub decl: String,
    /// The number of instructions.
    pub instr: Option<u32>,
    /// The source file.
    pub section: Option<Name<'m>>,
    /// The position in the source. The line is in the low 20 bits, and the column in the bits above.
    #[serde(rename = "declaredAt")]
    pub declared_at: Option<i64>,
    /// The names of the parameters.
    pub params: Option<Vec<Name<'m>>>,
    /// The size and the hash of the bytecode. If there is no body, this is `None`.
    #[serde(flatten)]
    pub code: Option<Block>,
}

impl Script<'_> {
    /// Returns a summary of the script without its code. If `hashes` is set, it includes the SHA-256 of every block of
    /// code, so you can compare the code too.
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
    /// Returns a summary of the script without its code. If `hashes` is set, it includes the SHA-256 of every block of
    /// code, so you can compare the code too.
    pub fn summary(&self, hashes: bool) -> ModuleSummary<'_> {
        ModuleSummary {
            layout: self.version.number(),
            engines: self.version.engines(),
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
        let alias = typedef.alias.name(self.version).map_or_else(|| typedef.alias.0.to_string(), String::from);
        TypedefSummary { head: head(&typedef.head), alias }
    }

    /// Returns the letter for where a function comes from, and its declaration.
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

    /// Counts how often each instruction is used in the code.
    pub(crate) fn instruction_counts(&self) -> BTreeMap<&'static str, u64> {
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

    /// Returns the namespaces and names of all types that the script declares.
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
