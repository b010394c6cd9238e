//! Reads glTF as a scene.

mod accessors;
mod animations;
mod buffers;
mod cameras;
mod copies;
#[cfg(feature = "draco")]
mod draco;
mod extensions;
mod further;
mod grids;
mod lights;
mod lods;
mod materials;
mod meshes;
mod nodes;
mod sources;
mod specular_glossiness;

use std::io;

use asset_scene::{Array, ArrayId, Data, Id, Item, Scene, SharedRead};
use binio::{Findings, Path};

use crate::check::{Document, check};
use crate::error::{Error, ErrorKind, Within, error, no_such, of_scene, shown, shown_message};
use crate::glb::{Bin, Container, FIRST, parts};
use crate::json::{Integer, Root};
use crate::offsets::Offsets;
use crate::{ReadOptions, Resolver};
use accessors::Uses;

/// Reads a `.glb` or a `.gltf`. If it references other files, they are read using `resolver`; pass
/// [`NoFiles`](crate::NoFiles) if it must not.
///
/// # Errors
/// The problem, the part, and the offset of this part in the file.
pub fn parse(
    bytes: &[u8],
    options: &ReadOptions,
    resolver: &dyn Resolver,
) -> Result<(Scene<'static>, Findings), Error> {
    let mut findings = Findings::new();
    let container = Container::open(bytes, &mut findings)?;
    parse_container(&container, options, resolver, findings)
}

/// Reads a `.glb` like [`parse`], but only the parts that are needed. If you set [`ReadOptions::images_later`], images
/// stay in the file until you ask for them. If the file is broken, it is read completely.
///
/// # Errors
/// See [`parse`]. I/O errors are returned as [`ErrorKind::File`].
pub fn parse_at(
    file: &SharedRead,
    options: &ReadOptions,
    resolver: &dyn Resolver,
) -> Result<(Scene<'static>, Findings), Error> {
    let unread = |failure: io::Error| error(ErrorKind::File { name: "file".to_owned(), message: failure.to_string() });
    let Some((json, bin)) = parts(file).map_err(unread)? else {
        let length = file.len().and_then(|length| usize::try_from(length).map_err(io::Error::other));
        let mut bytes = vec![0; length.map_err(unread)?];
        file.read_exact_at(&mut bytes, 0).map_err(unread)?;
        return parse(&bytes, options, resolver);
    };
    let container = Container { json: &json, json_offset: FIRST, bin: bin.map(Bin::There) };
    parse_container(&container, options, resolver, Findings::new())
}

fn parse_container(
    container: &Container<'_>,
    options: &ReadOptions,
    resolver: &dyn Resolver,
    findings: Findings,
) -> Result<(Scene<'static>, Findings), Error> {
    let offsets = || Offsets::new(container.json, container.json_offset);
    match read(container, options, resolver, findings) {
        Ok((scene, mut findings)) => {
            if findings.iter().any(|finding| finding.offset.is_none()) {
                let offsets = offsets();
                findings.place(|path| offsets.of(path));
            }
            Ok((scene, findings))
        }
        Err(error) if error.offset().is_none() => match offsets().of(error.path()) {
            Some(offset) => Err(error.at(offset)),
            None => Err(error),
        },
        Err(error) => Err(error),
    }
}

fn read(
    container: &Container<'_>,
    options: &ReadOptions,
    resolver: &dyn Resolver,
    mut findings: Findings,
) -> Result<(Scene<'static>, Findings), Error> {
    let root = json(container)?;
    check_version(&root)?;
    extensions::check(&root, &mut findings)?;
    let mut budget = options.limits.budget();
    let buffers = buffers::load(&root, container.bin.as_ref(), resolver, &mut budget, &mut findings)?;
    let uses = Uses::of(&root);
    #[cfg(feature = "draco")]
    let decoded = draco::decode(&root, &buffers, &mut budget)?;
    #[cfg(not(feature = "draco"))]
    let decoded = accessors::Decoded::new();
    let arrays = accessors::read(&root, &uses, (&buffers, decoded), &mut budget, &mut findings)?;
    let places = Places::new(&root, &uses, &arrays);
    // An unused accessor without an array has no meaning except for its index.
    let nothing =
        || Array { data: Data::Sparse { rows: Vec::new(), values: Vec::new().into() }, ..Array::from_u16s([]) };
    let arrays: Vec<Array<'static>> = arrays.into_iter().map(|array| array.unwrap_or_else(nothing)).collect();
    if options.check {
        let glb = (container.json_offset > 0).then_some(container.bin.is_some());
        findings.extend(check(&Document { json: container.json, glb, arrays: &arrays, views: &buffers, resolver }));
    }
    let mut file = File { root: &root, arrays, places, findings };
    let mut scene = file.scene(options, (container.json.len() as u64).saturating_add(buffers.length()))?;
    scene.images =
        materials::images(&root, &buffers, resolver, options.images_later, &mut budget, &mut file.findings)?.into();
    file.sources(&mut budget, &mut scene);
    file.tell_further_extras();
    let File { arrays, places, findings, .. } = file;
    scene.arrays =
        arrays.into_iter().zip(&places.0).filter(|(_, array_id)| array_id.is_some()).map(|(array, _)| array).collect();
    scene.check().map_err(of_scene)?;
    if extensions::are_quantized(&root) {
        grids::fold(&mut scene, &mut budget)?;
    }
    Ok((scene, findings))
}

