//! Scene to glTF.

#![allow(clippy::arithmetic_side_effects, reason = "counts and places of what is in memory, and vectors of floats")]

mod animations;
mod arrays;
mod attributes;
mod buffer;
mod cameras;
mod fix;
mod indices;
mod lights;
mod materials;
mod meshes;
mod nodes;
mod primitives;
mod report;
mod skins;
mod sources;
mod transform;

use asset_scene::{AnimationId, ArrayId, Each, Mesh, Scene, Skin};
use binio::{Findings, Path};

use self::arrays::{Arrays, Variant};
use self::fix::{Role, conform};
use self::nodes::Nodes;
use self::report::Report;
use crate::error::{Error, ErrorKind, error, of_scene};
use crate::json::{Asset, Attributes, Buffer, Integer, Root};
use crate::{Rule, WriteOptions, uri};
pub use materials::ImageFile;

/// A `.gltf` and the file of its bytes.
#[derive(Clone, Debug, PartialEq)]
pub struct GltfFiles {
    /// Bytes of the `.gltf`: JSON in UTF-8.
    pub json: Vec<u8>,
    /// The file that it names; empty, and not named, if there is nothing in it.
    pub bin: Vec<u8>,
    /// The images that have a file name, as files that it names.
    pub images: Vec<ImageFile>,
}

/// Writes a scene as a `.glb`, and says what had to be changed.
///
/// # Errors
/// What is wrong with the scene; with [`WriteOptions::strict`], what would have to be changed; more than 4 GiB.
pub fn write_glb(scene: &Scene<'_>, options: &WriteOptions) -> Result<(Vec<u8>, Findings), Error> {
    let Written { root, bin, findings, .. } = build(scene, options, None)?;
    let mut json = to_json(&root)?;
    json.resize(json.len().next_multiple_of(4), b' ');
    let chunks: &[(&[u8; 4], &[u8])] =
        if bin.is_empty() { &[(b"JSON", &json)] } else { &[(b"JSON", &json), (b"BIN\0", &bin)] };
    let length = chunks.iter().fold(12, |length: u64, (_, data)| length.saturating_add(8 + data.len() as u64));
    let length = u32::try_from(length)
        .map_err(|_| error(ErrorKind::TooLarge("expected at most 4 GiB in a .glb, found more")))?;
    let mut bytes = Vec::with_capacity(length as usize);
    bytes.extend_from_slice(b"glTF");
    bytes.extend_from_slice(&2u32.to_le_bytes());
    bytes.extend_from_slice(&length.to_le_bytes());
    for (kind, data) in chunks {
        // No more than the whole.
        bytes.extend_from_slice(&(data.len() as u32).to_le_bytes());
        bytes.extend_from_slice(*kind);
        bytes.extend_from_slice(data);
    }
    Ok((bytes, findings))
}

/// Writes a scene as a `.gltf` and a file beside it that will be called `bin_name`, and says what had to be changed.
///
/// # Errors
/// As [`write_glb`] says, but for the size.
pub fn write_gltf(scene: &Scene<'_>, options: &WriteOptions, bin_name: &str) -> Result<(GltfFiles, Findings), Error> {
    let Written { root, bin, images, findings } = build(scene, options, Some(bin_name))?;
    Ok((GltfFiles { json: to_json(&root)?, bin, images }, findings))
}

fn to_json(root: &Root) -> Result<Vec<u8>, Error> {
    serde_json::to_vec(root).map_err(|failure| error(ErrorKind::Json(failure.to_string())))
}

/// What a file is made of.
struct Written {
    root: Root,
    bin: Vec<u8>,
    images: Vec<ImageFile>,
    findings: Findings,
}

