//! Real packages against the engine's values.

use std::process::ExitCode;

use serde_json::Value;
use testkit::corpus::{CorpusFile, Selection, run};
use testkit::differences;
use urho_pak::{Builder, Encoding, ErrorKind, Layout, Package, ReadOptions};

/// Fields of the truth files about the run of the engine.
const UNSPOKEN: &[&str] = &["file", "ok"];

fn main() -> ExitCode {
    run(&[
        ("listing", Selection::new("urho/pak", &["pak"], 10), equals_the_engine),
        ("appended", Selection::new("urho/pak", &["bin"], 10), is_found_or_refused),
        ("packed again", Selection::new("urho/pak", &["pak"], 10), is_packed_again),
        ("hostile", Selection::new("urho/hostile", &["pak"], 12), is_told),
    ])
}

/// A file next to a package.
fn listing(file: &CorpusFile) -> Option<Value> {
    let beside = [file.path().with_extension("listing.json"), format!("{}.listing.json", file.path().display()).into()];
    let path = beside.into_iter().find(|path| path.is_file())?;
    Some(serde_json::from_slice(&std::fs::read(path).expect("the truth can be read")).expect("the truth is JSON"))
}

fn summary(package: &Package<&[u8]>) -> Value {
    serde_json::to_value(package.summary(true)).expect("a summary is JSON")
}

/// The package must round-trip.
fn is_lossless(bytes: &[u8]) -> Result<(), String> {
    let layout = Layout::parse(bytes).map_err(|error| error.to_string())?;
    testkit::assert_bytes(&layout.to_bytes().map_err(|error| error.to_string())?, bytes);
    Ok(())
}

fn equals_the_engine(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let package = Package::open(bytes.as_slice()).map_err(|error| error.to_string())?;
    is_lossless(&bytes)?;
    if file.name().contains("truncated") {
        return is_reported(file, &package);
    }
    // Two packages have the listing of the package that they were copied from.
    let truth = match listing(file) {
        Some(truth) => truth,
        None if file.name().ends_with("lz4_quiet.pak") => sibling(file, "lz4.listing.json"),
        None => sibling(file, "plain.listing.json"),
    };
    let differences = differences(&summary(&package), &truth, UNSPOKEN);
    let verified = package.verify(|_| {}).map_err(|error| error.to_string())?;
    match (differences.is_empty(), verified.is_empty()) {
        (true, true) => Ok(()),
        (false, _) => Err(differences.join("\n")),
        (_, false) => Err(format!("{verified:?}")),
    }
}

fn sibling(file: &CorpusFile, name: &str) -> Value {
    let bytes = std::fs::read(file.path().with_file_name(name)).expect("the truth of the package it is a copy of");
    serde_json::from_slice(&bytes).expect("the truth is JSON")
}

/// The remaining content of a truncated package reads the same as from the complete one; the rest is an error, never
/// data.
fn is_reported(file: &CorpusFile, package: &Package<&[u8]>) -> Result<(), String> {
    let whole = if file.name().contains("lz4") { "lz4.listing.json" } else { "plain.listing.json" };
    let truth = sibling(file, whole);
    let ours = summary(package);
    let mut lost = 0;
    for (ours, truth) in
        ours["entries"].as_array().into_iter().flatten().zip(truth["entries"].as_array().into_iter().flatten())
    {
        if ours.get("error").is_some() {
            lost += 1;
        } else if !differences(ours, truth, &[]).is_empty() {
            return Err(format!("{ours} is not {truth}"));
        }
    }
    let told = package.verify(|_| {}).map_err(|error| error.to_string())?.len();
    // The engine loads four files of plain_truncated, and accepts all of lz4_truncated; six and seven are damaged.
    let expected = 6 + usize::from(file.name().contains("lz4"));
    if lost == expected && told >= lost {
        Ok(())
    } else {
        Err(format!("{lost} of {expected} entries lost, {told} told"))
    }
}

/// Offset of the package in the file that it is appended to.
const PREFIX: u64 = 1234;