/// Parses the JSON. Errors have an offset.
fn json(container: &Container<'_>) -> Result<Root, Error> {
    let is_object = container.json.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'{');
    if !is_object {
        let message = "expected a .glb or a JSON object, found other bytes".to_owned();
        return Err(error(ErrorKind::Json(message)).at(container.json_offset));
    }
    serde_json::from_slice(container.json).map_err(|failure| {
        let line = failure.line().saturating_sub(1);
        let lines = container.json.split_inclusive(|byte| *byte == b'\n').take(line);
        let before: usize = lines.map(<[u8]>::len).sum();
        let offset = before.saturating_add(failure.column()).min(container.json.len());
        error(ErrorKind::Json(shown_message(&failure.to_string())))
            .at(container.json_offset.saturating_add(offset as u64))
    })
}

fn check_version(root: &Root) -> Result<(), Error> {
    let asset = root.asset.as_ref().ok_or_else(|| error(ErrorKind::Json("there is no \"asset\"".to_owned())))?;
    let needed = asset.min_version.as_ref().unwrap_or(&asset.version);
    let two = |version: &str| {
        let (major, minor) = version.split_once('.')?;
        (major == "2" && !minor.is_empty() && minor.bytes().all(|digit| digit.is_ascii_digit())).then_some(minor == "0")
    };
    // A minor version is readable by whoever reads 2.0, unless the file says that it needs more.
    let fine = two(&asset.version).is_some() && (asset.min_version.is_none() || two(needed) == Some(true));
    if fine { Ok(()) } else { Err(error(ErrorKind::Version(shown(needed)))).within("asset") }
}

/// For each accessor, the array in the scene. This is `None` if the accessor does not have one: if it was added by the
/// writer, or if it contains matrices, because these are stored in skins.
struct Places(Vec<Option<ArrayId>>);

impl Places {
    fn new(root: &Root, uses: &Uses, arrays: &[Option<Array<'_>>]) -> Self {
        let mut kept_places = 0..;
        let uses = uses.used.iter().zip(&uses.matrices);
        let places = root.accessors.iter().zip(arrays).zip(uses).map(|((accessor, array), (used, matrices))| {
            let filler = accessor.extras.as_deref().is_some_and(is_filler);
            let kept = array.is_some() && !filler && (*used || !*matrices);
            if kept { kept_places.next().map(Id::new) } else { None }
        });
        Self(places.collect())
    }
}

fn is_filler(extras: &serde_json::value::RawValue) -> bool {
    crate::extras::engine_assets(Some(extras)).is_some_and(|ours| ours.filler)
}

/// A file that is being converted to a scene.
struct File<'r> {
    root: &'r Root,
    /// The array of each accessor.
    arrays: Vec<Array<'static>>,
    places: Places,
    findings: Findings,
}

impl File<'_> {
    /// Converts the file to a scene. `length` must be the length of the JSON and all buffers.
    fn scene(&mut self, options: &ReadOptions, length: u64) -> Result<Scene<'static>, Error> {
        let ((lights, light_places), (cameras, camera_places)) = (self.lights(), self.cameras());
        let mut scene = Scene {
            lights: lights.into(),
            cameras: cameras.into(),
            materials: self.materials().into(),
            variants: self.variants(),
            meshes: self.meshes()?.into(),
            skins: self.skins()?.into(),
            nodes: self.nodes(&light_places, &camera_places)?.into(),
            ..Scene::default()
        };
        scene.animations = self.animations(&scene)?.into();
        self.copies(&mut scene, length)?;
        self.lods_by_name(&mut scene);
        self.select(options.scene, &mut scene)?;
        self.node_weights(&mut scene);
        Ok(scene)
    }

    /// Returns the array of an accessor, or `None` for a filler.
    fn array_of(&self, accessor: Integer) -> Result<Option<ArrayId>, Error> {
        let places = &self.places.0;
        places.get(accessor.index()).copied().ok_or_else(|| no_such("accessor", accessor.index()))
    }

    fn note(&mut self, kind: &'static binio::FindingKind, path: impl Into<Path>, message: impl Into<String>) {
        self.findings.note(kind, path, message);
    }
}

/// Checks that an index is less than `count`, and returns it.
fn refer(what: &'static str, index: Integer, count: usize) -> Result<usize, Error> {
    let index = index.index();
    if index < count { Ok(index) } else { Err(no_such(what, index)) }
}

/// Checks that an index is less than `count`, and returns the id in the scene.
fn item<T: Item<Of = T>>(index: Integer, count: usize) -> Result<Id<T>, Error> {
    refer(T::NAME, index, count).map(Id::new)
}

/// Reads all items in a list. Returns those that can be read, and for each item in the file its id. If an item can't be
/// read, `lost` is called with the reason.
fn kept<T: Item<Of = T>>(
    list: &[Box<serde_json::value::RawValue>],
    read: impl Fn(&serde_json::value::RawValue) -> Result<T, String>,
    mut lost: impl FnMut(usize, String),
) -> (Vec<T>, Vec<Option<Id<T>>>) {
    let mut items = Vec::new();
    let places = list.iter().enumerate().map(|(number, text)| match read(text) {
        Ok(item) => {
            items.push(item);
            Some(Id::new(items.len().saturating_sub(1)))
        }
        Err(why) => {
            lost(number, why);
            None
        }
    });
    let places = places.collect();
    (items, places)
}
