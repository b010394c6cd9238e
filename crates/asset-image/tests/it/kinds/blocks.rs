//! Random blocks of every BC format and mode, compared with `dds` 0.2.0, which follows the Direct3D specification and shares no code with `bcdec_rs`.
//!
//! The table was created by decoding the same blocks with `dds` to RGBA8. BC3 blocks whose first colour isn't greater than the second are the
//! exception, since `dds` gives them three colours: colours of their second half are decoded as BC2, alpha of their first half as BC3.

use asset_image::{Limits, Mip, decode};

use super::files::dxgi;

/// Blocks across and down, of each row of the table.
const ACROSS: u32 = 16;
const DOWN: u32 = 32;

/// Part of random blocks that is chosen.
#[derive(Clone, Copy)]
enum Choice {
    Nothing,
    /// The colour at this byte is greater than the next.
    Greater(usize),
    /// The colour at this byte isn't greater than the next.
    NotGreater(usize),
    /// Bits of the first byte (mask, value): the mode.
    Mode(u8, u8),
}
use Choice::{Greater, Mode, NotGreater, Nothing};

/// Name, DXGI format, bytes of a block, choice, digest of the pixels.
type Row = (&'static str, u32, usize, Choice, u64);

const ROWS: &[Row] = &[
    ("BC1, first colour greater", 71, 8, Greater(0), 0x3fc4_47ed_a045_4e9c),
    ("BC1, first colour not greater", 71, 8, NotGreater(0), 0xe5db_2090_5800_cc0c),
    ("BC2, first colour greater", 74, 16, Greater(8), 0x6df8_01e3_3365_83b8),
    ("BC2, first colour not greater", 74, 16, NotGreater(8), 0xf79f_4aa8_1056_506f),
    ("BC3, first colour greater", 77, 16, Greater(8), 0x7a23_9028_4342_b276),
    ("BC3, first colour not greater", 77, 16, NotGreater(8), 0x55c4_c267_43dd_5282),
    ("BC4", 80, 8, Nothing, 0x30aa_5c13_7356_f42a),
    ("BC4_SNORM", 81, 8, Nothing, 0xd371_a06f_a522_f298),
    ("BC5", 83, 16, Nothing, 0xb4de_a3c0_f61b_f970),
    ("BC5_SNORM", 84, 16, Nothing, 0x57a8_7d10_72b4_d84a),
    ("BC6H_UF16, mode 1", 95, 16, Mode(3, 0), 0x832e_4655_ae60_5856),
    ("BC6H_UF16, mode 2", 95, 16, Mode(3, 1), 0xb793_0dbc_0f1e_d21f),
    ("BC6H_UF16, mode 3", 95, 16, Mode(31, 2), 0xa142_a0a3_1f8e_fdd0),
    ("BC6H_UF16, mode 4", 95, 16, Mode(31, 6), 0xadd3_651f_09e7_b4ac),
    ("BC6H_UF16, mode 5", 95, 16, Mode(31, 10), 0x331d_34a8_7c43_47cd),
    ("BC6H_UF16, mode 6", 95, 16, Mode(31, 14), 0x9338_13f0_2839_ec91),
    ("BC6H_UF16, mode 7", 95, 16, Mode(31, 18), 0x1c39_e9c2_4b4a_d7a6),
    ("BC6H_UF16, mode 8", 95, 16, Mode(31, 22), 0xb822_3b76_41cb_b77e),
    ("BC6H_UF16, mode 9", 95, 16, Mode(31, 26), 0x1e70_597f_d359_b90a),
    ("BC6H_UF16, mode 10", 95, 16, Mode(31, 30), 0x116f_1d98_6405_c352),
    ("BC6H_UF16, mode 11", 95, 16, Mode(31, 3), 0xd54e_9525_440d_22eb),
    ("BC6H_UF16, mode 12", 95, 16, Mode(31, 7), 0xef2a_9a60_8dc2_9f59),
    ("BC6H_UF16, mode 13", 95, 16, Mode(31, 11), 0x0902_07e4_47f7_8282),
    ("BC6H_UF16, mode 14", 95, 16, Mode(31, 15), 0x367b_9cdb_0bf4_eb4e),
    ("BC6H_UF16, reserved mode 0b10011", 95, 16, Mode(31, 19), 0x9bff_d59c_b8c7_2325),
    ("BC6H_UF16, reserved mode 0b10111", 95, 16, Mode(31, 23), 0x9bff_d59c_b8c7_2325),
    ("BC6H_UF16, reserved mode 0b11011", 95, 16, Mode(31, 27), 0x9bff_d59c_b8c7_2325),
    ("BC6H_UF16, reserved mode 0b11111", 95, 16, Mode(31, 31), 0x9bff_d59c_b8c7_2325),
    ("BC6H_SF16, mode 1", 96, 16, Mode(3, 0), 0x4071_ea2a_6968_7254),
    ("BC6H_SF16, mode 2", 96, 16, Mode(3, 1), 0x4bcc_3330_6086_e035),
    ("BC6H_SF16, mode 3", 96, 16, Mode(31, 2), 0x77ca_5517_dedd_0588),
    ("BC6H_SF16, mode 4", 96, 16, Mode(31, 6), 0x0ccd_f248_89d0_6004),
    ("BC6H_SF16, mode 5", 96, 16, Mode(31, 10), 0x30c6_3c40_a38a_e2a8),
    ("BC6H_SF16, mode 6", 96, 16, Mode(31, 14), 0xe964_fe12_9ada_4d41),
    ("BC6H_SF16, mode 7", 96, 16, Mode(31, 18), 0x6e8d_0cae_a702_dfa6),
    ("BC6H_SF16, mode 8", 96, 16, Mode(31, 22), 0x40bc_d386_400a_f1a4),
    ("BC6H_SF16, mode 9", 96, 16, Mode(31, 26), 0xf48e_8502_39a9_bca3),
    ("BC6H_SF16, mode 10", 96, 16, Mode(31, 30), 0xf824_ce98_69fe_94f7),
    ("BC6H_SF16, mode 11", 96, 16, Mode(31, 3), 0xedb1_94fa_696c_07ca),
    ("BC6H_SF16, mode 12", 96, 16, Mode(31, 7), 0x7823_61f9_2869_606c),
    ("BC6H_SF16, mode 13", 96, 16, Mode(31, 11), 0x9c47_92dc_3565_2340),
    ("BC6H_SF16, mode 14", 96, 16, Mode(31, 15), 0x7e64_27b8_0ef8_4422),
    ("BC6H_SF16, reserved mode 0b10011", 96, 16, Mode(31, 19), 0x9bff_d59c_b8c7_2325),
    ("BC6H_SF16, reserved mode 0b10111", 96, 16, Mode(31, 23), 0x9bff_d59c_b8c7_2325),
    ("BC6H_SF16, reserved mode 0b11011", 96, 16, Mode(31, 27), 0x9bff_d59c_b8c7_2325),
    ("BC6H_SF16, reserved mode 0b11111", 96, 16, Mode(31, 31), 0x9bff_d59c_b8c7_2325),
    ("BC7, mode 0", 98, 16, Mode(0x1, 0x1), 0x5829_c641_da06_fb26),
    ("BC7, mode 1", 98, 16, Mode(0x3, 0x2), 0x9ade_304b_ce51_d55e),
    ("BC7, mode 2", 98, 16, Mode(0x7, 0x4), 0x0a33_a2a1_fdc8_e7ba),
    ("BC7, mode 3", 98, 16, Mode(0xf, 0x8), 0x9ad0_0d49_5a01_ce07),
    ("BC7, mode 4", 98, 16, Mode(0x1f, 0x10), 0xafec_e543_9128_5402),
    ("BC7, mode 5", 98, 16, Mode(0x3f, 0x20), 0x0937_3803_4493_b6ec),
    ("BC7, mode 6", 98, 16, Mode(0x7f, 0x40), 0xf052_74e5_f532_e332),
    ("BC7, mode 7", 98, 16, Mode(0xff, 0x80), 0xf5f8_6771_40cf_3adb),
    ("BC7, no mode", 98, 16, Mode(0xff, 0), 0x8f69_55bf_94ec_2325),
];

/// Returns the random bytes of a row: xorshift64, from the number of the row on.
pub(super) fn random(row: usize) -> impl Iterator<Item = u8> {
    let mut state = 0x9e37_79b9_7f4a_7c15 ^ (row as u64 + 1);
    std::iter::repeat_with(move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as u8
    })
}

