//! Handwritten bytes from the specification, in both directions.

use testkit::{ByteBuilder, assert_bytes};
use urho_shader::{
    Body, BufferParameter, Bytecode, Bytes, Constant, D3d9, D3d11, Declaration, Dxbc, ElementsReading, Name,
    ReadOptions, Shader, SharedConstant, Stage, TextureUnit, TokenStream, Variation, Variations, Version,
    VertexElements, dxbc_hash_of, versions_of, without_constant_table,
};

#[track_caller]
fn both_ways(bytes: &[u8], shader: &Shader<'_>) {
    assert_eq!(Shader::parse(bytes).as_ref(), Ok(shader));
    assert_eq!(Shader::parse_with(bytes, &ReadOptions::default().version(shader.version())).as_ref(), Ok(shader));
    assert_bytes(&shader.to_bytes().unwrap(), bytes);
    assert_eq!(shader.encoded_len().unwrap(), bytes.len() as u64);
    assert_eq!(versions_of(bytes), [shader.version()]);
}

#[track_caller]
fn findings(shader: &Shader<'_>, parts: &[&str]) {
    let found: Vec<String> = shader.validate().iter().map(ToString::to_string).collect();
    let told = found.len() == parts.len() && parts.iter().zip(&found).all(|(part, said)| said.contains(part));
    assert!(told, "{found:#?}");
}

pub(super) fn words(words: &[u32]) -> Vec<u8> {
    ByteBuilder::new().u32s(words).build()
}

/// ps_3_0; dcl_texcoord0 v0.xy; dcl_2d s0; dcl_cube s15; texld r0, v0, s0; mov oC0, r0; end.
const PIXEL: [u32; 18] = [
    0xffff_0300,
    0x0200_001f,
    0x8000_0005,
    0x9003_0000,
    0x0200_001f,
    0x9000_0000,
    0xa00f_0800,
    0x0200_001f,
    0x9800_0000,
    0xa00f_080f,
    0x0300_0042,
    0x800f_0000,
    0x90e4_0000,
    0xa0e4_0800,
    0x0200_0001,
    0x800f_0800,
    0x80e4_0000,
    0x0000_ffff,
];

/// vs_2_0; dcl_position0 v0; dcl_texcoord3 v1; mov oPos, v0; end.
pub(super) const VERTEX: [u32; 11] = [
    0xfffe_0200,
    0x0200_001f,
    0x8000_0000,
    0x900f_0000,
    0x0200_001f,
    0x8003_0005,
    0x900f_0001,
    0x0200_0001,
    0xc00f_0000,
    0x90e4_0000,
    0x0000_ffff,
];

#[test]
fn a_shader_of_direct3d_9_is_read_and_written() {
    let code = words(&PIXEL);
    let bytes = ByteBuilder::new()
        .raw(b"USHD\x01\0\x03\0")
        .u32(2)
        .cstr("MatDiffColor")
        .raw(&[0, 1])
        .cstr("LightMatrices")
        .raw(&[17, 16])
        .u32(2)
        .cstr("DiffMap")
        .u8(0)
        .cstr("ZoneCubeMap")
        .u8(15)
        .u32(72)
        .raw(&code)
        .build();
    let shader = Shader {
        stage: Stage::PIXEL,
        model: 3,
        body: Body::D3d9(D3d9 {
            parameters: vec![
                Constant { name: Name::from("MatDiffColor"), register: 0, count: 1 },
                Constant { name: Name::from("LightMatrices"), register: 17, count: 16 },
            ],
            units: vec![TextureUnit::new("DiffMap", 0), TextureUnit::new("ZoneCubeMap", 15)],
            bytecode: Bytes::from(&code[..]),
        }),
    };
    both_ways(&bytes, &shader);
    findings(&shader, &[]);
    let body = D3d9::new(&code)
        .constant("MatDiffColor", 0, 1)
        .constant("LightMatrices", 17, 16)
        .unit(TextureUnit::of_engine(0))
        .unit(TextureUnit::of_engine(15));
    assert_eq!(Shader::new(Stage::PIXEL, 3, body), shader);
}

