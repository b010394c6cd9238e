//! Converts the visible content of a scene into triangles and lines in scene space.

use std::collections::{HashMap, HashSet};

use asset_scene::glam::{DMat4, DVec3, Vec3};
use asset_scene::{Alpha, Id, Material, Mesh, Node, Pose, Posed, Primitive, Scene, Semantic, Topology};
use binio::{Budget, Findings, Path};

use crate::camera::{Camera, Lens};
use crate::error::{Error, of_scene, too_much};
use crate::kinds;

/// A vertex in scene space.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Vertex {
    pub(crate) position: Vec3,
    pub(crate) normal: Vec3,
    pub(crate) tangent: Vec3,
    /// The sign of the bitangent. If there is no tangent, this is 0.
    pub(crate) hand: f32,
    /// The two sets of texture coordinates that the material uses.
    pub(crate) uvs: [[f32; 2]; 2],
    pub(crate) color: [f32; 4],
}

/// What all triangles of a primitive have in common.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Draw {
    /// The number of the material plus one, or 0 if there is no material.
    pub(crate) material: usize,
    /// Set for a draw without normals.
    pub(crate) is_flat: bool,
    /// Set if this is the sky, which is behind everything else and has no light and no fog.
    pub(crate) is_sky: bool,
    /// Set if it has no light.
    pub(crate) is_unlit: bool,
    /// Whether the triangles cast shadows.
    pub(crate) is_caster: bool,
    /// Set for rectangles that face the camera. Both of their sides are drawn.
    pub(crate) is_sprite: bool,
    /// The number of its zone plus one, or 0 if it is in no zone.
    pub(crate) zone: usize,
    /// The number of its probe plus one, or 0 if it is in no probe.
    pub(crate) probe: usize,
    /// Only lights that have a bit in common with this light it.
    pub(crate) light_mask: u32,
    pub(crate) baked: Option<Baked>,
    /// The number of the light that is added to its ambient light.
    pub(crate) harmonics: Option<usize>,
    /// Whether it is a little nearer than it should be, because it lies on another surface.
    pub(crate) is_nearer: bool,
}

/// Where the baked light of a draw is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Baked {
    /// The number of its lightmap.
    pub(crate) lightmap: usize,
    /// Which of the two sets of texture coordinates to use.
    pub(crate) set: usize,
}

impl Draw {
    /// Returns a draw with light and without shadows, in no zone.
    pub(crate) fn of(material: usize) -> Self {
        Self {
            material,
            is_flat: false,
            is_sky: false,
            is_unlit: false,
            is_caster: false,
            is_sprite: false,
            zone: 0,
            probe: 0,
            light_mask: u32::MAX,
            baked: None,
            harmonics: None,
            is_nearer: false,
        }
    }
}

/// A triangle. It is counter-clockwise if you see the front.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Triangle {
    pub(crate) corners: [u32; 3],
    pub(crate) draw: u32,
}

/// A line, or a point with two equal ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    pub(crate) ends: [u32; 2],
    pub(crate) draw: u32,
}

/// Everything that a scene shows in a given pose.
#[derive(Debug, Default)]
pub(crate) struct Geometry {
    pub(crate) vertices: Vec<Vertex>,
    pub(crate) draws: Vec<Draw>,
    pub(crate) triangles: Vec<Triangle>,
    pub(crate) lines: Vec<Line>,
    /// The triangles of the sky.
    pub(crate) sky: Vec<Triangle>,
    /// The vertices of surfaces that have no colour. They will be shown grey.
    grey: Vec<std::ops::Range<usize>>,
    pub(crate) findings: Findings,
}

/// The number of bytes for a vertex and a corner, up to the final pixels.
const PER_VERTEX: u64 = 256;
/// A strip has a triangle for each corner, but a list only has a third of them.
const PER_INDEX: [u64; 2] = [72, 24];

/// How far decals are moved towards the camera, as a fraction of their distance.
const RAISED: f64 = 0.002;

/// The linear brightness to use for a surface that has no colour. It is dark enough to differ from the background and
/// from highlights.
const GREY: f32 = 0.18;

/// Returns the colour to use if a vertex has none. This is white, or if the surface would be plain white, grey.
fn plain_color(material: Option<&Material>) -> [f32; 4] {
    let is_blank = material.is_none_or(|material| {
        let is_white = material.base_color[..3].iter().all(|channel| *channel >= 0.79);
        is_white
            && !material.unlit
            && material.alpha == Alpha::Opaque
            && material.textures().next().is_none()
            && material.emissive == [0.0; 3]
    });
    if is_blank { [GREY, GREY, GREY, 1.0] } else { [1.0; 4] }
}

