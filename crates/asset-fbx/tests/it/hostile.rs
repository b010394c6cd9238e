//! Damaged and hostile files: nothing panics, and memory has a bound.

use asset_fbx::binio::{Cause, Fault, Limits};
use asset_fbx::{ErrorKind, NoFiles, ReadOptions, parse};
use testkit::hostile::{TimeLimit, mutations, sample, truncations, with_words};

use crate::support::{binary, fbx, model, oo, square, vector};

fn read(bytes: &[u8]) -> Result<(), ErrorKind> {
    parse(bytes, &ReadOptions::default(), &NoFiles).map(|_| ()).map_err(asset_fbx::Error::into_kind)
}

fn text() -> String {
    let objects = [square(1, ""), model(2, "Door", "Mesh", &vector("Lcl Rotation", "Lcl Rotation", [1.0, 2.0, 3.0]))];
    fbx(&objects.concat(), &[oo(1, 2), oo(2, 0)].concat())
}

#[test]
fn every_truncation_is_survived() {
    let (binary, text) = (binary(), text());
    let limit = TimeLimit::seconds(60);
    let mut refused = 0;
    for cut in truncations(&binary) {
        refused += usize::from(read(cut).is_err());
    }
    assert!(refused > binary.len() / 2, "{refused} of {}", binary.len());
    let step = sample(text.len(), 400);
    for cut in truncations(text.as_bytes()).step_by(step) {
        let _ = read(cut);
    }
    limit.check();
}

#[test]
fn no_bytes_are_no_file() {
    for bytes in [&b""[..], b"\0", b"Kaydara", b"<xml/>", b"\x89PNG\r\n\x1a\n", &[0xff; 100]] {
        let kind = read(bytes).unwrap_err();
        assert!(
            matches!(kind, ErrorKind::Unrecognized | ErrorKind::Damaged(_) | ErrorKind::CutOff),
            "{bytes:?}: {kind:?}"
        );
    }
}

#[test]
fn every_count_is_checked() {
    let file = binary();
    let limit = TimeLimit::seconds(60);
    let mut tried = 0;
    for word in [u32::MAX, 0x7fff_ffff, 0x0100_0000] {
        for (_, bytes) in with_words(&file, word) {
            let _ = read(&bytes);
            tried += 1;
        }
    }
    assert!(tried > file.len());
    // In text, arrays say how long they are.
    for count in ["4294967295", "18446744073709551615", "1000000000"] {
        let _ = read(text().replace("*12 {", &format!("*{count} {{")).as_bytes());
    }
    limit.check();
}

#[test]
fn random_changes_are_survived() {
    let files = [binary(), text().into_bytes()];
    let mut tried = 0;
    for bytes in mutations(&files, 2000) {
        let _ = read(&bytes);
        tried += 1;
    }
    assert!(tried > 1000);
}

#[test]
fn deep_nesting_is_refused() {
    let nested = format!("; FBX 7.4.0 project file\n{}{}", "A: {\n".repeat(100_000), "}\n".repeat(100_000));
    assert!(read(nested.as_bytes()).is_err());
    // Nodes below each other.
    let chain = |count: u32| {
        let models: String = (1..=count).map(|id| model(id, "Bone", "LimbNode", "")).collect();
        let connections: String = (1..=count).map(|id| oo(id, id - 1)).collect();
        fbx(&models, &connections)
    };
    assert_eq!(read(chain(500).as_bytes()), Ok(()));
    assert_eq!(read(chain(3000).as_bytes()), Err(ErrorKind::Data(Fault::Limit("depth"))));
}

#[test]
fn circles_of_nodes_are_survived() {
    let objects = [model(1, "A", "Null", ""), model(2, "B", "Null", "")].concat();
    let _ = read(fbx(&objects, &[oo(1, 2), oo(2, 1), oo(1, 1)].concat()).as_bytes());
}

#[test]
fn memory_has_a_limit() {
    let vertices: Vec<f64> = (0..30_000).map(f64::from).collect();
    let corners: Vec<i32> = (0..9_999).map(|corner| if corner % 3 == 2 { -corner - 1 } else { corner }).collect();
    let objects = [crate::support::geometry(1, &vertices, &corners, ""), model(2, "Door", "Mesh", "")].concat();
    let file = fbx(&objects, &[oo(1, 2), oo(2, 0)].concat());
    for bytes in [1, 1000, 100_000, 600_000] {
        let options = ReadOptions::default().limits(Limits::default().max_expanded_bytes(bytes));
        let error = parse(file.as_bytes(), &options, &NoFiles).unwrap_err();
        assert_eq!(
            (error.kind(), error.cause()),
            (&ErrorKind::Data(Fault::Limit("expanded bytes")), Cause::Limit),
            "{bytes}"
        );
    }
    assert_eq!(read(file.as_bytes()), Ok(()));
}
