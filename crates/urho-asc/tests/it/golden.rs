//! Handwritten bytes, in both directions, for every version.

use testkit::{ByteBuilder, assert_bytes};
use urho_asc::{
    Body, CodeTraits, DataType, Function, FunctionId, FunctionKind, Module, Name, Opaque, Origin, ReadOptions, Scope,
    Script, TemplateArgument, Token, Traits, TryBlock, TypeFlags, TypeId, TypeInfo, UsedFunction, Variable, Version,
};

/// Reads `bytes` as `version`, and requires the same bytes back, also from an owned copy.
fn read(bytes: &[u8], version: Version) -> Module<'_> {
    let module = Module::parse_with(bytes, &ReadOptions::default().version(version)).unwrap();
    assert_bytes(&module.clone().into_owned().to_bytes().unwrap(), bytes);
    assert_eq!(module.encoded_len().unwrap(), bytes.len() as u64);
    module
}

/// A number from 64 to 8191.
fn two_bytes(value: u16) -> [u8; 2] {
    (0x4000 | value).to_be_bytes()
}

/// `void f()` of one instruction, RET, in a stripped file.
struct Smallest {
    version: Version,
    void: u16,
    /// Counts of reference kinds and default arguments, which before 2.35 exist without parameters too.
    without_parameters: &'static [u8],
    before_code: &'static [u8],
    behind_code: &'static [u8],
}

const SMALLEST: [Smallest; 4] = [
    // No bits before the code; after it: variable space, object variables, lives, bits.
    Smallest {
        version: Version::As2_31,
        void: 80,
        without_parameters: &[0],
        before_code: &[],
        behind_code: &[0, 0, 0, 0],
    },
    // Bits; variable space.
    Smallest { version: Version::As2_35, void: 80, without_parameters: &[], before_code: &[0], behind_code: &[0] },
    // Bits; variable space, variables.
    Smallest { version: Version::As2_36, void: 80, without_parameters: &[], before_code: &[0], behind_code: &[0, 0] },
    Smallest { version: Version::As2_38, void: 82, without_parameters: &[], before_code: &[0], behind_code: &[0, 0] },
];

fn smallest(one: &Smallest) -> Vec<u8> {
    ByteBuilder::new()
        .raw(b"ASBC")
        .raw(&[1]) // stripped
        .raw(&[0, 0, 0, 0, 0]) // enums, classes, funcdefs, typedefs, globals
        .raw(&[1]) // functions
        .raw(b"f\x02f") // new; name
        .raw(&[0]) // return type: new
        .raw(&two_bytes(one.void))
        .raw(&[0]) // flags of the type
        .raw(&[0]) // parameters
        .raw(one.without_parameters) // reference kinds
        .raw(&[1]) // script function
        .raw(one.without_parameters) // default arguments
        .raw(&[0, 0]) // class, namespace
        .raw(one.before_code)
        .raw(&[1, 10, 0]) // one instruction: RET 0
        .raw(one.behind_code)
        .raw(&[1, b'r', 0]) // global functions
        .raw(&[0; 7]) // imports, types, type numbers, functions, globals, texts, members
        .build()
}

#[test]
fn the_smallest_script_of_every_layout_is_read_and_disassembled() {
    for one in &SMALLEST {
        let bytes = smallest(one);
        let module = read(&bytes, one.version);
        let id = FunctionId(0);
        assert_eq!((&module.script_functions, &module.global_functions), (&vec![Some(id)], &vec![Some(id)]));
        assert_eq!(module.data_types[0].token, Token(u32::from(one.void)));
        assert_eq!(module.function_text(id).to_string(), "void f()");
        assert_eq!(module.disassembly(id).to_string(), "void f()\n     0  RET          0\n");
        let code = module.function(id).unwrap().code().unwrap();
        assert_eq!((code.instruction_count, &*code.bytecode), (1, &[10, 0][..]));
        assert_eq!(code.objects.is_some(), one.version == Version::As2_31);
        // The version is detected.
        assert_eq!(Module::parse(&bytes).unwrap().version, one.version);
    }
}

