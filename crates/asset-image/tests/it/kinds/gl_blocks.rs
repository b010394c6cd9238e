//! Random blocks of every ETC and PVRTC mode, compared with PVRTexTool 4.17 of Imagination Technologies, the designer of PVRTC.
//!
//! The table was created by decoding the same blocks with PVRTexTool to RGBA8.

use std::iter;

use super::blocks::{digest, random};
use super::files::ktx;
use super::pixels::pixels;

/// Blocks of a row of the table.
const COUNT: u32 = 512;

/// Modes of ETC2. ETC1 defines the first two.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Etc {
    Individual,
    Differential,
    T,
    H,
    Planar,
}
use Etc::{Differential, H, Individual, Planar, T};

/// Modulation of PVRTC words.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Modulation {
    /// All modes, side by side.
    Mixed,
    /// The word's mode bit is 0.
    Standard,
    /// The word's mode bit is 1: four-bit words with transparent pixels.
    Punched,
    /// Two-bit words whose mode bit is 1, by the neighbours that pixels are interpolated from.
    AllNeighbours,
    Horizontal,
    Vertical,
}
use Modulation::{AllNeighbours, Horizontal, Mixed, Punched, Standard, Vertical};

#[derive(Clone, Copy)]
enum Format {
    Etc1(Etc),
    Etc2(Etc),
    /// Mode, and the opaque bit.
    Etc2A1(Etc, bool),
    Etc2A8(Etc),
    Pvrtc4(Modulation),
    Pvrtc2(Modulation),
}
use Format::{Etc1, Etc2, Etc2A1, Etc2A8, Pvrtc2, Pvrtc4};

