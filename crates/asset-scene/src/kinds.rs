//! Finding kinds of this crate.

binio::kinds! {
    LODS_WITHOUT_MESH: "asset-scene/lods-without-mesh", "Levels of detail of a node without a mesh are lost.",
        engine: "The output lacks these levels of detail.",
        advice: "Give the node a mesh for the finest level, or pass --lossy to accept the loss.";
    MESHES_UNDER_LODS: "asset-scene/meshes-under-lods", "Meshes under level-of-detail nodes are lost.",
        engine: "The output lacks these meshes.",
        advice: "Move the meshes out of the level-of-detail nodes, or pass --lossy to accept the loss.";
    NO_NODE_SHOWS_MESH: "asset-scene/no-node-shows-mesh", "No node shows a mesh.",
        engine: "The output shows each mesh once, at the origin.",
        advice: "Nothing needs to be done. If meshes should be elsewhere, place them with nodes in the modelling \
            program.";
    ANIMATION_START: "asset-scene/animation-start", "An animation doesn't begin at time 0.",
        engine: "The animation starts at 0, or keeps a pause at its start if it shares its times.",
        advice: "Nothing needs to be done. To avoid a pause, start the animation at frame 0 in the modelling program.";
    SCALES_STAY: "asset-scene/scales-stay", "Scales that differ by axis, mirror or shear are kept.",
        engine: "These nodes keep their scale in the output.",
        advice: "Apply the scale in the modelling program and export again.";
    JOINT_INFLUENCES: "asset-scene/joint-influences", "Joint influences are changed.",
        engine: "The mesh bends slightly differently at these vertices.",
        advice: "Limit the weights to four bones for each vertex and normalize them in the modelling program.";
    BONES_KEPT: "asset-scene/bones-kept", "Bones of the original that the scene doesn't have are kept.",
        engine: "The written model still has these bones; nothing new is bound to them.",
        advice: "Nothing needs to be done. Scripts and attachments that use the bones keep working.";
    BONES_ADDED: "asset-scene/bones-added", "Bones that the original doesn't have are added.",
        engine: "The written model has these bones after the original's bones. Old animations don't move them.",
        advice: "Nothing needs to be done if you added the bones on purpose. Otherwise remove them in the modelling \
            program.";
    BONES_RENAMED: "asset-scene/bones-renamed", "Bones have other names than in the original.",
        engine: "Models of Urho3D and Pragma and their animations get the new names, and other animations don't move \
            these bones. Models inside maps keep the old names.",
        advice: "If other models share the animations, rename their bones too, or undo the change in the modelling \
            program.";
    BONES_REPARENTED: "asset-scene/bones-reparented", "Bones have a different parent than in the original.",
        engine: "These bones keep the parent that they have in the original.",
        advice: "Undo the change in the modelling program. To use the new hierarchy, convert without --into, as a new \
            model.";
    CHANNELS_LOST: "asset-scene/channels-lost", "Animation channels are lost.",
        engine: "The output plays the animation without these channels.",
        advice: "Correct the channels in the modelling program and export again, or pass --lossy to accept the loss.";
    BONES_MOVED: "asset-scene/bones-moved", "Bones have a different position than in the original.",
        engine: "These bones keep the pose that they have in the original; animations of the original still fit.",
        advice: "Nothing needs to be done if the model looks right. To use the new pose, convert without --into, as a \
            new model.";
    NO_POSITIONS: "asset-scene/no-positions", "A primitive has no positions and is skipped.",
        engine: "The output and pictures lack this primitive.",
        advice: "Export the mesh again with positions.";
    KEYS_REPAIRED: "asset-scene/keys-repaired", "Keyframes that can't be played are repaired.",
        engine: "Engines show NaN, rotations of another length than 1 and times that go back as jumps and \
            distortions, or not at all.",
        advice: "Compare the animation with the program that wrote it, and export it anew if it moves otherwise.";
    BONES_UNMATCHED: "asset-scene/bones-unmatched", "Bones have no partner in the other skeleton.",
        engine: "Bones without a partner keep their pose of rest.",
        advice: "Name the pairs in a bone map.";
    POSITIONS_BROKEN: "asset-scene/positions-broken", "Positions or bind poses aren't finite.",
        engine: "The mesh disappears, or covers the screen.",
        advice: "Export the model anew: nothing tells where the vertices were.";
}
