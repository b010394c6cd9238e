//! Finding kinds of this crate.

use binio::FindingKind;

pub use scene_adapter::kinds::ANIMATION_LENGTH;
pub use scene_urho::kinds::SIDE_FILE_UNREADABLE;

/// Trailing bytes are lost in the text encoding.
pub const TRAILING_LOST: &FindingKind =
    &FindingKind::new("engine-assets/trailing-lost", "Trailing bytes are lost in the text encoding.")
        .with_engine("The engine ignores trailing bytes.")
        .with_advice("Convert to the binary encoding to keep them.");
/// The header version is lost in the text encoding.
pub const HEADER_LOST: &FindingKind =
    &FindingKind::new("engine-assets/header-lost", "The header version is lost in the text encoding.")
        .with_engine("The engine writes its own version when it saves the file.")
        .with_advice("Convert to the binary encoding to keep it.");
/// The hit boxes of bones are recomputed.
pub const HIT_BOXES_RECOMPUTED: &FindingKind =
    &FindingKind::new("engine-assets/hit-boxes-recomputed", "The hit boxes of bones are recomputed.")
        .with_engine("The engine tests hits against the recomputed boxes.")
        .with_advice("Check the hit boxes if they were adjusted by hand.");
/// The new file contains a part that the original doesn't have.
pub const ORIGINAL_WITHOUT_PART: &FindingKind = &FindingKind::new(
    "engine-assets/original-without-part",
    "The new file contains a part that the original doesn't have.",
)
.with_engine("The engine shows the part as the scene describes it.")
.with_advice("Check the part that the message names; it has no original to compare with.");
/// A part of the original is not in the scene.
pub const ORIGINAL_PART_LOST: &FindingKind =
    &FindingKind::new("engine-assets/original-part-lost", "A part of the original is not in the scene.")
        .with_engine("The engine doesn't show the part any more.")
        .with_advice("If it was deleted by mistake, add it to the scene again and convert again.");
/// An animation of the original is not in the scene.
pub const ANIMATION_NOT_IN_SCENE: &FindingKind =
    &FindingKind::new("engine-assets/animation-not-in-scene", "An animation of the original is not in the scene.")
        .with_engine("The animation file of the project stays as it is.")
        .with_advice(
            "Nothing needs to be done, unless the animation was meant to be exported: then add it to the scene.",
        );
/// Animation keys are not on whole frames.
pub const ANIMATION_FRAMES: &FindingKind =
    &FindingKind::new("engine-assets/animation-frames", "Animation keys are not on whole frames.")
        .with_engine("The engine interpolates between keys, so that the motion differs a little.")
        .with_advice("Set the frame rate that the message names before the import into Blender.");
/// Materials are not exported.
pub const MATERIALS_LEFT_OUT: &FindingKind =
    &FindingKind::new("engine-assets/materials-left-out", "Materials are not exported.")
        .with_engine("The model gets the default material.")
        .with_advice("Convert without --no-materials, or assign materials in the engine.");
/// Scene content is not part of a model.
pub const PARTS_LEFT_OUT: &FindingKind =
    &FindingKind::new("engine-assets/parts-left-out", "Scene content is not part of a model.")
        .with_engine("The engine doesn't show this content with the model.")
        .with_advice("Convert to a scene to keep it.");
/// Bytes before the package are lost.
pub const PREFIX_LOST: &FindingKind =
    &FindingKind::new("engine-assets/prefix-lost", "Bytes before the package are lost.")
        .with_engine("The engine finds the package without the bytes before it.")
        .with_advice("Keep the original file: a program with an appended package loses the program.");
/// A package entry is unreadable.
pub const ENTRY_UNREADABLE: &FindingKind =
    &FindingKind::new("engine-assets/entry-unreadable", "A package entry is unreadable.")
        .with_engine("The engine can't load the entry.")
        .with_advice("Pack the file again from its source.");
/// Writing the parsed file doesn't reproduce its bytes.
pub const ROUNDTRIP_DIFFERENT: &FindingKind =
    &FindingKind::new("engine-assets/roundtrip-different", "Writing the parsed file doesn't reproduce its bytes.")
        .with_engine("The engine may read the written file differently.")
        .with_advice("Keep the original, and report the file as a bug of engine-assets.");
