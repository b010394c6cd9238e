//! Finding kinds of this crate.

pub use scene_adapter::kinds::ANIMATION_LENGTH;
pub use scene_urho::kinds::SIDE_FILE_UNREADABLE;

binio::kinds! {
    TRAILING_LOST: "engine-assets/trailing-lost", "Trailing bytes are lost in the text encoding.",
        engine: "The engine ignores trailing bytes.",
        advice: "Convert to the binary encoding to keep them.";
    HEADER_LOST: "engine-assets/header-lost", "The header version is lost in the text encoding.",
        engine: "The engine writes its own version when it saves the file.",
        advice: "Convert to the binary encoding to keep it.";
    HIT_BOXES_RECOMPUTED: "engine-assets/hit-boxes-recomputed", "The hit boxes of bones are recomputed.",
        engine: "The engine tests hits against the recomputed boxes.",
        advice: "Check the hit boxes if they were adjusted by hand.";
    EDITS_WRITTEN: "engine-assets/edits-written", "The file was changed as the scene was edited.",
        engine: "The engine shows the file with these changes.",
        advice: "Check that the list has your edits and nothing else.";
    ORIGINAL_PART_LOST: "engine-assets/original-part-lost", "A part of the original is not in the scene.",
        engine: "The engine doesn't show the part any more.",
        advice: "If it was deleted by mistake, add it to the scene again and convert again.";
    ANIMATION_NOT_IN_SCENE: "engine-assets/animation-not-in-scene", "An animation of the original is not in the scene.",
        engine: "The animation file of the project stays as it is.",
        advice: "Nothing needs to be done, unless the animation was meant to be exported: then add it to the scene.";
    ANIMATION_FRAMES: "engine-assets/animation-frames", "Animation keys are not on whole frames.",
        engine: "The engine interpolates between keys, so that the motion differs a little.",
        advice: "Set the frame rate that the message names before the import into Blender.";
    MATERIALS_LEFT_OUT: "engine-assets/materials-left-out", "Materials are not exported.",
        engine: "The model gets the default material.",
        advice: "Convert without --no-materials, or assign materials in the engine.";
    PARTS_LEFT_OUT: "engine-assets/parts-left-out", "Scene content is not part of a model.",
        engine: "The engine doesn't show this content with the model.",
        advice: "Convert to a scene to keep it.";
    PREFIX_LOST: "engine-assets/prefix-lost", "Bytes before the package are lost.",
        engine: "The engine finds the package without the bytes before it.",
        advice: "Keep the original file: a program with an appended package loses the program.";
    ENTRY_UNREADABLE: "engine-assets/entry-unreadable", "A package entry is unreadable.",
        engine: "The engine can't load the entry.",
        advice: "Pack the file again from its source.";
    ROUNDTRIP_DIFFERENT: "engine-assets/roundtrip-different", "Writing the parsed file doesn't reproduce its bytes.",
        engine: "The engine may read the written file differently.",
        advice: "Keep the original, and report the file as a bug of engine-assets.";
    ROUNDTRIP_TOO_LARGE: "engine-assets/roundtrip-too-large",
        "The file isn't written again and compared: its arrays take too much memory for its size.",
        engine: "The finding says nothing about the engine.",
        advice: "Nothing needs to be done; run the command on a machine with more memory to compare the file.";
    RESOURCE_CASE: "engine-assets/resource-case", "A resource name differs in upper and lower case.",
        engine: "The resource is found on Windows only.",
        advice: "Write the name as the file is called.";
    TEXTURE_SURFACES_LOST: "engine-assets/texture-surfaces-lost", "A picture has only the first surface of a texture.",
        engine: "The engine shows the first surface only.",
        advice: "Convert to dds or ktx to keep all surfaces.";
    TEXTURES_REWRITTEN: "engine-assets/textures-rewritten", "Textures of a glTF are written in another format or size.",
        engine: "The pictures may look slightly different.",
        advice: "Convert without --textures, --max-size and --power-of-two to copy the files.";
    MESHES_SIMPLIFIED: "engine-assets/meshes-simplified", "Levels of detail are created by simplification.",
        engine: "The engine shows the simplified levels from their distances on.",
        advice: "Look at the levels from near; change the fractions of --simplify if they look wrong.";
    ANIMATIONS_OUTDATED: "engine-assets/animations-outdated", "A model with bones has changed, but not its animations.",
        engine: "The model is stretched or lies on its side as soon as it plays an old animation.",
        advice: "Scale each animation by the same factor: engine-assets convert Walk.ani --scale 0.01 -o Walk.ani --force. \
            For a turned or moved model, export the animations again.";
    LEVEL_TRIANGLES: "engine-assets/level-triangles", "A simplified level of detail has more triangles than requested.",
        engine: "The level costs more time than requested.",
        advice: "Allow a larger error, or simplify the mesh in a modelling program.";
    REPLACED_WITHOUT_ORIGINAL: "engine-assets/replaced-without-original",
        "A scene that names no original has replaced a file, and parts of that file are missing in the new one, or the two can't be compared.",
        engine: "The game lacks these parts, for example scripts, physics and sounds, which a scene can't show.",
        advice: "If the scene was exported from this file, restore the file and pass it with --into, and let your program \
            export custom properties (in Blender's glTF exporter: Include, Custom Properties). If the parts are meant to \
            go, delete the file before the conversion.";
    CHANGED_SINCE_EXPORT: "engine-assets/changed-since-export",
        "A file was changed after the glTF was exported from it, and these changes are lost.",
        engine: "The game shows what the glTF shows.",
        advice: "To keep changes that the scene doesn't show, pass the file with --into. To keep all of them, restore the \
            file, export it again, and repeat your edits.";
    LEVELS_LEFT_OUT: "engine-assets/levels-left-out",
        "Levels of detail that an option added to a glTF aren't written into its original.",
        engine: "The model keeps the levels that it had.",
        advice: "To add levels to the model, give --simplify where you convert the glTF back.";
    MESH_NOT_SIMPLIFIED: "engine-assets/mesh-not-simplified",
        "A mesh has invalid vertices and gets no simplified levels of detail.",
        engine: "The mesh is drawn in full at every distance.",
        advice: "Repair the vertices first: see the findings of validate about the model.";
    MESHES_OPTIMIZED: "engine-assets/meshes-optimized", "Equal vertices are joined, and triangles are reordered.",
        engine: "The engine draws the same picture.",
        advice: "Nothing needs to be done.";
    TEXTURE_MIPS_LOST: "engine-assets/texture-mips-lost", "A picture has no mips.",
        engine: "The texture flickers at a distance, unless the engine creates mips.",
        advice: "Convert to dds or ktx to keep the mips.";
    TEXTURE_FLOATS_LOST: "engine-assets/texture-floats-lost", "A picture has no floats.",
        engine: "Values above 1 are clamped, so that bright parts lose detail.",
        advice: "Convert to hdr, dds or ktx2 to keep the floats.";
    ENGINE_DETECTED: "engine-assets/engine-detected",
        "A scene is read or written for the engine that its content and its project are for.",
        engine: "Other engines read the same file differently.",
        advice: "Pass --engine if the detected engine is wrong.";
    COMMENTS_LOST: "engine-assets/comments-lost", "The comments of a file are left out.",
        engine: "No engine reads comments, so that nothing changes in the game.",
        advice: "Keep the original if its comments matter.";
    RESOURCE_MISSING: "engine-assets/resource-missing", "A referenced resource doesn't exist.",
        engine: "The engine logs an error and continues without the resource.",
        advice: "Put the file into a resource folder, or correct the name. If it lies elsewhere, pass --resources or \
            list the folder under roots in engine-assets.toml.";
    RESOURCE_NAME: "engine-assets/resource-name", "A reference is not a valid resource name.",
        engine: "The engine refuses the name or finds another file.",
        advice: "Name the file relative to a resource folder, without .. and drive letters.";
    RESOURCE_UNREADABLE: "engine-assets/resource-unreadable", "A referenced resource is unreadable.",
        engine: "The engine can't load the resource.",
        advice: "Get the file again: run git lfs pull if it is a Git LFS pointer, otherwise export it again.";
    WRONG_EXTENSION: "engine-assets/wrong-extension", "The content of a file doesn't fit its extension.",
        engine: "Urho3D, U3D and rbfx select the loader by the extension; it fails, and the resource isn't loaded.",
        advice: "Rename the file, or export it again in the format of its extension.";
    RESOURCE_FORMAT: "engine-assets/resource-format", "A referenced resource has another format.",
        engine: "The resource isn't loaded.",
        advice: "Name a file of the expected format.";
    SHADER_MISSING: "engine-assets/shader-missing", "A technique names a shader that doesn't exist.",
        engine: "Nothing is drawn with the passes that use it.",
        advice: "Correct the name, in its own case and without extension, or put the shader into the project.";
    CUBE_FACES_DIFFER: "engine-assets/cube-faces-differ", "The faces of a cube map have different sizes.",
        engine: "The cube map isn't loaded.",
        advice: "Make all six faces squares of one size.";
    MATERIALS_BEYOND_MODEL: "engine-assets/materials-beyond-model",
        "A component has more materials than its model has geometries.",
        engine: "The materials beyond are dropped.",
        advice: "Remove the surplus materials, or check that the component shows the intended model.";
    UNUSED_FILE: "engine-assets/unused-file", "No file of the project names this file.",
        engine: "The engine never loads the file, unless code outside of the project names it.",
        advice: "Pass the folder of your code with --code, or search it for the name, before you delete the file.";
    PERHAPS_UNUSED_FILE: "engine-assets/perhaps-unused-file",
        "Only a part of the file's name is in a script or in code, or no code was searched.",
        engine: "The program may complete the part to this name, and then the engine loads the file.",
        advice: "Pass the folder of your code with --code. Read the named line, and keep the file if the line can \
            produce its name.";
    OUTPUT_WITHOUT_FOLDER: "engine-assets/output-without-folder",
        "Additional files can't be written to standard output.",
        engine: "The engine can't find the additional files.",
        advice: "Pass an output file with -o in place of standard output.";
    ANIMATIONS_NOT_MATCHED: "engine-assets/animations-not-matched", "Patterns match no animation of a file.",
        engine: "The output has no animation.",
        advice: "Check the patterns of --animations: they are for names without folder and extension.";
    ANIMATIONS_NOT_INCLUDED: "engine-assets/animations-not-included",
        "Animations in the folder of a model aren't included.",
        engine: "The output doesn't have them.",
        advice: "Name their files as inputs, or pass --animations with a pattern of their names.";
    KEYS_LOST: "engine-assets/keys-lost", "Keys of an animation were left out by a requested change.",
        engine: "The animation moves otherwise between the remaining keys.",
        advice: "Add a clip for the rest, or choose a frame rate that has the keys on whole frames.";
    LOOP_CLOSED: "engine-assets/loop-closed", "The end of an animation was blended into its beginning.",
        engine: "The animation repeats without a jump.",
        advice: "Blend over more frames if the gap is large.";
    NO_ROOT_MOTION: "engine-assets/no-root-motion", "An animation has no horizontal motion.",
        engine: "The figure plays in place.",
        advice: "Nothing, if the animation is to play in place.";
    ROOT_MOTION_MOVED: "engine-assets/root-motion-moved", "Horizontal motion was removed or moved to another node.",
        engine: "The figure plays in place, or the other node carries it along.",
        advice: "Let the game move the figure by this distance.";
    RETARGETED: "engine-assets/retargeted", "An animation was transferred to another skeleton.",
        engine: "Feet of other proportions may slide a little.",
        advice: "Name pairs of bones in a bone map if a limb doesn't follow.";
    KEYS_JUMP: "engine-assets/keys-jump", "Keys of an animation jump away from their neighbours and back.",
        engine: "The node flickers for a frame.",
        advice: "Remove the keys in the program that wrote the animation, if the jump isn't intended.";
    BLEND_EXPORTED: "engine-assets/blend-exported", "A file of Blender was exported by an installed Blender.",
        engine: "The result depends on the version of Blender.",
        advice: "Nothing. To use another Blender, set ENGINE_ASSETS_BLENDER to its program.";
    BLEND_SHAPES_LOST: "engine-assets/blend-shapes-lost",
        "Modifiers of Blender don't let a shape key, or its drivers, be exported.",
        engine: "The model lacks the shape, or its animation.",
        advice: "Apply the modifiers that change the number of vertices before you make shape keys; bake drivers into \
            an action.";
    FEET_SLIDE: "engine-assets/feet-slide", "A foot slides over the ground while it stands.",
        engine: "The figure seems to skate.",
        advice: "Check the speed and the root motion of the animation.";
    TRIGGERS_CUT: "engine-assets/triggers-cut", "Triggers outside of a clip were left out.",
        engine: "Their events aren't sent.",
        advice: "Add a clip that contains their times.";
    UNREADABLE: "engine-assets/unreadable", "The file can't be parsed.",
        engine: "The engine can't load the file.",
        advice: "Get the file again, or export it again; the message names the place of the damage.";
    TABLE_REQUIRED: "engine-assets/table-required", "A texture that the shader requires is missing.",
        engine: "The engine draws the material without the texture, or with an error texture.",
        advice: "Set the texture that the message names, or use another shader.";
    TABLE_UNKNOWN: "engine-assets/table-unknown", "Pragma's tables in the project don't have this name.",
        engine: "The engine ignores the name, unless code of the game knows it.",
        advice: "Check the spelling, or add the name to the table of the project.";
    TABLE_RANGE: "engine-assets/table-range", "A number is outside of the range in Pragma's tables.",
        engine: "The engine reads the number as it is; the editor sets it to the end of the range.",
        advice: "Choose a number within the range that the message names.";
    SIDE_FILE_CLASH: "engine-assets/side-file-clash",
        "A file has the name of another file's parameters, and other content.",
        engine: "The engine reads the file for both: a Spriter project is refused, and other files lack their \
            parameters.",
        advice: "Give one of the two files another name, or keep them in different folders.";
    DRAWING_INCOMPLETE: "engine-assets/drawing-incomplete", "The picture lacks something that the engine draws.",
        engine: "The engine draws the content, if it finds the file that the message names.",
        advice: "Pass the folders of the game as resources, so that the named file is found.";
}
