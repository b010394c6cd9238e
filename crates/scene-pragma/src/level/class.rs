//! Finds the class of an entity in the name of its node.

/// The classes that you can use as a node name, for example `world` or `info_player_start_2`.
const CLASSES: [&str; 52] = [
    "ambient_generic",
    "debug_line",
    "entity",
    "env_camera",
    "env_explosion",
    "env_fire",
    "env_fog_controller",
    "env_light_environment",
    "env_light_point",
    "env_light_spot",
    "env_microphone",
    "env_particle_system",
    "env_quake",
    "env_reflection_probe",
    "env_sound",
    "env_sound_dsp",
    "env_soundscape",
    "env_sprite",
    "env_wind",
    "func_brush",
    "func_button",
    "func_door",
    "func_kinematic",
    "func_physics",
    "func_portal",
    "func_soundscape",
    "func_water",
    "game_player_spawn",
    "info_landmark",
    "info_particle_system",
    "info_player_deathmatch",
    "info_player_start",
    "info_player_teamspawn",
    "info_target",
    "info_tripmine",
    "logic_achievement",
    "logic_relay",
    "point_constraint_ballsocket",
    "point_target",
    "prop_dynamic",
    "prop_physics",
    "shadow_control",
    "sky_camera",
    "skybox",
    "trigger_hurt",
    "trigger_push",
    "trigger_remove",
    "trigger_soundscape",
    "trigger_teleport",
    "trigger_touch",
    "water_lod_control",
    "world",
];

/// Returns the class in a name, if the name doesn't contain anything else. A number at the end is ignored, because it
/// is only there to tell nodes apart.
pub(super) fn of_name(name: &str) -> Option<&'static str> {
    let name = name.to_lowercase();
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
    let plain = match name.rsplit_once('.') {
        Some((plain, number)) if is_number(number) => plain,
        _ => &name,
    };
    let plain = match plain.rsplit_once('_') {
        Some((plain, number)) if is_number(number) => plain,
        _ => plain,
    };
    CLASSES.iter().find(|class| **class == plain).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_classes() {
        assert_eq!(of_name("info_player_start"), Some("info_player_start"));
        assert_eq!(of_name("World_1.001"), Some("world"));
        assert_eq!([of_name("lamp"), of_name(""), of_name("world_x"), of_name("_1")], [None; 4]);
        assert!(CLASSES.is_sorted());
    }
}
