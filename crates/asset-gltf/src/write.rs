//! Writes a scene as glTF.

#![allow(clippy::arithmetic_side_effects, reason = "counts and positions of data in memory, and vectors of floats")]

mod animations;
mod arrays;
mod attributes;
mod buffer;
mod cameras;
mod compressed;
mod copies;
mod files;
mod fix;
mod indices;
mod lights;
mod materials;
mod meshes;
mod nodes;
mod primitives;
mod quantize;
mod report;
mod role;
mod skins;
mod sources;
mod tangents;
mod transform;

use std::collections::HashSet;

use asset_scene::{AnimationId, ArrayId, Id, IdMap, Mesh, Node, Scene, Skin};
use binio::{Findings, Path};

use self::arrays::{Arrays, Variant};
use self::fix::conform;
use self::nodes::Nodes;
use self::quantize::{Errors, Grid, Grids};
use self::report::Report;
use self::role::Role;
use crate::environment::EnvironmentExtras;
use crate::error::{Error, ErrorKind, error, of_scene};
use crate::json::{Asset, Attributes, Buffer, Integer, Root};
use crate::{Rule, WriteOptions, uri};
use buffer::Piece;
use copies::Gathered;
pub use files::{Glb, Gltf, GltfFiles, ImageFile, glb, gltf, write_glb, write_gltf};
use materials::{BesideImage, ImagePlace};
use tangents::Tangents;

fn to_json(root: &Root) -> Result<Vec<u8>, Error> {
    serde_json::to_vec(root).map_err(|failure| error(ErrorKind::Json(failure.to_string())))
}

/// The parts of a file.
struct Written<'s> {
    root: Root,
    bin: Vec<Piece<'s>>,
    /// The size of `bin` in bytes.
    length: usize,
    images: Vec<BesideImage<'s>>,
    findings: Findings,
}

fn build<'s>(scene: &'s Scene<'s>, options: &WriteOptions, bin: Option<&str>) -> Result<Written<'s>, Error> {
    scene.check().map_err(of_scene)?;
    let gathered = options.gpu_instancing.then(|| Gathered::of(scene));
    // Images are the same ones.
    let (whole, copies) = (scene, gathered.as_ref().map_or(&[][..], |gathered| &gathered.copies));
    let scene = gathered.as_ref().map_or(whole, |gathered| &gathered.scene);
    // Copies must be able to undo the grids too, so that they are computed for the nodes as they were.
    let grids = if options.quantize { Grids::of(whole) } else { Grids::none(whole) };
    let mut export = Export::new(scene, grids, options);
    export.copied = copies.iter().map(|(node, _)| *node).collect();
    export.meshes()?;
    export.nodes.transforms(scene, &mut export.report)?;
    export.skins()?;
    export.place_meshes()?;
    export.copies(copies);
    export.animations()?;
    export.rest()?;
    let environment =
        scene.environment.as_ref().map(|environment| EnvironmentExtras::new(environment, |mesh| export.meshes[mesh].1));
    let Export { arrays, mut root, nodes, mut report, quantized, bare, errors, .. } = export;
    if let Some(message) = errors.and_then(|errors| errors.message()) {
        report.note(&Path::from("file"), message);
    }
    nodes.finish(scene, &mut root)?;
    let (entries, places) = arrays.finish();
    renumber(&mut root, &places);
    let mut buffer = buffer::Buffer::new(options.compression, options.quantize);
    for (number, entry) in entries.iter().enumerate() {
        root.accessors.push(buffer.accessor(number, entry)?);
    }
    let is_beside = bin.is_some() || options.external_images;
    let place = if is_beside { ImagePlace::Beside(bin) } else { ImagePlace::Inside };
    let (places, images) = materials::images(whole, place, &mut root, &mut buffer, &mut report)?;
    materials::materials(scene, &places, &mut root, &mut report)?;
    materials::variants(scene, &mut root);
    lights::write(scene, &mut root, &mut report)?;
    cameras::write(scene, &mut root, &mut report)?;
    sources::write(scene, sources::Rest { bare, environment }, &mut root)?;
    if quantized {
        root.extensions_used.push("KHR_mesh_quantization".to_owned());
        root.extensions_required.push("KHR_mesh_quantization".to_owned());
    }
    let fallback = buffer.fallback();
    let (pieces, views, length) = buffer.into_pieces(entries, whole);
    root.buffer_views = views;
    if length > 0 {
        root.buffers.push(Buffer { byte_length: Integer::from(length), uri: bin.map(uri::encode), extensions: None });
    }
    compressed::declare(&mut root, fallback);
    Ok(Written { root, bin: pieces, length, images, findings: report.into_findings() })
}