fn build(scene: &Scene<'_>, options: &WriteOptions, bin: Option<&str>) -> Result<Written, Error> {
    scene.check().map_err(of_scene)?;
    let mut export = Export::new(scene, options);
    export.meshes()?;
    export.nodes.transforms(scene, &mut export.report)?;
    export.skins()?;
    export.place_meshes()?;
    export.animations()?;
    export.rest()?;
    let Export { arrays, mut root, nodes, mut report, quantized, bare, .. } = export;
    nodes.finish(scene, &mut root)?;
    let (entries, places) = arrays.finish();
    renumber(&mut root, &places);
    let mut buffer = buffer::Buffer::default();
    for entry in &entries {
        root.accessors.push(buffer.accessor(entry)?);
    }
    let (places, images) = materials::images(scene, bin, &mut root, &mut buffer, &mut report)?;
    materials::materials(scene, &places, &mut root, &mut report)?;
    materials::variants(scene, &mut root);
    lights::write(scene, &mut root, &mut report)?;
    cameras::write(scene, &mut root, &mut report)?;
    sources::write(scene, options, &entries, bare, &mut root, &mut buffer)?;
    if quantized {
        root.extensions_used.push("KHR_mesh_quantization".to_owned());
        root.extensions_required.push("KHR_mesh_quantization".to_owned());
    }
    let buffer::Buffer { bytes, views } = buffer;
    root.buffer_views = views;
    if !bytes.is_empty() {
        root.buffers.push(Buffer { byte_length: Integer::from(bytes.len()), uri: bin.map(uri::encode) });
    }
    Ok(Written { root, bin: bytes, images, findings: report.into_findings() })
}

/// A scene on its way into a file.
struct Export<'s> {
    scene: &'s Scene<'s>,
    report: Report,
    arrays: Arrays<'s>,
    root: Root,
    nodes: Nodes,
    /// Of each mesh of the scene: the one in the file for nodes with a skin, or for all; and for those without, if it is another one.
    meshes: Each<Mesh, (Option<usize>, Option<usize>)>,
    /// Of each skin of the scene: the one in the file.
    skins: Each<Skin, Option<usize>>,
    /// Whether `KHR_mesh_quantization` is needed.
    quantized: bool,
    /// Indices of the animations that glTF can't express.
    bare: Vec<AnimationId>,
}

impl<'s> Export<'s> {
    fn new(scene: &'s Scene<'s>, options: &WriteOptions) -> Self {
        let generator = Some(concat!("engine-assets ", env!("CARGO_PKG_VERSION")).to_owned());
        let root =
            Root { asset: Some(Asset { version: "2.0".to_owned(), generator, min_version: None }), ..Root::default() };
        Self {
            scene,
            report: Report::new(options.strict),
            arrays: Arrays::default(),
            root,
            nodes: Nodes::default(),
            meshes: Each::filled((None, None), scene.meshes.len()),
            skins: Each::filled(None, scene.skins.len()),
            quantized: false,
            bare: Vec::new(),
        }
    }

    /// The array of the scene in a role, changed if it has to be.
    fn array(&mut self, origin: ArrayId, role: Role, path: &Path) -> Result<usize, Error> {
        let variant = Variant::As(role);
        if let Some(known) = self.arrays.known(origin, &variant) {
            return Ok(known);
        }
        let array = &self.scene[origin];
        let fixed = conform(array, role);
        self.report.add_all(path, &fixed.changes)?;
        self.quantized |= fixed.quantized;
        let entry = self.arrays.remember(origin, array, variant, role.usage(), fixed.array);
        self.arrays.mark(entry, |entry| entry.bounds |= role.wants_bounds());
        Ok(entry)
    }

    /// What nothing refers to.
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

/// Gives accessors the numbers that they have in the file.
fn renumber(root: &mut Root, places: &[usize]) {
    let place =
        |accessor: &mut Integer| *accessor = Integer::from(places.get(accessor.index()).copied().unwrap_or(usize::MAX));
    let all = |Attributes(list): &mut Attributes| list.iter_mut().for_each(|(_, accessor)| place(accessor));
    for primitive in root.meshes.iter_mut().flat_map(|mesh| &mut mesh.primitives) {
        all(&mut primitive.attributes);
        primitive.targets.iter_mut().for_each(all);
        primitive.indices.iter_mut().for_each(place);
    }
    root.skins.iter_mut().flat_map(|skin| &mut skin.inverse_bind_matrices).for_each(place);
    for sampler in root.animations.iter_mut().flat_map(|animation| &mut animation.samplers) {
        place(&mut sampler.input);
        place(&mut sampler.output);
    }
}