/// A mesh somewhere in the scene.
struct Shown {
    node: Id<Node>,
    mesh: Id<Mesh>,
    /// An additional transform: the parent of the finest level of detail, because the other levels use it as their
    /// parent.
    parent: Option<Id<Node>>,
    /// Whether the node casts shadows.
    is_caster: bool,
    light_mask: u32,
    /// The number of its lightmap, and the set of texture coordinates for it.
    lightmap: Option<(usize, u32)>,
    /// The number of the light that is added to its ambient light.
    harmonics: Option<usize>,
    is_decal: bool,
}

impl Geometry {
    /// Collects the visible content of a scene, given a pose. `lod` is the level of detail.
    pub(crate) fn of(scene: &Scene<'_>, pose: &Pose, lod: usize, budget: &mut Budget) -> Result<Self, Error> {
        let mut geometry = Self::default();
        let all = shown(scene, lod);
        // Everything is spent before anything is built.
        let mut vertices = 0_usize;
        for primitive in all.iter().flat_map(|shown| &scene[shown.mesh].primitives) {
            spend(scene, primitive, budget)?;
            vertices = vertices.saturating_add(primitive.vertex_count(scene));
        }
        geometry.vertices.reserve_exact(vertices);
        for shown in all {
            for (number, primitive) in scene[shown.mesh].primitives.iter().enumerate() {
                let path = Path::from([("mesh", shown.mesh.index()), ("primitive", number)]);
                if primitive.attribute(&Semantic::Position).is_none() {
                    geometry.findings.warning(kinds::NO_POSITIONS, path, "has no positions; left out");
                } else if let Err(error) = geometry.add(scene, pose, &shown, primitive) {
                    geometry.findings.error(kinds::PRIMITIVE_LEFT_OUT, path, format!("{}; left out", error.kind()));
                }
            }
        }
        Ok(geometry)
    }

    fn add(
        &mut self,
        scene: &Scene<'_>,
        pose: &Pose,
        shown: &Shown,
        primitive: &Primitive,
    ) -> Result<(), asset_scene::Error> {
        let mut posed = pose.posed(scene, shown.node, primitive)?;
        if let Some(parent) = shown.parent.filter(|_| !is_skinned(scene, shown.node, primitive)) {
            follow(&mut posed, &pose.world(parent).to_cols_array());
        }
        let triangles: Vec<[u32; 3]> = primitive.triangles(scene)?.collect();
        let lines = primitive.lines(scene)?.chain(primitive.points(scene)?.into_iter().map(|point| [point; 2]));
        let lines: Vec<[u32; 2]> = lines.collect();
        let (sets, baked) = with_lightmap(sets(primitive.material.map(|id| &scene[id])), shown.lightmap);
        let [first, second] = sets;
        let uvs = [primitive.tex_coords(scene, first)?, primitive.tex_coords(scene, second)?];
        let uvs = uvs.map(|rows| rows.map(Iterator::collect::<Vec<[f32; 2]>>).unwrap_or_default());
        let mut colors = primitive.colors(scene, 0)?.unwrap_or_default();
        // White vertex colours change nothing.
        if colors.iter().all(|color| *color == [1.0; 4]) {
            colors.clear();
        }
        let plain = plain_color(primitive.material.map(|id| &scene[id]));
        if colors.is_empty() && plain[0] == GREY {
            self.grey.push(self.vertices.len()..self.vertices.len() + posed.positions.len());
        }
        let base = u32::try_from(self.vertices.len()).unwrap_or(u32::MAX);
        let of = |index: u32| base.saturating_add(index);
        for (index, position) in posed.positions.iter().enumerate() {
            let tangent = posed.tangents.get(index);
            self.vertices.push(Vertex {
                position: *position,
                normal: posed.normals.get(index).copied().unwrap_or_default(),
                tangent: tangent.map(|tangent| tangent.truncate()).unwrap_or_default(),
                hand: tangent.map_or(0.0, |tangent| tangent.w),
                uvs: uvs.each_ref().map(|uvs| uvs.get(index).copied().unwrap_or_default()),
                color: colors.get(index).copied().unwrap_or(plain),
            });
        }
        let draw = self.draws.len() as u32;
        let material = primitive.material.map_or(0, |id| id.index() + 1);
        self.draws.push(Draw {
            is_flat: posed.normals.is_empty(),
            is_caster: shown.is_caster,
            light_mask: shown.light_mask,
            baked: baked.filter(|baked| !uvs.get(baked.set).is_none_or(Vec::is_empty)),
            harmonics: shown.harmonics,
            is_nearer: shown.is_decal,
            ..Draw::of(material)
        });
        self.triangles.extend(triangles.into_iter().map(|[a, b, c]| {
            let corners = if posed.is_mirrored { [a, c, b] } else { [a, b, c] };
            Triangle { corners: corners.map(of), draw }
        }));
        self.lines.extend(lines.into_iter().map(|ends| Line { ends: ends.map(of), draw }));
        Ok(())
    }

