//! Animations of real figures on the skeletons of others.

use std::collections::HashMap;
use std::process::ExitCode;

use asset_formats::Asset;
use asset_scene::glam::{DQuat, DVec3};
use asset_scene::motion::{BoneMap, retarget};
use asset_scene::{AnimationId, Id, Node, Player, Pose, Scene};
use binio::Limits;
use testkit::corpus::{CorpusFile, Selection, root, run};

/// Degrees by which a limb, the spine or the neck may point elsewhere than in the source.
const ANGLE: f64 = 2.0;
/// Share of the height of the hips by which the lowest foot may be too high or too low.
const HEIGHT: f64 = 0.01;

pub(crate) const KACHUJIN: &str = "urho/engine/Data/Models/Kachujin/Kachujin.mdl";
const MUTANT: &str = "urho/engine/Data/Models/Mutant/Mutant.mdl";
pub(crate) const JACK: &str = "urho/engine/Data/Models/Jack.mdl";
const SOLDIER: &str = "udm/pragma/models/player/soldier.pmdl_b";

/// Bones whose directions are compared, with the bones at their ends.
const LIMBS: [(&str, &str); 12] = [
    ("Spine", "Spine1"),
    ("Spine1", "Spine2"),
    ("Spine2", "Neck"),
    ("Neck", "Head"),
    ("LeftArm", "LeftForeArm"),
    ("LeftForeArm", "LeftHand"),
    ("RightArm", "RightForeArm"),
    ("RightForeArm", "RightHand"),
    ("LeftUpLeg", "LeftLeg"),
    ("LeftLeg", "LeftFoot"),
    ("RightUpLeg", "RightLeg"),
    ("RightLeg", "RightFoot"),
];

pub(crate) fn main() -> ExitCode {
    run(&[
        ("retargets", Selection::new("urho/engine/Data/Models/Mutant", &["ani"], 18), mutant),
        ("retargets", Selection::new("urho/engine/Data/Models/Kachujin", &["ani"], 1), kachujin),
        ("retargets", Selection::new("udm/pragma/models/player", &["pmdl_b"], 2), soldier),
    ])
}

pub(crate) fn bytes_of(name: &str) -> Result<Vec<u8>, String> {
    std::fs::read(root().ok_or("the corpus")?.join(name)).map_err(|error| error.to_string())
}

pub(crate) fn model(name: &str) -> Result<Scene<'static>, String> {
    let bytes = bytes_of(name)?;
    let asset = Asset::parse(&bytes, Some(name.as_ref())).map_err(|error| error.to_string())?;
    asset.to_scene("model").map(|(scene, _)| scene.into_owned()).map_err(|error| error.to_string())
}

pub(crate) fn with_animation(name: &str, file: &CorpusFile) -> Result<Scene<'static>, String> {
    let mut scene = model(name)?;
    let bytes = file.bytes();
    let Some(animation) = Asset::parse(&bytes, Some(file.path()))
        .ok()
        .and_then(|asset| asset.into_owned().downcast::<urho_ani::Animation<'static>>())
    else {
        return Err("no animation".into());
    };
    scene_urho::add_animation(&mut scene, animation.into_owned(), "clip");
    Ok(scene)
}

fn mutant(file: &CorpusFile) -> Result<(), String> {
    all(&with_animation(MUTANT, file)?, &[KACHUJIN, JACK, SOLDIER])
}

fn kachujin(file: &CorpusFile) -> Result<(), String> {
    all(&with_animation(KACHUJIN, file)?, &[MUTANT, JACK, SOLDIER])
}

fn soldier(file: &CorpusFile) -> Result<(), String> {
    if file.name().ends_with("soldier.pmdl_b") { all(&model(SOLDIER)?, &[KACHUJIN, MUTANT, JACK]) } else { Ok(()) }
}

/// Checks all animations of a scene on all targets.
fn all(source: &Scene<'_>, targets: &[&str]) -> Result<(), String> {
    for name in targets {
        let mut target = model(name)?;
        target.animations = Vec::new().into();
        let map = BoneMap::between(source, &target);
        for id in source.animations.ids() {
            let moves = source[id].channels.iter().any(|channel| source[channel.node].mesh.is_none());
            if !moves {
                continue;
            }
            let mut budget = Limits::default().budget();
            let converted = retarget(source, id, &mut target, &map, &mut budget).map_err(|error| error.to_string())?;
            let pair = Pair { source, target: &target, map: &map, ratio: converted.1.ratio };
            pair.check(id, converted.0).map_err(|why| format!("{} onto {name}: {why}", source[id].name))?;
        }
    }
    Ok(())
}