#[test]
fn direct3d_9_of_model_2() {
    let code = words(&VERTEX);
    let bytes = ByteBuilder::new().raw(b"USHD\0\0\x02\0").u32s(&[0, 0, 44]).raw(&code).build();
    let shader = Shader::new(Stage::VERTEX, 2, D3d9::new(&code));
    both_ways(&bytes, &shader);
    findings(&shader, &[]);
    assert_eq!(shader.extension(), Some("vs2"));
}

#[test]
fn container_of_variations() {
    let (plain, textured) = (words(&[0xffff_0200, 0xffff]), words(&[0xffff_0200, 0, 0xffff]));
    let bytes = ByteBuilder::new()
        .raw(b"USHD\x01\0\x02\0")
        .u32(2)
        .cstr("MatDiffColor")
        .u8(3)
        .cstr("FogParams")
        .u8(9)
        .u32(1)
        .cstr("DiffMap")
        .u8(0)
        .u32(2)
        .cstr("")
        .raw(&[1, 0, 0])
        .u32(8)
        .raw(&plain)
        .cstr("Diff")
        .raw(&[1, 1, 1])
        .u32(12)
        .raw(&textured)
        .build();
    let variation = |name, flags: &'static [u8], bytecode| Variation {
        name: Name::from(name),
        flags: Bytes::from(flags),
        bytecode: Bytes::from(bytecode),
    };
    let container = Variations {
        parameters: vec![
            SharedConstant { name: Name::from("MatDiffColor"), register: 3 },
            SharedConstant { name: Name::from("FogParams"), register: 9 },
        ],
        units: vec![TextureUnit::new("DiffMap", 0)],
        variations: vec![variation("", &[1, 0, 0], &plain[..]), variation("Diff", &[1, 1, 1], &textured[..])],
    };
    let used = &container.variations[0];
    assert_eq!(container.parameters_of(used).map(|one| one.name.to_string()).collect::<Vec<_>>(), ["MatDiffColor"]);
    assert_eq!(container.units_of(used).count(), 0);
    assert_eq!(container.units_of(container.find("Diff").unwrap()).count(), 1);
    let built = Variations::new()
        .constant("MatDiffColor", 3)
        .constant("FogParams", 9)
        .unit(TextureUnit::of_engine(0))
        .variation("", &plain, |name| *name == "MatDiffColor")
        .variation("Diff", &textured, |_| true);
    assert_eq!(built, container);
    let shader = Shader::new(Stage::PIXEL, 2, container);
    both_ways(&bytes, &shader);
    findings(&shader, &["variation 1 > bytecode: doesn't declare all texture units that the file lists: 0"]);
}

/// A handwritten container: `ISGN` with two inputs, an empty `OSGN`, and the first words of a vs_4_0 program. The hash is
/// from another implementation, checked against containers of Microsoft's compiler.
pub(super) fn container() -> Vec<u8> {
    ByteBuilder::new()
        .raw(b"DXBC")
        .raw(HASH)
        .u32s(&[1, 172, 3, 44, 136, 152])
        .raw(b"ISGN")
        .u32s(&[84, 2, 8])
        .u32s(&[56, 0, 0, 3, 0, 0x0f0f])
        .u32s(&[65, 1, 0, 3, 1, 0x0303])
        .raw(b"POSITION\0TEXCOORD\0")
        .raw(&[0xab; 10])
        .raw(b"OSGN")
        .u32s(&[8, 0, 8])
        .raw(b"SHDR")
        .u32s(&[12, 0x0001_0040, 3, 0x0100_003e])
        .build()
}

