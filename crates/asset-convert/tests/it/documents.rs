//! Documents as trees: listed paths lead to the listed values.

use asset_convert::ConvertTo as _;
use asset_formats::{Asset, Error, Format};
use std::path::Path;

use asset_convert::{ConvertOptions, Converted, Input, OutputFormat, UdmValues, convert};
use asset_paths::documents::{children, set_text, text_of};
use binio::Severity;
use udm::Document;

const TEXT: &[u8] = br#"
$string name lamp
lights
{
    $float power 2.5
    $array points [float;3][1,2,3]
}
$arrayLz4 rows [struct<uint8:x,uint8:y>;2][[1,2],[3,4]]
"#;

#[test]
fn every_value_is_found_by_the_path_that_lists_it() {
    let document = Document::parse(TEXT).expect("a document");
    let mut open = vec![String::new()];
    let mut leaves = Vec::new();
    while let Some(path) = open.pop() {
        let (listed, count) = children(&document, &path, 0, 100).expect("values");
        assert_eq!(listed.len(), count, "{path}");
        for child in listed {
            if child.is_leaf {
                leaves.push((child.path.clone(), text_of(&document, &child.path).expect("text"), child.brief));
            } else {
                open.push(child.path);
            }
        }
    }
    leaves.sort();
    let found: Vec<_> = leaves.iter().map(|(path, text, _)| (path.as_str(), text.as_str())).collect();
    let wanted = [
        ("lights/points[0]", "1"),
        ("lights/points[1]", "2"),
        ("lights/points[2]", "3"),
        ("lights/power", "2.5"),
        ("name", "lamp"),
        ("rows[0]/x", "1"),
        ("rows[0]/y", "2"),
        ("rows[1]/x", "3"),
        ("rows[1]/y", "4"),
    ];
    assert_eq!(found, wanted);
    assert_eq!(leaves[3].2, "float 2.5");
}

#[test]
fn long_lists_come_in_parts() {
    let document = Document::parse(TEXT).expect("a document");
    let (part, count) = children(&document, "lights/points", 1, 1).expect("values");
    assert_eq!((part.len(), count), (1, 3));
    assert_eq!((part[0].name.as_str(), part[0].path.as_str()), ("1", "lights/points[1]"));
    let (part, count) = children(&document, "rows[0]", 1, 1).expect("fields");
    assert_eq!((part.len(), count, part[0].path.as_str()), (1, 2, "rows[0]/y"));
    let (behind, _) = children(&document, "lights/points", 3, 10).expect("values");
    assert!(behind.is_empty());
    assert!(children(&document, "lights/none", 0, 10).is_err());
}

#[test]
fn what_is_read_as_text_can_be_set_as_text() {
    let mut document = Document::parse(TEXT).expect("a document");
    for path in ["name", "lights/power", "lights/points[1]"] {
        let text = text_of(&document, path).expect("text");
        set_text(&mut document, path, &text, None, false).expect("the same");
    }
    assert_eq!(document.to_bytes().expect("text"), TEXT);
}

/// A value that text can contain and that the engine misreads: a space and a quotation mark.
const MISREAD: &[u8] = br#"$string name "x \"y"
"#;

fn converted(output_format: OutputFormat, output: &str, options: &ConvertOptions) -> Result<Converted, Error> {
    let binary = Document::parse(MISREAD).expect("a document").to_binary().expect("binary");
    let asset = Asset::parse(&binary, Some(Path::new(output))).expect("a document");
    convert(&[Input::new("lamp", &asset)], output_format, output, options)
}

#[test]
fn text_that_the_engine_misreads_is_a_warning_with_the_path() {
    let result = converted(OutputFormat::UDM_TEXT, "lamp.udm", &ConvertOptions::default()).expect("a text");
    let [finding] = &result.findings.iter().collect::<Vec<_>>()[..] else { panic!("{:?}", result.findings) };
    assert_eq!((finding.kind, finding.severity), (udm::kinds::BACKSLASH_BEFORE_QUOTE, Severity::Warning));
    assert_eq!(finding.path.to_string(), "name");
    assert_eq!(result.files[0].bytes, MISREAD);
}

#[test]
fn denied_warnings_are_errors() {
    let error =
        converted(OutputFormat::UDM_TEXT, "lamp.udm", &ConvertOptions::default().deny_warnings(true)).unwrap_err();
    assert!(matches!(&error, Error::Denied(findings) if findings.len() == 1), "{error}");
    // Binary documents contain any string.
    converted(OutputFormat::UDM_BINARY, "lamp.udm_b", &ConvertOptions::default().deny_warnings(true))
        .expect("a binary");
}

#[test]
fn text_for_the_engine_contains_only_what_it_reads() {
    let error = converted(OutputFormat::UDM_TEXT, "lamp.udm", &ConvertOptions::default().udm_values(UdmValues::Engine));
    assert!(matches!(&error, Err(Error::Misread(findings)) if findings.len() == 1), "{error:?}");
    let error =
        converted(OutputFormat::UDM_BINARY, "lamp.udm_b", &ConvertOptions::default().udm_values(UdmValues::Engine));
    assert!(matches!(&error, Err(Error::Refused(_))), "{error:?}");
}

#[test]
fn files_of_pragma_are_text_for_the_engine() {
    let text = br#"$string assetType pmat $string name "x \"y""#;
    let binary = Document::parse(text).expect("a document").to_binary().expect("binary");
    let asset = Asset::parse(&binary, Some(Path::new("lamp.pmat_b"))).expect("a material");
    assert_eq!(asset.format(), Format::PRAGMA_MATERIAL);
    let to = |options: &ConvertOptions| asset.convert_to("lamp.pmat", options);
    assert!(matches!(to(&ConvertOptions::default()), Err(Error::Misread(_))));
    let created = to(&ConvertOptions::default().udm_values(UdmValues::Any)).expect("a text");
    assert_eq!(created.findings.len(), 1);
}
