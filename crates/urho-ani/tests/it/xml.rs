//! Animations in XML, and tracks in side files.
#![cfg(feature = "sidecar")]

use fuzzkit::ani::animation;
use proptest::prelude::*;
use urho_ani::glam::{Quat, Vec3};
use urho_ani::{Animation, Interpolation, ParsedXml, Sidecar, Variant, VariantEncoding, VariantKind, Version, Weights};

pub(super) const WHOLE: &str = r#"<?xml version="1.0"?>
<animation name="Nod &amp; turn" length="2.5">
	<trigger normalizedtime="0.5" type="String" value="half" />
	<transform name="Head" position="true" rotation="true" scale="false" weight="0.5">
		<keyframe time="1" position="4 5 6" rotation="0 1 0 0" />
		<keyframe time="0" position="1 2 3" rotation="1 0 0 0" />
	</transform>
	<transform name="Neck" scale="true" positionweight="0.25">
		<keyframe time="0" scale="1 2 1" />
	</transform>
	<variant name="@Light/Range" type="Float" interpolation="cubicspline" tension="0.25" weight="0.75">
		<keyframe time="0" value="1"><intangent value="2"/><outtangent value="3"/></keyframe>
		<keyframe time="1" value="4"><intangent value="5"/><outtangent value="6"/></keyframe>
	</variant>
	<variant name="@/Rotation" type="Quaternion"><keyframe time="0.5" value="1 0 0 0" /></variant>
	<metadata name="Frames" type="Int" value="60" />
	<other />
</animation>
"#;

#[test]
fn a_whole_animation_is_read() {
    let ParsedXml { animation, sidecar, findings } = Animation::parse_xml(WHOLE.as_bytes()).expect("sound");
    let told: Vec<String> = findings.iter().map(ToString::to_string).collect();
    let at = WHOLE.find("<other").expect("it is there");
    let expected = format!("note: other: neither metadata nor trigger; Urho3D takes no notice of it (at byte {at:#x})");
    assert_eq!(told, [expected]);
    assert_eq!((animation.version, animation.length), (Version::LATEST, 2.5));
    assert_eq!(animation.name, "Nod & turn");
    let [head, neck] = &animation.tracks[..] else { panic!("two tracks") };
    assert_eq!((head.channels.0, head.weights), (3, Weights::same(0.5)));
    assert_eq!(head.times().to_vec(), [0.0, 1.0], "sorted");
    assert_eq!(head.key(1).expect("a key").transform.position, Vec3::new(4.0, 5.0, 6.0));
    assert_eq!(head.key(1).expect("a key").transform.rotation, Quat::from_xyzw(1.0, 0.0, 0.0, 0.0));
    assert_eq!((neck.channels.0, neck.weights), (4, Weights { position: 0.25, ..Weights::default() }));
    let [range, turn] = &animation.variant_tracks[..] else { panic!("two variant tracks") };
    assert_eq!((range.interpolation, range.tension, range.weight), (Interpolation::TANGENT_SPLINE, 0.25, 0.75));
    assert_eq!(range.iter(animation.variant_encoding).nth(1), Some((1.0, Variant::Float(4.0))));
    assert_eq!(range.tangents(animation.variant_encoding).nth(1), Some([Variant::Float(5.0), Variant::Float(6.0)]));
    assert_eq!(turn.kind(animation.variant_encoding), Some(VariantKind::Quaternion));
    assert_eq!((turn.interpolation, turn.tension, turn.weight), (Interpolation::LINEAR, 0.5, 1.0));
    assert_eq!((sidecar.triggers.len(), sidecar.triggers[0].time), (1, 1.25));
    assert_eq!((sidecar.get("Frames"), sidecar.other.len()), (Some(&Variant::Int(60)), 1));
    let written = animation.to_xml(&sidecar).expect("all of it fits");
    let ParsedXml { animation: again, sidecar: beside, .. } = Animation::parse_xml(&written).expect("our own");
    assert_eq!((&again, &beside), (&animation, &sidecar));
    assert_eq!(again.to_xml(&beside).expect("all of it fits"), written);
}