/// All contents of a stream, in the version of 2.36.1, with debug information.
fn rich_2_36() -> ByteBuilder {
    ByteBuilder::new()
        .raw(b"ASBC\0") // not stripped
        .raw(b"\x01\x02E") // 1 enum: E
        .u32_be(1 << 26)
        .raw(&[4, 0]) // size, namespace
        .raw(b"\x02\x02A") // 2 values
        .u32_be(7)
        .raw(b"\x02B")
        .u32_be(u32::MAX) // -1
        .raw(b"\x03\x02I") // 3 classes: an interface, I
        .u32_be(1 << 21 | 1)
        .raw(&[0, 0])
        .raw(b"\x02C") // a class, C in the namespace "ns"
        .u32_be(1 << 21 | 5)
        .raw(b"\x01\x04ns")
        .raw(b"\x02X") // X, declared elsewhere
        .u32_be(1 << 22 | 1 << 21 | 5)
        .raw(b"\x01\x00e")
        // 1 funcdef: function 0. Texts so far: E A B I C ns X.
        .raw(b"\x01f\x02F")
        .raw(b"\x00\x40\x44\x00") // type 0: int
        .raw(b"\x01\x01") // 1 parameter, of the same type
        .raw(b"\x01\x03") // &inout
        .raw(b"\x04") // funcdef
        .raw(b"\x01\x024") // 1 default argument
        .raw(b"\x00n\x00\x01") // no class; global namespace; shared
        // The interface: no base, no interfaces, 1 method, no table.
        .raw(b"\x00\x00\x01f\x02m\x01\x00\x02o\x07\x00\x01\x00\x00")
        // The class: base X; interface I at 0; destructor; 1 constructor and its factory; methods; table.
        .raw(b"o\x0d\x00\x01o\x07\x00\x00\x00\x01\x00\x00\x00\x00")
        // Its member: a, template Array<int, const X@> …
        .raw(b"\x01\x03")
        .raw(b"\x00\x05a\x0aArray\x00\x02t\x40\x44s\x00\x05o\x0d\x00\x03\x04\x04")
        .raw(b"\x01\x08real") // 1 typedef
        .u32_be(1 << 28)
        .raw(b"\x04\x00\x40\x4f") // of float
        .raw(b"\x01\x02g\x00\x01\x00") // 1 global: g, int, no initializer
        .raw(b"\x01f\x02h\x01\x00\x01\x00\x00") // 1 function: int h()
        .raw(b"\x1b") // shared, has objects, has try blocks, keeps objects
        .raw(b"\x03\x0b\x80\x4d\x01\x7f\x40\x00\x00\x00\x00\x00\x00\x00\x0a\x00") // 3 instructions
        .raw(b"\x05") // variable space
        .raw(b"\x01\x01\x82\x02") // 1 life: instruction 1, variable -2, block begins
        .raw(b"\x01\x00\x02") // 1 try block
        .raw(b"\x02\x01\x70\x30\x00\x07") // instruction 1: line 7, column 3
        .raw(b"\x02\x02\x0emix.as!") // from instruction 2 on: mix.as!
        .raw(b"\x01\x01\x02v\x78\xff\xff\xff\xfd\x01") // 1 variable: at instruction 1, v, at -2 on the heap, int
        .raw(b"\x08a.as\x70\x10\x00\x01\x00") // section, place, no names of parameters
}

#[test]
fn everything_in_2_36() {
    let bytes = rich_2_36()
        .raw(b"\x01r\x02") // 1 global function
        .raw(b"\x01f\x02i\x01\x00\x05\x00\x00\x06mod") // 1 import: int i() of mod
        .raw(b"\x03lo\x0d\x00s\x02Tc\x04CBo\x09\x0b") // used types: list{X}, T, ns::C::CB
        .raw(b"\x01\x03") // type numbers: type 2
        .raw(b"\x03na\x0c$dlgtem\x04f2\x01\x00\x00o\x09\x0b\x08") // functions: none, the engine's $dlgte, int ns::C::f2()
        .raw(b"\x01\x1d\x00\x01\x01") // globals
        .raw(b"\x03\x00\x07\x04hi") // texts: "", "I", "hi"
        .raw(b"\x01o\x09\x0b\x15") // ns::C.Array
        .build();
    let module = Module::parse_with(&bytes, &ReadOptions::default().version(Version::As2_36));
    let module = module.unwrap_or_else(|error| panic!("{error}"));
    check_rich(&module);
    assert_bytes(&module.into_owned().to_bytes().unwrap(), &bytes);
}