pub(crate) struct Pair<'p> {
    pub(crate) source: &'p Scene<'p>,
    pub(crate) target: &'p Scene<'p>,
    pub(crate) map: &'p BoneMap,
    pub(crate) ratio: f64,
}

impl Pair<'_> {
    /// The bones of both, by the plain name of the source's.
    fn bones(&self) -> HashMap<String, (Id<Node>, Id<Node>)> {
        let plain = |name: &str| {
            let name = name.rsplit(':').next().unwrap_or(name);
            name.strip_prefix("Bind_").unwrap_or(name).to_owned()
        };
        let pairs = self.map.pairs().iter().filter_map(|(source, target)| {
            Some((plain(source), (self.source.node(source)?, self.target.node(target)?)))
        });
        pairs.collect()
    }

    pub(crate) fn check(&self, was: AnimationId, is: AnimationId) -> Result<(), String> {
        let player = |scene: &Scene<'_>, id| Player::new(scene, id).map_err(|error| error.to_string());
        let (from, to) = (player(self.source, was)?, player(self.target, is)?);
        let rests = [self.source, self.target].map(|scene| scene.rest_pose().expect("a pose"));
        let bones = self.bones();
        let facing = facing(&bones, &rests);
        let place = |pose: &Pose, bone: Id<Node>| pose.world(bone).w_axis.truncate().as_dvec3();
        let (mut worst, mut height) = ((0.0_f64, ""), 0.0_f64);
        for frame in 0..=24 {
            let time = from.duration() * frame as f32 / 24.0;
            let (a, b) = (from.sample(time), to.sample(time));
            for (bone, end) in LIMBS {
                let (Some(start), Some(end)) = (bones.get(bone), bones.get(end)) else { continue };
                let was = facing * (place(&a, end.0) - place(&a, start.0));
                let is = place(&b, end.1) - place(&b, start.1);
                let angle = was.angle_between(is).to_degrees();
                if angle > worst.0 {
                    worst = (angle, bone);
                }
            }
            let feet =
                ["LeftFoot", "RightFoot", "LeftToeBase", "RightToeBase"].into_iter().filter_map(|foot| bones.get(foot));
            let rise = |pose: &Pose, rest: &Pose, bone: Id<Node>| place(pose, bone).y - place(rest, bone).y;
            let rises = feet.map(|(own, other)| (rise(&a, &rests[0], *own) * self.ratio, rise(&b, &rests[1], *other)));
            let lowest = rises.reduce(|(a, b), (c, d)| (a.min(c), b.min(d)));
            let hips = bones.get("Hips").ok_or("hips")?;
            let size = place(&rests[1], hips.1).y;
            height = lowest.map_or(height, |(was, is)| height.max((was - is).abs() / size));
        }
        if std::env::var_os("RETARGET_NUMBERS").is_some() {
            println!("RETARGET {:.2} degrees ({}), feet {:.3} %", worst.0, worst.1, height * 100.0);
        }
        match (worst.0 > ANGLE, height > HEIGHT) {
            (true, _) => Err(format!("{} points {:.2} degrees elsewhere", worst.1, worst.0)),
            (_, true) => Err(format!("the lowest foot is {:.2} % of the height off", height * 100.0)),
            _ => Ok(()),
        }
    }
}

/// The turn from where the source faces to where the target does, in quarters.
fn facing(bones: &HashMap<String, (Id<Node>, Id<Node>)>, rests: &[Pose; 2]) -> DQuat {
    let (Some(left), Some(right)) = (bones.get("LeftUpLeg"), bones.get("RightUpLeg")) else { return DQuat::IDENTITY };
    let across = |pose: &Pose, left: Id<Node>, right: Id<Node>| -> DVec3 {
        (pose.world(left).w_axis - pose.world(right).w_axis).truncate().as_dvec3()
    };
    let (was, is) = (across(&rests[0], left.0, right.0), across(&rests[1], left.1, right.1));
    let angle = f64::atan2(was.z, was.x) - f64::atan2(is.z, is.x);
    let quarter = std::f64::consts::FRAC_PI_2;
    DQuat::from_rotation_y((angle / quarter).round() * quarter)
}
