//! Scenes, and their evaluation by glTF's rules: the reference for builders of models.

pub mod by_hand;
pub mod compare;
pub mod evaluate;
pub mod random;