fn check_rich(module: &Module<'_>) {
    assert_eq!(module.enums[0].values, [(Name::from("A"), 7), (Name::from("B"), -1)]);
    let [interface, class, external] = &module.classes[..] else { panic!("{:?}", module.classes) };
    assert!(interface.head.is_interface() && external.head.external && external.body.is_none());
    assert!(external.head.flags.contains(TypeFlags::SHARED) && class.head.namespace == "ns");
    let body = class.body.as_ref().unwrap();
    assert_eq!(body.base, TypeInfo::named("X", ""));
    assert_eq!(body.properties[0].name, "A");
    let Some(TypeInfo::Template(array)) = module.data_types[1].info.as_deref() else { panic!("no template") };
    let token = TemplateArgument::Token { tag: b't', token: Token(68) };
    assert_eq!(array.arguments, [token, TemplateArgument::Type(TypeId(2))]);
    assert_eq!(module.type_text(TypeId(1)).to_string(), "Array<int, const X@>&");
    let funcdef = module.function(FunctionId(0)).unwrap().declared().unwrap();
    assert_eq!((funcdef.signature.kind, &funcdef.body), (FunctionKind::FUNCDEF, &Body::Funcdef(1)));
    assert_eq!(funcdef.signature.default_argument(0).unwrap(), "4");
    let method = module.function(FunctionId(1)).unwrap().declared().unwrap();
    assert_eq!((&method.body, method.signature.traits), (&Body::Slot(0), Some(Traits::READ_ONLY)));
    let code = module.function(FunctionId(2)).unwrap().code().unwrap();
    assert_eq!(code.try_blocks, [TryBlock { start: 0, catch: 2, stack_size: 0 }]);
    let variable = Variable { declared_at: 1, name: "v".into(), offset: -2, on_heap: true, data_type: TypeId(0) };
    assert_eq!(code.variables, [variable]);
    let operands: Vec<Vec<i64>> = code.instructions().map(|one| one.operands().to_vec()).collect();
    assert_eq!(operands, [vec![0], vec![1, 0x4000_0000_0000_0000], vec![0]]);
    let texts: Vec<String> = code.instructions().map(|one| one.text()).collect();
    assert_eq!(texts, ["JMP 0", "SetV4 1 4611686018427387904", "RET 0"]);
    let debug = code.debug.as_ref().unwrap();
    let lines: Vec<_> = debug.lines().map(|(at, place)| (at, place.line(), place.column())).collect();
    assert_eq!(lines, [(1, 7, 3)]);
    assert_eq!((&debug.sections[0].name, &debug.section), (&Name::from("mix.as!"), &Name::from("a.as")));
    assert_eq!(module.imports[0].module, "mod");
    assert_eq!(module.used_functions[1], UsedFunction::DelegateFactory(Origin::Application));
    assert_eq!(module.used_function_text(&module.used_functions[2]).to_string(), "int ns::C::f2()");
    assert_eq!(module.strings, [Name::from(""), Name::from("I"), Name::from("hi")]);
    assert_eq!(module.type_info_text(&module.used_types[2]).to_string(), "ns::C::CB");
}

/// `void get_x() property` in a template, with a try block, in the version of 2.38.0.
#[test]
fn what_only_2_38_has() {
    let bytes = ByteBuilder::new()
        .raw(b"ASBC\x01\0") // stripped, no enums
        .raw(b"\x01\x02C") // 1 class
        .raw(&[0, 0, 0, 1, 0, 0x20, 0, 5]) // flags of 8 bytes
        .raw(b"\x01\x00") // size, namespace
        .raw(&[0]) // funcdefs
        .raw(&[0, 0, 0, 0, 0, 0]) // base, interfaces, destructor, constructors, methods, table
        .raw(&[0]) // members
        .raw(&[0, 0]) // typedefs, globals
        .raw(b"\x01f\x0aget_x\x00\x40\x52\x00\x00") // 1 function: void get_x(
        .raw(b"\x40\x81\x00") // kind 1, and a template; no class
        .raw(b"\x40") // traits: property
        .raw(b"\x00") // namespace
        .raw(b"\x01\x01") // 1 subtype: void
        .raw(b"\x10\x01\x0a\x00\x00") // has try blocks; RET 0; variable space
        .raw(b"\x01\x00\x00\x07") // try block with a stack size
        .raw(b"\x00") // variables
        .raw(&[0; 8])
        .build();
    let module = read(&bytes, Version::As2_38);
    assert_eq!(module.classes[0].head.flags, TypeFlags(1 << 32 | 1 << 21 | 5));
    let function = module.function(FunctionId(0)).unwrap();
    let signature = function.signature().unwrap();
    assert_eq!(signature.traits, Some(Traits::PROPERTY));
    assert_eq!(signature.template_subtypes, Some(vec![TypeId(0)]));
    assert_eq!(signature.scope, Scope::Namespace("".into()));
    assert_eq!(function.code().unwrap().try_blocks, [TryBlock { start: 0, catch: 0, stack_size: 7 }]);
    assert_eq!(module.function_text(FunctionId(0)).to_string(), "void get_x<void>()");
}