/// Name, format, blocks across, digest of the pixels.
type Row = (&'static str, Format, u32, u64);

const ROWS: &[Row] = &[
    ("ETC1, individual", Etc1(Individual), 16, 0x3a75_8f74_414f_be9c),
    ("ETC1, differential", Etc1(Differential), 16, 0x021d_0d6f_6bbf_0de4),
    ("ETC1, T", Etc1(T), 16, 0xf905_e79d_4f96_c9b8),
    ("ETC1, H", Etc1(H), 16, 0x3699_e347_f70e_b9d1),
    ("ETC1, planar", Etc1(Planar), 16, 0x86f7_fc06_d66d_5fa2),
    ("ETC2, individual", Etc2(Individual), 16, 0x0d4d_6e23_e1ec_99c8),
    ("ETC2, differential", Etc2(Differential), 16, 0xd3e9_98ee_40cd_1f8b),
    ("ETC2, T", Etc2(T), 16, 0xd55c_8552_d1c7_4a2b),
    ("ETC2, H", Etc2(H), 16, 0x097b_cc07_14eb_73e6),
    ("ETC2, planar", Etc2(Planar), 16, 0xdc67_6755_5e8a_f063),
    ("ETC2_A1, opaque, differential", Etc2A1(Differential, true), 16, 0x4759_ed97_a5d0_3b67),
    ("ETC2_A1, opaque, T", Etc2A1(T, true), 16, 0xb0df_2b44_1dfe_8cfa),
    ("ETC2_A1, opaque, H", Etc2A1(H, true), 16, 0x5b81_7333_08d4_ba32),
    ("ETC2_A1, opaque, planar", Etc2A1(Planar, true), 16, 0xb459_70fa_1f80_999b),
    ("ETC2_A1, punched, differential", Etc2A1(Differential, false), 16, 0xb2a8_f506_efcd_22da),
    ("ETC2_A1, punched, T", Etc2A1(T, false), 16, 0x4006_ec60_6122_f070),
    ("ETC2_A1, punched, H", Etc2A1(H, false), 16, 0x1f63_a4cf_e0e6_2037),
    ("ETC2_A1, punched, planar", Etc2A1(Planar, false), 16, 0xdddf_982b_3e49_47ac),
    ("ETC2_A8, individual", Etc2A8(Individual), 16, 0x87f0_cea8_588f_f9c9),
    ("ETC2_A8, differential", Etc2A8(Differential), 16, 0xee68_1b92_1dc0_fd38),
    ("ETC2_A8, T", Etc2A8(T), 16, 0x72fd_ec61_81dc_cee6),
    ("ETC2_A8, H", Etc2A8(H), 16, 0x9b21_77f9_7564_59ca),
    ("ETC2_A8, planar", Etc2A8(Planar), 16, 0xa2fb_1e75_c63b_161f),
    ("PVRTC4, standard", Pvrtc4(Standard), 16, 0x2aaf_2eec_d1d7_a866),
    ("PVRTC4, punch-through", Pvrtc4(Punched), 16, 0x9147_14ce_3551_5677),
    ("PVRTC4, mixed, tall", Pvrtc4(Mixed), 2, 0xf48e_9c3a_9ca7_87ef),
    ("PVRTC4, mixed, wide", Pvrtc4(Mixed), 64, 0x2650_a3dc_7de2_8284),
    ("PVRTC2, standard", Pvrtc2(Standard), 16, 0xf182_8caf_cc73_9543),
    ("PVRTC2, four neighbours", Pvrtc2(AllNeighbours), 16, 0x4da8_5621_633d_bb82),
    ("PVRTC2, horizontal neighbours", Pvrtc2(Horizontal), 16, 0x2a6a_527b_3504_547c),
    ("PVRTC2, vertical neighbours", Pvrtc2(Vertical), 16, 0xe2b3_9373_75ec_de76),
    ("PVRTC2, mixed, tall", Pvrtc2(Mixed), 2, 0x3eee_3ecb_139b_bbf0),
    ("PVRTC2, mixed, wide", Pvrtc2(Mixed), 64, 0xe3cb_a164_9f37_23d3),
];

impl Format {
    /// Returns its `glInternalFormat`, the bytes of a block, and the width of a block in pixels.
    fn layout(self) -> (u32, usize, u32) {
        match self {
            Etc1(_) => (0x8d64, 8, 4),
            Etc2(_) => (0x9274, 8, 4),
            Etc2A1(..) => (0x9276, 8, 4),
            Etc2A8(_) => (0x9278, 16, 4),
            Pvrtc4(_) => (0x8c02, 8, 4),
            Pvrtc2(_) => (0x8c03, 8, 8),
        }
    }

    fn has(self, block: &[u8]) -> bool {
        match self {
            Etc1(mode) | Etc2(mode) => etc(block) == mode,
            Etc2A1(mode, opaque) => with_sums(block) == mode && (block[3] & 2 != 0) == opaque,
            Etc2A8(mode) => etc(&block[8..]) == mode,
            Pvrtc4(mode) | Pvrtc2(mode) => modulated(block, mode),
        }
    }
}

fn etc(block: &[u8]) -> Etc {
    if block[3] & 2 == 0 { Individual } else { with_sums(block) }
}

/// The mode of a block that isn't individual: by the first channel whose sum of colour and difference isn't a number of five bits.
fn with_sums(block: &[u8]) -> Etc {
    let overflows = |byte: &u8| {
        let difference = if byte & 4 == 0 { i16::from(byte & 3) } else { i16::from(byte & 3) - 4 };
        !(0..32).contains(&(i16::from(byte >> 3) + difference))
    };
    block[..3].iter().position(overflows).map_or(Differential, |channel| [T, H, Planar][channel])
}

/// Whether a PVRTC word has this modulation.
fn modulated(word: &[u8], modulation: Modulation) -> bool {
    let (mode, first, middle) = (word[4] & 1 != 0, word[0] & 1 != 0, word[2] & 0x10 != 0);
    match modulation {
        Mixed => true,
        Standard => !mode,
        Punched => mode,
        AllNeighbours => mode && !first,
        Horizontal => mode && first && !middle,
        Vertical => mode && first && middle,
    }
}

/// Returns the file of a row: random blocks, without blocks of other modes.
fn file(row: usize, format: Format, across: u32) -> Vec<u8> {
    let (internal, size, width) = format.layout();
    let mut bytes = random(row);
    let blocks = iter::repeat_with(|| bytes.by_ref().take(size).collect::<Vec<_>>());
    let data: Vec<u8> = blocks.filter(|block| format.has(block)).take(COUNT as usize).flatten().collect();
    ktx([internal, 0, 0], (across * width, COUNT / across * 4), &data)
}

#[test]
fn random_gl_blocks_are_those_of_another_decoder() {
    let mut wrong = Vec::new();
    for (index, (name, format, across, expected)) in ROWS.iter().enumerate() {
        let found = digest(pixels(name, &file(index, *format, *across)).as_bytes());
        if found != *expected {
            wrong.push(format!("{name}: {found:#018x}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
