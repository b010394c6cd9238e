//! Stores positions with 16 bits, on a grid that is undone by a node or by the inverse bind matrices. The other vertex
//! attributes are stored in fewer bits too.

mod columns;
mod undo;

use std::collections::HashMap;

use asset_scene::glam::DVec3;
use asset_scene::{Array, ArrayId, Component, Data, Environment, Id, IdMap, Mesh, Scene, Semantic, Skin};

use columns::quantized;
pub(super) use columns::{Errors, influences};
pub(super) use undo::foldable;

use super::Export;
use super::attributes::is_jointed;
use super::role::Role;

/// The largest number that a position can have.
const MOST: f64 = 32767.0;

/// A cube that contains positions. A position is `center + scale * fraction`, and the fractions are from -1 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Grid {
    pub(super) center: [f32; 3],
    pub(super) scale: f32,
}

impl Grid {
    /// Returns the largest error, which is half of the distance between two numbers.
    pub(super) fn error(&self) -> f64 {
        f64::from(self.scale) / MOST / 2.0
    }

    /// Converts an array to the grid. The deltas of morph targets don't use the center.
    pub(super) fn apply(&self, array: &Array<'_>, role: Role) -> Array<'static> {
        let center = if role == Role::MorphPosition { [0.0; 3] } else { self.center.map(f64::from) };
        let (Data::Dense(bytes) | Data::Sparse { values: bytes, .. }) = &array.data;
        let mut out = Vec::with_capacity(bytes.len() / 2);
        for row in bytes.chunks_exact(12) {
            for (number, center) in row.chunks_exact(4).zip(center) {
                let fraction = (f64::from(array.number(number)) - center) / f64::from(self.scale);
                #[expect(clippy::cast_possible_truncation, reason = "within the bounds of the grid")]
                let number = (fraction * MOST).round().clamp(-MOST, MOST) as i16;
                out.extend(number.to_le_bytes());
            }
        }
        let data = match &array.data {
            Data::Dense(_) => Data::Dense(out.into()),
            Data::Sparse { rows, .. } => Data::Sparse { rows: rows.clone(), values: out.into() },
        };
        Array { component: Component::I16, width: 3, normalized: true, count: array.count, data }
    }
}

/// The grids of the meshes in a scene. If meshes share positions or a skin, they must have the same grid.
pub(super) struct Grids {
    pub(super) grids: Vec<Grid>,
    /// The grid of each mesh, or `None` if its positions stay floats.
    pub(super) of_mesh: IdMap<Mesh, Option<usize>>,
    /// The grid of the meshes that use a skin.
    pub(super) of_skin: IdMap<Skin, Option<usize>>,
}

impl Grids {
    pub(super) fn none(scene: &Scene<'_>) -> Self {
        Self {
            grids: Vec::new(),
            of_mesh: IdMap::filled(None, scene.meshes.len()),
            of_skin: IdMap::filled(None, scene.skins.len()),
        }
    }

    /// Computes the grids for a scene. You must [check](Scene::check) the scene first.
    pub(super) fn of(scene: &Scene<'_>) -> Self {
        let mut grids = Self::none(scene);
        let mut groups = Groups::of(scene);
        let fit = fit(scene);
        let mut bounds: HashMap<usize, Option<Extent>> = HashMap::new();
        for (id, mesh) in scene.meshes.enumerate() {
            let extent = bounds.entry(groups.root(id.index())).or_insert_with(|| Some(Extent::default()));
            *extent = extent.filter(|_| fit[id]).and_then(|extent| extent.with(scene, mesh));
        }
        let mut numbers = HashMap::new();
        for (root, extent) in bounds {
            if let Some(grid) = extent.and_then(Extent::grid) {
                numbers.insert(root, grid);
            }
        }
        for node in &scene.nodes {
            let Some(root) = node.mesh.map(|mesh| groups.root(mesh.index())) else { continue };
            if numbers.get(&root).is_some_and(|grid| !grid.can_be_undone(scene, node)) {
                numbers.remove(&root);
            }
        }
        let mut known = HashMap::new();
        for id in scene.meshes.ids() {
            let root = groups.root(id.index());
            let Some(grid) = numbers.get(&root) else { continue };
            let number = *known.entry(root).or_insert_with(|| {
                grids.grids.push(*grid);
                grids.grids.len() - 1
            });
            grids.of_mesh[id] = Some(number);
        }
        for (mesh, skin) in scene.nodes.iter().filter_map(|node| node.mesh.zip(node.skin)) {
            grids.of_skin[skin] = grids.of_skin[skin].or(grids.of_mesh[mesh]);
        }
        grids
    }

    pub(super) fn mesh(&self, mesh: Id<Mesh>) -> Option<(usize, Grid)> {
        self.find(self.of_mesh[mesh])
    }

    pub(super) fn skin(&self, skin: Id<Skin>) -> Option<Grid> {
        self.find(self.of_skin[skin]).map(|(_, grid)| grid)
    }

