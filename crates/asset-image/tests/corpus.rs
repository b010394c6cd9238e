//! Real textures, compared with the properties of an independent reader and the pixels of Pillow's decoders.

use std::process::ExitCode;

use asset_image::{Channel, ErrorKind, Image, Info, Kind, Limits, Mip, PixelFormat, Surface};
use testkit::corpus::{CorpusFile, Selection, root, run};

/// Pixels of some of the textures as Pillow reads them: file, column, row, red, green, blue, alpha.
const PILLOW: &str = include_str!("pillow.tsv");

fn main() -> ExitCode {
    let all = |folder, count| {
        ("decodes or is refused", Selection::new(folder, &["dds", "ktx", "png", "jpg"], count), every_surface as _)
    };
    let truth = Selection::new("pragma-scene", &["dds", "ktx"], 62);
    run(&[
        all("urho-scene", 81),
        all("pragma-scene", 65),
        ("equals the truth", truth, equals_the_truth as _),
        ("pixels are Pillow's", Selection::new("urho-scene", &["dds", "png", "jpg"], 81), equals_pillow as _),
        ("pixels are Pillow's", Selection::new("pragma-scene", &["dds"], 57), equals_pillow as _),
    ])
}

fn surfaces(info: &Info) -> impl Iterator<Item = Surface> {
    let faces = info.faces;
    (0..info.mips).flat_map(move |mip| (0..faces).map(move |face| Mip(mip).face(face)))
}

/// Every mip and face decodes to the stored number of pixels, with no data after the last.
fn every_surface(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let image = Image::parse(&bytes).map_err(|error| error.to_string())?;
    for surface in surfaces(image.info()) {
        match image.decode(surface, &mut Limits::default().budget()) {
            Ok(pixels) if Some(pixels.size()) == image.info().mip_size(Mip(surface.mip)) => {}
            Ok(pixels) => return Err(format!("{surface:?}: {pixels:?}")),
            Err(error)
                if matches!(error.kind(), ErrorKind::Unsupported(_))
                    && error.to_string().contains("can't be decoded") => {}
            Err(error) => return Err(format!("{surface:?}: {error}")),
        }
    }
    let findings = image.validate();
    match findings.iter().find(|finding| finding.severity == asset_image::binio::Severity::Error) {
        Some(finding) => Err(finding.to_string()),
        None => Ok(()),
    }
}

/// Size, mips, format, faces, and the mean of every channel within 1.
fn equals_the_truth(file: &CorpusFile) -> Result<(), String> {
    let table = root().expect("there is a file of it").join("pragma-scene/textures.tsv");
    let table = std::fs::read_to_string(table).map_err(|error| error.to_string())?;
    let name = file.name().strip_prefix("pragma-scene/").ok_or("another folder")?;
    let row = table.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('\t'));
    let row: Vec<&str> = row.ok_or("not in textures.tsv")?.split('\t').collect();
    let bytes = file.bytes();
    let image = Image::parse(&bytes).map_err(|error| error.to_string())?;
    let info = image.info();
    let faces = if info.kind == Kind::Ktx { format!(" faces={}", info.faces) } else { String::new() };
    let ours =
        [info.width.to_string(), info.height.to_string(), info.mips.to_string(), format!("{}{faces}", info.format)];
    if row.get(..4).is_none_or(|theirs| ours != theirs) {
        return Err(format!("{ours:?}, not {row:?}"));
    }
    let means: Vec<f64> = row.iter().skip(4).filter_map(|mean| mean.parse().ok()).collect();
    if means.is_empty() {
        return Ok(());
    }
    let mut pixels = image.decode(Mip(0), &mut Limits::default().budget()).map_err(|error| error.to_string())?;
    if info.format == PixelFormat::Bc1 {
        // The table takes BC1 for opaque.
        pixels.fill(Channel::A, 255);
    }
    for (channel, expected) in Channel::ALL.into_iter().zip(means) {
        let sum: u64 = pixels.channel(channel).iter().map(u64::from).sum();
        let mean = sum as f64 / pixels.pixels().len() as f64;
        if (mean - expected).abs() > 1.0 {
            return Err(format!("{channel:?}: mean {mean}, not {expected}"));
        }
    }
    Ok(())
}

/// The pixels that the table has of the file, within 1; of jpg within 3, which no two decoders agree on.
fn equals_pillow(file: &CorpusFile) -> Result<(), String> {
    let of_file = |line: &&str| line.split('\t').next() == Some(file.name());
    let rows: Vec<Vec<u32>> = PILLOW
        .lines()
        .filter(of_file)
        .map(|line| line.split('\t').skip(1).filter_map(|number| number.parse().ok()).collect())
        .collect();
    if rows.is_empty() {
        return Ok(());
    }
    let bytes = file.bytes();
    let pixels =
        asset_image::decode(&bytes, Mip(0), &mut Limits::default().budget()).map_err(|error| error.to_string())?;
    let tolerance = if file.name().ends_with("jpg") { 3 } else { 1 };
    for row in rows {
        let [x, y, expected @ ..] = &row[..] else { return Err(format!("{row:?}")) };
        let pixel = pixels.get(*x, *y).ok_or("outside")?;
        let far = pixel.iter().zip(expected).any(|(ours, theirs)| u32::from(*ours).abs_diff(*theirs) > tolerance);
        if far || expected.len() != 4 {
            return Err(format!("pixel {x}, {y} is {pixel:?}, not {expected:?}"));
        }
    }
    Ok(())
}
