//! One rule of consent: content that the output format can't store is a loss; content that a rule changes is not.

use asset_convert::{ConvertOptions, Converted, Input, OutputFormat, convert};
use asset_formats::{Asset, Error};
use urho_mdl::{Declaration, ElementMask, Model, Version};

fn sample(name: &str) -> Asset<'static> {
    let bytes = fuzzkit::samples::all().into_iter().find(|sample| sample.name == name).expect("a sample").bytes;
    Asset::parse(&bytes, Some(name.as_ref())).expect("a document").into_owned()
}

/// Converts without consent, which has to fail, and with it. Returns the messages of the losses, and the result.
#[track_caller]
fn lossy(asset: &Asset<'_>, output_format: OutputFormat) -> (Vec<String>, Converted) {
    let inputs = [Input::new("x", asset)];
    let losses = match convert(&inputs, output_format, "x", &ConvertOptions::default()) {
        Err(Error::Losses(losses)) => losses,
        other => panic!("to {output_format} without consent: {other:?}"),
    };
    assert!(losses.iter().all(|loss| loss.is_loss));
    let converted =
        convert(&inputs, output_format, "x", &ConvertOptions::default().lossy(true)).expect("it is allowed");
    assert_eq!(converted.findings.losses(), losses, "the same losses are told");
    (losses.iter().map(ToString::to_string).collect(), converted)
}

#[track_caller]
fn lossless(asset: &Asset<'_>, output_format: OutputFormat) -> Converted {
    let converted = convert(&[Input::new("x", asset)], output_format, "x", &ConvertOptions::default());
    converted.unwrap_or_else(|error| panic!("to {output_format}: {error}"))
}

#[test]
fn every_output_format_asks_before_content_is_dropped() {
    let model = sample("Character.mdl");
    for output_format in
        [OutputFormat::ZED, OutputFormat::ZED_ENGINE, OutputFormat::ZED_DOCUMENT, OutputFormat::PMDL_BINARY]
    {
        lossy(&model, output_format);
    }
    let (losses, _) = lossy(&model, OutputFormat::ZED);
    assert!(
        losses.iter().any(|loss| loss.contains("skin")) && losses.iter().any(|loss| loss.contains("texture")),
        "{losses:?}"
    );
    let glb = lossless(&model, OutputFormat::GLB).files.remove(0).bytes;
    let glb = Asset::parse(&glb, None).expect("a scene");
    lossy(&glb, OutputFormat::ZED);
    lossless(&glb, OutputFormat::MDL);
    let crate_ = sample("Crate.pmdl_b");
    lossless(&crate_, OutputFormat::GLB);
    lossy(&crate_, OutputFormat::ZED);
    lossless(&sample("Tile.zed"), OutputFormat::MDL);
    lossless(&sample("Tile.zed"), OutputFormat::PMDL_TEXT);
}

fn instanced(version: Version) -> Model<'static> {
    let mut model = Model::builder()
        .positions(&[[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]])
        .indices(&[0, 1, 2])
        .build()
        .and_then(|model| Ok(model.to_version(version)?.into_owned()))
        .expect("a model");
    let buffer = &mut model.vertex_buffers[0];
    buffer.declaration = Declaration::Mask(ElementMask(1 | 1 << 10));
    buffer.data = vec![0; 3 * 28].into();
    model
}

#[test]
fn the_mark_of_instance_matrices_needs_consent() {
    let model = asset_formats::Asset::new(instanced(Version::Umdl));
    for output_format in [OutputFormat::UMD2, OutputFormat::UMD3] {
        let (losses, created) = lossy(&model, output_format);
        assert_eq!(losses, ["warning: vertex buffer 0: lost: the mark of an instance matrix, which is per instance"]);
        // And back: data per vertex would become data per instance.
        let back = Asset::parse(&created.files[0].bytes, None).expect("a model");
        lossy(&back, OutputFormat::UMDL);
    }
    lossless(&model, OutputFormat::AMDL);
}

#[test]
fn centers_that_are_cut_off_are_not_kept() {
    let mut model = instanced(Version::Umdl);
    model.vertex_buffers[0].declaration = Declaration::Mask(ElementMask(1));
    model.vertex_buffers[0].data = vec![0; 3 * 12].into();
    model.tail.centers.clear();
    model.tail.rest = vec![0, 0, 0x80, 0x3f].into();
    let bytes = model.to_bytes().expect("its bytes");
    let asset = asset_formats::Asset::new(model);
    for output_format in [OutputFormat::UMD2, OutputFormat::UMD3] {
        let (losses, created) = lossy(&asset, output_format);
        assert_eq!(losses, ["warning: tail: lost: the beginning of a center that is cut off"]);
        let back = Model::parse(&created.files[0].bytes).expect("a model");
        assert!(back.tail.rest.is_empty() && back.tail.centers.is_empty());
    }
    assert_eq!(lossless(&asset, OutputFormat::UMDL).files[0].bytes, bytes);
}

#[test]
fn the_style_of_the_reference_refuses_what_nobody_can_read() {
    use udm::{Document, Value};
    let convert_to = |document: &Document<'static>, output_format| {
        convert(
            &[Input::new("x", &asset_formats::Asset::new(document.clone()))],
            output_format,
            "x",
            &ConvertOptions::default(),
        )
    };
    let document = |key: &str, value: Value<'static>| {
        let mut document = Document::new("TEST", 1);
        document.data_mut().insert(key.to_owned(), value);
        document
    };
    let bad = [
        document("a", Value::from("x\"y")),
        document("a", Value::from("x\"\n\t$string b \"y")),
        document("", Value::from(1_u32)),
    ];
    for document in &bad {
        let error = convert_to(document, OutputFormat::UDM_REFERENCE).expect_err("nobody can read it");
        assert!(matches!(error, Error::Malformed { .. }), "{error:?}");
        assert!(error.to_string().contains("style of the reference"), "{error}");
        // Other styles can say it.
        assert!(convert_to(document, OutputFormat::UDM_TEXT).is_ok());
    }
    for value in [Value::from("plain"), Value::from(0.1_f32), Value::from(1.0_f64 / 3.0)] {
        assert!(convert_to(&document("a key", value), OutputFormat::UDM_REFERENCE).is_ok());
    }
}
