//! Compiled scripts.

mod heavy;

use binio::{Bytes, Error, Name};
use proptest::collection::vec;
use proptest::prelude::*;
use testkit::{Format, laws};
use urho_asc::{
    Body, ChildFuncdef, Class, ClassBody, Code, CodeTraits, Constructor, DataType, DebugInfo, DeclaredFunction, Enum,
    ErrorKind, Function, FunctionId, FunctionKind, FunctionRef, Global, Implemented, Import, Module, ObjectLife,
    ObjectVariable, Objects, Opaque, Opcode, Origin, Passing, Property, ReadOptions, Scope, Script, ScriptBody,
    SectionStart, Signature, TemplateArgument, TemplateInstance, Token, Traits, TryBlock, TypeFlags, TypeHead, TypeId,
    TypeInfo, TypeModifiers, Typedef, UsedFunction, UsedGlobal, UsedProperty, Variable, Version,
};

use crate::Target;
use crate::common::examples;
pub use heavy::heavy;

/// The fuzz target for compiled scripts.
pub const TARGET: Target = Target { name: "urho_asc", body, seeds };

/// Applies the laws to `urho-asc`. With 0, the version has to be detected. With 1 to 4, it will be the version of 2.31.2,
/// 2.35.1, 2.36.1 or 2.38.0.
pub struct Asc<const VERSION: u8>;

const fn version(number: u8) -> Option<Version> {
    match number {
        1 => Some(Version::As2_31),
        2 => Some(Version::As2_35),
        3 => Some(Version::As2_36),
        4 => Some(Version::As2_38),
        _ => None,
    }
}

impl<const VERSION: u8> Format for Asc<VERSION> {
    testkit::contract!(Script, ErrorKind, validate);

    const HEAP_FACTOR: usize = 40;

    fn parse(bytes: &[u8]) -> Result<Script<'_>, Error<ErrorKind>> {
        let options = ReadOptions::default();
        match version(VERSION) {
            Some(version) => Script::parse_with(bytes, &options.version(version)),
            None => Script::parse_with(bytes, &options),
        }
    }

    fn rebuild(script: Script<'static>) -> Script<'static> {
        match script {
            Script::Module(module) => Script::Module(rebuild(module)),
            Script::Opaque(Opaque { stream }) => Script::Opaque(Opaque { stream: Bytes::from(stream.to_vec()) }),
        }
    }

    fn blocks<'d>(script: &'d Script<'_>) -> Vec<&'d [u8]> {
        match script {
            Script::Opaque(opaque) => vec![&*opaque.stream],
            Script::Module(module) => {
                let code = module.functions.iter().filter_map(|function| Some(&*function.code()?.bytecode));
                let signatures =
                    module.functions.iter().filter_map(|function| Some(function.signature()?.name.as_bytes()));
                let names = module.classes.iter().map(|class| class.head.name.as_bytes());
                let strings = module.strings.iter().map(Name::as_bytes);
                code.chain(signatures).chain(names).chain(strings).collect()
            }
        }
    }
}

/// Checks law 2, using the version of the module to read it. Returns the bytes.
///
/// # Panics
/// Panics if the law is violated, or if the module can't be encoded.
pub fn inverse(module: Module<'static>) -> Vec<u8> {
    let version = module.version;
    let script = Script::Module(module);
    match version {
        Version::As2_31 => laws::inverse::<Asc<1>>(&script),
        Version::As2_35 => laws::inverse::<Asc<2>>(&script),
        Version::As2_36 => laws::inverse::<Asc<3>>(&script),
        _ => laws::inverse::<Asc<4>>(&script),
    }
    script.to_bytes().expect("generated modules can be encoded")
}

