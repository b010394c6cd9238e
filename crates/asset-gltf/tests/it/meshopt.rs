//! Streams of `EXT_meshopt_compression`, written by hand from its specification.

use asset_gltf::meshopt::{Filter, Mode, Stream};

/// 16 codes of four bits, two with bytes of their own, and their differences from the specification.
const CODES: [u8; 10] = [0x17, 0x5f, 0xf0, 0xbc, 0x77, 0xa9, 0x21, 0x00, 0x34, 0xb5];
const DIFFERENCES: [i8; 16] = [-1, -4, -3, 26, -91, 0, -6, 6, -4, -4, 5, -5, 1, -1, 0, 0];

fn attributes(count: usize, stride: usize) -> Stream {
    Stream { mode: Mode::Attributes, filter: Filter::None, count, stride }
}

fn stream(mode: Mode, count: usize) -> Stream {
    Stream { mode, filter: Filter::None, count, stride: 4 }
}

fn decoded(stream: Stream, parts: &[&[u8]]) -> Vec<u8> {
    stream.decode(&parts.concat()).unwrap()
}

fn failure(stream: Stream, parts: &[&[u8]]) -> String {
    stream.decode(&parts.concat()).unwrap_err().to_string()
}

fn indices(stream: Stream, parts: &[&[u8]]) -> Vec<u32> {
    let bytes = decoded(stream, parts);
    bytes.chunks_exact(4).map(|index| u32::from_le_bytes(index.try_into().unwrap())).collect()
}

fn sums(first: u8) -> Vec<u8> {
    let sum = |sum: &mut u8, difference: i8| {
        *sum = sum.wrapping_add(difference as u8);
        Some(*sum)
    };
    DIFFERENCES.into_iter().scan(first, |last, difference| sum(last, difference)).collect()
}

#[test]
fn attributes_of_version_0_decode() {
    // The first byte has the widths 0 2 4 8 of its groups as 0 to 3, the least bits first; the other bytes don't change.
    let base = [100, 7, 8, 9];
    let bytes = decoded(attributes(16, 4), &[&[0xa0, 2], &CODES, &[0, 0, 0], &[0; 28], &base]);
    let expected: Vec<u8> = sums(100).into_iter().flat_map(|first| [first, 7, 8, 9]).collect();
    assert_eq!(bytes, expected);

    // Two bits, the highest first, one of them a byte of its own; then bytes; then nothing.
    let groups = [0b00_11_01, 0b01_11_10_00, 0, 0, 0, 200];
    let whole: Vec<u8> = (0..16).collect();
    let bytes = decoded(attributes(33, 4), &[&[0xa0], &groups, &whole, &[0, 0, 0], &[0; 32]]);
    let firsts: Vec<u8> = bytes.chunks(4).map(|element| element[0]).collect();
    assert_eq!(firsts[..6], [255, 99, 100, 100, 100, 100]);
    assert_eq!(firsts[16..20], [100, 99, 100, 98]);
    assert_eq!(firsts[32], firsts[31]);
}

#[test]
fn attributes_of_version_1() {
    // Control modes of the four bytes: 0 (widths 0 1 2 4), 2 (nothing), 3 (as they are), 1 (widths 1 2 4 8).
    let control = 0b01_11_10_00;
    let literal: Vec<u8> = [2; 16].to_vec();
    // Single bits, the least first; each that is set is a byte of its own.
    let bits = [0b0000_0100, 0b1000_0000, 6, 8];
    let parts: [&[u8]; 8] = [&[0xa1, control, 3], &CODES, &literal, &[0], &bits, &[0; 19], &[100, 7, 8, 9], &[0]];
    let bytes = decoded(attributes(16, 4), &parts);
    let column = |place: usize| -> Vec<u8> { bytes.chunks(4).map(|element| element[place]).collect() };
    assert_eq!(column(0), sums(100));
    assert_eq!(column(1), [7; 16]);
    assert_eq!(column(2), (9..25).collect::<Vec<u8>>());
    assert_eq!(column(3), [9, 9, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 16]);
}