/// The file isn't compared: that would take too much memory.
pub const ROUNDTRIP_TOO_LARGE: &FindingKind = &FindingKind::new(
    "engine-assets/roundtrip-too-large",
    "The file isn't written again and compared: its arrays take too much memory for its size.",
)
.with_engine("The finding says nothing about the engine.")
.with_advice("Nothing needs to be done; run the command on a machine with more memory to compare the file.");
/// A resource name differs in upper and lower case.
pub const RESOURCE_CASE: &FindingKind =
    &FindingKind::new("engine-assets/resource-case", "A resource name differs in upper and lower case.")
        .with_engine("The resource is found on Windows only.")
        .with_advice("Write the name as the file is called.");
/// A picture has only the first surface of a texture.
pub const TEXTURE_SURFACES_LOST: &FindingKind =
    &FindingKind::new("engine-assets/texture-surfaces-lost", "A picture has only the first surface of a texture.")
        .with_engine("The engine shows the first surface only.")
        .with_advice("Convert to dds or ktx to keep all surfaces.");
/// Textures of a glTF are written in another format or size.
pub const TEXTURES_REWRITTEN: &FindingKind =
    &FindingKind::new("engine-assets/textures-rewritten", "Textures of a glTF are written in another format or size.")
        .with_engine("The pictures may look slightly different.")
        .with_advice("Convert without --textures, --max-size and --power-of-two to copy the files.");
/// Levels of detail are created by simplification.
pub const MESHES_SIMPLIFIED: &FindingKind =
    &FindingKind::new("engine-assets/meshes-simplified", "Levels of detail are created by simplification.")
        .with_engine("The engine shows the simplified levels from their distances on.")
        .with_advice("Look at the levels from near; change the fractions of --simplify if they look wrong.");
/// A simplified level of detail has more triangles than requested.
pub const LEVEL_TRIANGLES: &FindingKind = &FindingKind::new(
    "engine-assets/level-triangles",
    "A simplified level of detail has more triangles than requested.",
)
.with_engine("The level costs more time than requested.")
.with_advice("Allow a larger error, or simplify the mesh in a modelling program.");
/// Levels of detail that an option added to a glTF aren't written into its original.
pub const LEVELS_LEFT_OUT: &FindingKind = &FindingKind::new(
    "engine-assets/levels-left-out",
    "Levels of detail that an option added to a glTF aren't written into its original.",
)
.with_engine("The model keeps the levels that it had.")
.with_advice("To add levels to the model, give --simplify where you convert the glTF back.");
/// A mesh has invalid vertices and gets no simplified levels of detail.
pub const MESH_NOT_SIMPLIFIED: &FindingKind = &FindingKind::new(
    "engine-assets/mesh-not-simplified",
    "A mesh has invalid vertices and gets no simplified levels of detail.",
)
.with_engine("The mesh is drawn in full at every distance.")
.with_advice("Repair the vertices first: see the findings of validate about the model.");
/// Vertices and triangles are joined and reordered.
pub const MESHES_OPTIMIZED: &FindingKind =
    &FindingKind::new("engine-assets/meshes-optimized", "Equal vertices are joined, and triangles are reordered.")
        .with_engine("The engine draws the same picture.")
        .with_advice("Nothing needs to be done.");
/// A picture has no mips.
pub const TEXTURE_MIPS_LOST: &FindingKind =
    &FindingKind::new("engine-assets/texture-mips-lost", "A picture has no mips.")
        .with_engine("The texture flickers at a distance, unless the engine creates mips.")
        .with_advice("Convert to dds or ktx to keep the mips.");
/// A picture has no floats.
pub const TEXTURE_FLOATS_LOST: &FindingKind =
    &FindingKind::new("engine-assets/texture-floats-lost", "A picture has no floats.")
        .with_engine("Values above 1 are clamped, so that bright parts lose detail.")
        .with_advice("Convert to hdr, dds or ktx2 to keep the floats.");