#[test]
fn what_is_odd_is_told() {
    let told = |inner: &str| -> Vec<String> {
        let xml = format!("<animation length='1'>{inner}</animation>");
        let ParsedXml { findings, .. } = Animation::parse_xml(xml.as_bytes()).expect("well-formed");
        findings.iter().map(|finding| format!("{}: {}", finding.path, finding.message)).collect()
    };
    assert_eq!(told("<transform/>"), ["transform 0: a track without a name; the engine leaves it out"]);
    assert_eq!(
        told("<transform name='a' position='true' x=''><keyframe time='0'/><y/></transform>"),
        [
            "transform 0: attribute x is not read and not kept",
            "transform 0: element y is not read and not kept",
            "transform 0 > keyframe 0: no position; the engine takes its default",
        ]
    );
    assert_eq!(told("<variant name='a' type='Nonsense'/>"), ["variant 0: left out: unknown type \"Nonsense\""]);
    assert_eq!(
        told("<variant name='a' type='VariantMap'/>"),
        ["variant 0: left out: values of type VariantMap are not read from XML"]
    );
    assert_eq!(
        told("<variant name='a' type='Int' interpolation='bezier'><keyframe time='0' value='1x'/></variant>"),
        [
            "variant 0: unknown interpolation \"bezier\"; the engine takes linear",
            "variant 0 > keyframe 0: \"1x\": not a whole value of its type; the engine reads as much of it as it understands",
        ]
    );
    // Findings of the side file reader, which has read the same elements.
    assert_eq!(told("<trigger type='Int' value='1'/>").len(), 1);
    for bad in ["<animation/>", "<animation length='1'>", "", "<a length='1'><b></a>"] {
        assert!(Animation::parse_xml(bad.as_bytes()).is_err(), "{bad}");
    }
}

#[test]
fn side_files_add_tracks() {
    let ParsedXml { animation, .. } = Animation::parse_xml(WHOLE.as_bytes()).expect("sound");
    let xml = br#"<animation><transform name="Neck" position="true"><keyframe time="0.5" position="1 0 0"/></transform>
        <transform name="New" rotation="true"/>
        <variant name="@/Rotation" type="Quaternion"><keyframe time="0" value="0 1 0 0"/></variant></animation>"#;
    let (sidecar, _) = Sidecar::parse_xml(xml, None).expect("sound");
    let mut merged = animation.clone();
    let findings = merged.merge_sidecar(&sidecar).expect("all of it fits");
    assert!(findings.is_empty());
    assert_eq!((merged.tracks.len(), merged.variant_tracks.len()), (3, 2));
    let neck = &merged.tracks[1];
    assert_eq!((neck.channels.0, neck.times().to_vec()), (5, vec![0.0, 0.5]));
    assert_eq!(neck.key(1).expect("a key").transform.scale, Vec3::ONE, "the engine's default");
    assert_eq!(merged.variant_tracks[1].times(merged.variant_encoding).collect::<Vec<_>>(), [0.0, 0.5]);
    merged.to_bytes().expect("it can be written");
    let mut old = Animation::new(Version::Uani, "old", 1.0);
    assert!(old.merge_sidecar(&sidecar).is_err() && old.tracks.is_empty());
}

