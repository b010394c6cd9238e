//! Simulates the particles in an effect, moving them as the engine does.
//!
//! ```
//! use urho_resource::{Document, particles::Emitter, views::{ParticleEffect, View}};
//!
//! let file = br#"<particleeffect><numparticles value="50" /><emissionrate value="10" /><timetolive value="2" /></particleeffect>"#;
//! let effect = ParticleEffect::of(&Document::parse(file, None)?)?;
//! let mut emitter = Emitter::new(&effect);
//! emitter.run(1.0);
//! assert_eq!(emitter.particles().count(), 10);
//! # Ok::<(), urho_resource::Error>(())
//! ```
//!
//! Random numbers come from the same generator as in the engine, but with a fixed seed, so you will always see the same
//! particles at the same time. The emitter is at the origin, and is not moved, scaled or turned, unless you
//! [place](Emitter::placed) it.

mod plane;

pub use plane::{Emitter2d, Particle2d};

use crate::views::{EmitterShape, FaceMode, ParticleEffect, Range};

/// Steps per second, as in a game that draws 60 frames per second.
const STEPS: f32 = 60.0;
/// The maximum number of new particles in a step.
const MOST_IN_STEP: u32 = 100;
/// The maximum number of particles that can exist at the same time. The engine itself allocates as many as the file
/// says.
pub(crate) const MOST_PARTICLES: usize = 1 << 16;
/// [`Emitter::run`] does not simulate more seconds than this.
pub const MOST_SECONDS: f32 = 600.0;

/// A particle, which is drawn as a rectangle that faces the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Particle {
    /// The center, in the axes of the engine.
    pub position: [f32; 3],
    /// Half the width and half the height.
    pub size: [f32; 2],
    /// The rotation in degrees, clockwise.
    pub rotation: f32,
    /// The order is red, green, blue, alpha.
    pub color: [f32; 4],
    /// The part of the texture to show, in the order left, top, right, bottom.
    pub uv: [f32; 4],
    /// The direction in which the particle moves. It is normalized.
    pub direction: [f32; 3],
    velocity: [f32; 3],
    first_size: [f32; 2],
    scale: f32,
    age: f32,
    life: f32,
    rotation_speed: f32,
    color_frame: usize,
    texture_frame: usize,
    is_alive: bool,
}

/// An emitter with its particles. Call [`run`](Self::run) to let time pass, then [`particles`](Self::particles) to draw
/// them.
#[derive(Clone, Debug)]
pub struct Emitter<'e> {
    effect: &'e ParticleEffect,
    particles: Vec<Particle>,
    random: Random,
    emission: f32,
    period: f32,
    is_emitting: bool,
    placement: Placement,
}

/// Where the node of an emitter is in the world, in the axes of the engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// The position.
    pub position: [f32; 3],
    /// The axes X, Y and Z of the node, as unit vectors.
    pub axes: [[f32; 3]; 3],
    /// The scale along these axes.
    pub scale: [f32; 3],
}

impl Default for Placement {
    /// Creates the placement at the origin, without rotation and scale.
    fn default() -> Self {
        Self { position: [0.0; 3], axes: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], scale: [1.0; 3] }
    }
}

impl Placement {
    /// Turns a vector from the node's axes to those of the world.
    fn turned(&self, vector: [f32; 3]) -> [f32; 3] {
        let [x, y, z] = self.axes;
        plus(plus(x.map(|part| part * vector[0]), y, vector[1]), z, vector[2])
    }

    /// Turns a vector from the world's axes to those of the node.
    fn turned_back(&self, vector: [f32; 3]) -> [f32; 3] {
        self.axes.map(|axis| times(axis, vector).iter().sum())
    }
}

/// The random number generator of the engine.
#[derive(Clone, Copy, Debug)]
struct Random(u32);

impl Random {
    /// Returns a number from 0 to 1.
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(214_013).wrapping_add(2_531_011);
        f32::from((self.0 >> 16 & 0x7fff) as u16) / 32_767.0
    }

    fn within(&mut self, range: Range<f32>) -> f32 {
        lerp(range.min, range.max, self.next())
    }

    fn signed(&mut self) -> f32 {
        self.next() * 2.0 - 1.0
    }

    fn direction(&mut self) -> [f32; 3] {
        normalized([self.signed(), self.signed(), self.signed()])
    }
}

