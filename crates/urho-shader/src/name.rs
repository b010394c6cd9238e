//! The names that the engines give to cache files.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use urho_core::{HashAlgorithm, hash_of};

use crate::shader::{Shader, Version};
use crate::stage::Stage;

/// Returns defines in the form in which the engine hashes them. They will be in upper case, sorted, and separated by
/// single spaces. Duplicates are not removed.
///
/// ```
/// assert_eq!(urho_shader::normalize_defines(" skinned  DIRLIGHT maxbones=64"), "DIRLIGHT MAXBONES=64 SKINNED");
/// ```
pub fn normalize_defines(defines: &str) -> String {
    let upper = defines.to_ascii_uppercase();
    let mut words: Vec<&str> = upper.split(' ').filter(|word| !word.is_empty()).collect();
    words.sort_unstable();
    words.join(" ")
}

/// Returns the name of the file in which the engine will look for a shader (for example `LitSolid`) when it was
/// compiled with the given `defines`. This is the name since Urho3D 1.31 ([File names](crate::format#file-names)).
///
/// You can pass defines in any order and case, because they are normalised first. Folders and the extension of `shader`
/// are not used. The new `extension` must have no dot; see [`Shader::extension`].
///
/// Note that you must pass the right algorithm. Defines are in upper case, but up to 1.7 the hash converts letters to lower
/// case. So the name will not be the same in the two algorithms when a define has letters.
///
/// ```
/// use urho_core::HashAlgorithm;
/// use urho_shader::cache_file_name;
/// assert_eq!(cache_file_name(HashAlgorithm::Urho18, "Shaders/HLSL/Basic.hlsl", "", "vs4"), "Basic_00000000.vs4");
/// let [old, new] = [HashAlgorithm::Urho17, HashAlgorithm::Urho18].map(|algorithm| cache_file_name(algorithm, "Basic", "A", "vs3"));
/// assert_eq!((old.as_str(), new.as_str()), ("Basic_00000061.vs3", "Basic_00000041.vs3"));
/// ```
pub fn cache_file_name(algorithm: HashAlgorithm, shader: &str, defines: &str, extension: &str) -> String {
    let hash = hash_of(algorithm, normalize_defines(defines).as_bytes());
    format!("{}_{hash}.{extension}", base_name(shader))
}

/// Returns the name of the file for a variation, to be found next to the shader. The compiler tool of Urho3D 1.2 to
/// 1.23 uses such names. They do not contain a hash ([File names](crate::format#file-names)).
///
/// ```
/// assert_eq!(urho_shader::variation_file_name("Basic", "SKINNED", "vs2"), "Basic_SKINNED.vs2");
/// ```
pub fn variation_file_name(shader: &str, variation: &str, extension: &str) -> String {
    let shader = base_name(shader);
    if variation.is_empty() { format!("{shader}.{extension}") } else { format!("{shader}_{variation}.{extension}") }
}

/// Returns the part of a path between its last slash and its last dot.
fn base_name(path: &str) -> &str {
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
    name.rsplit_once('.').map_or(name, |(base, _)| base)
}

impl Shader<'_> {
    /// Returns the extension to use for the file, without a dot. When no engine would write this stage or model, this
    /// is `None`.
    ///
    /// Note that hull and domain shaders from rbfx have model 4, but their files end in `hs5` and `ds5`.
    pub fn extension(&self) -> Option<&'static str> {
        match (self.version(), self.stage, self.model) {
            (Version::D3d9 | Version::Variations, Stage::VERTEX, 2) => Some("vs2"),
            (Version::D3d9 | Version::Variations, Stage::PIXEL, 2) => Some("ps2"),
            (Version::D3d9 | Version::Variations, Stage::VERTEX, 3) => Some("vs3"),
            (Version::D3d9 | Version::Variations, Stage::PIXEL, 3) => Some("ps3"),
            (Version::D3d11, Stage::VERTEX, 4) => Some("vs4"),
            (Version::D3d11, Stage::PIXEL, 4) => Some("ps4"),
            (Version::D3d11, Stage::GEOMETRY, 4) => Some("gs4"),
            (Version::D3d11, Stage::HULL, 4 | 5) => Some("hs5"),
            (Version::D3d11, Stage::DOMAIN, 4 | 5) => Some("ds5"),
            (Version::D3d11, Stage::COMPUTE, 5) => Some("cs5"),
            _ => None,
        }
    }
}
