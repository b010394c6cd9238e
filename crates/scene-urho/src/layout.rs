//! What a scene doesn't say about the model it came from; described in the docs of [`crate::urho`].

use asset_geometry::Bounds;
use asset_geometry::glam::Vec3;
use serde::{Deserialize, Serialize};
use urho_mdl::{
    Bone, Collision, Declaration, Element, ElementMask, Geometry, GeometryNames, Lod, Model, Name, Primitive, Range,
    Tail, Version,
};

use crate::json::{Base64, Real, floats, is_default, reals};
use crate::{escape_name, unescape_name};

/// Number of this layout.
pub(super) const LAYOUT: u32 = 1;

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Layout {
    pub(super) layout: u32,
    pub(super) version: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) version_number: Option<u32>,
    pub(super) vertex_buffers: Vec<VertexLayout>,
    pub(super) index_buffers: Vec<IndexLayout>,
    pub(super) geometries: Vec<GeometryLayout>,
    /// Of each mesh, of each primitive: geometry and level of detail.
    pub(super) meshes: Vec<Vec<(usize, usize)>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) morphs: Vec<MorphLayout>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) bones: Vec<BoneLayout>,
    pub(super) bounds: BoundsLayout,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) loose_bounds: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) centers: Vec<[Real; 3]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) lod_levels: Option<[u32; 3]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) geometry_names: Option<NamesLayout>,
    #[serde(default, skip_serializing_if = "Base64::is_empty")]
    pub(super) rest: Base64,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct VertexLayout {
    pub(super) vertices: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) mask: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) elements: Option<Vec<u32>>,
    pub(super) morph_range: (u32, u32),
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) joints: Option<Joints>,
    /// The vertices, if no primitive has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) data: Option<Base64>,
}

/// How blend indices follow from joints.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Joints {
    /// The geometry whose joints they follow from, through its bone mapping.
    pub(super) geometry: usize,
    /// Those which don't: four times the vertex and which of the four.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) slots: Vec<u32>,
    /// What these are, a byte each.
    #[serde(default, skip_serializing_if = "Base64::is_empty")]
    pub(super) values: Base64,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct IndexLayout {
    pub(super) count: u32,
    pub(super) size: u32,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) gaps: Vec<Gap>,
}

/// Indices that no primitive has.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Gap {
    /// Number of the first byte.
    pub(super) at: u64,
    pub(super) data: Base64,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct GeometryLayout {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) bone_mapping: Vec<u32>,
    pub(super) lods: Vec<LodLayout>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct LodLayout {
    pub(super) distance: Real,
    pub(super) primitive: u32,
    pub(super) vertex_buffer: u32,
    pub(super) index_buffer: u32,
    /// First index and number of them.
    pub(super) draw: (u32, u32),
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct MorphLayout {
    pub(super) name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) weight: Option<Real>,
    pub(super) buffers: Vec<MorphBufferLayout>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct MorphBufferLayout {
    pub(super) vertex_buffer: u32,
    pub(super) mask: u32,
    pub(super) vertices: u32,
    /// Numbers of the vertices, if they don't ascend.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) order: Option<Vec<u32>>,
    /// The records, if no morph target has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) data: Option<Base64>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct BoneLayout {
    pub(super) name: String,
    pub(super) parent: u32,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) collision: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) radius: Option<Real>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) bounds: Option<BoundsLayout>,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct BoundsLayout {
    pub(super) min: [Real; 3],
    pub(super) max: [Real; 3],
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct NamesLayout {
    pub(super) version: u32,
    pub(super) names: Vec<String>,
}

impl Layout {
    /// Everything but what depends on the scene: gaps, meshes, and blocks that nothing carries.
    pub(super) fn of(model: &Model<'_>) -> Self {
        let Model { version, vertex_buffers, index_buffers, geometries, morphs, skeleton, bounds, tail } = model;
        let version_number = match version {
            Version::Umd3(number) => Some(*number),
            _ => None,
        };
        Self {
            layout: LAYOUT,
            version: version.id().unwrap_or("2011").to_owned(),
            version_number,
            vertex_buffers: vertex_buffers.iter().map(VertexLayout::of).collect(),
            index_buffers: index_buffers
                .iter()
                .map(|buffer| IndexLayout { count: buffer.index_count, size: buffer.index_size, gaps: Vec::new() })
                .collect(),
            geometries: geometries.iter().map(GeometryLayout::of).collect(),
            meshes: Vec::new(),
            morphs: morphs.iter().map(MorphLayout::of).collect(),
            bones: skeleton.bones.iter().map(BoneLayout::of).collect(),
            bounds: BoundsLayout::of(bounds),
            loose_bounds: !super::bounds_hold(model),
            centers: tail.centers.iter().map(|center| reals(center.to_array())).collect(),
            lod_levels: tail.lod_levels,
            geometry_names: tail.geometry_names.as_ref().map(NamesLayout::of),
            rest: Base64(tail.rest.to_vec()),
        }
    }

    /// The version of the format, if it is one.
    pub(super) fn version(&self) -> Option<Version> {
        let known = [Version::Umdl, Version::Umd2, Version::Amdl, Version::Amd2];
        match (self.version.as_str(), self.version_number) {
            ("2011", None) => Some(Version::Bare2011),
            ("UMD3", Some(number)) => Some(Version::Umd3(number)),
            (name, None) => known.into_iter().find(|version| version.id() == Some(name)),
            _ => None,
        }
    }

    pub(super) fn tail(&self) -> Tail<'static> {
        Tail {
            centers: self.centers.iter().map(|center| Vec3::from(floats(*center))).collect(),
            lod_levels: self.lod_levels,
            geometry_names: self.geometry_names.as_ref().map(NamesLayout::names),
            rest: self.rest.0.clone().into(),
        }
    }
}