const HASH: &[u8; 16] =
    &[0x41, 0x50, 0x93, 0x64, 0x8d, 0xa9, 0x5d, 0xf4, 0xee, 0xc3, 0x47, 0x59, 0xd2, 0x51, 0xa3, 0x5f];

#[test]
fn direct3d_11() {
    let code = container();
    let bytes = ByteBuilder::new()
        .raw(b"USHD\0\0\x04\0")
        .u32(0x484d_251e)
        .u32(1)
        .cstr("ViewProj")
        .u8(1)
        .u32s(&[64, 64])
        .u32(1)
        .cstr("")
        .u8(13)
        .u32(172)
        .raw(&code)
        .build();
    let shader = Shader {
        stage: Stage::VERTEX,
        model: 4,
        body: Body::D3d11(D3d11 {
            vertex_elements: VertexElements(0x484d_251e),
            parameters: vec![BufferParameter { name: Name::from("ViewProj"), buffer: 1, offset: 64, size: 64 }],
            units: vec![TextureUnit::new("", 13)],
            bytecode: Bytes::from(&code[..]),
        }),
    };
    both_ways(&bytes, &shader);
    findings(&shader, &[]);
    let built = D3d11::new(&code).parameter("ViewProj", 1, 64, 64).unit(TextureUnit::of_engine(13));
    assert_eq!(Shader::new(Stage::VERTEX, 4, built), shader);
    let Body::D3d11(body) = &shader.body else { panic!("another version") };
    assert_eq!(body.parameters[0].group(), Some("Camera"));
}

#[test]
fn direct3d_11_of_rbfx() {
    let code = ByteBuilder::new().raw(b"DXBC").raw(&[0; 16]).u32s(&[1, 32, 0]).build();
    for (stage, model, ending) in [(2, 4, "gs4"), (3, 4, "hs5"), (4, 4, "ds5"), (5, 5, "cs5")] {
        let head = [stage as u8, 0, model as u8, 0];
        let bytes = ByteBuilder::new().raw(b"USHD").raw(&head).u32s(&[0, 0, 0, 32]).raw(&code).build();
        let shader = Shader::new(Stage(stage), model, D3d11::new(&code));
        both_ways(&bytes, &shader);
        assert_eq!(shader.extension(), Some(ending));
        findings(&shader, &["the hash of the container", "holds no program"]);
    }
}

/// In 1.4 and 1.5 the word is a mask. Only the signature shows it.
#[test]
fn direct3d_11_of_1_4() {
    let code = container();
    let bytes = ByteBuilder::new().raw(b"USHD\0\0\x04\0").u32s(&[0x11, 0, 0, 172]).raw(&code).build();
    let shader = Shader::parse(&bytes).unwrap();
    let Body::D3d11(body) = &shader.body else { panic!("another version") };
    let Bytecode::Dxbc(container) = Bytecode::parse(&body.bytecode).unwrap() else { panic!("no container") };
    let inputs = container.inputs().unwrap().unwrap();
    assert_eq!(body.vertex_elements.reading(inputs.semantics()), ElementsReading::Mask);
    assert_eq!(body.vertex_elements.mask_names().collect::<Vec<_>>(), ["Position", "TexCoord2"]);
    findings(&shader, &["is the element mask of Urho3D 1.4 and 1.5"]);
    both_ways(&bytes, &shader);
}

/// The same bytes are an empty cache and a container without variations.
#[test]
fn both_eras_of_direct3d_9() {
    let bytes = ByteBuilder::new().raw(b"USHD\0\0\x03\0").u32s(&[0, 0, 0]).build();
    let read = |version| Shader::parse_with(&bytes, &ReadOptions::default().version(version)).unwrap();
    assert_eq!(versions_of(&bytes), [Version::D3d9, Version::Variations]);
    assert_eq!(read(None), Shader::new(Stage::VERTEX, 3, D3d9::default()));
    findings(&read(None), &["reads as d3d9-variations as well as d3d9, which is taken", "zero length"]);
    let variations = read(Some(Version::Variations));
    assert_eq!(variations, Shader::new(Stage::VERTEX, 3, Variations::default()));
    findings(&variations, &["reads as d3d9 as well as d3d9-variations, which the options have", "there is none"]);
    assert_bytes(&variations.to_bytes().unwrap(), &bytes);
}