fn lerp(a: f32, b: f32, t: f32) -> f32 {
    a * (1.0 - t) + b * t
}

fn normalized(vector: [f32; 3]) -> [f32; 3] {
    let length = libm::sqrtf(vector.iter().map(|part| part * part).sum());
    if length > 0.0 { vector.map(|part| part / length) } else { vector }
}

fn times(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [a[0] * b[0], a[1] * b[1], a[2] * b[2]]
}

fn plus(a: [f32; 3], b: [f32; 3], factor: f32) -> [f32; 3] {
    [a[0] + b[0] * factor, a[1] + b[1] * factor, a[2] + b[2] * factor]
}

impl<'e> Emitter<'e> {
    /// Creates an emitter that has no particles yet.
    pub fn new(effect: &'e ParticleEffect) -> Self {
        Self {
            effect,
            particles: Vec::new(),
            random: Random(1),
            emission: 0.0,
            period: 0.0,
            is_emitting: true,
            placement: Placement::default(),
        }
    }

    /// Places the emitter in the world. Use this for an emitter in a scene. Particles are then in the world's space,
    /// unless they move together with the node ([`ParticleEffect::relative`]).
    #[must_use]
    pub fn placed(self, placement: Placement) -> Self {
        Self { placement, ..self }
    }

    /// Starts with other random numbers. Use this for several emitters with the same effect, which would otherwise show
    /// the same particles.
    #[must_use]
    pub fn seeded(self, seed: u32) -> Self {
        Self { random: Random(seed), ..self }
    }