impl VertexLayout {
    fn of(buffer: &urho_mdl::VertexBuffer<'_>) -> Self {
        let (mask, elements) = match &buffer.declaration {
            Declaration::Mask(mask) | Declaration::Mask2011(mask) => (Some(mask.0), None),
            Declaration::List(list) => (None, Some(list.iter().map(|element| element.0).collect())),
        };
        let morph_range = (buffer.morph_range.start, buffer.morph_range.count);
        Self { vertices: buffer.vertex_count, mask, elements, morph_range, joints: None, data: None }
    }

    /// What the vertices are made of; `None` if nothing says it.
    pub(super) fn declaration(&self, version: Version) -> Option<Declaration> {
        match (self.mask, &self.elements) {
            (Some(mask), None) if version == Version::Bare2011 => Some(Declaration::Mask2011(ElementMask(mask))),
            (Some(mask), None) => Some(Declaration::Mask(ElementMask(mask))),
            (None, Some(list)) => Some(Declaration::List(list.iter().copied().map(Element).collect())),
            _ => None,
        }
    }
}

impl GeometryLayout {
    fn of(geometry: &Geometry) -> Self {
        let lod = |lod: &Lod| LodLayout {
            distance: Real(lod.distance),
            primitive: lod.primitive.0,
            vertex_buffer: lod.vertex_buffer,
            index_buffer: lod.index_buffer,
            draw: (lod.draw.start, lod.draw.count),
        };
        Self { bone_mapping: geometry.bone_mapping.clone(), lods: geometry.lods.iter().map(lod).collect() }
    }

    pub(super) fn geometry(&self) -> Geometry {
        let lod = |lod: &LodLayout| Lod {
            distance: lod.distance.0,
            primitive: Primitive(lod.primitive),
            vertex_buffer: lod.vertex_buffer,
            index_buffer: lod.index_buffer,
            draw: range(lod.draw),
        };
        Geometry { bone_mapping: self.bone_mapping.clone(), lods: self.lods.iter().map(lod).collect() }
    }
}

impl MorphLayout {
    fn of(morph: &urho_mdl::Morph<'_>) -> Self {
        let buffer = |buffer: &urho_mdl::MorphBuffer<'_>| MorphBufferLayout {
            vertex_buffer: buffer.vertex_buffer,
            mask: buffer.mask.0,
            vertices: buffer.vertex_count,
            order: None,
            data: None,
        };
        Self {
            name: escape_name(&morph.name),
            weight: morph.weight.map(Real),
            buffers: morph.buffers.iter().map(buffer).collect(),
        }
    }
}

impl BoneLayout {
    fn of(bone: &Bone<'_>) -> Self {
        let Collision { mask, radius, bounds } = &bone.collision;
        Self {
            name: escape_name(&bone.name),
            parent: bone.parent,
            collision: *mask,
            radius: radius.map(Real),
            bounds: bounds.as_ref().map(BoundsLayout::of),
        }
    }

    pub(super) fn collision(&self) -> Collision {
        Collision {
            mask: self.collision,
            radius: self.radius.map(|radius| radius.0),
            bounds: self.bounds.map(BoundsLayout::bounds),
        }
    }
}

impl BoundsLayout {
    fn of(bounds: &Bounds) -> Self {
        Self { min: reals(bounds.min.to_array()), max: reals(bounds.max.to_array()) }
    }

    pub(super) fn bounds(self) -> Bounds {
        let [min, max] = [self.min, self.max].map(|corner| Vec3::from(floats(corner)));
        Bounds { min, max }
    }
}

impl NamesLayout {
    fn of(names: &GeometryNames<'_>) -> Self {
        Self { version: names.version, names: names.names.iter().map(|name| escape_name(name)).collect() }
    }

    fn names(&self) -> GeometryNames<'static> {
        let names = self.names.iter().map(|name| Name::from(unescape_name(name))).collect();
        GeometryNames { version: self.version, names }
    }
}

pub(super) fn range((start, count): (u32, u32)) -> Range {
    Range { start, count }
}
