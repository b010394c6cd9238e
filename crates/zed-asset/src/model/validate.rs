//! Checks models. An invalid value is reported together with what the engine will do about it.
//!
//! To learn how the engine reads a model, see [step by step](crate::format#read-sequence-of-the-engine).

use alloc::format;
use asset_geometry::Topology;
use binio::{Findings, Path};

use super::mesh::MeshView;
use super::metadata::NAME_LEN;
use super::{Content, Encoding, Metadata, Model, VertexLayout};
use crate::container::{ChunkSize, Chunks};
use crate::header::Flags;
use crate::kind::Kind;
use crate::kinds;
use crate::order::ByteOrder;

/// How many vertices fit on a stack of one MiB. This matters because the engine copies the positions to the stack to
/// compute the bounds.
const STACK_VERTICES: usize = (1 << 20) / 24;

impl Model<'_> {
    /// Checks the model. This reports everything that is unusual or invalid, and what the engine will do about it.
    ///
    /// This function looks at every vertex and every index. An error means that the engine will reject the file or read
    /// out of bounds. A warning means that something looks wrong, or that other readers will fail. A note is for your
    /// information.
    pub fn validate(&self) -> Findings {
        let mut findings = Findings::new();
        self.header_findings(&mut findings);
        self.encoding_findings(&mut findings);
        self.order_findings(&mut findings);
        frame_findings(&self.chunks, &mut findings);
        match self.metadata() {
            Some(metadata) => self.metadata_findings(metadata, &mut findings),
            None => findings.error(kinds::METADATA_MISSING, "metadata", "missing; the engine refuses the file"),
        }
        for (index, mesh) in self.meshes().enumerate() {
            mesh_findings(&mesh, &Path::new().item("mesh", index), &mut findings);
        }
        binio::locate(&super::write::Layout(self), &mut findings);
        findings
    }

    fn header_findings(&self, findings: &mut Findings) {
        if self.header.kind != Kind::MODEL {
            findings.error(
                kinds::WRONG_FILE_KIND,
                "header",
                format!("the kind is {}; the engine loads M only", self.header.kind),
            );
        }
        let says_big = self.header.flags.contains(Flags::BIG_ENDIAN);
        match self.byte_order {
            ByteOrder::Big => findings.error(
                kinds::BYTE_ORDER,
                "header",
                "big-endian; the engine swaps no bytes and refuses the file",
            ),
            ByteOrder::Little if says_big => {
                findings.warning(
                    kinds::BYTE_ORDER,
                    "header",
                    "the flags say big-endian and the data is little-endian; the engine says that it swaps and doesn't",
                );
            }
            ByteOrder::Little => {}
        }
        let known = Flags::BIG_ENDIAN.0 | Flags::STRIPS.0 | Flags::FORWARD_KINEMATICS.0;
        if self.header.flags.0 & !known != 0 {
            findings.note(
                kinds::FLAGS_UNKNOWN,
                "header",
                format!("flags {:#010x}: unknown bits are set", self.header.flags.0),
            );
        }
    }

    fn encoding_findings(&self, findings: &mut Findings) {
        let (vertices, counts) = self.used_encoding();
        let engine = Encoding::ENGINE;
        if vertices.is_some_and(|used| used != engine.vertices) || counts.is_some_and(|used| used != engine.counts) {
            let message = format!("the encoding is {}; the engine refuses the file or misreads it", self.encoding);
            findings.error(kinds::ENCODING_UNSUPPORTED, "encoding", message);
        }
        // A model that can't be written has no bytes that could be ambiguous; writing reports it.
        let bytes = self.to_bytes_for(&super::ReadOptions::default().encoding(self.encoding));
        let Some(fitting) = bytes.ok().and_then(|bytes| Model::encodings_of(&bytes).ok()) else { return };
        if fitting.len() > 1 {
            let names: alloc::vec::Vec<_> = fitting.iter().map(|encoding| encoding.as_str()).collect();
            let names = names.join(", ");
            findings.warning(
                kinds::ENCODING_AMBIGUOUS,
                "encoding",
                format!("ambiguous: {names} fit equally well; it was taken for {}", self.encoding),
            );
        }
    }

    /// Checks the order of chunks. The engine requires that the metadata comes first, only once, and is followed by
    /// meshes.
    fn order_findings(&self, findings: &mut Findings) {
        for (index, chunk) in self.chunks.list.iter().enumerate() {
            let path = Path::new().item("chunk", index);
            match &chunk.content {
                Content::Metadata(_) if index > 0 => {
                    findings.error(
                        kinds::CHUNK_ORDER,
                        path,
                        "metadata that isn't the first chunk; the engine refuses the file",
                    );
                }
                Content::Mesh(_) if index == 0 => {
                    findings.error(kinds::CHUNK_ORDER, path, "a mesh before the metadata; the engine refuses the file");
                }
                Content::Other(_) => {
                    findings.error(
                        kinds::CHUNK_UNKNOWN,
                        path,
                        format!("{}; the engine refuses every chunk but metadata and meshes", chunk.token),
                    );
                }
                _ => {}
            }
        }
    }

    fn metadata_findings(&self, metadata: &Metadata, findings: &mut Findings) {
        let path = || Path::from("metadata");
        let (stored, actual) = (metadata.totals, self.totals());
        if stored.meshes < actual.meshes {
            let message = format!(
                "{} meshes by the metadata, {} in the file; the engine writes beyond its array",
                stored.meshes, actual.meshes
            );
            findings.error(kinds::MESH_COUNT, path(), message);
        } else if stored.meshes > actual.meshes {
            let message = format!(
                "{} meshes by the metadata, {} in the file; the engine uses uninitialised ones",
                stored.meshes, actual.meshes
            );
            findings.error(kinds::MESH_COUNT, path(), message);
        } else if actual.meshes == 0 {
            findings.warning(kinds::NO_MESHES, path(), "no meshes; the engine reads the first one all the same");
        }
        if (super::Totals { meshes: stored.meshes, ..actual }) != stored {
            findings.note(kinds::TOTALS, path(), "the totals differ from the meshes; the engine doesn't use them");
        }
        name_findings(metadata, findings);
    }
}

