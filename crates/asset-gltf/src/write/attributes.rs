//! Chooses names for attributes, because glTF only allows some.

use std::collections::{BTreeMap, BTreeSet};

use asset_scene::{ArrayId, Attribute, Primitive, Semantic};
use binio::Path;

use super::report::Report;
use super::role::Role;
use crate::Rule;
use crate::error::Error;

/// How a mesh is used with skins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Binding {
    /// It is used with skins. The smallest of them has this number of joints.
    Bound(usize),
    /// It is used without a skin.
    Unbound,
    /// It is not used by any node.
    Unknown,
}

/// An attribute and the name that it gets in the file.
#[derive(Debug)]
pub(super) struct Named {
    pub(super) semantic: Semantic,
    pub(super) name: String,
    pub(super) array: ArrayId,
    pub(super) role: Role,
}

/// Returns the attributes of a primitive with names that glTF allows.
pub(super) fn named(
    primitive: &Primitive,
    binding: Binding,
    path: &Path,
    report: &mut Report,
) -> Result<Vec<Named>, Error> {
    let attributes = once_each(&primitive.attributes, path, report)?;
    let sets = Sets::of(&attributes, binding);
    report.add(path, Rule::SetNumbers, usize::from(sets.renumbered))?;
    let semantics: BTreeSet<&Semantic> = attributes.iter().map(|attribute| &attribute.semantic).collect();
    let mut taken: BTreeSet<String> = semantics.iter().map(ToString::to_string).collect();
    let mut named = Vec::with_capacity(attributes.len());
    for attribute in &attributes {
        let semantic = &attribute.semantic;
        let placed = match semantic {
            Semantic::Tangent => semantics.contains(&Semantic::Normal).then(|| semantic.clone()),
            _ => sets.in_file(semantic),
        };
        let (name, role) = match &placed {
            Some(placed) => (placed.to_string(), role(placed)),
            None => {
                let joints = matches!(semantic, Semantic::Joints(_) | Semantic::Weights(_));
                let skinless = joints && binding == Binding::Unbound;
                report.add(path, if skinless { Rule::JointsWithoutSkin } else { Rule::MissingDependency }, 1)?;
                (free(format!("_{semantic}"), &mut taken), Role::Custom)
            }
        };
        named.push(Named { semantic: semantic.clone(), name, array: attribute.array, role });
    }
    Ok(named)
}

/// Returns the attributes. If a semantic occurs several times, only the first is returned.
pub(super) fn once_each<'a>(
    attributes: &'a [Attribute],
    path: &Path,
    report: &mut Report,
) -> Result<Vec<&'a Attribute>, Error> {
    let mut seen = BTreeSet::new();
    let once: Vec<&Attribute> = attributes.iter().filter(|attribute| seen.insert(&attribute.semantic)).collect();
    report.add(path, Rule::RepeatedAttributes, attributes.len() - once.len())?;
    Ok(once)
}

/// Makes a name unique. The result is remembered so that it will not be used again.
fn free(mut name: String, taken: &mut BTreeSet<String>) -> String {
    while !taken.insert(name.clone()) {
        name.push('_');
    }
    name
}

const fn role(semantic: &Semantic) -> Role {
    match semantic {
        Semantic::Position => Role::Position,
        Semantic::Normal => Role::Normal,
        Semantic::Tangent => Role::Tangent,
        Semantic::TexCoord(_) => Role::TexCoord,
        Semantic::Color(0) => Role::FirstColor,
        Semantic::Color(_) => Role::Color,
        Semantic::Joints(_) => Role::Joints,
        Semantic::Weights(_) => Role::Weights,
        Semantic::Custom(_) => Role::Custom,
    }
}

/// The set numbers in the file. glTF requires that they count from 0 without gaps.
#[derive(Default)]
struct Sets {
    texture_coordinates: BTreeMap<u32, u32>,
    colors: BTreeMap<u32, u32>,
    /// Sets that have both joints and weights.
    influences: BTreeMap<u32, u32>,
    renumbered: bool,
}

impl Sets {
    fn of(attributes: &[&Attribute], binding: Binding) -> Self {
        let numbers = |of: fn(&Semantic) -> Option<u32>| -> BTreeSet<u32> {
            attributes.iter().filter_map(|attribute| of(&attribute.semantic)).collect()
        };
        let joints = numbers(|semantic| if let Semantic::Joints(set) = semantic { Some(*set) } else { None });
        let weights = numbers(|semantic| if let Semantic::Weights(set) = semantic { Some(*set) } else { None });
        let coordinates = numbers(|semantic| if let Semantic::TexCoord(set) = semantic { Some(*set) } else { None });
        let colors = numbers(|semantic| if let Semantic::Color(set) = semantic { Some(*set) } else { None });
        let both = joints.intersection(&weights).copied().filter(|_| binding != Binding::Unbound).collect();
        let count = |sets: BTreeSet<u32>| -> BTreeMap<u32, u32> { sets.into_iter().zip(0..).collect() };
        let mut sets = Self {
            texture_coordinates: count(coordinates),
            colors: count(colors),
            influences: count(both),
            renumbered: false,
        };
        let all = sets.texture_coordinates.iter().chain(&sets.colors).chain(&sets.influences);
        sets.renumbered = all.into_iter().any(|(set, number)| set != number);
        sets
    }

    /// Returns the semantic with the set number that it has in the file, or `None` if it can't be written.
    fn in_file(&self, semantic: &Semantic) -> Option<Semantic> {
        Some(match semantic {
            Semantic::TexCoord(set) => Semantic::TexCoord(*self.texture_coordinates.get(set)?),
            Semantic::Color(set) => Semantic::Color(*self.colors.get(set)?),
            Semantic::Joints(set) => Semantic::Joints(*self.influences.get(set)?),
            Semantic::Weights(set) => Semantic::Weights(*self.influences.get(set)?),
            other => other.clone(),
        })
    }
}

/// Returns `true` if a primitive has joints and weights.
pub(super) fn is_jointed(primitive: &Primitive) -> bool {
    let attributes: Vec<&Attribute> = primitive.attributes.iter().collect();
    !Sets::of(&attributes, Binding::Unknown).influences.is_empty()
}
