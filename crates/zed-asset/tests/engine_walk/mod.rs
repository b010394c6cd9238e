//! The engine's loader as a walk over bytes: its reads, in its order, and its checks. Written from the specification's
//! "exact read sequence", without a line of the crate's reader.

/// The engine's values for a file.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Held {
    pub(crate) flags: u32,
    pub(crate) mesh_count: u32,
    pub(crate) name: Vec<u8>,
    pub(crate) meshes: Vec<HeldMesh>,
}

/// A mesh in the engine.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct HeldMesh {
    pub(crate) material: u32,
    /// The bits of three floats of the position and three of the normal.
    pub(crate) vertices: Vec<[u32; 6]>,
    pub(crate) lists: Vec<Vec<u16>>,
}

/// Remaining bytes.
struct File<'a>(&'a [u8]);

impl<'a> File<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8], String> {
        if length > self.0.len() {
            return Err(format!("{length} bytes wanted, {} left", self.0.len()));
        }
        let (taken, rest) = self.0.split_at(length);
        self.0 = rest;
        Ok(taken)
    }

    fn u16(&mut self) -> Result<u16, String> {
        Ok(u16::from_le_bytes(self.take(2)?.try_into().unwrap()))
    }

    fn u32(&mut self) -> Result<u32, String> {
        Ok(u32::from_le_bytes(self.take(4)?.try_into().unwrap()))
    }

    /// A chunk's description: its type. The size is read and ignored.
    fn chunk(&mut self) -> Result<u16, String> {
        let kind = self.u16()?;
        self.u32()?;
        Ok(kind)
    }

    fn end(&mut self) -> Result<(), String> {
        match self.chunk()? {
            0xffff => Ok(()),
            other => Err(format!("{other:#06x} where the END of a chunk has to be")),
        }
    }
}

/// Steps 1 to 10. The engine doesn't notice the end of the file and reads on; here that is an error, and so is a mesh
/// beyond its array.
pub(crate) fn walk(bytes: &[u8]) -> Result<Held, String> {
    let mut file = File(bytes);
    let mut held = Held::default();
    let header = file.take(11)?;
    if header[3] != b'M' {
        return Err("not a model".into());
    }
    if file.chunk()? != 0x0002 {
        return Err("the metadata isn't first".into());
    }
    let metadata = file.take(107)?;
    if header[0] != b'Z' && header[1] != b'E' && header[2] != b'D' {
        return Err("no letter of the identifier is right".into());
    }
    held.flags = u32::from_le_bytes(header[7..11].try_into().unwrap());
    held.mesh_count = u32::from_le_bytes(metadata[8..12].try_into().unwrap());
    held.name = metadata[16..80].to_vec();
    file.end()?;
    loop {
        match file.chunk()? {
            0xffff => break,
            0x0004 if held.meshes.len() as u32 == held.mesh_count => return Err("more meshes than announced".into()),
            0x0004 => held.meshes.push(mesh(&mut file)?),
            other => return Err(format!("unknown chunk {other:#06x}")),
        }
    }
    if held.meshes.len() as u32 != held.mesh_count {
        return Err("fewer meshes than announced".into());
    }
    Ok(held)
}

fn mesh(file: &mut File<'_>) -> Result<HeldMesh, String> {
    let [vertices, material, _strips, lists, _fans] = [file.u32()?, file.u32()?, file.u32()?, file.u32()?, file.u32()?];
    let mut mesh = HeldMesh { material, ..HeldMesh::default() };
    for _ in 0..vertices {
        let mut vertex = [0; 6];
        for float in &mut vertex {
            *float = file.u32()?;
        }
        mesh.vertices.push(vertex);
    }
    // Strips: nothing is read.
    for _ in 0..lists {
        let count = file.u16()?;
        let mut list = Vec::new();
        for _ in 0..count {
            list.push(file.u16()?);
        }
        mesh.lists.push(list);
    }
    // Fans: nothing is read.
    file.end()?;
    Ok(mesh)
}
