//! This module contains [`Editor`], which changes documents that borrow their data.

/// Changes the document of a format crate, even if it borrows data; see [`Asset::edit`](crate::Asset::edit).
///
/// If a document owns its data, [`Asset::downcast_mut`](crate::Asset::downcast_mut) is simpler. Every method has a
/// default that changes nothing, so implement only those for your formats.
pub trait Editor {
    /// Changes an animation for Urho3D, U3D or rbfx.
    fn urho_ani(&mut self, document: &mut urho_ani::Animation<'_>) {
        let _ = document;
    }

    /// Changes an animation for rbfx that is stored as XML.
    fn urho_xml_ani(&mut self, document: &mut urho_ani::XmlAnimation<'_>) {
        let _ = document;
    }

    /// Changes a material for Urho3D, U3D or rbfx.
    fn urho_material(&mut self, document: &mut urho_material::Material<'_>) {
        let _ = document;
    }

    /// Changes a material list for Urho3D, U3D or rbfx.
    fn urho_material_list(&mut self, document: &mut urho_material::MaterialList<'_>) {
        let _ = document;
    }

    /// Changes a technique for Urho3D, U3D or rbfx.
    fn urho_technique(&mut self, document: &mut urho_material::Technique<'_>) {
        let _ = document;
    }

    /// Changes texture parameters for Urho3D, U3D or rbfx.
    fn urho_texture(&mut self, document: &mut urho_material::Texture<'_>) {
        let _ = document;
    }

    /// Changes a model for Urho3D, U3D, rbfx or Atomic.
    fn urho_mdl(&mut self, document: &mut urho_mdl::Model<'_>) {
        let _ = document;
    }

    /// Changes any other data file for Urho3D, U3D or rbfx.
    fn urho_resource(&mut self, document: &mut urho_resource::Document<'_>) {
        let _ = document;
    }

    /// Changes a scene or prefab for Urho3D, U3D or rbfx.
    fn urho_scene(&mut self, document: &mut urho_scene::Document<'_>) {
        let _ = document;
    }
}
