//! The laws over generated assets.

use fuzzkit::pragma::{self, Pragma, asset, look_at};
use pragma_asset::ik::IkRigKind;
use pragma_asset::map::MapKind;
use pragma_asset::model::ModelKind;
use pragma_asset::navmesh::NavMeshKind;
use pragma_asset::{
    AnimationData, AnimationsKind, Asset, Encoding, Kind, Limits, Material, MaterialKind, MeshData, Model,
    ParticlesKind, Pose,
};
use proptest::prelude::*;
use testkit::laws;

/// All laws, and every accessor.
fn holds<K: Kind>(asset: &Asset<'static, K>) {
    laws::inverse::<Pragma<K>>(asset);
    let Ok(bytes) = asset.to_bytes() else { return };
    laws::all::<Pragma<K>>(&bytes);
    look_at(asset);
    let mut text = asset.clone();
    text.set_encoding(Encoding::Text);
    if let Ok(written) = text.to_bytes() {
        let read = Asset::<K>::parse(&written).expect("text that was written");
        assert_eq!(read.encoding(), Encoding::Text);
        assert_eq!(read.document.root, text.document.root);
        assert_eq!(read.to_bytes().expect("again"), written);
        assert_eq!(text.encoded_len().expect("again"), written.len() as u64);
    }
}

proptest! {
    #[test]
    fn models_keep_the_laws(asset in asset::<ModelKind>()) {
        holds(&asset);
    }

    #[test]
    fn materials(asset in asset::<MaterialKind>()) {
        holds(&asset);
    }

    #[test]
    fn maps(asset in asset::<MapKind>()) {
        holds(&asset);
    }

    #[test]
    fn navigation_meshes(asset in asset::<NavMeshKind>()) {
        holds(&asset);
    }

    #[test]
    fn particles(asset in asset::<ParticlesKind>()) {
        holds(&asset);
    }

    #[test]
    fn animations(asset in asset::<AnimationsKind>()) {
        holds(&asset);
    }

    #[test]
    fn ik_rigs(asset in asset::<IkRigKind>()) {
        holds(&asset);
    }

    #[test]
    fn built_models(model in pragma::model()) {
        holds(&model);
        let mut budget = Limits::default().budget();
        for mesh in model.meshes() {
            let data = MeshData::read(&mesh, &mut budget).expect("it was written");
            let mut edited = model.clone();
            edited.set_mesh(mesh.id(), &data).expect("it fits");
            prop_assert!(edited == model, "written as it was read it is another");
        }
    }

    #[test]
    fn animations_read_back(model in pragma::model()) {
        let mut budget = Limits::default().budget();
        let skeleton = model.skeleton();
        for animation in model.animations() {
            let data = AnimationData::read(&animation, skeleton.as_ref(), &mut budget).expect("it was written");
            let name = animation.name.to_text().into_owned();
            let mut edited = model.clone();
            edited.set_animation(&name, &data).expect("it fits");
            let again = edited.animation(&name).expect("it is there");
            let again = AnimationData::read(&again, skeleton.as_ref(), &mut budget).expect("it was written");
            prop_assert_eq!(poses(&again), poses(&data));
            prop_assert_eq!(again.frames.len(), data.frames.len());
        }
    }

    #[test]
    fn built_materials(material in pragma::material()) {
        let text = material.to_bytes().expect("text");
        prop_assert_eq!(&Material::parse(&text).expect("it was written"), &material);
        prop_assert!(material.validate().iter().all(|finding| finding.severity < pragma_asset::binio::Severity::Error));
    }

    #[test]
    fn built_maps(map in pragma::map()) {
        holds(&map);
        let mut moved = map.clone();
        for index in 0..map.entity_count() {
            moved.entity_mut(index).expect("it is there").set_pose(&Pose::IDENTITY);
            let paths: Vec<String> = udm_tools::diff(&map.document, &moved.document).iter().map(ToString::to_string).collect();
            prop_assert!(paths.iter().all(|path| path.ends_with("/pose")), "{:?}", paths);
        }
    }

    #[test]
    fn any_bytes_are_safe(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        (fuzzkit::pragma::TARGET.body)(&bytes);
        let model = Model::builder().build().expect("an empty model").to_bytes().expect("bytes");
        (fuzzkit::pragma::TARGET.body)(&[&model[..], &bytes].concat());
    }
}

fn poses(data: &AnimationData) -> Vec<[u32; 10]> {
    data.frames.poses.iter().map(|pose| pose.to_stransform().map(f32::to_bits)).collect()
}
