//! Two versions of a scene in pictures.

use asset_render::{Comparison, Renderer, Subject, Textures, View};
use asset_scene::glam::Vec3;
use asset_scene::{Image, Material, Scene, Texture, Transform};

use crate::golden::{cube, square, unlit};

/// Two cubes of one material, the second at a place.
fn cubes(second: Vec3, color: [f32; 4]) -> Scene<'static> {
    let mut scene = Scene::default();
    cube(&mut scene, unlit([0.2, 0.2, 0.2, 1.0]));
    let moved = cube(&mut scene, unlit(color));
    scene[moved].transform =
        Transform::Trs { translation: second.to_array(), rotation: [0.0, 0.0, 0.0, 1.0], scale: [1.0; 3] };
    scene
}

fn compare(old: &Scene<'_>, new: &Scene<'_>) -> Comparison {
    let (before, after) = (Textures::of(old), Textures::of(new));
    let renderer = Renderer::new(96, 96).view(View::Front);
    let old = Subject { scene: old, textures: &before };
    renderer.compare(old, Subject { scene: new, textures: &after }).expect("pictures")
}

fn counts(compared: &Comparison) -> [usize; 3] {
    [compared.added, compared.removed, compared.restyled]
}

const GREY: [f32; 4] = [0.2, 0.2, 0.2, 1.0];

#[test]
fn moved_parts_have_colours_and_the_camera_sees_both_places() {
    let (old, new) = (cubes(Vec3::new(4.0, 0.0, 0.0), GREY), cubes(Vec3::new(0.0, 6.0, 0.0), GREY));
    let compared = compare(&old, &new);
    assert_eq!(counts(&compared), [12, 12, 0]);
    assert!(compared.is_different());
    let dark =
        |pixels: &asset_image::Pixels| -> Vec<bool> { pixels.pixels().iter().map(|pixel| pixel[0] < 200).collect() };
    let (before, after) = (dark(&compared.before), dark(&compared.after));
    let both = before.iter().zip(&after).filter(|(before, after)| **before && **after).count();
    let [only_before, only_after] = [(&before, &after), (&after, &before)]
        .map(|(one, other)| one.iter().zip(other).filter(|(a, b)| **a && !**b).count());
    // The cube that stays is at one place in both pictures, and both places of the other are in the picture.
    assert!(both > 100 && only_before > 100 && only_after > 100, "{both} {only_before} {only_after}");
    let is_like = |pixel: &[u8; 4], [red, green, blue]: [u8; 3]| {
        let strongest = |channels: [u8; 3]| (0..3).max_by_key(|index| channels[*index]);
        let spread = pixel[..3].iter().max().unwrap() - pixel[..3].iter().min().unwrap();
        spread > 40 && strongest([pixel[0], pixel[1], pixel[2]]) == strongest([red, green, blue])
    };
    let colored = |color| compared.changes.pixels().iter().filter(|pixel| is_like(pixel, color)).count();
    assert!(colored(Comparison::ADDED) > 100 && colored(Comparison::REMOVED) > 100);
}

#[test]
fn other_materials_are_another_look_at_the_same_place() {
    let (old, new) = (cubes(Vec3::X * 4.0, GREY), cubes(Vec3::X * 4.0, [1.0, 0.0, 0.0, 1.0]));
    assert_eq!(counts(&compare(&old, &new)), [0, 0, 12]);
    assert!(!compare(&old, &old).is_different());
    // Neither the name nor the number of a material shows anything.
    let mut renamed = cubes(Vec3::X * 4.0, GREY);
    renamed.materials.iter_mut().for_each(|material| material.name = "other".to_owned());
    assert!(!compare(&old, &renamed).is_different());
}

#[test]
fn textures_are_compared_by_their_pixels() {
    let with = |color: [u8; 4], first: bool| {
        let mut scene = Scene::default();
        let png = |color| asset_image::Pixels::filled(2, 2, color).and_then(|pixels| pixels.to_png()).expect("a png");
        // An image before it changes its number.
        if first {
            scene.images.push(Image { bytes: png([9; 4]).into(), ..Image::default() });
        }
        let image = scene.images.push(Image { bytes: png(color).into(), ..Image::default() });
        square(&mut scene, 0.0, Material { base_color_texture: Some(Texture::new(image)), ..unlit([1.0; 4]) });
        scene
    };
    let red = with([255, 0, 0, 255], false);
    assert!(!compare(&red, &with([255, 0, 0, 255], true)).is_different());
    assert_eq!(counts(&compare(&red, &with([254, 0, 0, 255], true))), [0, 0, 2]);
}

#[test]
fn models_that_only_one_version_has_are_all_changed() {
    let compared = compare(&Scene::default(), &cubes(Vec3::X * 4.0, GREY));
    assert_eq!(counts(&compared), [24, 0, 0]);
    let limited = Renderer::new(8, 8).limits(binio::Limits::default().max_expanded_bytes(4000));
    let scene = cubes(Vec3::X, GREY);
    let textures = Textures::of(&scene);
    let subject = Subject { scene: &scene, textures: &textures };
    let error = limited.compare(subject, subject).expect_err("a limit").to_string();
    assert!(error.contains("at most"), "{error}");
}

#[test]
fn one_pixel_of_a_large_image_is_marked() {
    let old = asset_image::Pixels::filled(1000, 500, [10, 20, 30, 255]).expect("pixels");
    let mut new = old.clone();
    new.pixels_mut()[250 * 1000 + 500] = [11, 20, 30, 255];
    let compared = Comparison::of_images(old, new, (100, 100)).expect("pictures");
    assert_eq!((compared.changes.size(), compared.restyled), ((100, 50), 1));
    let [red, green, blue] = Comparison::RESTYLED;
    let marked = compared.changes.pixels().iter().filter(|pixel| **pixel == [red, green, blue, 255]).count();
    assert_eq!(marked, 9);
    let other = asset_image::Pixels::filled(10, 5, [0; 4]).expect("pixels");
    let sizes = Comparison::of_images(other, compared.after, (100, 100)).expect("pictures");
    assert_eq!(sizes.restyled, 100 * 50);
}
