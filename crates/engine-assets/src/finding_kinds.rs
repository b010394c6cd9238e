//! Finding kinds of all crates.

use binio::FindingKind;

/// Returns the finding kinds of all enabled crates, sorted by name.
pub fn finding_kinds() -> Vec<&'static FindingKind> {
    let lists: &[&[&FindingKind]] = &[
        crate::kinds::ALL,
        #[cfg(feature = "gltf")]
        asset_gltf::kinds::ALL,
        #[cfg(feature = "image")]
        asset_image::kinds::ALL,
        #[cfg(feature = "render")]
        asset_render::kinds::ALL,
        #[cfg(feature = "gltf")]
        asset_scene::kinds::ALL,
        #[cfg(any(feature = "extract", feature = "resources"))]
        asset_unpack::kinds::ALL,
        #[cfg(feature = "pragma-asset")]
        pragma_asset::kinds::ALL,
        #[cfg(feature = "scene-pragma")]
        scene_pragma::kinds::ALL,
        #[cfg(feature = "scene-urho")]
        scene_urho::kinds::ALL,
        #[cfg(feature = "scene-zed")]
        scene_zed::kinds::ALL,
        #[cfg(feature = "udm")]
        udm::kinds::ALL,
        #[cfg(feature = "udm-tools")]
        udm_tools::kinds::ALL,
        #[cfg(feature = "urho-ani")]
        urho_ani::kinds::ALL,
        #[cfg(feature = "urho-asc")]
        urho_asc::kinds::ALL,
        #[cfg(feature = "sidecar")]
        urho_core::kinds::ALL,
        #[cfg(feature = "urho-material")]
        urho_material::kinds::ALL,
        #[cfg(feature = "urho-mdl")]
        urho_mdl::kinds::ALL,
        #[cfg(feature = "urho-pak")]
        urho_pak::kinds::ALL,
        #[cfg(feature = "urho-scene")]
        urho_scene::kinds::ALL,
        #[cfg(feature = "urho-shader")]
        urho_shader::kinds::ALL,
        #[cfg(feature = "zed-asset")]
        zed_asset::kinds::ALL,
    ];
    let mut kinds: Vec<&'static FindingKind> = lists.iter().copied().flatten().copied().collect();
    kinds.sort_unstable_by_key(|kind| kind.as_str());
    kinds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_unique_and_kebab_case() {
        let kinds = finding_kinds();
        assert!(kinds.windows(2).all(|pair| pair[0].as_str() < pair[1].as_str()));
        for kind in kinds {
            let (owner, name) = kind.as_str().split_once('/').expect("a crate and a name");
            let is_kebab = |text: &str| {
                text.split('-').all(|word| {
                    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
                })
            };
            assert!(is_kebab(owner) && is_kebab(name), "{kind}");
        }
    }

    #[test]
    fn every_kind_is_documented() {
        for kind in finding_kinds() {
            let sentences = [Some(kind.about()), kind.engine()];
            assert!(sentences.into_iter().flatten().all(|text| text.len() > 5 && text.ends_with('.')), "{kind}");
        }
    }

    #[test]
    fn names_begin_with_their_crate() {
        let is_of = |list: &[&FindingKind], owner: &str| list.iter().all(|kind| kind.as_str().starts_with(owner));
        assert!(is_of(crate::kinds::ALL, "engine-assets/"));
        #[cfg(feature = "udm")]
        assert!(is_of(udm::kinds::ALL, "udm/"));
        #[cfg(feature = "udm-tools")]
        assert!(is_of(udm_tools::kinds::ALL, "udm-tools/"));
        #[cfg(feature = "urho-ani")]
        assert!(is_of(urho_ani::kinds::ALL, "urho-ani/"));
        #[cfg(feature = "urho-mdl")]
        assert!(is_of(urho_mdl::kinds::ALL, "urho-mdl/"));
        #[cfg(feature = "gltf")]
        assert!(is_of(asset_gltf::kinds::ALL, "asset-gltf/"));
    }

    #[cfg(feature = "urho-mdl")]
    #[test]
    fn repairs_exist() {
        let exists = |name: &str| urho_mdl::Repair::ALL.into_iter().any(|repair| repair.name() == name);
        assert!(finding_kinds().iter().filter_map(|kind| kind.repair()).all(exists));
    }
}