/// Returns the blocks of a row.
fn blocks(row: usize, size: usize, choice: Choice) -> Vec<u8> {
    let mut data: Vec<u8> = random(row).take((ACROSS * DOWN) as usize * size).collect();
    for block in data.chunks_exact_mut(size) {
        let is_greater = |at: usize| block[at..at + 2].iter().rev().gt(block[at + 2..at + 4].iter().rev());
        let swap = match choice {
            Greater(at) if !is_greater(at) => Some(at),
            NotGreater(at) if is_greater(at) => Some(at),
            Mode(mask, value) => {
                block[0] = block[0] & !mask | value;
                None
            }
            _ => None,
        };
        if let Some(at) = swap {
            block[at..at + 4].rotate_left(2);
        }
    }
    data
}

/// FNV-1a of 64 bits.
pub(super) fn digest(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}

#[test]
fn random_blocks_are_those_of_another_decoder() {
    let mut wrong = Vec::new();
    for (index, (name, number, size, choice, expected)) in ROWS.iter().enumerate() {
        let mut file = dxgi(*number, &blocks(index, *size, *choice));
        file[12..16].copy_from_slice(&(DOWN * 4).to_le_bytes());
        file[16..20].copy_from_slice(&(ACROSS * 4).to_le_bytes());
        let pixels = decode(&file, Mip(0), &mut Limits::default().budget());
        let found = digest(pixels.unwrap_or_else(|error| panic!("{name}: {error}")).as_bytes());
        if found != *expected {
            wrong.push(format!("{name}: {found:#018x}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
