//! Scenes, and how to evaluate them by the rules of glTF. This is what we compare a builder of models to.

pub mod by_hand;
pub mod compare;
pub mod evaluate;
pub mod random;
