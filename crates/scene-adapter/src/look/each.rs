//! Writes materials one after the other, but several textures at the same time.

use std::collections::HashMap;

use asset_scene::{Id, Material};
use binio::Findings;

use super::cores;

/// Implement this to write material files. Textures can be listed first, to be created together.
pub trait MaterialWriter {
    /// Starts a list of textures. Until you call [`make_ahead`](Self::make_ahead), no file is created, and all names
    /// are placeholders.
    fn list(&mut self);

    /// Creates the textures in the list, using all cores.
    fn make_ahead(&mut self);

    /// Writes a material, and returns the file name. Returns `None` if the material is only a placeholder, or can't be
    /// written.
    fn write(&mut self, id: Id<Material>, findings: &mut Findings) -> Option<String>;
}

/// Writes materials, and returns their file names. If a material occurs again, it is not written again.
pub fn write_materials(
    writer: &mut impl MaterialWriter,
    materials: &[Option<Id<Material>>],
    findings: &mut Findings,
) -> Vec<Option<String>> {
    let mut known: HashMap<Id<Material>, Option<String>> = HashMap::new();
    let mut names = Vec::with_capacity(materials.len());
    for some in materials.chunks(cores()) {
        if cores() > 1 {
            writer.list();
            for id in some.iter().flatten().filter(|id| !known.contains_key(id)) {
                writer.write(*id, &mut Findings::new());
            }
            writer.make_ahead();
        }
        let mut name = |id: Id<Material>| known.entry(id).or_insert_with(|| writer.write(id, findings)).clone();
        names.extend(some.iter().map(|id| id.and_then(&mut name)));
    }
    names
}