/// A scene is read or written for the engine that its content and its project are for.
pub const ENGINE_DETECTED: &FindingKind = &FindingKind::new(
    "engine-assets/engine-detected",
    "A scene is read or written for the engine that its content and its project are for.",
)
.with_engine("Other engines read the same file differently.")
.with_advice("Pass --engine if the detected engine is wrong.");
/// The comments of a file are left out.
pub const COMMENTS_LOST: &FindingKind =
    &FindingKind::new("engine-assets/comments-lost", "The comments of a file are left out.")
        .with_engine("No engine reads comments, so that nothing changes in the game.")
        .with_advice("Keep the original if its comments matter.");
/// A referenced resource doesn't exist.
pub const RESOURCE_MISSING: &FindingKind =
    &FindingKind::new("engine-assets/resource-missing", "A referenced resource doesn't exist.").with_engine("The engine logs an error and continues without the resource.").with_advice("Put the file into a resource folder, or correct the name. If it lies elsewhere, pass --resources or list the folder under roots in engine-assets.toml.");
/// A reference is not a valid resource name.
pub const RESOURCE_NAME: &FindingKind =
    &FindingKind::new("engine-assets/resource-name", "A reference is not a valid resource name.")
        .with_engine("The engine refuses the name or finds another file.")
        .with_advice("Name the file relative to a resource folder, without .. and drive letters.");
/// A referenced resource is unreadable.
pub const RESOURCE_UNREADABLE: &FindingKind =
    &FindingKind::new("engine-assets/resource-unreadable", "A referenced resource is unreadable.")
        .with_engine("The engine can't load the resource.")
        .with_advice("Get the file again: run git lfs pull if it is a Git LFS pointer, otherwise export it again.");
/// The content of a file doesn't fit its extension.
pub const WRONG_EXTENSION: &FindingKind =
    &FindingKind::new("engine-assets/wrong-extension", "The content of a file doesn't fit its extension.")
        .with_engine(
            "Urho3D, U3D and rbfx select the loader by the extension; it fails, and the resource isn't loaded.",
        )
        .with_advice("Rename the file, or export it again in the format of its extension.");
/// A referenced resource has another format.
pub const RESOURCE_FORMAT: &FindingKind =
    &FindingKind::new("engine-assets/resource-format", "A referenced resource has another format.")
        .with_engine("The resource isn't loaded.")
        .with_advice("Name a file of the expected format.");
/// A technique names a shader that doesn't exist.
pub const SHADER_MISSING: &FindingKind =
    &FindingKind::new("engine-assets/shader-missing", "A technique names a shader that doesn't exist.")
        .with_engine("Nothing is drawn with the passes that use it.")
        .with_advice("Correct the name, in its own case and without extension, or put the shader into the project.");
/// The faces of a cube map have different sizes.
pub const CUBE_FACES_DIFFER: &FindingKind =
    &FindingKind::new("engine-assets/cube-faces-differ", "The faces of a cube map have different sizes.")
        .with_engine("The cube map isn't loaded.")
        .with_advice("Make all six faces squares of one size.");
/// A component has more materials than its model has geometries.
pub const MATERIALS_BEYOND_MODEL: &FindingKind = &FindingKind::new(
    "engine-assets/materials-beyond-model",
    "A component has more materials than its model has geometries.",
)
.with_engine("The materials beyond are dropped.")
.with_advice("Remove the surplus materials, or check that the component shows the intended model.");
/// No file of the project names this file.
pub const UNUSED_FILE: &FindingKind =
    &FindingKind::new("engine-assets/unused-file", "No file of the project names this file.")
        .with_engine("The engine never loads the file, unless code outside of the project names it.")
        .with_advice(
            "Pass the folder of your code with --code, or search it for the name, before you delete the file.",
        );
/// No file names this file for sure.
pub const PERHAPS_UNUSED_FILE: &FindingKind =
    &FindingKind::new("engine-assets/perhaps-unused-file", "Only a part of the file's name is in a script or in code, or no code was searched.")
        .with_engine("The program may complete the part to this name, and then the engine loads the file.")
        .with_advice("Pass the folder of your code with --code. Read the named line, and keep the file if the line can produce its name.");
/// Additional files can't be written to standard output.
pub const OUTPUT_WITHOUT_FOLDER: &FindingKind =
    &FindingKind::new("engine-assets/output-without-folder", "Additional files can't be written to standard output.")
        .with_engine("The engine can't find the additional files.")
        .with_advice("Pass an output file with -o in place of standard output.");