/// A scene that is being written to a file.
struct Export<'s> {
    scene: &'s Scene<'s>,
    report: Report,
    arrays: Arrays<'s>,
    tangents: Tangents,
    root: Root,
    nodes: Nodes,
    /// For each mesh in the scene, the meshes to use in the file. The first is for nodes with a skin, or for all nodes
    /// if only one mesh is needed. The second is for nodes without a skin.
    meshes: IdMap<Mesh, (Option<usize>, Option<usize>)>,
    /// The skin in the file for each skin in the scene.
    skins: IdMap<Skin, Option<usize>>,
    /// The grids of mesh positions, and the grid of the mesh that is being written.
    grids: Grids,
    grid: Option<(usize, Grid)>,
    /// The nodes that can undo a grid without a child node.
    foldable: IdMap<Node, bool>,
    /// The nodes that represent several copies.
    copied: HashSet<Id<Node>>,
    /// The errors of vertices that are stored in fewer bits, or `None` if they keep all bits.
    errors: Option<Errors>,
    /// This is `true` if `KHR_mesh_quantization` is needed.
    quantized: bool,
    /// The animations that glTF can't express.
    bare: Vec<AnimationId>,
}

impl<'s> Export<'s> {
    fn new(scene: &'s Scene<'s>, grids: Grids, options: &WriteOptions) -> Self {
        let generator = Some(concat!("engine-assets ", env!("CARGO_PKG_VERSION")).to_owned());
        let root =
            Root { asset: Some(Asset { version: "2.0".to_owned(), generator, min_version: None }), ..Root::default() };
        Self {
            scene,
            report: Report::new(options.strict),
            arrays: Arrays::default(),
            tangents: Tangents::new(scene),
            root,
            nodes: Nodes::default(),
            meshes: IdMap::filled((None, None), scene.meshes.len()),
            skins: IdMap::filled(None, scene.skins.len()),
            grids,
            grid: None,
            foldable: quantize::foldable(scene),
            copied: HashSet::new(),
            errors: options.quantize.then(Errors::default),
            quantized: false,
            bare: Vec::new(),
        }
    }

    /// Returns the accessor for an array that is used in this role. If necessary, the array is changed.
    fn array(&mut self, origin: ArrayId, role: Role, path: &Path) -> Result<usize, Error> {
        let grid = self.grid.filter(|_| matches!(role, Role::Position | Role::MorphPosition));
        let variant = grid.map_or(Variant::As(role), |(number, _)| Variant::Grid(role, number));
        if let Some(known) = self.arrays.known(origin, &variant) {
            return Ok(known);
        }
        let array = &self.scene[origin];
        let fixed = conform(array, role);
        self.report.add_all(path, &fixed.changes)?;
        self.quantized |= fixed.quantized;
        let packed = self.in_fewer_bits(fixed.array.as_ref().unwrap_or(array), role, grid.map(|(_, grid)| grid));
        let changed = packed.or(fixed.array);
        let entry = self.arrays.remember(origin, array, variant, role.usage(), changed);
        self.arrays.mark(entry, |entry| entry.bounds |= role.wants_bounds());
        Ok(entry)
    }

    /// Adds objects that are not referenced.
    fn rest(&mut self) -> Result<(), Error> {
        let used = self.arrays.used(self.scene.arrays.len());
        for (origin, array) in self.scene.arrays.enumerate().filter(|(origin, _)| !used[*origin]) {
            let path = Path::from([("array", origin.index())]);
            if array.count == 0 {
                self.report.add(&path, Rule::EmptyArrays, 1)?;
            } else {
                self.array(origin, Role::Unused, &path)?;
            }
        }
        Ok(())
    }
}

/// Replaces the numbers of accessors by those in the file.
fn renumber(root: &mut Root, places: &[usize]) {
    let renumbered =
        |accessor: &mut Integer| *accessor = Integer::from(places.get(accessor.index()).copied().unwrap_or(usize::MAX));
    let all = |Attributes(list): &mut Attributes| list.iter_mut().for_each(|(_, accessor)| renumbered(accessor));
    let extensions = root.nodes.iter_mut().filter_map(|node| node.extensions.as_mut());
    extensions.filter_map(|extensions| extensions.instancing.as_mut()).for_each(|copies| all(&mut copies.attributes));
    for primitive in root.meshes.iter_mut().flat_map(|mesh| &mut mesh.primitives) {
        all(&mut primitive.attributes);
        primitive.targets.iter_mut().for_each(all);
        primitive.indices.iter_mut().for_each(renumbered);
    }
    root.skins.iter_mut().flat_map(|skin| &mut skin.inverse_bind_matrices).for_each(renumbered);
    for sampler in root.animations.iter_mut().flat_map(|animation| &mut animation.samplers) {
        renumbered(&mut sampler.input);
        renumbered(&mut sampler.output);
    }
}