    /// Makes grey surfaces white, because this is what the engine shows.
    pub(crate) fn whiten(&mut self) {
        for range in std::mem::take(&mut self.grey) {
            self.vertices.get_mut(range).into_iter().flatten().for_each(|vertex| vertex.color = [1.0; 4]);
        }
    }

    /// Moves decals towards the camera, along the rays of their pixels. They lie on other surfaces, and rounding would
    /// hide parts of them.
    pub(crate) fn raise_decals(&mut self, camera: &Camera) {
        let draws = &self.draws;
        let is_nearer = |triangle: &&Triangle| draws.get(triangle.draw as usize).is_some_and(|draw| draw.is_nearer);
        let corners: HashSet<u32> = self.triangles.iter().filter(is_nearer).flat_map(|found| found.corners).collect();
        for corner in corners {
            let Some(vertex) = self.vertices.get_mut(corner as usize) else { continue };
            let position = vertex.position.as_dvec3();
            let toward = match camera.lens {
                Lens::Perspective(_) => camera.position - position,
                Lens::Orthographic(_) => camera.back * camera.seen(position).z.abs(),
            };
            vertex.position = (position + toward * RAISED).as_vec3();
        }
    }

    pub(crate) fn add_sky(&mut self, sky: Self) {
        let [vertices, draws] = [self.vertices.len(), self.draws.len()].map(|count| count as u32);
        self.vertices.extend(sky.vertices);
        self.draws.extend(sky.draws.into_iter().map(|draw| Draw { is_sky: true, ..draw }));
        self.sky.extend(sky.triangles.into_iter().map(|triangle| Triangle {
            corners: triangle.corners.map(|corner| corner.saturating_add(vertices)),
            draw: triangle.draw + draws,
        }));
    }

    /// Returns the vertices of the content without the sky. You must pass all `vertices`, because they may be drawn in
    /// another place.
    pub(crate) fn shown_vertices<'v>(&'v self, vertices: &'v [Vertex]) -> impl Iterator<Item = &'v Vertex> {
        let corners = self.triangles.iter().flat_map(|triangle| triangle.corners);
        corners.filter_map(|index| vertices.get(index as usize))
    }

    /// Returns the boxes around all draws without sprites that a light with this mask lights. You must pass all
    /// `vertices`.
    pub(crate) fn boxes(&self, vertices: &[Vertex], light_mask: u32) -> Vec<[Vec3; 2]> {
        let mut boxes = vec![[Vec3::INFINITY, Vec3::NEG_INFINITY]; self.draws.len()];
        for triangle in &self.triangles {
            let Some([min, max]) = boxes.get_mut(triangle.draw as usize) else { continue };
            let corners = triangle.corners.iter().filter_map(|corner| vertices.get(*corner as usize));
            for point in corners.map(|vertex| vertex.position).filter(|point| point.is_finite()) {
                (*min, *max) = (min.min(point), max.max(point));
            }
        }
        let is_lit = |draw: &Draw| !draw.is_sky && !draw.is_sprite && draw.light_mask & light_mask != 0;
        let lit = boxes.into_iter().zip(&self.draws).filter(|([min, _], draw)| min.is_finite() && is_lit(draw));
        lit.map(|(bounds, _)| bounds).collect()
    }

    /// Returns all points of the given draws.
    pub(crate) fn points_of(&self, is_meant: impl Fn(u32) -> bool) -> impl Iterator<Item = Vec3> + '_ {
        let mut is_used = vec![false; self.vertices.len()];
        let triangles = self.triangles.iter().filter(|triangle| is_meant(triangle.draw));
        let corners = triangles.flat_map(|triangle| triangle.corners);
        let ends = self.lines.iter().filter(|line| is_meant(line.draw)).flat_map(|line| line.ends);
        for index in corners.chain(ends) {
            is_used.get_mut(index as usize).into_iter().for_each(|is_used| *is_used = true);
        }
        self.vertices.iter().zip(is_used).filter(|(_, is_used)| *is_used).map(|(vertex, _)| vertex.position)
    }
}

