//! Views material lists, with paths such as `materials[2]`.

use std::borrow::Cow;

use asset_formats::{Error, Format};
use urho_material::MaterialList;

use super::Address;
use crate::edit::Setting;
use crate::error::PathError;
use crate::part::Part;
use crate::value::Value;

/// The index of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct At(usize);

/// Returns the document as a part.
pub(super) fn root<'d>(list: &'d MaterialList<'d>) -> Part<'d> {
    Part::group("", "MaterialList", Address::None, move || {
        vec![Part::list("materials", Address::None, move || {
            let names = list.names().enumerate();
            let value = |name: binio::Name<'_>| Value {
                resource: Cow::Borrowed("Material"),
                ..Value::text_of(name.into_owned())
            };
            names.map(|(index, name)| Part::value_of("", value(name), Address::MaterialList(At(index)))).collect()
        })]
    })
}

/// Sets all names in a single edit.
pub(super) fn set(list: &mut MaterialList<'_>, settings: &[(At, &Setting)]) -> Result<(), PathError> {
    let names: Vec<(usize, &str)> =
        settings.iter().map(|(At(index), setting)| (*index, setting.text.as_str())).collect();
    list.set_names(&names).map_err(|error| PathError::Document(Error::malformed(Format::URHO_MATERIAL_LIST, error)))
}
