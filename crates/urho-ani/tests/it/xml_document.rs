//! Edits of animations in XML, which keep the rest of the file.
#![cfg(feature = "sidecar")]

use fuzzkit::ani::animation;
use proptest::prelude::*;
use testkit::hostile::truncations;
use urho_ani::{
    Animation, Sidecar, Transform, VariantEncoding, VariantTrack, VariantType, Version, Weights, XmlAnimation,
};

use super::xml::WHOLE;

/// Sets an animation in the file [`WHOLE`], and returns the text.
fn edited(change: impl FnOnce(&mut Animation<'static>)) -> String {
    let mut document = XmlAnimation::parse(WHOLE.as_bytes()).expect("sound");
    let mut changed = document.animation().clone();
    change(&mut changed);
    document.set_animation(&changed).expect("all of it fits");
    assert_eq!(document.encoded_len().expect("a length"), document.text().len() as u64);
    String::from_utf8(document.to_bytes().expect("the text")).expect("UTF-8")
}

/// Sets one float of the keys of a track.
fn set_float(animation: &mut Animation<'_>, track: usize, place: usize, value: f32) {
    let keys = animation.tracks[track].keys.to_mut();
    keys[place * 4..place * 4 + 4].copy_from_slice(&value.to_le_bytes());
}

type Change = fn(&mut Animation<'static>);

#[test]
fn one_edit_changes_one_value_of_the_text() {
    assert_eq!(edited(|_| {}), WHOLE);
    let changes: [(&str, &str, Change); 8] = [
        ("length=\"2.5\"", "length=\"3\"", |animation| animation.length = 3.0),
        ("Nod &amp; turn", "Nod &lt; turn", |animation| animation.name = "Nod < turn".into()),
        ("name=\"Neck\"", "name=\"Nape\"", |animation| animation.tracks[1].name = "Nape".into()),
        // The keys of the file aren't in the order of their times: the second is the first.
        ("position=\"1 2 3\"", "position=\"1 2 9\"", |animation| set_float(animation, 0, 3, 9.0)),
        (" weight=\"0.5\"", " weight=\"0.25\"", |animation| animation.tracks[0].weights = Weights::same(0.25)),
        ("positionweight=\"0.25\"", "positionweight=\"0.75\"", |animation| {
            animation.tracks[1].weights.position = 0.75;
        }),
        ("tension=\"0.25\"", "tension=\"1\"", |animation| animation.variant_tracks[0].tension = 1.0),
        ("<outtangent value=\"6\"/>", "<outtangent value=\"7\"/>", |animation| {
            let tangents = animation.variant_tracks[0].tangents.to_mut();
            let last = tangents.len() - 4;
            tangents[last..].copy_from_slice(&7.0_f32.to_le_bytes());
        }),
    ];
    for (old, new, change) in changes {
        assert_eq!(WHOLE.matches(old).count(), 1, "{old}");
        assert_eq!(edited(change), WHOLE.replace(old, new));
    }
}

/// The lines of an element of the file.
fn lines(start: &str) -> &'static str {
    let from = WHOLE.find(start).expect("it is there");
    let end = WHOLE[from..].find("</transform>").expect("its end") + from + "</transform>".len();
    &WHOLE[from..end]
}

#[test]
fn tracks_are_removed_and_added() {
    let neck = lines("\n\t<transform name=\"Neck");
    assert_eq!(edited(|animation| drop(animation.tracks.remove(1))), WHOLE.replace(neck, ""));
    let added = edited(|animation| {
        let like = animation.variant_tracks[1].clone();
        animation.variant_tracks.push(VariantTrack { name: "Lamp/@/Rotation".into(), ..like });
    });
    let new = "\n\t<variant name=\"Lamp/@/Rotation\" type=\"Quaternion\" interpolation=\"linear\" tension=\"0.5\">\n\t\t\
               <keyframe time=\"0.5\" value=\"1 0 0 0\" />\n\t</variant>\n</animation>";
    assert_eq!(added, WHOLE.replace("\n</animation>", new));
    // An animation without tracks gets its first ones.
    let mut empty = XmlAnimation::parse(b"<animation length='2.5' name='Nod &amp; turn'/>").expect("sound");
    let whole = XmlAnimation::parse(WHOLE.as_bytes()).expect("sound");
    empty.set_animation(whole.animation()).expect("all of it fits");
    assert_eq!(empty.animation(), whole.animation());
}

#[test]
fn other_keys_need_another_element() {
    let longer = edited(|animation| {
        let mut data = animation.tracks[1].to_data();
        data.push(2.0, &Transform::IDENTITY);
        animation.tracks[1].set_data(&data).expect("whole keys");
    });
    let (before, behind) = WHOLE.split_once(lines("<transform name=\"Neck")).expect("it is there");
    assert!(longer.starts_with(before) && longer.ends_with(behind), "{longer}");
    assert_eq!(longer.matches("<keyframe").count(), WHOLE.matches("<keyframe").count() + 1);
    // Tracks of one name, which the engine merges, become one element when their keys change.
    let key = |time: u8| format!("<variant name='a' type='Int'><keyframe time='{time}' value='{time}'/></variant>");
    let text = format!("<animation length='1'>{}{}<!-- end --></animation>", key(0), key(1));
    let mut document = XmlAnimation::parse(text.as_bytes()).expect("sound");
    let mut changed = document.animation().clone();
    changed.variant_tracks[0].weight = 0.5;
    document.set_animation(&changed).expect("all of it fits");
    let text = String::from_utf8_lossy(document.text());
    assert_eq!((text.matches("<variant").count(), text.matches("<keyframe").count()), (1, 2), "{text}");
    assert!(text.ends_with("</variant><!-- end --></animation>"), "{text}");
}

#[test]
fn an_animation_that_xml_has_no_text_for_changes_nothing() {
    let mut document = XmlAnimation::parse(WHOLE.as_bytes()).expect("sound");
    let refused: [Change; 4] = [
        |animation| animation.trailing = vec![1].into(),
        |animation| animation.tracks[1].name = "Head".into(),
        // Keys are sorted by their times.
        |animation| set_float(animation, 0, 0, 2.0),
        |animation| animation.variant_tracks[0].variant_type = VariantType(99),
    ];
    for (number, change) in refused.into_iter().enumerate() {
        let mut changed = document.animation().clone();
        change(&mut changed);
        assert!(document.set_animation(&changed).is_err(), "{number}");
        assert_eq!(document.text(), WHOLE.as_bytes());
    }
}

#[test]
fn findings_have_the_place_of_their_element() {
    let text = "<animation length=\"1\">\n<transform name=\"a\" position=\"true\">\
                <keyframe time=\"5\" position=\"1 2 x\"/></transform></animation>";
    let document = XmlAnimation::parse(text.as_bytes()).expect("sound");
    let found: Vec<_> = document.validate().into_iter().collect();
    let at = text.find("<transform").expect("it is there") as u64;
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found.iter().all(|finding| finding.offset == Some(at)), "{found:?}");
    assert_eq!(document.borrowed().into_owned(), document);
}

