//! Properties of a model that a scene doesn't contain; described on the front page of the crate.

use asset_scene::glam::Vec3;
use asset_scene::{escape_name, unescape_name};
use scene_adapter::json::{Base64, Real, floats, is_default, reals};
use serde::{Deserialize, Serialize};
use urho_mdl::{
    Bone, Bounds, Collision, Declaration, Element, ElementMask, Geometry, GeometryNames, Lod, Model, Name, Primitive,
    Range, Tail, Version,
};

/// Number of this layout.
pub(crate) const LAYOUT: u32 = 1;

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Layout {
    pub(crate) layout: u32,
    pub(crate) version: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) version_number: Option<u32>,
    pub(crate) vertex_buffers: Vec<VertexLayout>,
    pub(crate) index_buffers: Vec<IndexLayout>,
    pub(crate) geometries: Vec<GeometryLayout>,
    /// Of each mesh, of each primitive: geometry and level of detail.
    pub(crate) meshes: Vec<Vec<(usize, usize)>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) morphs: Vec<MorphLayout>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) bones: Vec<BoneLayout>,
    pub(crate) bounds: BoundsLayout,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) loose_bounds: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) centers: Vec<[Real; 3]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) lod_levels: Option<[u32; 3]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) geometry_names: Option<NamesLayout>,
    #[serde(default, skip_serializing_if = "Base64::is_empty")]
    pub(crate) rest: Base64,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct VertexLayout {
    pub(crate) vertices: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) mask: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) elements: Option<Vec<u32>>,
    pub(crate) morph_range: (u32, u32),
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) joints: Option<Joints>,
    /// The vertices, if no primitive has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) data: Option<Base64>,
}

/// How blend indices follow from joints.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Joints {
    /// The geometry whose joints they follow from, through its bone mapping.
    pub(crate) geometry: usize,
    /// The different slots: four times the vertex plus the index within the four.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) slots: Vec<u32>,
    /// Their values, a byte each.
    #[serde(default, skip_serializing_if = "Base64::is_empty")]
    pub(crate) values: Base64,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct IndexLayout {
    pub(crate) count: u32,
    pub(crate) size: u32,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) gaps: Vec<Gap>,
}

/// Indices that no primitive has.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Gap {
    /// Number of the first byte.
    pub(crate) at: u64,
    pub(crate) data: Base64,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct GeometryLayout {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) bone_mapping: Vec<u32>,
    pub(crate) lods: Vec<LodLayout>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct LodLayout {
    pub(crate) distance: Real,
    pub(crate) primitive: u32,
    pub(crate) vertex_buffer: u32,
    pub(crate) index_buffer: u32,
    /// First index and number of them.
    pub(crate) draw: (u32, u32),
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct MorphLayout {
    pub(crate) name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) weight: Option<Real>,
    pub(crate) buffers: Vec<MorphBufferLayout>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct MorphBufferLayout {
    pub(crate) vertex_buffer: u32,
    pub(crate) mask: u32,
    pub(crate) vertices: u32,
    /// Numbers of the vertices, if they don't ascend.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) order: Option<Vec<u32>>,
    /// The records, if no morph target has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) data: Option<Base64>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct BoneLayout {
    pub(crate) name: String,
    pub(crate) parent: u32,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) collision: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) radius: Option<Real>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) bounds: Option<BoundsLayout>,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct BoundsLayout {
    pub(crate) min: [Real; 3],
    pub(crate) max: [Real; 3],
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct NamesLayout {
    pub(crate) version: u32,
    pub(crate) names: Vec<String>,
}

impl Layout {
    /// Creates a layout without the parts that depend on the scene: gaps, meshes, and blocks of unused data.
    pub(crate) fn of(model: &Model<'_>) -> Self {
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
            loose_bounds: !crate::bounds_hold(model),
            centers: tail.centers.iter().map(|center| reals(center.to_array())).collect(),
            lod_levels: tail.lod_levels,
            geometry_names: tail.geometry_names.as_ref().map(NamesLayout::of),
            rest: Base64(tail.rest.to_vec()),
        }
    }

    /// The version of the format, if it is one.
    pub(crate) fn version(&self) -> Option<Version> {
        let known = [Version::Umdl, Version::Umd2, Version::Amdl, Version::Amd2];
        match (self.version.as_str(), self.version_number) {
            ("2011", None) => Some(Version::Bare2011),
            ("UMD3", Some(number)) => Some(Version::Umd3(number)),
            (name, None) => known.into_iter().find(|version| version.id() == Some(name)),
            _ => None,
        }
    }

    pub(crate) fn tail(&self) -> Tail<'static> {
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

    /// Returns the vertex declaration, or `None` if it isn't stored.
    pub(crate) fn declaration(&self, version: Version) -> Option<Declaration> {
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

    pub(crate) fn geometry(&self) -> Geometry {
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

    pub(crate) fn collision(&self) -> Collision {
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

    pub(crate) fn bounds(self) -> Bounds {
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

pub(crate) fn range((start, count): (u32, u32)) -> Range {
    Range { start, count }
}
