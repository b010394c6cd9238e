//! Emitters in the world, by the engine's formulas.

use urho_resource::Document;
use urho_resource::particles::{Emitter, Placement};
use urho_resource::views::{ParticleEffect, View as _};

/// One particle that starts at 2 along X with the velocity 3 along Z, and a force of 6 along Y.
fn effect(more: &str) -> ParticleEffect {
    let file = format!(
        r#"<particleeffect><numparticles value="1" /><emissionrate value="60" /><timetolive value="100" />
<emittertype value="Box" /><emittersize value="0 0 0" /><direction min="0 0 1" max="0 0 1" />
<velocity value="3" /><constantforce value="0 6 0" /><particlesize value="1 1" />{more}</particleeffect>"#
    );
    ParticleEffect::of(&Document::parse(file.as_bytes(), None).unwrap()).unwrap()
}

/// At 10 20 30, turned so that Z points to X, and scaled.
fn placement() -> Placement {
    Placement {
        position: [10.0, 20.0, 30.0],
        axes: [[0.0, 0.0, -1.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]],
        scale: [2.0, 3.0, 4.0],
    }
}

fn position(effect: &ParticleEffect, placement: Placement) -> [f32; 3] {
    let mut emitter = Emitter::new(effect).placed(placement);
    emitter.run(1.0);
    emitter.particles().next().unwrap().position
}

#[track_caller]
fn assert_near(found: [f32; 3], expected: [f32; 3]) {
    assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-3), "{found:?}, expected {expected:?}");
}

/// The sum of 60 steps of 6 / 60 that are added to a velocity, each for 1 / 60: 6 · 60 · 61 / 2 / 3600.
const FALLEN: f32 = 3.05;

#[test]
fn particles_start_and_move_in_the_world() {
    let plain = effect(r#"<relative enable="false" /><scaled enable="false" />"#);
    // Turned at the start; the force isn't turned.
    assert_near(position(&plain, placement()), [13.0, 20.0 + FALLEN, 30.0]);
    let scaled = effect(r#"<relative enable="false" /><scaled enable="true" />"#);
    // The scale is that of the world's axes, as in the engine.
    assert_near(position(&scaled, placement()), [16.0, 20.0 + 3.0 * FALLEN, 30.0]);
    assert_near(position(&plain, Placement::default()), [0.0, FALLEN, 3.0]);
}

#[test]
fn relative_particles_stay_in_the_space_of_the_node() {
    let relative = effect(r#"<relative enable="true" />"#);
    assert_near(position(&relative, placement()), [0.0, FALLEN, 3.0]);
    // Turned by a quarter around Z: the world's Y is the node's X.
    let turned = Placement { axes: [[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]], ..placement() };
    assert_near(position(&relative, turned), [FALLEN, 0.0, 3.0]);
}

#[test]
fn seeds_and_pauses() {
    let effect = effect(r#"<rotation min="0" max="360" />"#);
    let shown = |seed: u32| {
        let mut emitter = Emitter::new(&effect).seeded(seed);
        emitter.run(0.5);
        emitter.particles().copied().collect::<Vec<_>>()
    };
    assert_eq!(shown(1), shown(1));
    assert_ne!(shown(1), shown(2));
    let mut silent = Emitter::new(&effect).emitting(false);
    silent.run(0.5);
    assert_eq!(silent.particles().count(), 0);
}
