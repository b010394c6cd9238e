//! Places zones in the world.

use asset_scene::color::srgb_to_linear;
use asset_scene::glam::{DAffine3, DVec3, Vec3};
use asset_scene::world::World;
use asset_scene::{Fog, Zone};

/// Zones with a gradient look for a zone at both ends among all others. This limits how many are compared.
const MOST_COMPARED: usize = 1 << 10;

/// Completes what depends on the places of the zones: gradients of ambient light, and the heights of fog.
///
/// As in the engine, a gradient begins and ends with the colours of the zones that contain the ends of its box. If an
/// end is in no other zone, the gradient has its own colour there. `zones` must be sorted by priority.
pub(super) fn complete(zones: &mut [Zone], world: &World) {
    let places: Vec<DAffine3> = zones.iter().map(|zone| place(zone, world)).collect();
    let gradients: Vec<_> =
        zones.iter().enumerate().map(|(number, zone)| gradient(zones, &places, number, zone)).collect();
    for ((zone, place), gradient) in zones.iter_mut().zip(&places).zip(gradients) {
        zone.gradient = gradient;
        if let Some(fog) = &mut zone.height_fog {
            let scale = place.matrix3.y_axis.length();
            fog.height = (place.translation.y + f64::from(fog.height) * scale) as f32;
            fog.scale = (f64::from(fog.scale) / scale.max(1e-6)) as f32;
        }
    }
}

fn place(zone: &Zone, world: &World) -> DAffine3 {
    zone.node.map(|node| world.world(node)).unwrap_or_default()
}

fn gradient(zones: &[Zone], places: &[DAffine3], number: usize, zone: &Zone) -> Option<[[f32; 3]; 2]> {
    let own = zone.gradient?;
    let place = places.get(number)?;
    let [min, max] = zone.bounds.map(|corner| Vec3::from_array(corner).as_dvec3());
    let center = (min + max) * 0.5;
    let color_at = |z: f64, own: [f32; 3]| {
        let end = place.transform_point3(DVec3::new(center.x, center.y, z));
        let others = zones.iter().zip(places).enumerate().take(MOST_COMPARED).filter(|(other, _)| *other != number);
        let mut containing = others.filter(|(_, (zone, place))| is_inside(zone, place, end));
        containing.next().map_or(own, |(_, (zone, _))| zone.ambient)
    };
    let [start, end] = own;
    Some([color_at(min.z, start), color_at(max.z, end)])
}

fn is_inside(zone: &Zone, place: &DAffine3, point: DVec3) -> bool {
    let point = place.inverse().transform_point3(point);
    let [min, max] = zone.bounds.map(|corner| Vec3::from_array(corner).as_dvec3());
    point.cmpge(min).all() && point.cmple(max).all()
}

/// Returns the zone that the engine uses outside of all others.
pub(super) fn elsewhere() -> Zone {
    Zone {
        node: None,
        bounds: [[f32::NEG_INFINITY; 3], [f32::INFINITY; 3]],
        ambient: [srgb_to_linear(0.1); 3],
        gradient: None,
        fog: Fog { color: [0.0; 3], start: 250.0, end: 1000.0 },
        height_fog: None,
        light_mask: u32::MAX,
        reflection: None,
        background: 0.0,
    }
}
