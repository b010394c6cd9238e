//! Physics, navigation and 2D in rbfx.

use urho_core::VariantKind::{Bool, Float, Int, Vector2, Vector3};

use crate::class::table::{ClassTable, a, as_in_urho3d, derived, e, inherited, inherited_to};

#[rustfmt::skip]
pub(super) const CLASSES: &[ClassTable] = &[
    as_in_urho3d("PhysicsWorld", &[inherited_to("Gravity", "Split Impulse")]),
    as_in_urho3d("RigidBody", &[inherited_to("Is Enabled", "Gravity Override")]),
    as_in_urho3d("CollisionShape", &[inherited_to("Is Enabled", "CustomGeometry ComponentID")]),
    as_in_urho3d("Constraint", &[inherited_to("Is Enabled", "Disable Collision")]),
    as_in_urho3d("NavigationMesh", &[
        a("Max Tiles", Int, "256"),
        a("Tile Size", Int, "120"),
        inherited_to("Cell Size", "Cell Height"),
        a("Mesh Height Range", Vector2, "0 0"),
        inherited_to("Agent Height", "Edge Max Error"),
        a("Portal Links Count", Int, "2"),
        inherited_to("Detail Sample Distance", "Draw NavAreas"),
    ]),
    as_in_urho3d("Navigable", &[
        inherited_to("Is Enabled", "Recursive"),
        a("Walkable", Bool, "true"),
        a("Area ID", Int, "255"),
    ]),
    as_in_urho3d("StaticSprite2D", &[
        inherited_to("Is Enabled", "Sprite"),
        e("Blend Mode", "3", "replace|add|multiply|alpha|addalpha|premulalpha|invdestalpha|subtract|subtractalpha|decal"),
        inherited_to("Flip X", "Use Texture Rectangle"),
    ]),
    as_in_urho3d("AnimatedSprite2D", &[
        inherited_to("Is Enabled", "View Mask"),
        e("Blend Mode", "3", "replace|add|multiply|alpha|addalpha|premulalpha|invdestalpha|subtract|subtractalpha|decal"),
        inherited_to("Flip X", "Loop Mode"),
    ]),
    as_in_urho3d("TileMap2D", &[inherited_to("Is Enabled", "Tmx File")]),
    as_in_urho3d("OffMeshConnection", &[
        inherited_to("Is Enabled", "Area Type"),
    ]),
    as_in_urho3d("NavArea", &[inherited_to("Bounding Box Min", "Area ID")]),
    as_in_urho3d("Obstacle", &[inherited_to("Radius", "Height")]),
    as_in_urho3d("CrowdAgent", &[
        a("Is Enabled", Bool, "true"),
        inherited_to("Target Position", "Target Velocity"),
        a("Actual Velocity", Vector3, "0 0 0"),
        inherited_to("Requested Target Type", "Obstacle Avoidance Type"),
        a("Collision Query Range", Float, "5"),
        a("Separation Weight", Float, "2"),
        a("Collision Layer", Int, "0"),
        a("Collision Mask", Int, "-1"),
        inherited("Navigation Quality"),
    ]),
    derived("DynamicNavigationMesh", "NavigationMesh", &[
        inherited_to("Max Tiles", "Draw NavAreas"),
        a("Max Obstacles", Int, "1024"),
        a("Max Layers", Int, "16"),
        a("Draw Obstacles", Bool, "false"),
    ]),
];