#[test]
fn damaged_files_are_read_or_refused() {
    for cut in truncations(WHOLE.as_bytes()) {
        let error = XmlAnimation::parse(cut).map(|document| assert_eq!(document.text(), cut));
        assert!(error.is_ok() || cut.len() < WHOLE.trim_end().len());
    }
}

proptest! {
    /// Any animation can be written over any other one, in its text.
    #[test]
    fn the_text_becomes_any_other_animation(first in animation(), second in animation()) {
        let as_xml = |animation: &Animation<'_>| {
            let mut animation = animation.to_encoding(VariantEncoding::RbfxNew).map(Animation::into_owned).ok()?;
            animation.version = Version::LATEST;
            let xml = animation.to_xml(&Sidecar::new("animation")).ok()?;
            Some((animation, xml))
        };
        let (Some((first, xml)), Some((second, _))) = (as_xml(&first), as_xml(&second)) else { return Ok(()) };
        let mut document = XmlAnimation::parse(&xml).expect("our own");
        prop_assert_eq!(document.animation(), &first);
        document.set_animation(&second).expect("it can be written");
        for track in &second.tracks {
            prop_assert_eq!(document.animation().track(&track.name), Some(track));
        }
        for track in &second.variant_tracks {
            prop_assert!(document.animation().variant_tracks.contains(track), "{:?}", track.name);
        }
        prop_assert_eq!(document.animation().length.to_bits(), second.length.to_bits());
        let text = document.to_bytes().unwrap();
        let again = document.animation().clone();
        document.set_animation(&again).expect("it is written");
        prop_assert_eq!(document.text(), text, "no edit, the same bytes");
    }
}
