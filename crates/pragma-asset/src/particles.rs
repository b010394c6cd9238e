//! Particle systems (PPTSYSCOLLECTION, PPTSYS).

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use binio::{Findings, Name, Path};
use udm::{Element, Value};

use crate::asset::{Asset, Kind, sealed};
use crate::edit::{child, items, owned, put_name, refuse, rename};
use crate::error::{Error, ErrorKind};
use crate::kinds;
use crate::node::Node;

/// The kind of [`Particles`]. Its type is `PPTSYSCOLLECTION`, and text may have no type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParticlesKind {}

impl Kind for ParticlesKind {
    const TYPES: &'static [&'static str] = &["PPTSYSCOLLECTION"];
    const BARE: bool = true;
}

/// The particle systems in a file. The files end in `.pptsys` or `.pptsys_b` (see [Particle
/// systems](crate::format#particle-systems-pptsyscollection-pptsys)).
///
/// ```
/// let text = br#"particleSystemDefinitions { fire { $string assetType "PPTSYS" $uint32 assetVersion 1 assetData {
///     keyValues { $string material "particles/fire" $string maxparticles "40" }
/// } } }"#;
/// let particles = pragma_asset::Particles::parse(text)?;
/// let fire = particles.system("fire").unwrap();
/// assert_eq!(fire.key_value("maxparticles").unwrap(), "40");
/// # Ok::<(), pragma_asset::Error>(())
/// ```
pub type Particles<'a> = Asset<'a, ParticlesKind>;

const DEFINITIONS: &str = "particleSystemDefinitions";

impl Asset<'_, ParticlesKind> {
    /// Returns the particle systems.
    pub fn systems(&self) -> Vec<ParticleSystem<'_>> {
        self.node().node(DEFINITIONS).children().map(ParticleSystem::read).collect()
    }

    /// Returns the particle system with the given name.
    pub fn system(&self, name: &str) -> Option<ParticleSystem<'_>> {
        self.systems().into_iter().rfind(|system| system.name == name)
    }
}

impl<'a> Asset<'a, ParticlesKind> {
    /// Renames a particle system. If other systems in the file refer to it, this will be changed too.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Missing`] if there is no such system, and [`ErrorKind::Taken`] if the new name is already
    /// used.
    pub fn rename_system(&mut self, from: &str, to: &str) -> Result<(), Error> {
        let path = || Path::from(DEFINITIONS).name(from.as_bytes());
        if from != to && self.system(to).is_some() {
            return Err(refuse(ErrorKind::Taken(owned(to.as_bytes())), path()));
        }
        let definitions = child(self.document.data_mut(), DEFINITIONS);
        if !rename(definitions, from.as_bytes(), to.as_bytes()) {
            return Err(refuse(ErrorKind::Missing("such particle system"), path()));
        }
        for (_, system) in definitions.iter_mut() {
            let data =
                system.as_element_mut().and_then(|system| system.get_mut("assetData")).and_then(Value::as_element_mut);
            let children = data.and_then(|data| items(data, "children"));
            let children =
                children.into_iter().flat_map(|children| children.iter_mut().filter_map(Value::as_element_mut));
            children
                .filter(|child| Node(child).name("type") == from)
                .for_each(|child| put_name(child, "type", to.as_bytes()));
        }
        Ok(())
    }

    /// Sets a key value of a particle system. If it does not exist, it will be added.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Missing`] if there is no such system.
    pub fn set_key_value(&mut self, system: &str, key: &str, value: &str) -> Result<(), Error> {
        let missing =
            || refuse(ErrorKind::Missing("such particle system"), Path::from(DEFINITIONS).name(system.as_bytes()));
        let definitions = self.document.data_mut().get_mut(DEFINITIONS).and_then(Value::as_element_mut);
        let found = definitions.and_then(|definitions| definitions.get_mut(system)).and_then(Value::as_element_mut);
        let data = found.and_then(|system| system.get_mut("assetData")).and_then(Value::as_element_mut);
        child(data.ok_or_else(missing)?, "keyValues").insert(owned(key.as_bytes()), owned(value.as_bytes()));
        Ok(())
    }
}

