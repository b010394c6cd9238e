//! Sprites, bodies, shapes and joints in two dimensions in rbfx. They are the same as in Urho3D, but with another blend
//! mode.

use crate::class::table::{ClassTable, as_in_urho3d, class, e, inherited, inherited_to};

#[rustfmt::skip]
pub(super) const CLASSES: &[ClassTable] = &[
    as_in_urho3d("StretchableSprite2D", &[
        inherited_to("Is Enabled", "Sprite"),
        e("Blend Mode", "3", "replace|add|multiply|alpha|addalpha|premulalpha|invdestalpha|subtract|subtractalpha|decal"),
        inherited_to("Flip X", "Border"),
    ]),
    as_in_urho3d("ParticleEmitter2D", &[
        inherited_to("Is Enabled", "Sprite "),
        e("Blend Mode", "3", "replace|add|multiply|alpha|addalpha|premulalpha|invdestalpha|subtract|subtractalpha|decal"),
        inherited("Is Emitting"),
    ]),
    as_in_urho3d("PhysicsWorld2D", &[inherited_to("Draw Shape", "Position Iterations")]),
    as_in_urho3d("RigidBody2D", &[inherited_to("Is Enabled", "Angular Velocity")]),
    as_in_urho3d("CollisionBox2D", &[inherited_to("Is Enabled", "Restitution")]),
    as_in_urho3d("CollisionChain2D", &[inherited_to("Is Enabled", "Vertices")]),
    as_in_urho3d("CollisionCircle2D", &[inherited_to("Is Enabled", "Restitution")]),
    as_in_urho3d("CollisionEdge2D", &[inherited_to("Is Enabled", "Restitution")]),
    as_in_urho3d("CollisionPolygon2D", &[inherited_to("Is Enabled", "Vertices")]),
    as_in_urho3d("ConstraintDistance2D", &[inherited_to("Is Enabled", "Other Body NodeID")]),
    as_in_urho3d("ConstraintFriction2D", &[inherited_to("Is Enabled", "Other Body NodeID")]),
    as_in_urho3d("ConstraintGear2D", &[inherited_to("Is Enabled", "Other Body NodeID")]),
    as_in_urho3d("ConstraintMotor2D", &[inherited_to("Is Enabled", "Other Body NodeID")]),
    as_in_urho3d("ConstraintMouse2D", &[inherited_to("Is Enabled", "Other Body NodeID")]),
    as_in_urho3d("ConstraintPrismatic2D", &[inherited_to("Is Enabled", "Other Body NodeID")]),
    as_in_urho3d("ConstraintPulley2D", &[inherited_to("Is Enabled", "Other Body NodeID")]),
    as_in_urho3d("ConstraintRevolute2D", &[inherited_to("Is Enabled", "Other Body NodeID")]),
    as_in_urho3d("ConstraintRope2D", &[inherited_to("Is Enabled", "Other Body NodeID")]),
    as_in_urho3d("ConstraintWeld2D", &[inherited_to("Is Enabled", "Other Body NodeID")]),
    as_in_urho3d("ConstraintWheel2D", &[inherited_to("Is Enabled", "Other Body NodeID")]),
    class("Renderer2D", &[]),
    class("TileMapLayer2D", &[]),
];