#[test]
fn channels_of_version_1() {
    // As they are: four bytes per element, one element after the other byte by byte. Zigzag of 16 bits: 3 is -2, 0x0200 is 0x0100.
    let lanes: [&[u8]; 4] = [&[3, 0], &[0, 2], &[0, 1], &[0, 0]];
    let parts = [&[0xa1, 0xff][..], &lanes.concat(), &[0; 19], &[1, 0, 5, 0], &[1]];
    assert_eq!(decoded(attributes(2, 4), &parts), [0xff, 0xff, 5, 0, 0xff, 0, 4, 0]);
    // Exclusive or, turned back by 8 bits.
    let parts = [&[0xa1, 0xff][..], &lanes.concat(), &[0; 19], &[1, 0, 5, 0], &[0x82]];
    assert_eq!(decoded(attributes(2, 4), &parts), [1, 0, 5, 3, 3, 1, 5, 3]);
    for mode in [3, 0x10, 0x11, 15] {
        let parts = [&[0xa1, 0xff][..], &lanes.concat(), &[0; 19], &[1, 0, 5, 0], &[mode]];
        assert_eq!(failure(attributes(2, 4), &parts), "the mode of a channel is invalid");
    }
}

#[test]
fn triangles() {
    let table: [u8; 16] = [0x00, 0x21, 0x76, 0x87, 0x56, 0x67, 0x78, 0xa9, 0x86, 0x65, 0x89, 0x68, 0x98, 0x01, 0, 0];
    let codes = [
        0xf0, // next, next, next: 0 1 2
        0x00, // the edge 0 2, next: 0 2 3
        0x12, // the edge before it, 3 2, and the third last vertex, 1
        0x0e, // the last edge, 3 1, and the last index plus one
        0x0d, // and minus one
        0x0f, // and a difference
        0xf1, // next, the second last vertex, the last vertex
        0xfe, // next from 0, next, next
        0xff, // differences of all three
    ];
    let data = [&[0x80, 0x01][..], &[0], &[0xff, 10, 1, 4]].concat();
    let all = indices(stream(Mode::Triangles, 27), &[&[0xe1], &codes, &data, &table]);
    let triangles: Vec<&[u32]> = all.chunks(3).collect();
    assert_eq!(triangles[..2], [[0, 1, 2], [0, 2, 3]]);
    assert_eq!(triangles[2], [3, 2, 1]);
    assert_eq!(triangles[3], [3, 1, 1]);
    assert_eq!(triangles[4], [3, 1, 0]);
    assert_eq!(triangles[5], [3, 0, 64]);
    assert_eq!(triangles[6], [4, 0, 64]);
    assert_eq!(triangles[7], [0, 1, 2]);
    assert_eq!(triangles[8], [69, 68, 70]);
}

#[test]
fn sequences() {
    // LEB128: 0x7f, 0x201 and 0x1507f. The least bit chooses one of two sequences, the next the sign.
    let bytes = [0x7f, 0x81, 0x04, 0xff, 0xa0, 0x05, 4];
    let found = indices(stream(Mode::Indices, 4), &[&[0xd1], &bytes, &[0; 4]]);
    let (first, second) = (!0x1fu32, 0x60);
    assert_eq!(found, [first, second, second.wrapping_add(!(0x1507f >> 2)), 1]);
}

#[test]
fn filters() {
    let filtered = |filter, base: &[u8]| {
        let stream = Stream { filter, ..attributes(1, base.len()) };
        let zeros = vec![0; base.len()];
        decoded(stream, &[&[0xa0], &zeros, &vec![0; 32 - base.len()], base])
    };
    // Straight up, along x, along -z; the fourth number stays.
    assert_eq!(filtered(Filter::Octahedral, &[0, 0, 127, 5]), [0, 0, 127, 5]);
    assert_eq!(filtered(Filter::Octahedral, &[7, 0, 7, 9]), [127, 0, 0, 9]);
    assert_eq!(filtered(Filter::Octahedral, &[127, 127, 127, 0]), [0, 0, 0x81, 0]);
    let shorts = |values: [i16; 4]| values.map(i16::to_le_bytes).concat();
    assert_eq!(filtered(Filter::Octahedral, &shorts([0, -511, 511, 3])), shorts([0, -32767, 0, 3]));
    // The greatest component is omitted.
    for (greatest, expected) in [(0, [32767, 0, 0, 0]), (1, [0, 32767, 0, 0]), (3, [0, 0, 0, 32767])] {
        assert_eq!(filtered(Filter::Quaternion, &shorts([0, 0, 0, 0x7fc | greatest])), shorts(expected));
    }
    assert_eq!(filtered(Filter::Quaternion, &shorts([2047, 0, 0, 2044])), shorts([23170, 23170, 0, 0]));
    for (exponent, mantissa, expected) in [(0i32, 5, 5.0f32), (-2, -3, -0.75), (100, 1, 2f32.powi(100))] {
        let code = (exponent << 24) | (mantissa & 0xff_ffff);
        assert_eq!(filtered(Filter::Exponential, &code.to_le_bytes()), expected.to_le_bytes());
    }
    // Eight bits: white and opaque; red, half as opaque.
    assert_eq!(filtered(Filter::Color, &[255, 0, 0, 255]), [255, 255, 255, 255]);
    assert_eq!(filtered(Filter::Color, &[63, 126, 0xc1, 0xc0]), [252, 0, 0, 128]);
}