/// A particle system.
#[derive(Clone, Debug)]
pub struct ParticleSystem<'d> {
    /// The name of the particle system.
    pub name: Name<'d>,
    node: Node<'d>,
}

/// A part of a particle system that creates, moves or draws particles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Operator<'d> {
    /// The name, for example `lifetime_random`, `radius_fade` or `sprite`.
    pub name: Name<'d>,
    /// The key values as text.
    pub key_values: Vec<(Name<'d>, Name<'d>)>,
}

/// A particle system that will be started by another.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChildSystem<'d> {
    /// The name of the particle system.
    pub system: Name<'d>,
    /// The delay, in seconds.
    pub delay: f32,
}

impl<'d> ParticleSystem<'d> {
    fn read((name, node): (Name<'d>, Node<'d>)) -> Self {
        Self { name, node: node.data() }
    }

    /// Returns the element. This can be used to read a value that has no method here.
    pub fn element(&self) -> &'d Element<'d> {
        self.node.0
    }

    /// Returns the key values as text, for example `material`, `maxparticles` and `emission_rate`.
    pub fn key_values(&self) -> Vec<(Name<'d>, Name<'d>)> {
        self.node.node("keyValues").texts()
    }

    /// Returns the key value for the given key.
    pub fn key_value(&self, key: &str) -> Option<Name<'d>> {
        self.node.node("keyValues").text(key)
    }

    /// Returns the name of the material.
    pub fn material(&self) -> Option<Name<'d>> {
        self.key_value("material")
    }

    fn operators_of(&self, key: &str) -> Vec<Operator<'d>> {
        let operator =
            |node: Node<'d>| Operator { name: node.name("name"), key_values: node.node("keyValues").texts() };
        self.node.elements(key).into_iter().map(operator).collect()
    }

    /// Returns the operators used to create particles.
    pub fn initializers(&self) -> Vec<Operator<'d>> {
        self.operators_of("initializers")
    }

    /// Returns the operators used to move and change particles.
    pub fn operators(&self) -> Vec<Operator<'d>> {
        self.operators_of("operators")
    }

    /// Returns the operators used to draw particles.
    pub fn renderers(&self) -> Vec<Operator<'d>> {
        self.operators_of("renderers")
    }

    /// Returns the particle systems that this system will start.
    pub fn children(&self) -> Vec<ChildSystem<'d>> {
        let child =
            |node: Node<'d>| ChildSystem { system: node.name("type"), delay: node.f32("delay").unwrap_or_default() };
        self.node.elements("children").into_iter().map(child).collect()
    }
}

impl sealed::Check for ParticlesKind {
    fn check(asset: &Asset<'_, Self>, findings: &mut Findings) {
        let definitions = asset.node().node(DEFINITIONS);
        let systems: Vec<ParticleSystem<'_>> = definitions.children().map(ParticleSystem::read).collect();
        if systems.is_empty() {
            findings.warning(kinds::NO_PARTICLE_SYSTEMS, DEFINITIONS, "no particle systems");
        }
        for (name, node) in definitions.children() {
            crate::check::sub_asset(node, &["PPTSYS"], Path::from(DEFINITIONS).name(&name), findings);
        }
        let known: BTreeSet<&[u8]> = systems.iter().map(|system| system.name.as_bytes()).collect();
        for system in &systems {
            let path = || Path::from(DEFINITIONS).name(&system.name);
            if system.material().is_none() {
                findings.note(kinds::NO_MATERIAL, path(), "no material");
            }
            for (index, child) in system.children().iter().enumerate() {
                if child.system == system.name {
                    findings.error(
                        kinds::PARTICLE_RECURSION,
                        path().item("children", index),
                        "the particle system itself: it would start itself for ever",
                    );
                } else if !known.contains(child.system.as_bytes()) {
                    findings.note(
                        kinds::PARTICLE_CHILD_MISSING,
                        path().item("children", index),
                        "a particle system of another file, or of none",
                    );
                }
            }
        }
    }
}