fn is_found_or_refused(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let opened = Package::open(bytes.as_slice());
    if file.name().contains("appended") && !file.name().contains("tail") {
        let package = opened.map_err(|error| error.to_string())?;
        is_lossless(&bytes)?;
        let truth = listing(file).ok_or("no truth file")?;
        let differences = differences(&summary(&package), &truth, UNSPOKEN);
        return if differences.is_empty() && package.start() == PREFIX { Ok(()) } else { Err(differences.join("\n")) };
    }
    match opened {
        Err(error) if matches!(error.kind(), ErrorKind::NotAPackage) && error.offset() == Some(0) => {}
        other => return Err(format!("opened: {other:?}")),
    }
    if file.name().contains("tail") {
        let options = ReadOptions::default().start(PREFIX);
        let package = Package::open_with(bytes.as_slice(), &options).map_err(|error| error.to_string())?;
        let verified = package.verify(|_| {}).map_err(|error| error.to_string())?;
        let layout = Layout::parse_with(&bytes, &options).map_err(|error| error.to_string())?;
        testkit::assert_bytes(&layout.to_bytes().map_err(|error| error.to_string())?, &bytes);
        if !verified.is_empty() || package.len() != 10 || *layout.after != *b"XYZ" {
            return Err(format!("{verified:?}"));
        }
    }
    Ok(())
}

/// The tree, packed in the order of a real package, equals that package byte for byte if the same LZ4 is used. Copied
/// block by block it always does.
fn is_packed_again(file: &CorpusFile) -> Result<(), String> {
    if file.name().contains("truncated") || file.name().contains("tail") {
        return Ok(());
    }
    let bytes = file.bytes();
    let package = Package::open(bytes.as_slice()).map_err(|error| error.to_string())?;
    testkit::assert_bytes(&package.edit().to_bytes().map_err(|error| error.to_string())?, &bytes);
    let prefix = match file.path().file_stem().and_then(|name| name.to_str()) {
        Some("plain_base") => "My/Base",
        Some("plain_base_slash") => "My/Base/",
        _ => "",
    };
    let tree = file.path().with_file_name("tree");
    let mut builder = Builder::new(package.encoding()).prefix(prefix).level(level());
    for entry in package.entries() {
        let name = entry.name();
        let relative = name.as_str().and_then(|name| name.strip_prefix(prefix)).expect("names are UTF-8").to_owned();
        let path = tree.join(&relative);
        builder.add_file(relative, path).map_err(|error| error.to_string())?;
    }
    let packed = builder.to_bytes().map_err(|error| error.to_string())?;
    let mut forward = Vec::new();
    builder.write_forward(&mut forward).map_err(|error| error.to_string())?;
    testkit::assert_bytes(&forward, &packed);
    if package.encoding() == Encoding::Upak || cfg!(feature = "hc") {
        testkit::assert_bytes(&packed, &bytes);
    }
    let again = Package::open(packed.as_slice()).map_err(|error| error.to_string())?;
    let verified = again.verify(|_| {}).map_err(|error| error.to_string())?;
    if verified.is_empty() && again.checksum() == package.checksum() { Ok(()) } else { Err(format!("{verified:?}")) }
}

/// Compressed as by PackageTool, if this build supports it.
fn level() -> urho_pak::Level {
    #[cfg(feature = "hc")]
    let level = urho_pak::Level::High(9);
    #[cfg(not(feature = "hc"))]
    let level = urho_pak::Level::Fast;
    level
}

/// Every hostile file gives an error or a finding.
fn is_told(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let Ok(package) = Package::open(bytes.as_slice()) else { return Ok(()) };
    is_lossless(&bytes)?;
    let found = package.validate();
    let name = file.path().file_stem().and_then(|name| name.to_str()).unwrap_or_default();
    if name.starts_with("pak_") && found.is_empty() {
        return Err(String::from("nothing is told of the directory"));
    }
    let verified = package.verify(|_| {}).map_err(|error| error.to_string())?;
    if verified.is_empty() { Err(String::from("nothing is told of the data")) } else { Ok(()) }
}