/// Creates the same module from its public fields. There are no other fields.
fn rebuild(module: Module<'static>) -> Module<'static> {
    let mut rebuilt = Module::new(module.version, module.stripped);
    let Module { data_types, functions, enums, classes, funcdefs, typedefs, globals, .. } = module;
    rebuilt.data_types = data_types;
    rebuilt.functions = functions.into_iter().map(rebuild_function).collect();
    (rebuilt.enums, rebuilt.classes, rebuilt.funcdefs) = (enums, classes, funcdefs);
    (rebuilt.typedefs, rebuilt.globals, rebuilt.imports) = (typedefs, globals, module.imports);
    (rebuilt.script_functions, rebuilt.global_functions) = (module.script_functions, module.global_functions);
    (rebuilt.used_types, rebuilt.used_type_ids) = (module.used_types, module.used_type_ids);
    (rebuilt.used_functions, rebuilt.used_globals) = (module.used_functions, module.used_globals);
    rebuilt.strings = module.strings.iter().map(|text| Name::from(text.to_vec())).collect();
    rebuilt.used_properties = module.used_properties;
    rebuilt
}

fn rebuild_function(function: Function<'static>) -> Function<'static> {
    let Function::Declared(function) = function else { return Function::DelegateFactory };
    let DeclaredFunction { signature, body } = *function;
    let body = match body {
        Body::Script(ScriptBody { traits, code }) => {
            let copy =
                |code: Box<Code<'static>>| Box::new(Code { bytecode: Bytes::from(code.bytecode.to_vec()), ..*code });
            Body::Script(ScriptBody { traits, code: code.map(copy) })
        }
        other => other,
    };
    Function::Declared(Box::new(DeclaredFunction { signature, body }))
}

/// Generates valid modules in all layouts. To do this, it uses bytes, because these can be shrunk well.
pub fn module() -> impl Strategy<Value = Module<'static>> {
    (1_u8..=4, any::<bool>(), vec(any::<u8>(), 0..600)).prop_map(|(number, stripped, bytes)| {
        let version = version(number).expect("one of four");
        let mut module = Draw { bytes, at: 0, version, stripped, types: 0, functions: 0 }.module();
        module.renumber().expect("all references exist");
        module
    })
}

/// Makes choices, given bytes. After the last byte, the first choice is always made.
struct Draw {
    bytes: Vec<u8>,
    at: usize,
    version: Version,
    stripped: bool,
    types: u32,
    functions: u32,
}

impl Draw {
    fn byte(&mut self) -> u8 {
        let byte = self.bytes.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        byte
    }

    fn flag(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    fn below(&mut self, end: u32) -> u32 {
        u32::from(self.byte()) % end.max(1)
    }

    fn list<T>(&mut self, most: u32, mut item: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.below(most + 1)).map(|_| item(self)).collect()
    }

    fn integer(&mut self) -> i64 {
        let small = i64::from(self.byte());
        match self.below(8) {
            0 => -small,
            1 => small << 20,
            2 => -(small << 40),
            3 => small << 54 | 1,
            _ => small,
        }
    }

    fn name(&mut self) -> Name<'static> {
        const NAMES: [&[u8]; 8] =
            [b"", b"a", b"Start", b"get_x", "gr\u{fc}n".as_bytes(), b"\xff\0\x1b", b"n", b"set_long_name"];
        Name::from(NAMES[self.below(8) as usize])
    }

    fn type_id(&mut self) -> TypeId {
        TypeId(self.below(self.types))
    }

    fn function(&mut self) -> FunctionRef {
        let choice = self.below(self.functions + 1);
        choice.checked_sub(1).map(FunctionId)
    }

    /// Creates a type that only uses the types from `first` on, so that no type can contain itself.
    fn type_info(&mut self, first: u32, depth: u32) -> TypeInfo<'static> {
        match self.below(if depth > 0 { 7 } else { 4 }) {
            0 => TypeInfo::named(self.name(), self.name()),
            1 => TypeInfo::None,
            2 => TypeInfo::Subtype(self.name()),
            3 | 4 => TypeInfo::Template(Box::new(TemplateInstance {
                name: self.name(),
                namespace: self.name(),
                arguments: self.list(3, |draw| match draw.types.checked_sub(first) {
                    Some(rest @ 1..) if draw.flag() => TemplateArgument::Type(TypeId(first + draw.below(rest))),
                    _ => TemplateArgument::Token { tag: b't', token: Token(draw.below(120)) },
                }),
            })),
            5 => TypeInfo::ListPattern(Box::new(self.type_info(first, depth - 1))),
            _ => TypeInfo::ChildFuncdef(Box::new(ChildFuncdef {
                name: self.name(),
                parent: self.type_info(first, depth - 1),
            })),
        }
    }

    fn some_type_info(&mut self) -> TypeInfo<'static> {
        self.type_info(0, 3)
    }

    fn data_type(&mut self, index: u32) -> DataType<'static> {
        let token = match self.below(3) {
            0 => Token::IDENTIFIER,
            1 => Token(80),
            _ => Token(u32::from(self.byte())),
        };
        let info = (token == Token::IDENTIFIER).then(|| Box::new(self.type_info(index + 1, 3)));
        DataType { token, flags: TypeModifiers(self.byte()), info }
    }

    fn module(&mut self) -> Module<'static> {
        self.types = 1 + self.below(6);
        self.functions = self.below(6);
        let mut module = Module::new(self.version, self.stripped);
        module.data_types = (0..self.types).map(|index| self.data_type(index)).collect();
        // Before the functions: whether a class is external decides about the bodies of its functions.
        module.classes = self.list(3, Self::class);
        let external: Vec<_> = module.classes.iter().map(|class| &class.head).filter(|head| head.external).collect();
        module.functions = (0..self.functions).map(|_| self.new_function(&external)).collect();
        module.enums = self.list(2, Self::enumeration);
        module.funcdefs = self.list(2, Self::function);
        module.typedefs = self.list(2, |draw| Typedef { head: draw.head(false), alias: Token(draw.below(100)) });
        module.globals = self.list(3, |draw| Global {
            name: draw.name(),
            namespace: draw.name(),
            data_type: draw.type_id(),
            initializer: draw.function(),
        });
        module.script_functions = self.list(4, Self::function);
        module.global_functions = self.list(2, Self::function);
        module.imports = self.list(2, |draw| Import { function: draw.function(), module: draw.name() });
        module.used_types = self.list(3, Self::some_type_info);
        module.used_type_ids = self.list(3, Self::type_id);
        module.used_functions = self.list(3, Self::used_function);
        module.used_globals = self.list(2, |draw| UsedGlobal {
            name: draw.name(),
            namespace: draw.name(),
            data_type: draw.type_id(),
            in_module: draw.byte(),
        });
        module.strings = self.list(4, Self::name);
        module.used_properties = self.list(2, |draw| UsedProperty { owner: draw.some_type_info(), name: draw.name() });
        module
    }

    fn head(&mut self, interface: bool) -> TypeHead<'static> {
        let shared = self.flag();
        let bits = if shared { TypeFlags::SHARED.0 } else { 0 };
        let flags = TypeFlags(bits | TypeFlags::SCRIPT_OBJECT.0 | u64::from(self.byte() & 7));
        let external = shared && self.version != Version::As2_31 && self.flag();
        let size = if interface { 0 } else { 1 };
        TypeHead { name: self.name(), namespace: self.name(), flags, size, external }
    }

    fn enumeration(&mut self) -> Enum<'static> {
        let head = self.head(false);
        let values =
            if head.external { Vec::new() } else { self.list(3, |draw| (draw.name(), i32::from(draw.byte()) - 99)) };
        Enum { head, values }
    }

    fn class(&mut self) -> Class<'static> {
        let interface = self.flag();
        let head = self.head(interface);
        let body = (!head.external).then(|| Box::new(self.class_body(interface)));
        Class { head, body }
    }

    fn class_body(&mut self, interface: bool) -> ClassBody<'static> {
        let offsets = !interface || self.version == Version::As2_31;
        let base = self.some_type_info();
        let interfaces = self.list(2, |draw| Implemented {
            interface: draw.some_type_info(),
            table_offset: if offsets { draw.integer() } else { 0 },
        });
        let body = ClassBody { base, interfaces, methods: self.list(3, Self::function), ..ClassBody::default() };
        if interface {
            return body;
        }
        ClassBody {
            destructor: self.function(),
            constructors: self.list(2, |draw| Constructor { construct: draw.function(), factory: draw.function() }),
            virtual_table: self.list(3, Self::function),
            properties: self.list(3, |draw| Property {
                name: draw.name(),
                data_type: draw.type_id(),
                flags: draw.integer(),
            }),
            ..body
        }
    }

    fn signature(&mut self) -> Signature<'static> {
        let (name, return_type) = (self.name(), self.type_id());
        let parameters = self.list(4, Self::type_id);
        let most = u32::try_from(parameters.len()).expect("few");
        let kind = FunctionKind(u8::try_from(self.below(8)).expect("small"));
        let in_class = self.flag().then(|| self.some_type_info()).filter(|class| !class.is_none());
        let accessor = self.version == Version::As2_38 && (name.starts_with(b"get_") || name.starts_with(b"set_"));
        let traits = (in_class.is_some() || accessor).then(|| Traits(self.byte()));
        let scope = match in_class {
            Some(class) => Scope::Class(class),
            None if kind == FunctionKind::FUNCDEF && self.flag() => Scope::Parent(self.some_type_info()),
            None => Scope::Namespace(self.name()),
        };
        let template = self.version == Version::As2_38 && self.flag();
        Signature {
            name,
            return_type,
            parameters,
            passing: self.list(most, |draw| Passing(draw.integer())),
            kind,
            default_arguments: self.list(most, Self::name),
            scope,
            traits,
            template_subtypes: template.then(|| self.list(2, Self::type_id)),
        }
    }

    fn used_function(&mut self) -> UsedFunction<'static> {
        let origin = match self.below(3) {
            0 => Origin::Application,
            1 if self.version != Version::As2_31 => Origin::Shared,
            _ => Origin::Module,
        };
        match self.below(6) {
            0 => UsedFunction::Null,
            1 => UsedFunction::DelegateFactory(origin),
            _ => UsedFunction::Declared(origin, Box::new(self.signature())),
        }
    }

    fn new_function(&mut self, external: &[&TypeHead<'static>]) -> Function<'static> {
        if self.below(8) == 7 {
            return Function::DelegateFactory;
        }
        let signature = self.signature();
        let of_external = |info: &TypeInfo<'_>| match info {
            TypeInfo::Named(class) => {
                external.iter().any(|head| head.name == class.name && head.namespace == class.namespace)
            }
            _ => false,
        };
        let body = match signature.kind {
            FunctionKind::SCRIPT if matches!(&signature.scope, Scope::Class(class) if of_external(class)) => Body::None,
            FunctionKind::SCRIPT => Body::Script(self.script_body(signature.parameters.len())),
            FunctionKind::VIRTUAL | FunctionKind::INTERFACE => Body::Slot(self.integer()),
            FunctionKind::FUNCDEF => Body::Funcdef(self.byte()),
            _ => Body::None,
        };
        Function::Declared(Box::new(DeclaredFunction { signature, body }))
    }

    fn script_body(&mut self, parameters: usize) -> ScriptBody<'static> {
        let traits = CodeTraits(self.byte());
        let external = self.version != Version::As2_31 && traits.contains(CodeTraits::EXTERNAL);
        ScriptBody { traits, code: (!external).then(|| Box::new(self.code(traits, parameters))) }
    }

    fn code(&mut self, traits: CodeTraits, parameters: usize) -> Code<'static> {
        let old = self.version == Version::As2_31;
        let packed = self.version >= Version::As2_36;
        let (instruction_count, bytecode) = self.bytecode();
        let variable_space = self.integer();
        let objects = (old || traits.contains(CodeTraits::HAS_OBJECTS)).then(|| Box::new(self.objects(packed)));
        let tries = !old && traits.contains(CodeTraits::HAS_TRY_BLOCKS);
        let sized = self.version == Version::As2_38;
        let try_blocks = if tries { self.list(2, |draw| draw.try_block(sized)) } else { Vec::new() };
        let variables = if packed || !self.stripped { self.list(3, |draw| draw.variable(packed)) } else { Vec::new() };
        let debug = (!self.stripped).then(|| Box::new(self.debug(parameters)));
        Code { instruction_count, bytecode, variable_space, objects, try_blocks, variables, debug }
    }

    /// Creates instructions with operands of one or two bytes. From time to time, this uses a form that AngelScript
    /// does not write.
    fn bytecode(&mut self) -> (u32, Bytes<'static>) {
        let mut bytes = Vec::new();
        let count = self.below(12);
        for _ in 0..count {
            let opcode = Opcode(self.byte() % 201);
            bytes.push(opcode.0);
            for _ in opcode.operands().expect("all below 201 are instructions") {
                match self.below(4) {
                    0 => bytes.extend([0x40 | self.byte() & 0x1f, self.byte()]),
                    1 => bytes.extend([0x80 | self.byte() & 0x3f]),
                    _ => bytes.push(self.byte() & 0x3f),
                }
            }
        }
        (count, Bytes::from(bytes))
    }

    fn objects(&mut self, packed: bool) -> Objects<'static> {
        let variables = if packed {
            Vec::new()
        } else {
            self.list(2, |draw| ObjectVariable { type_info: draw.some_type_info(), position: draw.integer() })
        };
        let on_heap = if variables.is_empty() { 0 } else { self.integer() };
        let lives = self.list(3, |draw| ObjectLife {
            instruction: draw.integer(),
            variable: draw.integer(),
            option: i64::from(draw.below(5)),
        });
        Objects { variables, on_heap, lives }
    }

    fn try_block(&mut self, sized: bool) -> TryBlock {
        let stack_size = if sized { self.integer() } else { 0 };
        TryBlock { start: self.integer(), catch: self.integer(), stack_size }
    }

    fn variable(&mut self, packed: bool) -> Variable<'static> {
        let (declared_at, name) = if self.stripped { (0, Name::default()) } else { (self.integer(), self.name()) };
        let on_heap = packed && self.flag();
        Variable { declared_at, name, offset: i64::from(self.byte()) - 128, on_heap, data_type: self.type_id() }
    }

    fn debug(&mut self, parameters: usize) -> DebugInfo<'static> {
        DebugInfo {
            line_numbers: self.list(6, Self::integer),
            sections: self.list(2, |draw| SectionStart { instruction: draw.integer(), name: draw.name() }),
            section: self.name(),
            declared_at: self.integer(),
            parameter_names: self.list(u32::try_from(parameters).expect("few"), Self::name),
        }
    }
}