#[test]
fn invalid_streams() {
    let table = [0; 16];
    let triangles = |code: &[u8], table: &[u8]| failure(stream(Mode::Triangles, 3), &[&[0xe1], code, table]);
    for code in [&[0x00][..], &[0xe1], &[0xfe, 0x10], &[0xfe, 0x01]] {
        assert_eq!(triangles(code, &table), "a code refers to an edge or a vertex before the first");
    }
    assert_eq!(triangles(&[0xf0, 0], &table), "the stream is longer than its elements");
    assert_eq!(triangles(&[0xff, 1], &table), "the stream ends early");
    assert_eq!(triangles(&[0xf0], &[15; 16]), "the table of codes is invalid");
    assert_eq!(triangles(&[0xf0], &[1; 16]), "the table of codes is invalid");
    assert_eq!(triangles(&[0xff, 1, 0x80, 0x80, 0x80, 0x80, 0x80], &table), "a number is longer than five bytes");
    for mode in [Mode::Attributes, Mode::Triangles, Mode::Indices] {
        assert!(failure(stream(mode, 3), &[&[0x42], &[0; 64]]).starts_with("the header isn't a"));
        assert_eq!(failure(stream(mode, 0xffff_ffff_ffff_fffc), &[&[0xa1], &[0; 64]]), "the count is too large");
        assert_eq!(failure(stream(mode, 3 << 30), &[&[0xa1], &[0; 64]]), "the stream is too short for its count");
    }
    for (stride, filter) in [(4, Filter::Quaternion), (12, Filter::Octahedral), (16, Filter::Color)] {
        let stream = Stream { filter, ..attributes(1, stride) };
        assert_eq!(failure(stream, &[&[0xa0; 64]]), "the filter doesn't fit the mode or the stride");
    }
    for stride in [0, 2, 6, 260] {
        assert_eq!(failure(attributes(1, stride), &[&[0xa0; 64]]), "the stride or the count doesn't fit the mode");
    }
    assert_eq!(failure(stream(Mode::Triangles, 4), &[&[0xe1; 64]]), "the stride or the count doesn't fit the mode");
}

/// Every cut of a stream is an error, and every change of a byte is an error or a result of the same length.
#[test]
fn changed_streams() {
    let base = [0; 32];
    let attributes_0 = [&[0xa0, 2][..], &CODES, &[0, 0, 0], &base].concat();
    let attributes_1 = [&[0xa1, 0b10_10_10_00, 3][..], &CODES, &[0; 19], &[0; 5]].concat();
    let triangles = [&[0xe1, 0xf0, 0x00, 0xfe, 0xff][..], &[0, 0xff, 10, 1, 4], &[0; 16]].concat();
    let sequence = [&[0xd1, 4, 4, 0x81, 0x04][..], &[0; 4]].concat();
    let streams = [
        (attributes(16, 4), attributes_0),
        (attributes(16, 4), attributes_1),
        (stream(Mode::Triangles, 12), triangles),
        (stream(Mode::Indices, 3), sequence),
    ];
    for (stream, bytes) in streams {
        assert_eq!(stream.decode(&bytes).unwrap().len(), stream.count * stream.stride);
        for cut in 0..bytes.len() {
            assert!(stream.decode(&bytes[..cut]).is_err(), "{stream:?} cut at {cut}");
        }
        for place in 0..bytes.len() {
            for value in 0..=255 {
                let mut bytes = bytes.clone();
                bytes[place] = value;
                if let Ok(decoded) = stream.decode(&bytes) {
                    assert_eq!(decoded.len(), stream.count * stream.stride);
                }
            }
        }
    }
}