/// Object variables and, with debug information, the older form of variables.
#[test]
fn what_only_2_35_and_2_31_have() {
    let function = |void: &'static [u8], before: &'static [u8], without: &'static [u8], behind: &'static [u8]| {
        ByteBuilder::new()
            .raw(b"ASBC\0\0\0\0\0\0\x01f\x02f\x00\x40\x50\x00\x00")
            .raw(without)
            .raw(void)
            .raw(without)
            .raw(b"\x00\x00")
            .raw(before)
            .raw(b"\x01\x0a\x00\x02") // RET 0; variable space
            .raw(b"\x01o\x02S\x00\x01\x03") // 1 object variable, S at 1; 3 on the heap
            .raw(b"\x00\x00\x00") // lives, lines, sections
            .raw(b"\x01\x04\x81\x02w\x01") // 1 variable: at instruction 4, at -1, w, void
            .raw(behind)
            .raw(b"\x02p\x05\x00") // section, place, names of parameters
            .raw(&[0; 8])
            .build()
    };
    let newer = function(&[1], &[8], &[], &[]);
    let older = function(&[1], &[], &[0], &[3]);
    for (bytes, version, traits) in
        [(newer, Version::As2_35, CodeTraits::HAS_OBJECTS), (older, Version::As2_31, CodeTraits(3))]
    {
        let module = read(&bytes, version);
        let declared = module.function(FunctionId(0)).unwrap().declared().unwrap();
        let Body::Script(body) = &declared.body else { panic!("no code") };
        assert_eq!(body.traits, traits);
        let code = body.code.as_ref().unwrap();
        let objects = code.objects.as_ref().unwrap();
        assert_eq!((&objects.variables[0].type_info, objects.on_heap), (&TypeInfo::named("S", ""), 3));
        let variable = Variable { declared_at: 4, name: "w".into(), offset: -1, on_heap: false, data_type: TypeId(0) };
        assert_eq!(code.variables, [variable]);
        assert_eq!(code.debug.as_ref().unwrap().declared_at, 5);
    }
}

#[test]
fn an_unknown_stream_is_kept() {
    let bytes = b"ASBC\x01\x63\x0cplayer\x16hello world\x00n\x03abc\xff";
    let script = Script::parse(bytes).unwrap();
    let Script::Opaque(opaque) = &script else { panic!("{script:?}") };
    assert_eq!(opaque.stripped(), Some(true));
    assert!(opaque.reason().is_some());
    let texts: Vec<String> = opaque.strings().map(|text| text.to_string()).collect();
    assert_eq!(texts, ["player", "hello world", "abc"]);
    assert_bytes(&script.to_bytes().unwrap(), bytes);
    assert_eq!(script.validate().len(), 1);
}

#[test]
fn an_opaque_stream_with_a_known_layout_is_a_contradiction() {
    let bytes = smallest(&SMALLEST[2]);
    let script = Script::Opaque(Opaque { stream: bytes[4..].to_vec().into() });
    assert!(script.to_bytes().is_err() && script.encoded_len().is_err());
}

#[test]
fn renumbering_orders_and_drops() {
    let bytes = smallest(&SMALLEST[2]);
    let mut module = Module::parse(&bytes).unwrap().into_owned();
    module.data_types.insert(0, DataType { token: Token(65), ..DataType::default() });
    module.functions.insert(0, Function::DelegateFactory);
    let Function::Declared(function) = &mut module.functions[1] else { panic!("no function") };
    function.signature.return_type = TypeId(1);
    module.script_functions[0] = Some(FunctionId(1));
    module.global_functions[0] = Some(FunctionId(1));
    let error = module.to_bytes().unwrap_err();
    assert!(error.to_string().contains("in the order of their first mention"), "{error}");
    module.renumber().unwrap();
    assert_bytes(&module.to_bytes().unwrap(), &bytes);
}

#[test]
fn texts_can_be_replaced() {
    let bytes = smallest(&SMALLEST[3]);
    let mut module = Module::parse(&bytes).unwrap();
    module.strings = vec!["f".into(), "old".into(), "old".into()];
    assert_eq!(module.replace_string(b"old", "new"), 2);
    let written = module.to_bytes().unwrap();
    assert_bytes(&written, &[&bytes[..bytes.len() - 2], b"\x03\x01\x06new\x03\x00"].concat());
    assert_eq!(Module::parse(&written).unwrap(), module);
}