/// This is the body of the fuzz target. It checks the laws in all layouts, and then writes all output that there is for
/// a script.
pub fn body(bytes: &[u8]) {
    laws::all::<Asc<0>>(bytes);
    laws::all::<Asc<1>>(bytes);
    laws::all::<Asc<2>>(bytes);
    laws::all::<Asc<3>>(bytes);
    laws::all::<Asc<4>>(bytes);
    let options = ReadOptions::default();
    let forced = Version::ALL.map(|version| Script::parse_with(bytes, &options.clone().version(version)));
    for script in forced.into_iter().flatten().chain(Script::parse(bytes)) {
        describe(&script);
    }
}

/// Writes everything that we can write about a script.
fn describe(script: &Script<'_>) {
    let _ = serde_json::to_string(&script.summary(true)).expect("a summary is JSON");
    let Some(module) = script.module() else { return };
    let _ = (module.declarations().to_string(), module.full_disassembly().to_string());
    let mut renumbered = module.clone();
    renumbered.renumber().expect("a parsed script is valid");
    assert!(renumbered == *module, "a parsed script is valid");
}

/// Returns modules in all layouts.
fn seeds() -> Vec<Vec<u8>> {
    let modules = examples(module(), 24);
    modules.iter().map(|module| module.to_bytes().expect("generated modules can be encoded")).collect()
}