fn name_findings(metadata: &Metadata, findings: &mut Findings) {
    let path = || Path::from("metadata").part("name");
    if metadata.name().contains(&b'%') {
        findings.error(
            kinds::NAME_PERCENT,
            path(),
            "has a %; the engine's debug builds print it as a format string and crash",
        );
    }
    if metadata.name().len() == NAME_LEN {
        let [_, _, _, _, behind @ ..] = <[u32; 10]>::from(metadata.totals);
        let ends = behind.iter().any(|word| word.to_le_bytes().contains(&0)) || metadata.version.contains(&0);
        if ends {
            findings.warning(
                kinds::NAME_NOT_TERMINATED,
                path(),
                "has no NUL; the engine prints the following bytes too",
            );
        } else {
            findings.error(
                kinds::NAME_NOT_TERMINATED,
                path(),
                "has no NUL, nor has the rest of the metadata; the engine reads beyond it",
            );
        }
    }
}

/// Checks chunks and their END chunks, without looking at their content.
pub(crate) fn frame_findings<C>(chunks: &Chunks<'_, C>, findings: &mut Findings) {
    for (index, chunk) in chunks.list.iter().enumerate() {
        let path = || Path::new().item("chunk", index).part(chunk.token.name().unwrap_or("unknown"));
        if let ChunkSize::Wrong(size) = chunk.size {
            findings.warning(
                kinds::CHUNK_SIZE,
                path(),
                format!("the size {size} is wrong; the engine looks at none, other readers do"),
            );
        }
        match chunk.end {
            None => findings.error(kinds::END_MISSING, path(), "no END after it; the engine refuses the file"),
            Some(0) => {}
            Some(size) => {
                findings.note(
                    kinds::END_SIZE,
                    path(),
                    format!("the END after it has size {size}; the engine skips no bytes"),
                );
            }
        }
    }
    match chunks.end {
        None => findings.error(
            kinds::END_MISSING,
            "end",
            "no END closes the file; the engine runs on and corrupts its memory",
        ),
        Some(0) => {}
        Some(size) => {
            findings.note(
                kinds::END_SIZE,
                "end",
                format!("the END of the file has the size {size}; readers ignore it"),
            );
        }
    }
    if !chunks.trailing.is_empty() {
        findings.note(
            kinds::TRAILING_BYTES,
            "trailing",
            format!("{} bytes after the end; readers ignore them", chunks.trailing.len()),
        );
    }
}