/// The model only determines which version is tried first: the engines ignore it.
#[test]
fn models_that_dont_fit() {
    let code = words(&VERTEX);
    let odd = Shader::new(Stage(7), 9, D3d9::new(&code).constant("A", 0, 1));
    both_ways(&odd.to_bytes().unwrap(), &odd);
    findings(&odd, &["shader model 9", "unknown stage 7", "is vs_2_0 in a file that says", "says model 9"]);
    let four = Shader { model: 4, stage: Stage::VERTEX, ..odd };
    both_ways(&four.to_bytes().unwrap(), &four);
    assert_eq!(four.extension(), None);
}

#[test]
fn token_streams() {
    let code = words(&PIXEL);
    let stream = TokenStream::parse(&code).unwrap();
    assert_eq!((stream.program.to_string().as_str(), stream.instructions), ("ps_3_0", 5));
    let said = |declarations: Vec<_>| declarations.iter().map(ToString::to_string).collect::<Vec<String>>();
    assert_eq!(said(stream.inputs().collect()), ["dcl_texcoord0 v0"]);
    assert_eq!(said(stream.samplers().collect()), ["dcl_2d s0", "dcl_cube s15"]);
    assert_eq!(stream.inputs().next().unwrap().mask(), 0b11);
    assert!(stream.comments.is_empty() && stream.rest.is_empty());
    let code = words(&VERTEX);
    let stream = TokenStream::parse(&code).unwrap();
    assert_eq!(said(stream.inputs().collect()), ["dcl_position0 v0", "dcl_texcoord3 v1"]);
    // ps_2_0; dcl t1; dcl v0; dcl_volume s2; end.
    let [t1, v0, s2] = [[0x8000_0000, 0xb00f_0001], [0x8000_0000, 0x900f_0000], [0xa000_0000, 0xa00f_0802]];
    let declare = 0x0200_001f;
    let code = words(&[0xffff_0200, declare, t1[0], t1[1], declare, v0[0], v0[1], declare, s2[0], s2[1], 0xffff]);
    let stream = TokenStream::parse(&code).unwrap();
    assert_eq!(said(stream.inputs().collect()), ["dcl t1", "dcl v0"]);
    assert_eq!(said(stream.samplers().collect()), ["dcl_volume s2"]);
    // vs_3_0; dcl_color1 o5; end.
    let code = words(&[0xfffe_0300, declare, 0x8001_000a, 0xe00f_0005, 0xffff]);
    let stream = TokenStream::parse(&code).unwrap();
    assert_eq!(said(stream.outputs().collect()), ["dcl_color1 o5"]);
    assert_eq!(stream.inputs().count(), 0);
}

/// A stream in the compiler's form, and in the engine's form.
#[test]
fn constant_tables() {
    let compiled = words(&[0xfffe_0300, 0x0002_fffe, 0x4241_5443, 0xffff, 0x0000_0000, 0x0000_ffff, 7]);
    let stream = TokenStream::parse(&compiled).unwrap();
    assert_eq!((stream.comments.len(), stream.comments[0].offset, &*stream.comments[0].data), (1, 4, &compiled[8..16]));
    assert_eq!((stream.instructions, stream.rest.len()), (1, 4));
    let stored = words(&[0xfffe_0300, 0x0000_0000, 0x0000_ffff, 7]);
    assert_eq!(*without_constant_table(&compiled), stored);
    assert_eq!(*without_constant_table(&stored), stored);
    let cut = words(&[0xfffe_0300, 0x0009_fffe, 1]);
    assert_eq!(*without_constant_table(&cut), cut);
    let kept = D3d9 { bytecode: Bytes::from(&compiled[..]), ..D3d9::default() };
    findings(&Shader::new(Stage::VERTEX, 3, kept), &["4 bytes after the end token", "comment of the constant table"]);
}

