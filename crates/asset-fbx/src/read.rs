//! Converts FBX and OBJ files to scenes.

mod animations;
mod cameras;
mod clip_names;
mod corners;
mod hierarchy;
mod images;
mod lights;
mod load;
mod lods;
mod material_files;
mod materials;
mod meshes;
mod morphs;
mod numbers;
mod properties;
mod samples;
mod skins;
mod textures;
mod unshown;

use std::collections::HashMap;

use asset_scene::{Id, Mesh, Node, Scene};
use binio::{Budget, Findings, Path};

use crate::error::{Error, ErrorKind, error};
use crate::{ReadOptions, Resolver, kinds};
use morphs::Target;
use numbers::Numbers;

/// Reads an `.fbx` in text or binary form, or an `.obj`, into a scene. Use `resolver` to give access to the files that
/// it names. The findings tell you what had to be changed or left out.
///
/// # Errors
/// Returns an error if the file is too damaged to be repaired, or if it exceeds the limits.
pub fn parse(
    bytes: &[u8],
    options: &ReadOptions,
    resolver: &dyn Resolver,
) -> Result<(Scene<'static>, Findings), Error> {
    let mut findings = Findings::new();
    let loaded = load::load(bytes, options, resolver, &mut findings)?;
    let file: &ufbx::Scene = &loaded;
    let mut reader = Reader {
        file,
        options,
        budget: options.limits.budget(),
        findings,
        numbers: Numbers::default(),
        scene: Scene { name: options.name.clone(), ..Scene::default() },
        nodes: vec![None; file.nodes.len()],
        meshes: HashMap::new(),
        targets: HashMap::new(),
    };
    reader.read(resolver)?;
    let Reader { scene, mut findings, numbers, .. } = reader;
    if numbers.invalid > 0 {
        findings.warning(
            kinds::NOT_FINITE,
            "file",
            format!("numbers that aren't finite became 0: {}", numbers.invalid),
        );
    }
    scene.check().map_err(|failure| failure.map_kind(ErrorKind::Scene))?;
    Ok((scene, findings))
}

/// A file on the way to a scene.
struct Reader<'f> {
    file: &'f ufbx::Scene,
    options: &'f ReadOptions,
    budget: Budget,
    findings: Findings,
    numbers: Numbers,
    scene: Scene<'static>,
    /// The node in the scene, given the number of a node in the file.
    nodes: Vec<Option<Id<Node>>>,
    /// The mesh in the scene, given its number in the file and the materials that a node assigns to it.
    meshes: HashMap<meshes::Key, Id<Mesh>>,
    /// The morph targets of each mesh, if it has any.
    targets: HashMap<Id<Mesh>, Vec<Target<'f>>>,
}

impl Reader<'_> {
    fn read(&mut self, resolver: &dyn Resolver) -> Result<(), Error> {
        self.hierarchy();
        self.read_lights();
        self.read_cameras();
        let images = self.images(resolver)?;
        self.materials(&images);
        self.read_meshes()?;
        self.lods();
        self.animations()?;
        self.parts();
        Ok(())
    }

    fn spend(&mut self, bytes: u64) -> Result<(), Error> {
        self.budget.spend(bytes).map_err(error)
    }

    fn note(&mut self, kind: &'static binio::FindingKind, path: impl Into<Path>, message: impl Into<String>) {
        self.findings.note(kind, path, message);
    }

    /// Returns the node in the scene for this node in the file.
    fn node(&self, node: &ufbx::Node) -> Option<Id<Node>> {
        self.nodes.get(node.element.typed_id as usize).copied().flatten()
    }
}

/// Returns a path that names an object in the file.
fn named(part: &'static str, name: &str) -> Path {
    Path::from(part).name(name.as_bytes())
}
