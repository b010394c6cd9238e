//! The OBJ files of programs, read independently of the crate.

/// A corner of a face.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Corner {
    pub(crate) position: [f64; 3],
    pub(crate) normal: Option<[f64; 3]>,
    pub(crate) uv: Option<[f64; 2]>,
}

/// The corners of all faces.
#[derive(Debug, Default)]
pub(crate) struct Obj {
    pub(crate) corners: Vec<Corner>,
    /// Number of triangles that the faces consist of.
    pub(crate) triangles: usize,
    /// Statements of the corpus about what isn't right in the file: `bad_normals`, `tolerance=0.02`.
    pub(crate) notes: Vec<String>,
}

impl Obj {
    pub(crate) fn read(text: &str) -> Self {
        let mut obj = Self::default();
        let (mut positions, mut normals, mut uvs) = (Vec::new(), Vec::new(), Vec::new());
        for line in text.replace("\\\n", " ").lines() {
            if let Some(note) = line.trim().strip_prefix("# ufbx:") {
                obj.notes.push(note.to_owned());
            }
            let mut words = line.split_whitespace();
            let keyword = words.next().unwrap_or_default();
            let numbers = |words: std::str::SplitWhitespace<'_>| -> Vec<f64> {
                words.map_while(|word| word.parse().ok()).collect()
            };
            match keyword {
                "v" => positions.push(three(&numbers(words))),
                "vn" => normals.push(three(&numbers(words))),
                "vt" => uvs.push(numbers(words)),
                "f" => {
                    let corners: Vec<Corner> = words.map(|word| corner(word, &positions, &normals, &uvs)).collect();
                    obj.triangles += corners.len().saturating_sub(2);
                    obj.corners.extend(corners);
                }
                _ => {}
            }
        }
        obj
    }

    pub(crate) fn has(&self, note: &str) -> bool {
        self.notes.iter().any(|own| own == note)
    }

    /// The value of a statement `name=value`.
    pub(crate) fn value(&self, name: &str) -> Option<f64> {
        self.notes.iter().find_map(|own| own.strip_prefix(name)?.strip_prefix('=')?.parse().ok())
    }
}

fn three(numbers: &[f64]) -> [f64; 3] {
    [numbers[0], numbers[1], numbers[2]]
}

fn corner(word: &str, positions: &[[f64; 3]], normals: &[[f64; 3]], uvs: &[Vec<f64>]) -> Corner {
    let mut parts = word.split('/');
    let mut next = |count: usize| -> Option<usize> {
        let number: i64 = parts.next()?.parse().ok()?;
        Some(if number < 0 { count - number.unsigned_abs() as usize } else { number as usize - 1 })
    };
    let position = positions[next(positions.len()).expect("a position")];
    let uv = next(uvs.len()).map(|index| [uvs[index][0], uvs[index][1]]);
    let normal = next(normals.len()).map(|index| normals[index]);
    Corner { position, normal, uv }
}
