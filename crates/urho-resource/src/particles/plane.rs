//! Simulates particles in the plane (`.pex`), moving them as the 2D emitter of the engine does.

use super::{MOST_PARTICLES, MOST_SECONDS, Random, STEPS};
use crate::views::{EmitterMode, ParticleEffect2d};

/// A particle in the plane, which is drawn as a square.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Particle2d {
    /// The center in pixels, relative to the emitter. y is up.
    pub position: [f32; 2],
    /// The width and the height in pixels.
    pub size: f32,
    /// The rotation in degrees, clockwise.
    pub rotation: f32,
    /// The order is red, green, blue, alpha. Note that the values may be outside 0 to 1.
    pub color: [f32; 4],
    life: f32,
    velocity: [f32; 2],
    /// The distance and the angle in radial mode, and how much they change per second.
    radius: [f32; 2],
    turn: [f32; 2],
    radial: f32,
    tangential: f32,
    size_change: f32,
    rotation_change: f32,
    color_change: [f32; 4],
}

/// An emitter in the plane with its particles. It is at the origin, and is not moved, scaled or turned.
///
/// ```
/// use urho_resource::{Document, particles::Emitter2d, views::{ParticleEffect2d, View}};
/// let file = br#"<particleEmitterConfig><particleLifeSpan value="1" /><maxParticles value="60" /></particleEmitterConfig>"#;
/// let effect = ParticleEffect2d::of(&Document::parse(file, None)?)?;
/// let mut emitter = Emitter2d::new(&effect);
/// emitter.run(0.5);
/// assert!((29..=31).contains(&emitter.particles().count()));
/// # Ok::<(), urho_resource::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Emitter2d<'e> {
    effect: &'e ParticleEffect2d,
    particles: Vec<Particle2d>,
    random: Random,
    emission: f32,
    /// For how many seconds it will emit.
    left: f32,
}

/// Returns the sine and cosine of an angle in degrees.
fn turned(degrees: f32) -> [f32; 2] {
    [libm::sinf(degrees.to_radians()), libm::cosf(degrees.to_radians())]
}

/// Adds a share of a colour to another.
fn mixed(a: [f32; 4], b: [f32; 4], share: f32) -> [f32; 4] {
    [a[0] + b[0] * share, a[1] + b[1] * share, a[2] + b[2] * share, a[3] + b[3] * share]
}

impl<'e> Emitter2d<'e> {
    /// Creates an emitter that has no particles yet.
    pub fn new(effect: &'e ParticleEffect2d) -> Self {
        let left = if effect.duration > 0.0 { effect.duration } else { f32::INFINITY };
        Self { effect, particles: Vec::new(), random: Random(1), emission: 0.0, left }
    }

    /// Runs the emitter for the given time, in steps of 1/60 second. This will not go on for more than
    /// [`MOST_SECONDS`].
    pub fn run(&mut self, seconds: f32) {
        let steps = (seconds.clamp(0.0, MOST_SECONDS) * STEPS + 0.5) as u32;
        for _ in 0..steps {
            self.step(1.0 / STEPS);
        }
    }

    /// Iterates over the particles that exist now.
    pub fn particles(&self) -> impl Iterator<Item = &Particle2d> {
        self.particles.iter()
    }

    /// Runs a single step.
    pub fn step(&mut self, seconds: f32) {
        let effect = self.effect;
        let mut index = 0;
        while let Some(particle) = self.particles.get_mut(index) {
            if particle.life > 0.0 {
                particle.update(effect, seconds);
                index += 1;
            } else {
                self.particles.swap_remove(index);
            }
        }
        if self.left > 0.0 {
            self.emit(seconds);
            self.left = (self.left - seconds).max(0.0);
        }
    }

    fn most(&self) -> usize {
        usize::try_from(self.effect.max_particles).unwrap_or(0).min(MOST_PARTICLES)
    }