    fn find(&self, number: Option<usize>) -> Option<(usize, Grid)> {
        let number = number?;
        Some((number, *self.grids.get(number)?))
    }
}

impl Export<'_> {
    /// Returns the array in fewer bits. Positions are converted to the grid. Returns `None` if the array keeps its
    /// bits.
    pub(super) fn in_fewer_bits(
        &mut self,
        array: &Array<'_>,
        role: Role,
        grid: Option<Grid>,
    ) -> Option<Array<'static>> {
        let errors = self.errors.as_mut()?;
        let (packed, extended) = match grid {
            Some(grid) => {
                errors.position = errors.position.max(grid.error());
                (grid.apply(array, role), true)
            }
            None => quantized(array, role, errors)?,
        };
        self.quantized |= extended;
        Some(packed)
    }
}

/// Returns the arrays of positions in a mesh, including those of morph targets.
fn positions(mesh: &Mesh) -> impl Iterator<Item = (ArrayId, Role)> + '_ {
    mesh.primitives.iter().flat_map(|primitive| {
        let base = primitive.attributes.iter().map(|attribute| (attribute, Role::Position));
        let targets = primitive.targets.iter().flatten().map(|attribute| (attribute, Role::MorphPosition));
        let of_positions = base.chain(targets).filter(|(attribute, _)| attribute.semantic == Semantic::Position);
        of_positions.map(|(attribute, role)| (attribute.array, role))
    })
}

/// For each mesh, returns `true` if a grid can be undone by everything that shows it.
fn fit(scene: &Scene<'_>) -> IdMap<Mesh, bool> {
    let mut fit = IdMap::filled(false, scene.meshes.len());
    for mesh in scene.nodes.iter().filter_map(|node| node.mesh) {
        fit[mesh] = true;
    }
    for (mesh, skin) in scene.nodes.iter().filter_map(|node| node.mesh.zip(node.skin)) {
        fit[mesh] &= !scene[skin].joints.is_empty() && scene[mesh].primitives.iter().all(is_jointed);
    }
    if let Some(sky) = scene.environment.as_ref().and_then(Environment::sky_mesh) {
        fit[sky] = false;
    }
    fit
}

/// Groups of meshes that must have the same grid.
struct Groups(Vec<usize>);

impl Groups {
    fn of(scene: &Scene<'_>) -> Self {
        let mut groups = Self((0..scene.meshes.len()).collect());
        let mut first_of_array = HashMap::new();
        for (id, mesh) in scene.meshes.enumerate() {
            for (array, _) in positions(mesh) {
                let first = *first_of_array.entry(array).or_insert(id.index());
                groups.join(first, id.index());
            }
        }
        let mut first_of_skin = HashMap::new();
        for (mesh, skin) in scene.nodes.iter().filter_map(|node| node.mesh.zip(node.skin)) {
            let first = *first_of_skin.entry(skin).or_insert(mesh.index());
            groups.join(first, mesh.index());
        }
        groups
    }

    fn root(&mut self, mut member: usize) -> usize {
        // Parents have smaller numbers. Each visited member is linked to its grandparent, so that chains stay short.
        while let Some(parent) = self.0.get(member).copied().filter(|parent| *parent != member) {
            let above = self.0.get(parent).copied().unwrap_or(parent);
            if let Some(link) = self.0.get_mut(member) {
                *link = above;
            }
            member = above;
        }
        member
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        for member in [a, b] {
            if let Some(parent) = self.0.get_mut(member) {
                *parent = a.min(b);
            }
        }
    }
}

/// The bounds of positions, and the largest number in a morph target.
#[derive(Clone, Copy)]
struct Extent {
    least: DVec3,
    most: DVec3,
    delta: f64,
}

impl Default for Extent {
    fn default() -> Self {
        Self { least: DVec3::INFINITY, most: DVec3::NEG_INFINITY, delta: 0.0 }
    }
}

impl Extent {
    /// Adds the positions of a mesh. Returns `None` if an array does not consist of finite floats.
    fn with(mut self, scene: &Scene<'_>, mesh: &Mesh) -> Option<Self> {
        for (array, role) in positions(mesh) {
            let array = &scene[array];
            if role == Role::Position && !array.is_dense() {
                return None;
            }
            for row in array.stored_f32s::<3>()? {
                let row = DVec3::from(row.map(f64::from));
                if !row.is_finite() {
                    return None;
                }
                if role == Role::MorphPosition {
                    self.delta = self.delta.max(row.abs().max_element());
                } else {
                    (self.least, self.most) = (self.least.min(row), self.most.max(row));
                }
            }
        }
        Some(self)
    }

    /// Returns the grid. This is `None` if there are no positions, or if the scale of the grid would not be a normal
    /// float.
    fn grid(self) -> Option<Grid> {
        let center = ((self.least + self.most) / 2.0).as_vec3();
        let middle = center.as_dvec3();
        let half = (self.most - middle).max(middle - self.least).max_element().max(self.delta);
        #[expect(clippy::cast_possible_truncation, reason = "checked next")]
        let scale = if half == 0.0 { 1.0 } else { (half * (1.0 + 1e-7)) as f32 };
        (center.is_finite() && scale.is_normal()).then_some(Grid { center: center.to_array(), scale })
    }
}
