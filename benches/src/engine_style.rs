//! Models and animations read the way the engine reads them: value by value through a call, into copies of its own. Decoding is compared with it.

use std::hint::black_box;

use urho_ani::glam::{Quat, Vec3};

/// A file, asked for every value.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    /// The engine asks its file for every value, and that copies it out: not something a compiler sees through.
    #[inline(never)]
    fn read(&mut self, target: &mut [u8]) {
        let (head, rest) = self.0.split_at(target.len());
        target.copy_from_slice(head);
        self.0 = rest;
    }

    fn u8(&mut self) -> u8 {
        let mut byte = [0];
        self.read(&mut byte);
        byte[0]
    }

    fn u32(&mut self) -> u32 {
        let mut word = [0; 4];
        self.read(&mut word);
        u32::from_le_bytes(word)
    }

    fn f32(&mut self) -> f32 {
        f32::from_bits(self.u32())
    }

    fn floats<const N: usize>(&mut self) -> [f32; N] {
        std::array::from_fn(|_| self.f32())
    }

    fn vec3(&mut self) -> Vec3 {
        Vec3::from_array(self.floats())
    }

    fn quat(&mut self) -> Quat {
        let [w, x, y, z] = self.floats();
        Quat::from_xyzw(x, y, z, w)
    }

    fn string(&mut self) -> String {
        let mut text = String::new();
        loop {
            match self.u8() {
                0 => return text,
                byte => text.push(char::from(byte)),
            }
        }
    }

    /// A block into memory of its own.
    fn block(&mut self, length: usize) -> Vec<u8> {
        let mut block = vec![0; length];
        self.read(&mut block);
        block
    }

    fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let count = self.u32();
        (0..count).map(|_| item(self)).collect()
    }
}

/// A keyframe as the engine holds it.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// Seconds.
    pub time: f32,
    /// Place of the bone below its parent.
    pub position: Vec3,
    /// Its rotation.
    pub rotation: Quat,
    /// Its scale.
    pub scale: Vec3,
}

/// A track: name of the bone, channels, keyframes.
pub type Track = (String, u8, Vec<Key>);

/// The tracks of a `UANI` animation.
pub fn animation(bytes: &[u8]) -> Vec<Track> {
    let mut reader = Reader(black_box(bytes).get(4..).expect("a whole file"));
    reader.string();
    reader.f32();
    reader.list(|reader| {
        let (name, mask) = (reader.string(), reader.u8());
        let keys = reader.list(|reader| Key {
            time: reader.f32(),
            position: if mask & 1 != 0 { reader.vec3() } else { Vec3::ZERO },
            rotation: if mask & 2 != 0 { reader.quat() } else { Quat::IDENTITY },
            scale: if mask & 4 != 0 { reader.vec3() } else { Vec3::ONE },
        });
        (name, mask, keys)
    })
}

/// Data of a model that an engine keeps.
#[derive(Debug, Default)]
pub struct Kept {
    /// Vertices of each buffer, and its copy for the processor.
    pub vertices: Vec<[Vec<u8>; 2]>,
    /// Indices of each buffer, and their copy.
    pub indices: Vec<[Vec<u8>; 2]>,
    /// Mapped bones of each geometry, and its levels of detail.
    pub geometries: Vec<(Vec<u32>, Vec<[u32; 6]>)>,
    /// Changes of each morph.
    pub morphs: Vec<(String, Vec<Vec<u8>>)>,
    /// Name, parent, and numbers of each bone.
    pub bones: Vec<(String, u32, [f32; 22])>,
    /// The bounding box.
    pub bounds: [f32; 6],
}

/// The parts of a model of `UMDL` or `UMD2`; `None` for other versions.
pub fn model(bytes: &[u8]) -> Option<Kept> {
    let mut reader = Reader(black_box(bytes));
    let mut identifier = [0; 4];
    reader.read(&mut identifier);
    let declared = match &identifier {
        b"UMD2" => true,
        b"UMDL" => false,
        _ => return None,
    };
    let buffer = |data: Vec<u8>| [data.clone(), data];
    let vertices = reader.list(|reader| {
        let count = reader.u32() as usize;
        let stride: usize =
            if declared { reader.list(|reader| size(reader.u32())).iter().sum() } else { masked(reader.u32()) };
        reader.floats::<2>();
        buffer(reader.block(count * stride))
    });
    let indices = reader.list(|reader| {
        let (count, size) = (reader.u32() as usize, reader.u32() as usize);
        buffer(reader.block(count * size))
    });
    let geometries = reader.list(|reader| {
        let bones = reader.list(Reader::u32);
        (bones, reader.list(|reader| std::array::from_fn(|_| reader.u32())))
    });
    let morphs = reader.list(|reader| {
        let name = reader.string();
        let changes = reader.list(|reader| {
            let (_, mask, count) = (reader.u32(), reader.u32(), reader.u32() as usize);
            let vectors = [0x01, 0x02, 0x80].iter().filter(|bit| mask & **bit != 0).count();
            reader.block(count * (4 + 12 * vectors))
        });
        (name, changes)
    });
    let bones = reader.list(|reader| {
        let bone = (reader.string(), reader.u32(), reader.floats());
        let collision = reader.u8();
        if collision & 1 != 0 {
            reader.f32();
        }
        if collision & 2 != 0 {
            reader.floats::<6>();
        }
        bone
    });
    Some(Kept { vertices, indices, geometries, morphs, bones, bounds: reader.floats() })
}

/// Bytes of an element of a declaration.
fn size(element: u32) -> usize {
    [4, 4, 8, 12, 16, 4, 4].get((element & 0xff) as usize).copied().unwrap_or_default()
}

/// Bytes of a vertex of a legacy mask.
fn masked(mask: u32) -> usize {
    let sizes = [12, 12, 4, 8, 8, 12, 12, 16, 16, 4, 16, 16, 16, 4];
    sizes.iter().enumerate().filter(|(bit, _)| mask >> bit & 1 != 0).map(|(_, size)| size).sum()
}