/// Elements of every stride and count come back from their encoded form.
#[test]
fn encoded_elements_are_the_same() {
    let mut number = 1u32;
    let mut random = |most: u32| {
        number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (number >> 8) % most
    };
    for count in [0, 1, 15, 16, 17, 64, 255, 256, 257, 700] {
        for stride in [4, 8, 12, 16, 20, 48, 256] {
            for spread in [1, 3, 9, 256] {
                let elements: Vec<u8> = (0..count * stride).map(|_| random(spread) as u8).collect();
                let stream = attributes(count, stride);
                let encoded = stream.encode(&elements).unwrap();
                assert_eq!(stream.decode(&encoded).unwrap(), elements, "{count} {stride} {spread}");
            }
        }
        for most in [3, 300, 1 << 20, 1 << 29] {
            let elements: Vec<u8> = (0..count).flat_map(|_| random(most).to_le_bytes()).collect();
            let stream = stream(Mode::Indices, count);
            assert_eq!(stream.decode(&stream.encode(&elements).unwrap()).unwrap(), elements, "{count} {most}");
        }
    }
    let slow: Vec<u8> = (0..1024u32).flat_map(|number| (number / 7).to_le_bytes()).collect();
    assert!(attributes(1024, 4).encode(&slow).unwrap().len() < slow.len() / 4);
}

#[test]
fn layouts_that_arent_encoded() {
    let said = |stream: Stream, elements: &[u8]| stream.encode(elements).unwrap_err().to_string();
    assert_eq!(said(attributes(2, 4), &[0; 4]), "the elements have another length than the layout");
    assert_eq!(said(stream(Mode::Indices, 1), &[0xff; 4]), "an index is too large");
    assert_eq!(said(attributes(1, 3), &[0; 3]), "the stride or the count doesn't fit the mode");
}

fn bytes_of(indices: &[u32]) -> Vec<u8> {
    indices.iter().flat_map(|index| index.to_le_bytes()).collect()
}

/// Codes, then data, then the table of the most frequent pairs of corners.
#[test]
fn triangles_are_encoded_as_specified() {
    let strip = [0, 1, 2, 2, 1, 3, 2, 3, 0, 9, 8, 2];
    let bytes = stream(Mode::Triangles, 12).encode(&bytes_of(&strip)).unwrap();
    // New corners; at the second edge from behind with a new corner; at the last edge but one with the fourth vertex from behind; nothing known.
    let codes = [0xf0, 0x10, 0x03, 0xff];
    // The third corner is the second vertex from behind, the others differences: +9, -1.
    let data = [0xf2, 18, 1];
    assert_eq!(bytes[..1], [0xe1]);
    assert_eq!(bytes[1..5], codes);
    assert_eq!(bytes[5..bytes.len() - 16], data);
    assert_eq!(bytes[bytes.len() - 16..][..2], [0, 1]);
    assert_eq!(bytes[bytes.len() - 2..], [0, 0]);
}

/// Triangles of any kind are the same after decoding, or turned if requested.
#[test]
fn encoded_triangles_are_the_same() {
    let mut number = 7u32;
    let mut random = |most: u32| {
        number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (number >> 8) % most
    };
    let grid = |width: u32| -> Vec<u32> {
        let quads = (0..width * width).map(|quad| quad / width * (width + 1) + quad % width);
        quads.flat_map(|a| [a, a + 1, a + width + 1, a + width + 1, a + 1, a + width + 2]).collect()
    };
    let mut lists = vec![Vec::new(), grid(1), grid(40), vec![0; 9], vec![u32::MAX, 0, u32::MAX - 1, 0, 1, u32::MAX]];
    for most in [3, 20, 300, u32::MAX] {
        lists.push((0..900).map(|_| random(most)).collect());
    }
    for list in lists {
        let stream = stream(Mode::Triangles, list.len());
        let bytes = bytes_of(&list);
        let encoded = stream.encode(&bytes).unwrap();
        assert_eq!(stream.decode(&encoded).unwrap(), bytes);
        let turned = stream.encode_turned(&bytes).unwrap();
        assert!(turned.len() <= encoded.len() + list.len() / 9);
        let back = indices(stream, &[&turned]);
        for (own, back) in list.chunks_exact(3).zip(back.chunks_exact(3)) {
            let mut turns = (0..3).map(|turn| [own[turn], own[(turn + 1) % 3], own[(turn + 2) % 3]]);
            assert!(turns.any(|turn| turn == *back), "{own:?} {back:?}");
        }
    }
    let all = grid(40);
    let stream = stream(Mode::Triangles, all.len());
    assert!(stream.encode_turned(&bytes_of(&all)).unwrap().len() < all.len() / 2);
    let small = Stream { stride: 2, ..stream };
    let bytes: Vec<u8> = all.iter().flat_map(|index| (*index as u16).to_le_bytes()).collect();
    assert_eq!(small.decode(&small.encode(&bytes).unwrap()).unwrap(), bytes);
}