/// Returns the meshes to show for the given level of detail.
fn shown(scene: &Scene<'_>, lod: usize) -> Vec<Shown> {
    let staging = scene.staging.as_deref();
    let casters: HashSet<Id<Node>> = staging.into_iter().flat_map(|staging| &staging.shadow_casters).copied().collect();
    let decals: HashSet<Id<Node>> = staging.into_iter().flat_map(|staging| &staging.decals).copied().collect();
    let lightmaps = staging.into_iter().flat_map(|staging| &staging.lightmaps).enumerate();
    let lightmaps: HashMap<Id<Node>, (usize, u32)> =
        lightmaps.map(|(number, (node, texture))| (*node, (number, texture.tex_coord))).collect();
    let ambients = staging.into_iter().flat_map(|staging| staging.ambients.keys()).enumerate();
    let ambients: HashMap<Id<Node>, usize> = ambients.map(|(number, node)| (*node, number)).collect();
    let nodes = scene.mesh_nodes().map(|(node, mesh)| {
        let (is_caster, is_decal) = (casters.contains(&node), decals.contains(&node));
        let (lightmap, harmonics) = (lightmaps.get(&node).copied(), ambients.get(&node).copied());
        let light_mask = staging.and_then(|staging| staging.light_masks.get(&node)).copied().unwrap_or(u32::MAX);
        let levels = &scene[node].lods;
        let level = lod.min(levels.len()).checked_sub(1).and_then(|level| levels.get(level));
        let coarse = level.and_then(|level| Some((level.node, scene[level.node].mesh?)));
        let (shown, mesh, parent) = match coarse {
            Some((coarse, mesh)) => (coarse, mesh, scene[node].parent),
            None => (node, mesh, None),
        };
        Shown { node: shown, mesh, parent, is_caster, light_mask, lightmap, harmonics, is_decal }
    });
    nodes.collect()
}

fn is_skinned(scene: &Scene<'_>, node: Id<Node>, primitive: &Primitive) -> bool {
    scene[node].skin.is_some_and(|skin| !scene[skin].joints.is_empty()) && primitive.is_bound()
}

/// Applies another matrix to the vertices.
fn follow(posed: &mut Posed, columns: &[f32; 16]) {
    let matrix = DMat4::from_cols_array(&columns.map(f64::from));
    let turn = |axis: Vec3| matrix.transform_vector3(axis.as_dvec3()).normalize_or(DVec3::Y).as_vec3();
    for position in &mut posed.positions {
        *position = matrix.transform_point3(position.as_dvec3()).as_vec3();
    }
    posed.normals.iter_mut().for_each(|normal| *normal = turn(*normal));
    for tangent in &mut posed.tangents {
        *tangent = turn(tangent.truncate()).extend(tangent.w);
    }
    posed.is_mirrored ^= matrix.determinant() < 0.0;
}

/// Returns the first two sets of texture coordinates that a material uses.
pub(crate) fn sets(material: Option<&Material>) -> [u32; 2] {
    let mut used = material.into_iter().flat_map(Material::textures).map(|texture| texture.tex_coord);
    let first = used.next().unwrap_or(0);
    [first, used.find(|set| *set != first).unwrap_or(first)]
}

/// Makes room for the texture coordinates of a lightmap. There is none if the material uses two other sets.
fn with_lightmap([first, second]: [u32; 2], lightmap: Option<(usize, u32)>) -> ([u32; 2], Option<Baked>) {
    let Some((lightmap, wanted)) = lightmap else { return ([first, second], None) };
    if wanted == first {
        return ([first, second], Some(Baked { lightmap, set: 0 }));
    }
    let is_there = wanted == second || second == first;
    let second = if is_there { wanted } else { second };
    ([first, second], is_there.then_some(Baked { lightmap, set: 1 }))
}

/// Takes the memory for a primitive from the budget before it is reserved. This is important because a small scene can
/// show a large mesh any number of times.
fn spend(scene: &Scene<'_>, primitive: &Primitive, budget: &mut Budget) -> Result<(), Error> {
    let vertices = primitive.vertex_count(scene) as u64;
    let indices = primitive.indices.map_or(vertices, |array| scene[array].count as u64);
    let per_index = PER_INDEX[usize::from(primitive.topology == Topology::Triangles)];
    let bytes = vertices.saturating_mul(PER_VERTEX).saturating_add(indices.saturating_mul(per_index));
    let left = budget.left();
    budget.spend(bytes.saturating_add(PER_VERTEX)).map_err(|_| too_much("bytes of vertices and indices", left, bytes))
}

/// Returns a scene that shows every mesh. If a scene has no nodes, a node is added for each mesh.
pub(crate) fn with_nodes<'s>(scene: &'s Scene<'_>) -> Option<Scene<'s>> {
    if scene.meshes.is_empty() || scene.nodes.iter().any(|node| node.mesh.is_some()) {
        return None;
    }
    let mut all = scene.borrowed();
    for mesh in scene.meshes.ids() {
        all.nodes.push(Node { mesh: Some(mesh), ..Node::default() });
    }
    Some(all)
}

/// Returns the pose to use if you do not set a pose.
pub(crate) fn rest(scene: &Scene<'_>) -> Result<Pose, Error> {
    scene.rest_pose().map_err(of_scene)
}
