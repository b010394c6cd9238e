//! Finding kinds of all crates.

use binio::FindingKind;

/// Returns the finding kinds of all enabled crates, sorted by name.
pub fn finding_kinds() -> Vec<&'static FindingKind> {
    let shared: &[&[&FindingKind]] = &[
        crate::kinds::ALL,
        #[cfg(feature = "render")]
        asset_render::kinds::ALL,
        scene_adapter::kinds::ALL,
    ];
    let lists = shared.iter().chain(crate::drivers::all().flat_map(|driver| driver.findings));
    let mut kinds: Vec<&'static FindingKind> = lists.copied().flatten().copied().collect();
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
    fn names_begin_with_the_noun() {
        let begins_with_problem = |name: &str| {
            let (_, name) = name.split_once('/').expect("a crate and a name");
            ["unknown-", "duplicate-", "missing-"].into_iter().any(|problem| name.starts_with(problem))
        };
        let all = finding_kinds();
        let wrong: Vec<_> = all.iter().filter(|kind| begins_with_problem(kind.as_str())).collect();
        assert!(wrong.is_empty(), "expected noun-problem, such as chunk-unknown: {wrong:?}");
    }

    #[test]
    fn every_kind_has_an_effect_and_a_remedy() {
        for kind in finding_kinds() {
            assert!(kind.engine().is_some(), "{kind} doesn't say what a person sees: with_engine");
            assert!(
                kind.repair().or(kind.advice()).is_some(),
                "{kind} doesn't say what to do: with_repair or with_advice"
            );
            let sentences = [Some(kind.about()), kind.engine(), kind.advice()];
            assert!(sentences.into_iter().flatten().all(|text| text.len() > 5 && text.ends_with('.')), "{kind}");
        }
    }

    #[test]
    fn names_begin_with_their_crate() {
        let is_of = |list: &[&FindingKind], owner: &str| list.iter().all(|kind| kind.as_str().starts_with(owner));
        assert!(is_of(crate::kinds::ALL, "engine-assets/"));
        assert!(is_of(udm::kinds::ALL, "udm/"));
        assert!(is_of(udm_tools::kinds::ALL, "udm-tools/"));
        assert!(is_of(urho_ani::kinds::ALL, "urho-ani/"));
        assert!(is_of(urho_mdl::kinds::ALL, "urho-mdl/"));
        assert!(is_of(asset_gltf::kinds::ALL, "asset-gltf/"));
    }

    #[test]
    fn repairs_exist() {
        let exists = |name: &str| urho_mdl::Repair::ALL.into_iter().any(|repair| repair.name() == name);
        assert!(finding_kinds().iter().filter_map(|kind| kind.repair()).all(exists));
    }
}