#[test]
fn containers() {
    let code = container();
    let container = Dxbc::parse(&code).unwrap();
    assert!(container.hash_is_right());
    assert_eq!((container.hash, container.version, container.size), (*HASH, 1, 172));
    assert_eq!((container.computed_hash(), dxbc_hash_of(&code)), (*HASH, Some(*HASH)));
    let mut touched = code.clone();
    touched[171] ^= 1;
    assert!(!Dxbc::parse(&touched).unwrap().hash_is_right());
    let table: Vec<_> = container.chunks.iter().map(|chunk| (&chunk.id, chunk.offset, chunk.data.len())).collect();
    assert_eq!(table, [(b"ISGN", 44, 84), (b"OSGN", 136, 8), (b"SHDR", 152, 12)]);
    assert_eq!(container.program().unwrap().to_string(), "vs_4_0");
    let inputs = container.inputs().unwrap().unwrap();
    assert_eq!(inputs.semantics().collect::<Vec<_>>(), [(&b"POSITION"[..], 0), (&b"TEXCOORD"[..], 1)]);
    let texcoord = &inputs.elements[1];
    assert_eq!((texcoord.register, texcoord.mask, texcoord.used, texcoord.component), (1, 3, 3, 3));
    assert!(container.outputs().unwrap().unwrap().elements.is_empty());
}

/// Elements of geometry shaders begin with a stream, elements of later compilers also end with a precision.
#[test]
fn longer_signatures() {
    for (id, element) in
        [(b"OSG5", [2_u32, 36, 4, 1, 3, 5, 0x000f].as_slice()), (b"OSG1", [2, 40, 4, 1, 3, 5, 0x000f, 0].as_slice())]
    {
        let data = ByteBuilder::new().u32s(&[1, 8]).u32s(element).raw(b"SV_Target\0").build();
        let code = fuzzkit::shader::container(&[(id, data)]);
        let container = Dxbc::parse(&code).unwrap();
        let outputs = container.outputs().unwrap().unwrap();
        let [element] = outputs.elements.as_slice() else { panic!("{outputs:?}") };
        assert_eq!(element.name, "SV_Target");
        assert_eq!((element.stream, element.index, element.system_value, element.register), (2, 4, 1, 5));
    }
}

/// Parameters and units that are invalid in every engine.
#[test]
fn what_parameters_cant_say() {
    let code = container();
    let body = D3d11::new(&code)
        .parameter("A", 5, 0, 48)
        .parameter("B", 5, 32, 16)
        .parameter("A", 5, 48, 4)
        .parameter("a", 7, 0, 0)
        .parameter("C", 4, u32::MAX, 2)
        .unit(TextureUnit::new("Sky", 4))
        .unit(TextureUnit::new("Sky", 16))
        .unit(TextureUnit::of_engine(4));
    let shader = Shader::new(Stage::VERTEX, 4, body);
    findings(
        &shader,
        &[
            "1 parameters have the name of another (first: 2)",
            "names differ in case only",
            "1 parameters are in a constant buffer that the engine doesn't have (first: 3)",
            "1 parameters have no bytes (first: 3)",
            "1 parameters end beyond the 65536 bytes that a constant buffer may have (first: 4)",
            "1 parameters overlap with an earlier parameter (first: 1)",
            "1 texture units have a number from 16 on (first: 1)",
            "1 texture units have the number of another (first: 2)",
            "1 texture units have another name than Urho3D of today gives their number (first: 0)",
        ],
    );
    let code = words(&VERTEX);
    let body = D3d9::new(&code).constant("A", 255, 2).constant("B", 0, 0);
    findings(
        &Shader::new(Stage::PIXEL, 3, body),
        &["have no registers", "beyond the last register", "is vs_2_0 in a file that says pixel", "says model 3"],
    );
    let mixed = container();
    let wrong = Shader::new(Stage::VERTEX, 3, D3d9 { bytecode: Bytes::from(&mixed[..]), ..D3d9::default() });
    findings(&wrong, &["error: bytecode: a DXBC container", "says model 3"]);
    let wrong = Shader::new(Stage::VERTEX, 4, D3d11 { bytecode: Bytes::from(&code[..]), ..D3d11::default() });
    findings(&wrong, &["error: bytecode: a Direct3D 9 token stream", "says model 4"]);
    let other = D3d11 { vertex_elements: VertexElements(1), bytecode: Bytes::from(&mixed[..]), ..D3d11::default() };
    findings(
        &Shader::new(Stage::VERTEX, 4, other),
        &["0x00000001 is neither the hash (0x484d251e) nor the mask (0x00000011)"],
    );
}

