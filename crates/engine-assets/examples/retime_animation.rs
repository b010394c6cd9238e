//! Changes the speed of an animation: `cargo run --example retime_animation -- Walk.ani 0.5 Slow.ani`.

use engine_assets::urho_ani::{Animation, Error};

/// Returns the animation with a length that is multiplied by `factor`.
pub(crate) fn retimed(bytes: &[u8], factor: f32) -> Result<Vec<u8>, Error> {
    let mut animation = Animation::parse(bytes)?;
    animation.retime(factor)?;
    animation.to_bytes()
}

#[allow(dead_code, reason = "tests call the function above")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let [from, factor, to] = &std::env::args().skip(1).collect::<Vec<_>>()[..] else {
        return Err("expected an animation, a factor and a file to write".into());
    };
    std::fs::write(to, retimed(&std::fs::read(from)?, factor.parse()?)?)?;
    Ok(())
}