fn mesh_findings(mesh: &MeshView<'_>, path: &Path, findings: &mut Findings) {
    let vertices = mesh.vertex_count();
    vertex_findings(mesh, path, findings);
    let mut numbers = [0_usize; 3];
    for array in mesh.arrays() {
        let (part, kind) = match array.topology() {
            Topology::TriangleStrip => ("strip", 0),
            Topology::TriangleFan => ("fan", 2),
            _ => ("list", 1),
        };
        let number = numbers.get_mut(kind).map_or(0, |number| {
            *number += 1;
            *number - 1
        });
        let path = || path.clone().item(part, number);
        let beyond = array.iter().filter(|index| usize::from(*index) >= vertices).count();
        if beyond > 0 {
            findings.error(
                kinds::INDEX_OUT_OF_BOUNDS,
                path(),
                format!("{beyond} indices are beyond the {vertices} vertices; the engine draws from memory after them"),
            );
        }
        if kind == 1 && array.len() % 3 != 0 {
            findings.warning(
                kinds::INCOMPLETE_PRIMITIVE,
                path(),
                format!("{} indices make no whole triangles", array.len()),
            );
        } else if kind != 1 && array.len() < 3 {
            findings.note(kinds::INCOMPLETE_PRIMITIVE, path(), format!("{} indices make no triangle", array.len()));
        }
        if kind != 1 {
            findings.error(
                kinds::STRIPS_UNSUPPORTED,
                path(),
                "the engine reads no strips and fans: it misreads the data after them, and refuses the file",
            );
        }
    }
}

fn vertex_findings(mesh: &MeshView<'_>, path: &Path, findings: &mut Findings) {
    let vertices = mesh.vertex_count();
    match vertices {
        0..4 => findings.note(
            kinds::FEW_VERTICES,
            path.clone(),
            format!("{vertices} vertices; the engine leaves meshes of fewer than 4 out of its bounding box"),
        ),
        _ if vertices > 1 << 16 => {
            findings.warning(
                kinds::MANY_VERTICES,
                path.clone(),
                format!("{vertices} vertices; indices reach the first 65536 only"),
            );
        }
        _ if vertices > STACK_VERTICES => {
            findings.note(
                kinds::MANY_VERTICES,
                path.clone(),
                format!("{vertices} vertices; the engine copies them to its stack, which may be too small"),
            );
        }
        _ => {}
    }
    let odd = |column: &mut dyn Iterator<Item = [f32; 3]>| {
        column.filter(|value| value.iter().any(|float| !float.is_finite())).count()
    };
    for (what, count) in
        [("positions", odd(&mut mesh.positions().iter())), ("normals", odd(&mut mesh.normals().iter()))]
    {
        if count > 0 {
            findings.warning(kinds::NOT_FINITE, path.clone(), format!("{count} {what} are not finite"));
        }
    }
    if mesh.layout() == VertexLayout::Document {
        joint_findings(mesh, path, findings);
    }
}

fn joint_findings(mesh: &MeshView<'_>, path: &Path, findings: &mut Findings) {
    let (Some(weights), Some(indices)) = (mesh.joint_weights(), mesh.joint_indices()) else { return };
    let off = |weight: &[f32; 4]| {
        let sum: f32 = weight.iter().sum();
        weight.iter().any(|weight| !(0.0..=1.0).contains(weight)) || !(sum == 0.0 || (sum - 1.0).abs() < 0.01)
    };
    let count = weights.iter().filter(off).count();
    if count > 0 {
        findings.warning(
            kinds::JOINT_WEIGHTS,
            path.clone(),
            format!("the joint weights of {count} vertices are not from 0 to 1, or their sum isn't 1"),
        );
    }
    // Up to 255 joints, counted in a byte.
    let whole = |index: &f32| (0.0..255.0).contains(index) && *index == f32::from(*index as u8);
    let count = indices.iter().filter(|joints| !joints.iter().all(whole)).count();
    if count > 0 {
        findings.warning(
            kinds::JOINT_INDICES,
            path.clone(),
            format!("the joint indices of {count} vertices are no numbers of joints"),
        );
    }
}
