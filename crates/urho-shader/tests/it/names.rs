//! Names of files, and files of other programs.

use testkit::ByteBuilder;
use urho_shader::{HashAlgorithm, LookAlike, RbfxTarget, Shader, ShaderFile, cache_file_name, detect};

use super::golden::{VERTEX, container, words};

#[test]
fn file_names() {
    let defines = "skinned DIRLIGHT";
    // Hashes of "DIRLIGHT SKINNED", computed by hand: SDBM of the bytes, SDBM of the lower case, FNV-1.
    let names = [HashAlgorithm::Urho18, HashAlgorithm::Urho17, HashAlgorithm::Rbfx]
        .map(|algorithm| cache_file_name(algorithm, "LitSolid", defines, "vs4"));
    assert_eq!(names, ["LitSolid_67742C79.vs4", "LitSolid_03CE3499.vs4", "LitSolid_57190272.vs4"]);
    let none =
        [HashAlgorithm::Urho18, HashAlgorithm::Rbfx].map(|algorithm| cache_file_name(algorithm, "A.hlsl", " ", "ps4"));
    assert_eq!(none, ["A_00000000.ps4", "A_811C9DC5.ps4"]);
    // Digits and signs alone have the same hash in both versions of Urho3D.
    let names =
        [HashAlgorithm::Urho17, HashAlgorithm::Urho18].map(|algorithm| cache_file_name(algorithm, "A", "1 2", "ps3"));
    assert_eq!(names[0], names[1]);
}

#[test]
fn look_alikes() {
    let like = |bytes: &[u8]| match detect(bytes) {
        Some(ShaderFile::LookAlike(like)) => Some(like.to_string()),
        _ => None,
    };
    assert_eq!(like(&words(&VERTEX)).unwrap(), "a bare Direct3D 9 token stream (vs_2_0), as of Urho3D 1.0");
    assert_eq!(like(&container()).unwrap(), "a bare DXBC container");
    for target in [RbfxTarget::HlslBin, RbfxTarget::Spirv, RbfxTarget::Glsl] {
        // Version, stage as four bytes, media type; again after the size of a guarded block.
        let plain = ByteBuilder::new().u8(1).u32(1).cstr(target.media_type()).u8(0).build();
        let guarded = ByteBuilder::new().raw(&[0xa5, 0x03]).raw(&plain).build();
        for bytes in [plain, guarded] {
            assert_eq!(detect(&bytes), Some(ShaderFile::LookAlike(LookAlike::RbfxBytecode(target))));
            let error = Shader::parse(&bytes).unwrap_err();
            assert_eq!(
                error.to_string(),
                format!("expected a shader cache, found rbfx bytecode ({}) (at byte 0x0)", target.media_type())
            );
        }
    }
    assert_eq!(detect(b"USH"), None);
    assert_eq!(detect(&words(&[0xfffe_0400])), None);
}
