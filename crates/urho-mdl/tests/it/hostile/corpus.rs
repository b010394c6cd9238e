//! Real and crafted files; without a corpus these tests do nothing.

use fuzzkit::mdl::Mdl;
use testkit::corpus::{CorpusFile, Selection};
use testkit::{hostile, laws};
use urho_mdl::binio::{Fault, Severity};
use urho_mdl::{ErrorKind, Model};

/// Required outcome of a file.
enum Outcome {
    /// An error of this kind at this offset, in this part.
    Error(ErrorKind, u64, &'static str),
    /// A finding with this severity, path and message.
    Finding(Severity, &'static str, &'static str),
    /// No finding.
    Sound,
}

use Outcome::{Error, Finding, Sound};

const fn end(needed: u64, remaining: u64) -> ErrorKind {
    ErrorKind::Data(Fault::UnexpectedEnd { needed, remaining })
}

const fn count(count: u64, remaining: u64) -> ErrorKind {
    ErrorKind::Data(Fault::ImpossibleCount { count, remaining })
}

const PARTIAL: &str = "the file ends inside a center; the engine reads undefined memory";

/// Derived by hand from hex dumps of the files.
const OUTCOMES: [(&str, Outcome); 37] = [
    ("bonecount_huge", Error(count(0x7fff_ffff, 0x24), 0x76, "bone")),
    ("bonecount_negative", Error(count(0xffff_ffff, 0x24), 0x76, "bone")),
    ("bonemap_huge", Error(count(0x7fff_ffff, 0x2c), 0x52, "geometry 0 > bone mapping")),
    ("drawrange_outside", Finding(Severity::Error, "geometry 0 > LOD 0", "draws indices 1000000 + 3000000 of 3;")),
    ("elementcount_huge", Error(count(1, 8), 4, "vertex buffer")),
    ("elementtype_255", Error(ErrorKind::UnknownElementType(255), 0x10, "vertex buffer 0 > element 0")),
    ("elementtype_7", Error(ErrorKind::UnknownElementType(7), 0x10, "vertex buffer 0 > element 0")),
    ("empty", Error(ErrorKind::NotAModel, 0, "")),
    ("geomcount_huge", Error(count(0xffff_fff0, 0x2c), 0x4e, "geometry")),
    ("id_only", Error(end(4, 0), 4, "vertex buffer")),
    ("index_outside", Finding(Severity::Error, "geometry 0 > LOD 0", "draws vertex 65535 of 3;")),
    ("indexsize_0", Finding(Severity::Error, "index buffer 0", "indices of 0 bytes, not 2 or 4:")),
    ("indexsize_1", Finding(Severity::Error, "index buffer 0", "indices of 1 bytes, not 2 or 4:")),
    ("indexsize_3", Finding(Severity::Error, "index buffer 0", "indices of 3 bytes, not 2 or 4:")),
    ("lodcount_huge", Error(count(0x7fff_ffff, 0x2c), 0x56, "geometry 0 > LOD")),
    ("morph_vb_negative", Finding(Severity::Warning, "morph 0 > buffer 0", "vertex buffer 4294967295 doesn't exist;")),
    ("morph_vb_outofrange", Finding(Severity::Warning, "morph 0 > buffer 0", "vertex buffer 77 doesn't exist;")),
    ("morph_vertex_wrap", Error(end(0x1_0000_0010, 0x38), 0x88, "morph 0 > buffer 0 > deltas")),
    ("morphcount_huge", Error(count(0x7fff_ffff, 0x28), 0x72, "morph")),
    ("ok", Sound),
    ("short_id", Error(ErrorKind::NotAModel, 0, "")),
    ("trunc_004", Error(end(4, 0), 4, "vertex buffer")),
    ("trunc_008", Error(count(1, 0), 4, "vertex buffer")),
    ("trunc_020", Error(count(1, 12), 4, "vertex buffer")),
    ("trunc_040", Error(end(36, 16), 0x18, "vertex buffer 0 > vertices")),
    ("trunc_060", Error(end(4, 0), 0x3c, "index buffer")),
    ("trunc_070", Error(count(1, 6), 0x3c, "index buffer")),
    ("trunc_090", Error(count(1, 0), 0x56, "geometry 0 > LOD")),
    ("trunc_100", Error(count(1, 10), 0x56, "geometry 0 > LOD")),
    ("trunc_134", Error(end(24, 12), 0x7a, "bounding box")),
    ("trunc_146", Finding(Severity::Note, "tail", "1 of 1 centers are missing; the engine takes zeros")),
    ("trunc_154", Finding(Severity::Warning, "tail", PARTIAL)),
    ("vbcount_huge", Error(count(0xffff_ffff, 0x62), 4, "vertex buffer")),
    ("vbref_outside", Finding(Severity::Error, "geometry 0 > LOD 0", "vertex buffer 9 doesn't exist;")),
    ("vertexcount_huge", Error(end(0x7fff_ffff * 12, 0x62), 0x18, "vertex buffer 0 > vertices")),
    ("vertexcount_negative", Error(end(0xffff_ffff * 12, 0x62), 0x18, "vertex buffer 0 > vertices")),
    ("vertexcount_wrap", Error(end(0x2000_0000 * 32, 0xa2), 0x18, "vertex buffer 0 > vertices")),
];

#[test]
fn hostile_files_have_their_errors_and_findings() {
    let Some(files) = Selection::new("urho/hostile", &["mdl"], OUTCOMES.len()).files() else { return };
    for (file, (name, outcome)) in files.iter().zip(&OUTCOMES) {
        assert_eq!(file.name(), format!("urho/hostile/{name}.mdl"));
        let bytes = file.bytes();
        laws::all::<Mdl<true>>(&bytes);
        let read = Model::parse(&bytes);
        match (outcome, read) {
            (Error(kind, offset, part), Err(error)) => {
                let found = (error.kind(), error.offset(), error.path().to_string());
                assert_eq!(found, (kind, Some(*offset), String::from(*part)), "{name}: {error}");
            }
            (Finding(severity, part, begin), Ok(model)) => {
                let findings = model.validate();
                let mut as_expected = findings.iter().filter(|finding| finding.message.starts_with(begin));
                let finding = as_expected.next().unwrap_or_else(|| panic!("{name}: {findings:?}"));
                assert_eq!((finding.severity, finding.path.to_string().as_str()), (*severity, *part), "{name}");
            }
            // All of its vertices are at the origin, which is a note.
            (Sound, Ok(model)) => {
                assert!(model.validate().worst() <= Some(Severity::Note), "{name}: {:?}", model.validate());
            }
            (_, read) => panic!("{name}: {read:?}"),
        }
    }
}

/// Small real files of every source, truncated at every byte.
#[test]
fn real_files_cut_off_anywhere() {
    const SMALL: [(&str, usize, &str); 9] = [
        ("urho/synth", 2, "synth_model.mdl"),
        ("urho/synth", 2, "synth_empty.mdl"),
        ("urho/importer", 11, "morph_split.mdl"),
        ("urho/importer", 11, "morph_split_tangents.mdl"),
        ("urho/importer", 11, "SnowBall.mdl"),
        ("urho/crafted", 35, "umdl_allbits.mdl"),
        ("urho/crafted", 35, "umd2_elements0.mdl"),
        ("urho/crafted", 35, "umdl_partialcenters.mdl"),
        ("urho/engine", 33, "LinePrimitives/UnitX.mdl"),
    ];
    for (folder, files, name) in SMALL {
        let Some(files) = Selection::new(folder, &["mdl"], files).files() else { return };
        let found = |file: &&CorpusFile| file.name().ends_with(&format!("/{name}"));
        let file = files.iter().find(found).unwrap_or_else(|| panic!("{folder}/{name} is missing"));
        let bytes = file.bytes();
        let required = {
            let mut model = Model::parse(&bytes).unwrap();
            model.tail = Default::default();
            model.to_bytes().unwrap().len()
        };
        for cut in hostile::truncations(&bytes) {
            laws::all::<Mdl<true>>(cut);
            match Model::parse(cut) {
                Ok(model) => {
                    assert!(cut.len() >= required, "{name}: {} of {required} bytes are a model", cut.len());
                    assert!(model.tail.rest.len() < 12, "{name}: less than a center");
                }
                Err(error) => super::assert_cut(&error, cut.len(), required),
            }
        }
    }
}

/// Where the engine logs an error, this crate returns one.
#[test]
fn vertices_without_elements_are_errors_as_in_the_engine() {
    let Some(root) = testkit::corpus::root() else { return };
    for name in ["umd2_elements0.mdl", "umdl_mask0.mdl"] {
        let bytes = std::fs::read(root.join("urho/crafted").join(name)).unwrap();
        assert_eq!(Model::parse(&bytes).unwrap().validate().worst(), Some(Severity::Error), "{name}");
    }
}