    fn emit(&mut self, seconds: f32) {
        let between = self.effect.life_span / self.most() as f32;
        // Without it the engine never ends.
        if !(between > 0.0 && between.is_finite()) {
            return;
        }
        self.emission += seconds;
        for _ in 0..=self.most() {
            if self.emission <= 0.0 {
                return;
            }
            if let Some(mut particle) = self.created() {
                particle.update(self.effect, self.emission);
                self.particles.push(particle);
            }
            self.emission -= between;
        }
        // Further ones find no room.
        self.emission = self.emission.min(0.0);
    }

    /// Creates a particle. Returns `None` if there is no room for it, or if it would not live.
    fn created(&mut self) -> Option<Particle2d> {
        let effect = self.effect;
        if self.particles.len() >= self.most() {
            return None;
        }
        let mut vary = |value: f32, variance: f32| value + variance * self.random.signed();
        let life = vary(effect.life_span, effect.life_span_variance);
        if life <= 0.0 || !life.is_finite() {
            return None;
        }
        let position = effect.source_position_variance.map(|variance| vary(0.0, variance));
        let [sine, cosine] = turned(vary(effect.angle, effect.angle_variance));
        let speed = vary(effect.speed, effect.speed_variance);
        let most = vary(effect.max_radius, effect.max_radius_variance).max(0.0);
        let least = vary(effect.min_radius, effect.min_radius_variance).max(0.0);
        let turn = [
            vary(effect.angle, effect.angle_variance),
            vary(effect.rotate_per_second, effect.rotate_per_second_variance),
        ];
        let radial = vary(effect.radial_acceleration, effect.radial_acceleration_variance);
        let tangential = vary(effect.tangential_acceleration, effect.tangential_acceleration_variance);
        let size = vary(effect.start_size, effect.start_size_variance).max(0.1);
        let last_size = vary(effect.finish_size, effect.finish_size_variance).max(0.1);
        // One number for all parts of a colour.
        let mut color = |value: [f32; 4], variance: [f32; 4]| {
            let share = vary(0.0, 1.0);
            mixed(value, variance, share)
        };
        let first = color(effect.start_color, effect.start_color_variance);
        let last = color(effect.finish_color, effect.finish_color_variance);
        let rotation = vary(effect.rotation_start, effect.rotation_start_variance);
        let last_rotation = vary(effect.rotation_end, effect.rotation_end_variance);
        Some(Particle2d {
            position,
            size,
            rotation,
            color: first,
            life,
            velocity: [speed * cosine, speed * sine],
            radius: [most, (least - most) / life],
            turn,
            radial,
            tangential,
            size_change: (last_size - size) / life,
            rotation_change: (last_rotation - rotation) / life,
            color_change: mixed(last, first, -1.0).map(|part| part / life),
        })
    }
}

impl Particle2d {
    fn update(&mut self, effect: &ParticleEffect2d, seconds: f32) {
        let seconds = seconds.min(self.life);
        self.life -= seconds;
        if effect.mode == EmitterMode::RADIAL {
            self.turn[0] += self.turn[1] * seconds;
            self.radius[0] += self.radius[1] * seconds;
            let [sine, cosine] = turned(self.turn[0]);
            self.position = [-cosine * self.radius[0], sine * self.radius[0]];
        } else {
            let [x, y] = self.position;
            let distance = libm::hypotf(x, y).max(0.0001);
            let away = [x / distance, y / distance];
            let (radial, around) = (away.map(|part| part * self.radial), [-away[1], away[0]]);
            let around = around.map(|part| part * self.tangential);
            self.velocity[0] += (effect.gravity[0] + radial[0] - around[0]) * seconds;
            self.velocity[1] -= (effect.gravity[1] - radial[1] + around[1]) * seconds;
            self.position = [x + self.velocity[0] * seconds, y + self.velocity[1] * seconds];
        }
        self.size += self.size_change * seconds;
        self.rotation += self.rotation_change * seconds;
        for (part, change) in self.color.iter_mut().zip(self.color_change) {
            *part += change * seconds;
        }
    }
}
