//! Tiny files of each kind, field by field.

use testkit::ByteBuilder;

/// Creates a dds of one pixel: flags of the format, four characters, bits, masks; then the data after the header.
pub(crate) fn dds(flags: u32, four_cc: [u8; 4], bits: u32, masks: [u32; 4], behind: &[u8]) -> Vec<u8> {
    let head = ByteBuilder::new().raw(b"DDS ").u32s(&[124, 0x1007, 1, 1, 0, 0, 1]).raw(&[0; 44]);
    let format = head.u32s(&[32, flags]).raw(&four_cc).u32(bits).u32s(&masks);
    format.u32s(&[0x1000, 0, 0, 0, 0]).raw(behind).build()
}

/// A dds of one pixel, with the number of a DXGI format.
pub(crate) fn dxgi(number: u32, data: &[u8]) -> Vec<u8> {
    let behind = ByteBuilder::new().u32s(&[number, 3, 0, 1, 0]).raw(data).build();
    dds(4, *b"DX10", 0, [0; 4], &behind)
}

/// A ktx of no more than one row of plain pixels: `glInternalFormat`, `glFormat` and `glType`.
pub(crate) fn ktx([internal, format, ty]: [u32; 3], (width, height): (u32, u32), data: &[u8]) -> Vec<u8> {
    let head = ByteBuilder::new().raw(b"\xabKTX 11\xbb\r\n\x1a\n").u32s(&[0x0403_0201, ty, 1, format]);
    let head = head.u32s(&[internal, internal, width, height, 0, 0, 1, 1, 0]);
    // A row takes a multiple of four bytes.
    let length = if ty == 0 { data.len() } else { data.len().next_multiple_of(4) };
    head.u32(length as u32).raw(data).raw(&vec![0; length - data.len()]).build()
}

/// A ktx2 of one pixel, without data format descriptor.
pub(crate) fn ktx2(format: u32, data: &[u8]) -> Vec<u8> {
    let head =
        ByteBuilder::new().raw(b"\xabKTX 20\xbb\r\n\x1a\n").u32s(&[format, 1, 1, 1, 0, 0, 1, 1, 0]).raw(&[0; 32]);
    let length = data.len() as u64;
    head.u64(104).u64(length).u64(length).raw(data).build()
}

/// A vtf of version 7.2, of one pixel and without thumbnail.
pub(crate) fn vtf(format: u32, data: &[u8]) -> Vec<u8> {
    let head = ByteBuilder::new().raw(b"VTF\0").u32s(&[7, 2, 80]).u16(1).u16(1).u32(0).u16(1).raw(&[0; 26]);
    head.u32(format).u8(1).u32(u32::MAX).raw(&[0, 0, 1, 0]).raw(&[0; 15]).raw(data).build()
}

/// A png by the encoder of the crate of this name.
pub(crate) fn png(width: u32, color: png::ColorType, depth: png::BitDepth, palette: &[u8], row: &[u8]) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, 1);
    encoder.set_color(color);
    encoder.set_depth(depth);
    if !palette.is_empty() {
        encoder.set_palette(palette.to_vec());
    }
    encoder.write_header().and_then(|mut writer| writer.write_image_data(row)).expect("a png");
    file
}

/// Creates a bmp: the fields after the header size, palette, rows from the bottom to the top.
pub(crate) fn bmp(info: &[u8], palette: &[u8], rows: &[u8]) -> Vec<u8> {
    let data = 14 + 4 + info.len() + palette.len();
    let head = ByteBuilder::new().raw(b"BM").u32s(&[(data + rows.len()) as u32, 0, data as u32]);
    head.u32(info.len() as u32 + 4).raw(info).raw(palette).raw(rows).build()
}

/// Width, height, planes, bits, compression; then the fields that are zeros.
pub(crate) fn bmp_info(size: [i32; 2], bits: u16, compression: u32) -> ByteBuilder {
    let [width, height] = size.map(i32::to_le_bytes);
    ByteBuilder::new().raw(&width).raw(&height).u16(1).u16(bits).u32(compression).raw(&[0; 20])
}

/// A tga whose first row is the top one.
pub(crate) fn tga(image_type: u8, bits: u8, alpha_bits: u8, data: &[u8]) -> Vec<u8> {
    let head = ByteBuilder::new().raw(&[0, 0, image_type]).raw(&[0; 9]).u16(1).u16(1);
    head.raw(&[bits, 0x20 | alpha_bits]).raw(data).build()
}