/// Bytecode that contradicts the rest of the file.
#[test]
fn what_bytecode_cant_say() {
    // rbfx writes hs_5_0 in a file with model 4.
    let hull = fuzzkit::shader::container(&[(b"SHEX", words(&[0x0003_0050, 2]))]);
    findings(
        &Shader::new(Stage::HULL, 4, D3d11::new(&hull)),
        &["note: bytecode: is hs_5_0 in a file that says model 4"],
    );
    findings(&Shader::new(Stage::HULL, 5, D3d11::new(&hull)), &[]);
    // A word about inputs without a vertex shader, a truncated signature, another version, trailing bytes.
    let mut odd = fuzzkit::shader::container(&[(b"OSGN", vec![0]), (b"SHDR", words(&[0x0000_0040, 2]))]);
    odd[20] = 2;
    let hash = dxbc_hash_of(&odd).unwrap();
    odd[4..20].copy_from_slice(&hash);
    odd.push(0);
    let body = D3d11 { vertex_elements: VertexElements(1), ..D3d11::new(&odd) };
    findings(
        &Shader::new(Stage::PIXEL, 4, body),
        &[
            "version 2 of the container",
            "1 bytes after the container",
            "the output signature is broken, counted from its beginning: element: expected 4 bytes, found 1",
            "0x00000001, though pixel shaders have none",
        ],
    );
    // Samplers of the G-buffer aren't listed.
    let code = words(&PIXEL);
    let body = D3d9::new(&code).unit(TextureUnit::of_engine(0));
    findings(
        &Shader::new(Stage::PIXEL, 3, body),
        &["note: bytecode: declares samplers that the file doesn't list: 15"],
    );
    let cut = words(&[0xffff_0300]);
    findings(
        &Shader::new(Stage::PIXEL, 3, D3d9::new(&cut)),
        &["can't be looked into, counted from its beginning: token"],
    );
    // Duplicate variation names, and a flag that is neither 0 nor 1.
    let code = words(&[0xffff_0300, 0xffff]);
    let mut body = Variations::new().constant("A", 0).variation("X", &code, |_| true).variation("X", &code, |_| true);
    body.variations[1].flags = Bytes::from(vec![2]);
    findings(
        &Shader::new(Stage::PIXEL, 3, body),
        &["1 variations have the name of another (first: 1)", "1 variations have flags that are neither 0 nor 1"],
    );
}

/// Registers that the other files don't have: vFace and vPos, a sampler without a texture type, a register that only code uses.
#[test]
fn odd_registers_have_names() {
    let text = |register_token| Declaration { usage_token: 0x8000_0000, register_token, has_usage: true }.to_string();
    let texts = [0x9000_1000, 0xa000_0800, 0x8000_0000].map(text);
    assert_eq!(texts, ["dcl_position0 vMisc0", "dcl_unknown s0", "dcl_position0 r?0"]);
}