/// Patterns match no animation of a file.
pub const ANIMATIONS_NOT_MATCHED: &FindingKind =
    &FindingKind::new("engine-assets/animations-not-matched", "Patterns match no animation of a file.")
        .with_engine("The output has no animation.")
        .with_advice("Check the patterns of --animations: they are for names without folder and extension.");
/// Animations in the folder of a model aren't included.
pub const ANIMATIONS_NOT_INCLUDED: &FindingKind =
    &FindingKind::new("engine-assets/animations-not-included", "Animations in the folder of a model aren't included.")
        .with_engine("The output doesn't have them.")
        .with_advice("Name their files as inputs, or pass --animations with a pattern of their names.");
/// Keys of an animation were left out by a requested change.
pub const KEYS_LOST: &FindingKind =
    &FindingKind::new("engine-assets/keys-lost", "Keys of an animation were left out by a requested change.")
        .with_engine("The animation moves otherwise between the remaining keys.")
        .with_advice("Add a clip for the rest, or choose a frame rate that has the keys on whole frames.");
/// The end of an animation was blended into its beginning.
pub const LOOP_CLOSED: &FindingKind =
    &FindingKind::new("engine-assets/loop-closed", "The end of an animation was blended into its beginning.")
        .with_engine("The animation repeats without a jump.")
        .with_advice("Blend over more frames if the gap is large.");
/// An animation has no horizontal motion.
pub const NO_ROOT_MOTION: &FindingKind =
    &FindingKind::new("engine-assets/no-root-motion", "An animation has no horizontal motion.")
        .with_engine("The figure plays in place.")
        .with_advice("Nothing, if the animation is to play in place.");
/// Horizontal motion was removed or moved to another node.
pub const ROOT_MOTION_MOVED: &FindingKind =
    &FindingKind::new("engine-assets/root-motion-moved", "Horizontal motion was removed or moved to another node.")
        .with_engine("The figure plays in place, or the other node carries it along.")
        .with_advice("Let the game move the figure by this distance.");
/// An animation was transferred to another skeleton.
pub const RETARGETED: &FindingKind =
    &FindingKind::new("engine-assets/retargeted", "An animation was transferred to another skeleton.")
        .with_engine("Feet of other proportions may slide a little.")
        .with_advice("Name pairs of bones in a bone map if a limb doesn't follow.");
/// Keys of an animation jump away from their neighbours and back.
pub const KEYS_JUMP: &FindingKind =
    &FindingKind::new("engine-assets/keys-jump", "Keys of an animation jump away from their neighbours and back.")
        .with_engine("The node flickers for a frame.")
        .with_advice("Remove the keys in the program that wrote the animation, if the jump isn't intended.");
/// A file of Blender was exported by an installed Blender.
pub const BLEND_EXPORTED: &FindingKind =
    &FindingKind::new("engine-assets/blend-exported", "A file of Blender was exported by an installed Blender.")
        .with_engine("The result depends on the version of Blender.")
        .with_advice("Nothing. To use another Blender, set ENGINE_ASSETS_BLENDER to its program.");
/// Modifiers of Blender don't let a shape key, or its drivers, be exported.
pub const BLEND_SHAPES_LOST: &FindingKind = &FindingKind::new(
    "engine-assets/blend-shapes-lost",
    "Modifiers of Blender don't let a shape key, or its drivers, be exported.",
)
.with_engine("The model lacks the shape, or its animation.")
.with_advice(
    "Apply the modifiers that change the number of vertices before you make shape keys; bake drivers into an action.",
);
/// A foot slides over the ground while it stands.
pub const FEET_SLIDE: &FindingKind =
    &FindingKind::new("engine-assets/feet-slide", "A foot slides over the ground while it stands.")
        .with_engine("The figure seems to skate.")
        .with_advice("Check the speed and the root motion of the animation.");
/// Triggers outside of a clip were left out.
pub const TRIGGERS_CUT: &FindingKind =
    &FindingKind::new("engine-assets/triggers-cut", "Triggers outside of a clip were left out.")
        .with_engine("Their events aren't sent.")
        .with_advice("Add a clip that contains their times.");
