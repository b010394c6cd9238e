//! New models and animations, compared with the meaning of their scenes in glTF.

mod hostile;
mod levels;
mod models;
mod morphs;
mod motions;
mod parents;
mod random;
