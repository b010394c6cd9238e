//! Models, animations and their side files.

use urho_scene::Engine;

use super::context::{Context, Made};
use crate::convert::OutputFormat;
use crate::convert::version::{self, mdl_as};
use crate::{Asset, Format};

/// Migrates a model.
pub(super) fn model(context: &Context, bytes: &[u8]) -> Made {
    let name = Format::UrhoMdl.name();
    let model = match urho_mdl::Model::parse(bytes) {
        Ok(model) => model,
        Err(error) => return Made::refused(name, error),
    };
    use urho_mdl::Version;
    let target = match (context.to, model.version) {
        (Engine::Rbfx, Version::Umd3(_)) => OutputFormat::Same,
        (Engine::Rbfx, _) => OutputFormat::Umd3,
        (_, Version::Umdl | Version::Umd2) => OutputFormat::Same,
        _ => OutputFormat::Umd2,
    };
    written(name, bytes, target, mdl_as(&model, target))
}

/// Migrates an animation.
pub(super) fn animation(context: &Context, bytes: &[u8]) -> Made {
    let name = Format::UrhoAni.name();
    let animation = match urho_ani::Animation::parse(bytes) {
        Ok(animation) => animation,
        Err(error) => return Made::refused(name, error),
    };
    let is_rbfx = context.to == Engine::Rbfx;
    let target = match animation.version {
        urho_ani::Version::Uani if is_rbfx => OutputFormat::Uan2,
        urho_ani::Version::Uani => OutputFormat::Same,
        _ if is_rbfx => OutputFormat::Same,
        _ => OutputFormat::Uani,
    };
    written(name, bytes, target, version::ani(&animation, target))
}

fn written(
    name: &'static str,
    bytes: &[u8],
    target: OutputFormat,
    made: Result<(Vec<u8>, binio::Findings), crate::Error>,
) -> Made {
    if target == OutputFormat::Same {
        return Made::copied(name);
    }
    match made {
        Ok((content, findings)) => {
            let mut made = Made::converted(name, content, bytes);
            made.tell(&findings, None);
            made
        }
        Err(error) => Made::refused(name, error),
    }
}

/// The name of a side file in JSON, which rbfx doesn't read, as XML; `None` if the file is none. `read` returns the content of a file.
pub(super) fn side_file(
    context: &Context,
    file: &str,
    bytes: &[u8],
    read: &dyn Fn(&str) -> Option<Vec<u8>>,
) -> Option<Made> {
    let stem = file.strip_suffix(".json").filter(|_| context.to == Engine::Rbfx)?;
    if read(&format!("{stem}.xml")).is_some() {
        return None;
    }
    let owner = [".ani", ".mdl"].into_iter().find_map(|extension| read(&format!("{stem}{extension}")))?;
    let length = match Asset::parse(&owner, None).ok()? {
        Asset::UrhoAni(animation) => Some(animation.length),
        Asset::UrhoMdl(_) => None,
        _ => return None,
    };
    let mut findings = binio::Findings::new();
    let side = scene_urho::SideFile { is_json: true, bytes: bytes.to_vec() };
    let target = (scene_urho::Target::Rbfx, "rbfx");
    let output = scene_urho::adapter::side_file(side, target, (&format!("{stem}.ani"), length), &mut findings)?;
    let mut made = Made::converted("side-file", output.bytes, bytes);
    made.changed("JSON becomes XML, the only encoding of side files that the engine reads");
    made.tell(&findings, None);
    Some(made)
}