/// The file can't be parsed.
pub const UNREADABLE: &FindingKind = &FindingKind::new("engine-assets/unreadable", "The file can't be parsed.")
    .with_engine("The engine can't load the file.")
    .with_advice("Get the file again, or export it again; the message names the place of the damage.");

/// A texture that the shader requires is missing.
pub const TABLE_REQUIRED: &FindingKind =
    &FindingKind::new("engine-assets/table-required", "A texture that the shader requires is missing.")
        .with_engine("The engine draws the material without the texture, or with an error texture.")
        .with_advice("Set the texture that the message names, or use another shader.");
/// Pragma's tables don't have this name.
pub const TABLE_UNKNOWN: &FindingKind =
    &FindingKind::new("engine-assets/table-unknown", "Pragma's tables in the project don't have this name.")
        .with_engine("The engine ignores the name, unless code of the game knows it.")
        .with_advice("Check the spelling, or add the name to the table of the project.");
/// A number is outside of the range of Pragma's tables.
pub const TABLE_RANGE: &FindingKind =
    &FindingKind::new("engine-assets/table-range", "A number is outside of the range in Pragma's tables.")
        .with_engine("The engine reads the number as it is; the editor sets it to the end of the range.")
        .with_advice("Choose a number within the range that the message names.");
/// A file has the name of another file's parameters, and other content.
pub const SIDE_FILE_CLASH: &FindingKind = &FindingKind::new(
    "engine-assets/side-file-clash",
    "A file has the name of another file's parameters, and other content.",
)
.with_engine("The engine reads the file for both: a Spriter project is refused, and other files lack their parameters.")
.with_advice("Give one of the two files another name, or keep them in different folders.");
/// Something isn't drawn.
pub const DRAWING_INCOMPLETE: &FindingKind =
    &FindingKind::new("engine-assets/drawing-incomplete", "The picture lacks something that the engine draws.")
        .with_engine("The engine draws the content, if it finds the file that the message names.")
        .with_advice("Pass the folders of the game as resources, so that the named file is found.");
/// All kinds of this crate, in the order of their definition.
pub const ALL: &[&FindingKind] = &[
    DRAWING_INCOMPLETE,
    SIDE_FILE_CLASH,
    TABLE_REQUIRED,
    TABLE_UNKNOWN,
    TABLE_RANGE,
    UNREADABLE,
    TRAILING_LOST,
    HEADER_LOST,
    HIT_BOXES_RECOMPUTED,
    ORIGINAL_WITHOUT_PART,
    ORIGINAL_PART_LOST,
    ANIMATION_NOT_IN_SCENE,
    ANIMATION_FRAMES,
    ANIMATIONS_NOT_MATCHED,
    ANIMATIONS_NOT_INCLUDED,
    KEYS_LOST,
    LOOP_CLOSED,
    NO_ROOT_MOTION,
    ROOT_MOTION_MOVED,
    RETARGETED,
    KEYS_JUMP,
    BLEND_EXPORTED,
    BLEND_SHAPES_LOST,
    FEET_SLIDE,
    TRIGGERS_CUT,
    MATERIALS_LEFT_OUT,
    PARTS_LEFT_OUT,
    PREFIX_LOST,
    ENTRY_UNREADABLE,
    ROUNDTRIP_DIFFERENT,
    ROUNDTRIP_TOO_LARGE,
    TEXTURE_SURFACES_LOST,
    TEXTURES_REWRITTEN,
    MESHES_SIMPLIFIED,
    LEVEL_TRIANGLES,
    LEVELS_LEFT_OUT,
    MESH_NOT_SIMPLIFIED,
    MESHES_OPTIMIZED,
    TEXTURE_MIPS_LOST,
    TEXTURE_FLOATS_LOST,
    ENGINE_DETECTED,
    COMMENTS_LOST,
    RESOURCE_CASE,
    RESOURCE_MISSING,
    RESOURCE_NAME,
    RESOURCE_UNREADABLE,
    RESOURCE_FORMAT,
    WRONG_EXTENSION,
    SHADER_MISSING,
    CUBE_FACES_DIFFER,
    MATERIALS_BEYOND_MODEL,
    UNUSED_FILE,
    PERHAPS_UNUSED_FILE,
    OUTPUT_WITHOUT_FOLDER,
];