    /// Sets whether the emitter emits at the start.
    #[must_use]
    pub fn emitting(self, is_emitting: bool) -> Self {
        Self { is_emitting, ..self }
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
    pub fn particles(&self) -> impl Iterator<Item = &Particle> {
        self.particles.iter().filter(|particle| particle.is_alive)
    }

    /// Runs a single step.
    pub fn step(&mut self, seconds: f32) {
        self.switch(seconds);
        if self.is_emitting {
            self.emit(seconds);
        }
        let (effect, mut particles) = (self.effect, std::mem::take(&mut self.particles));
        let force = effect.constant_force;
        let force = if effect.relative { self.placement.turned_back(force) } else { force };
        let scale = if effect.scaled && !effect.relative { self.placement.scale } else { [1.0; 3] };
        for particle in particles.iter_mut().filter(|particle| particle.is_alive) {
            particle.step(effect, (force, scale), seconds);
        }
        self.particles = particles;
    }

    /// Switches between emitting and pausing.
    fn switch(&mut self, seconds: f32) {
        self.period += seconds;
        let (active, inactive) = (self.effect.active_time, self.effect.inactive_time);
        if self.is_emitting {
            if active != 0.0 && self.period >= active {
                self.is_emitting = false;
                self.period -= active;
            }
        } else {
            if inactive != 0.0 && self.period >= inactive {
                self.is_emitting = true;
                self.period -= inactive;
            }
            if inactive == 0.0 {
                self.period = 0.0;
            }
        }
    }

    fn emit(&mut self, seconds: f32) {
        self.emission += seconds;
        let rate = self.effect.emission_rate;
        let interval = Range { min: 1.0 / rate.max, max: 1.0 / rate.min };
        if self.emission < -interval.max {
            self.emission = -interval.max;
        }
        let mut left = MOST_IN_STEP;
        while self.emission > 0.0 && left > 0 {
            self.emission -= self.random.within(interval);
            let most = usize::try_from(self.effect.num_particles).unwrap_or(0).min(MOST_PARTICLES);
            let free = self.particles.iter().position(|particle| !particle.is_alive);
            let free = free.or_else(|| (self.particles.len() < most).then_some(self.particles.len()));
            let Some(free) = free else { break };
            let particle = self.created();
            match self.particles.get_mut(free) {
                Some(slot) => *slot = particle,
                None => self.particles.push(particle),
            }
            left -= 1;
        }
    }

    /// Creates a particle. The random numbers must be drawn in the same order as in the engine.
    fn created(&mut self) -> Particle {
        let effect = self.effect;
        let random = &mut self.random;
        let Range { min, max } = effect.direction;
        let mut direction = [0.0; 3];
        for ((part, min), max) in direction.iter_mut().zip(min).zip(max) {
            *part = lerp(min, max, random.next());
        }
        let mut direction = normalized(direction);
        let mut position = start(effect, random);
        let t = random.next();
        let Range { min, max } = effect.particle_size;
        let size = [lerp(min[0], max[0], t), lerp(min[1], max[1], t)];
        let life = random.within(effect.time_to_live);
        let rotation_speed = random.within(effect.rotation_speed);
        if effect.face_camera_mode == FaceMode::Direction {
            position = plus(position, direction, size[1]);
        }
        if !effect.relative {
            let Placement { position: origin, scale, .. } = self.placement;
            position = plus(self.placement.turned(times(position, scale)), origin, 1.0);
            direction = self.placement.turned(direction);
        }
        let velocity = random.within(effect.velocity);
        Particle {
            position,
            size,
            rotation: random.within(effect.rotation),
            color: effect.colors.first().map_or([1.0; 4], |frame| frame.color),
            uv: effect.textures.first().map_or([0.0, 0.0, 1.0, 1.0], |frame| frame.uv),
            direction,
            velocity: direction.map(|part| part * velocity),
            first_size: size,
            scale: 1.0,
            age: 0.0,
            life,
            rotation_speed,
            color_frame: 0,
            texture_frame: 0,
            is_alive: true,
        }
    }
}

/// Returns where a particle starts.
fn start(effect: &ParticleEffect, random: &mut Random) -> [f32; 3] {
    let size = effect.emitter_size;
    let circle = |angle: f32| (libm::cosf(angle.to_radians()), libm::sinf(angle.to_radians()));
    match effect.emitter_shape {
        EmitterShape::Sphere => times(size, random.direction()).map(|part| part * 0.5),
        EmitterShape::Box => size.map(|size| random.next() * size - size * 0.5),
        EmitterShape::SphereVolume => {
            let direction = random.direction();
            let radius = libm::cbrtf(random.next()) * 0.5;
            times(size, direction).map(|part| part * radius)
        }
        EmitterShape::Cylinder => {
            let (cosine, sine) = circle(random.next() * 360.0);
            let radius = libm::sqrtf(random.next()) * 0.5;
            times([cosine * radius, random.next() - 0.5, sine * radius], size)
        }
        EmitterShape::Ring => {
            let (cosine, sine) = circle(random.next() * 360.0);
            times([cosine, random.signed(), sine], size).map(|part| part * 0.5)
        }
    }
}

impl Particle {
    /// Moves the particle. You need to pass the constant force and the scale of the movement.
    fn step(&mut self, effect: &ParticleEffect, (force, scale): ([f32; 3], [f32; 3]), seconds: f32) {
        if self.age >= self.life {
            self.is_alive = false;
            return;
        }
        self.age += seconds;
        self.velocity = plus(self.velocity, force, seconds);
        self.velocity = plus(self.velocity, self.velocity, -effect.damping_force * seconds);
        self.position = plus(self.position, times(self.velocity, scale), seconds);
        self.direction = normalized(self.velocity);
        self.rotation += seconds * self.rotation_speed;
        if effect.size_add != 0.0 || effect.size_mul != 1.0 {
            self.scale = (self.scale + seconds * effect.size_add).max(0.0);
            self.scale *= seconds * (effect.size_mul - 1.0) + 1.0;
            self.size = self.first_size.map(|size| size * self.scale);
        }
        let next = effect.colors.get(self.color_frame + 1);
        self.color_frame += usize::from(next.is_some_and(|next| self.age >= next.time));
        if let Some(frame) = effect.colors.get(self.color_frame) {
            self.color = match effect.colors.get(self.color_frame + 1) {
                Some(next) if next.time > frame.time => {
                    let t = (self.age - frame.time) / (next.time - frame.time);
                    {
                        let [r, g, b, a] = frame.color;
                        let [next_r, next_g, next_b, next_a] = next.color;
                        [lerp(r, next_r, t), lerp(g, next_g, t), lerp(b, next_b, t), lerp(a, next_a, t)]
                    }
                }
                Some(next) => next.color,
                None => frame.color,
            };
        }
        if let Some(next) = effect.textures.get(self.texture_frame + 1).filter(|next| self.age >= next.time) {
            self.uv = next.uv;
            self.texture_frame += 1;
        }
    }
}