/// Splines are joined with their tangents; elements deeper than tangents are ignored.
#[test]
fn side_files_add_splines() {
    let file = "<animation><variant name='@Light/Range' type='Float' interpolation='cubicspline'><keyframe time='0.5' value='9'>\
        <intangent value='7'><x><y/></x></intangent><outtangent value='8'/></keyframe></variant></animation>";
    let (sidecar, _) = Sidecar::parse_xml(file.as_bytes(), None).expect("sound");
    let ParsedXml { mut animation, .. } = Animation::parse_xml(WHOLE.as_bytes()).expect("sound");
    assert!(animation.merge_sidecar(&sidecar).expect("all of it fits").is_empty());
    let range = &animation.variant_tracks[0];
    assert_eq!(range.times(animation.variant_encoding).collect::<Vec<_>>(), [0.0, 0.5, 1.0]);
    assert_eq!(range.tangents(animation.variant_encoding).nth(1), Some([Variant::Float(7.0), Variant::Float(8.0)]));
    assert_eq!(range.tangents(animation.variant_encoding).nth(2), Some([Variant::Float(5.0), Variant::Float(6.0)]));
    // In an animation without tracks they become all tracks, in the newest encoding.
    let mut empty = Animation::new(Version::LATEST, "empty", 1.0);
    assert!(empty.merge_sidecar(&sidecar).expect("all of it fits").is_empty());
    assert_eq!((empty.variant_encoding, empty.variant_tracks.len()), (VariantEncoding::RbfxNew, 1));
    assert_eq!(empty.variant_tracks[0].iter(empty.variant_encoding).next(), Some((0.5, Variant::Float(9.0))));
}

#[test]
fn tracks_of_one_name() {
    let track = |name: &str, kind: &str, time: u8, value: &str| {
        format!("<variant name='{name}' type='{kind}'><keyframe time='{time}' value='{value}'/></variant>")
    };
    let joined = "another track has this name; the engine puts the keys of both into one";
    let xml = format!(
        "<animation length='1'>{}{}{}{}</animation>",
        track("a", "Int", 1, "5"),
        track("a", "Int", 0, "4"),
        track("b", "Int", 1, "5"),
        track("b", "Bool", 0, "true")
    );
    let ParsedXml { animation, findings, .. } = Animation::parse_xml(xml.as_bytes()).expect("well-formed");
    let [a, b] = &animation.variant_tracks[..] else { panic!("{:?}", animation.variant_tracks) };
    let keys: Vec<_> = a.iter(animation.variant_encoding).collect();
    assert_eq!(keys, [(0.0, Variant::Int(4)), (1.0, Variant::Int(5))]);
    assert_eq!(
        b.iter(animation.variant_encoding).collect::<Vec<_>>(),
        [(1.0, Variant::Int(5))],
        "values of another type stay out"
    );
    let told: Vec<String> = findings.iter().map(|finding| format!("{}: {}", finding.path, finding.message)).collect();
    assert_eq!(told[..2], [format!("variant 1: {joined}"), format!("variant 3: {joined}")]);
    assert!(told.len() == 3 && told[2].starts_with("variant 3: "), "{told:?}");
}

proptest! {
    #[test]
    fn xml_gives_back_the_animation(animation in animation()) {
        let newest = animation.to_encoding(VariantEncoding::RbfxNew).map(Animation::into_owned);
        let Ok(mut animation) = newest else { return Ok(()) };
        animation.version = Version::LATEST;
        if let Ok(xml) = animation.to_xml(&Sidecar::new("animation")) {
            let ParsedXml { animation: read, sidecar, findings } = Animation::parse_xml(&xml).expect("our own");
            prop_assert!(findings.is_empty(), "{findings:?}");
            prop_assert_eq!(&read, &animation);
            prop_assert_eq!(read.to_xml(&sidecar).expect("as before"), xml);
        }
    }

    #[test]
    fn any_xml_is_read_or_refused(
        text in "(<(transform|variant)( (name|type|position|interpolation)=\"(true|Float|Color|cubicspline|a)\"){0,4}(/>|>(<keyframe( (time|value|position)=\"[0-9 ]{0,4}\"){0,3}(/>|><intangent value=\"1\"/></keyframe>)){0,3}</(transform|variant)>)){0,4}"
    ) {
        let xml = format!("<animation length=\"1\">{text}</animation>");
        if let Ok(ParsedXml { animation, sidecar, .. }) = Animation::parse_xml(xml.as_bytes()) {
            prop_assert!(animation.to_bytes().is_ok());
            let written = animation.to_xml(&sidecar).expect("what was read from XML");
            prop_assert_eq!(Animation::parse_xml(&written).expect("our own").animation, animation);
        }
    }
}
