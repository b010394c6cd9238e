//! The examples for every command, which are shown below its help. All of them are run by a test.

pub(crate) const MAIN: &str = "\
Formats:
  Urho3D, U3D, rbfx  .mdl .ani .pak .asc .vs2 … .ps4; materials, techniques, texture parameters, scenes, prefabs (.xml .json, binary)
  Pragma, UDM        .udm .pmdl .pmat .pmap .pnav .pptsys .panima .pgma, and the same with _b
  ZED                .zed and others: models, animations, fonts, image files
  others             .glb .gltf; .fbx .obj (read only); .png .jpg .tga .bmp .dds .ktx .ktx2 .vtf

Examples:
  engine-assets demo demo-out
  engine-assets inspect Jack.mdl
  engine-assets validate --roundtrip Data
  engine-assets convert Jack.mdl Jack_Walk.ani -o Jack.glb
  engine-assets render Data -o data.png --sheet

Guides:
  convert-to-blender  convert-to-engine  validate-a-project  repair-a-model
  look-into-a-file    get-and-set-values  check-in-ci         review-in-git
  use-from-rust       use-from-python

`engine-assets help GUIDE` prints a guide, also by the name of its page: `help blender`. `engine-assets help COMMAND` shows the options of a command, and more examples.";

pub(crate) const INSPECT: &str = "\
Examples:
  engine-assets inspect Jack.mdl
  engine-assets inspect --json --hashes Data
  engine-assets inspect --depth 9 Data/Scenes/Level.xml
  engine-assets inspect game.pak:Models/Jack.mdl
  engine-assets inspect --largest 5 settings.udm_b";

pub(crate) const THUMBNAIL: &str = "\
Examples:
  engine-assets thumbnail Jack.mdl -o jack.png
  engine-assets thumbnail Jack.mdl -o jack.png --size 128";

pub(crate) const VALIDATE: &str = "\
Examples:
  engine-assets validate Jack.mdl
  engine-assets validate --roundtrip --deny warnings Data
  engine-assets validate --fail-on urho-mdl/bounds-too-small --ignore 'urho-scene/*' Data
  engine-assets validate --json --shard 1/4 Data
  engine-assets validate game.pak
  engine-assets validate --schema settings.udms settings.udm";

pub(crate) const DOCTOR: &str = "\
Examples:
  engine-assets doctor Data
  engine-assets doctor --json Data
  engine-assets doctor Data --html state.html
  engine-assets doctor Data --code .";

pub(crate) const REFS: &str = "\
Examples:
  engine-assets refs Textures/Character.tga --project Data
  engine-assets refs Textures/Character.tga --project Data --json
  engine-assets refs --of Materials/Character.xml --project Data --deep
  engine-assets refs --graph dot --project Data";

pub(crate) const RENAME: &str = "\
Examples:
  engine-assets rename Data Textures/Character.tga Textures/Hero/Skin.tga
  engine-assets rename Data Textures/Character.tga Textures/Hero/Skin.tga --write
  engine-assets rename Data Materials Looks --write";

pub(crate) const PRUNE: &str = "\
Examples:
  engine-assets prune Data --output Unused
  engine-assets prune Data --output Unused --code .
  engine-assets prune Data -o Unused --write";

pub(crate) const MIGRATE: &str = "\
Examples:
  engine-assets migrate Data --to rbfx -o Data-rbfx --write
  engine-assets migrate Data --to rbfx -o Data-rbfx --write --report report.html
  engine-assets migrate Data --to rbfx -o Data-rbfx --write --pbr
  engine-assets migrate Data --to gltf -o Data-gltf --write";

pub(crate) const EXPLAIN: &str = "\
Examples:
  engine-assets explain urho-mdl/bounds-too-small
  engine-assets explain 'urho-mdl/bone-*'
  engine-assets explain --all --markdown";

pub(crate) const GET: &str = "\
Examples:
  engine-assets get Data/Scenes/Level.xml nodes/Ann/Position
  engine-assets get Data 'nodes/**[AnimatedModel]/Model'
  engine-assets get --json Data/Materials/Character.xml parameters
  engine-assets get Jack.mdl bounds
  engine-assets get settings.udm lamp/watts";

pub(crate) const SET: &str = "\
Examples:
  engine-assets set Data/Scenes/Level.xml nodes/Ann/AnimatedModel/Model Models/Box.mdl
  engine-assets set Data/Scenes/Level.xml 'nodes/**[Light]/Range' 12 --where Range=10 --dry-run
  engine-assets set Data/Materials/Character.xml parameters/Roughness 0.3 --create
  engine-assets set settings.udm lamp/watts 9";

pub(crate) const REMOVE: &str = "\
Examples:
  engine-assets remove Data/Scenes/Level.xml nodes/Ann/AnimatedModel
  engine-assets remove Data/Materials/Character.xml parameters/MatDiffColor";

pub(crate) const INSERT: &str = "\
Examples:
  engine-assets insert Data/Scenes/Level.xml nodes/Ann/components Light
  engine-assets insert Data/Scenes/Level.xml nodes/Ann/AnimatedModel/Material Materials/Ground.xml";

pub(crate) const KEYS: &str = "\
Examples:
  engine-assets keys Data/Scenes/Level.xml
  engine-assets keys Data/Scenes/Level.xml nodes/Ann/AnimatedModel
  engine-assets keys --json Data/Materials/Character.xml";

pub(crate) const CONVERT_SHORT: &str = "\
Examples:
  engine-assets convert Jack.mdl Jack_Walk.ani -o Jack.glb
  engine-assets convert Fox.glb --into Jack.mdl --lossy -o Edited.mdl";

pub(crate) const CONVERT: &str = "\
Examples:
  engine-assets convert Jack.mdl Jack_Walk.ani -o Jack.glb
  engine-assets convert Fox.glb -o Fox.mdl
  engine-assets convert soldier.pmdl_b -o soldier.mdl --lossy
  engine-assets convert Data/Models -o Old --to umdl --lossy
  engine-assets convert Data/Models -o out --to glb --newer
  engine-assets convert Data/Scenes/Level.xml -o level.glb
  engine-assets convert settings.udm_b -o copy.udm
  engine-assets convert Jack.mdl --repair recompute-bounds -o Repaired.mdl
  engine-assets convert Fox.glb --into Jack.mdl --lossy -o Edited.mdl";

pub(crate) const RENDER: &str = "\
Examples:
  engine-assets render Jack.mdl -o jack.png
  engine-assets render Jack.mdl Jack_Walk.ani -o walk.apng --animation Walk --frames 6 --shadow
  engine-assets render Fox.glb -o fox.apng --turntable 6 --size 128x128
  engine-assets render Data/Scenes/Level.xml -o level.png --size 320x240
  engine-assets render Data -o data.png --sheet --size 96x96";

pub(crate) const ASC_LIST: &str = "\
Examples:
  engine-assets asc list Start.asc";

pub(crate) const ASC_DISASM: &str = "\
Examples:
  engine-assets asc disasm Start.asc
  engine-assets asc disasm Start.asc Start";

pub(crate) const PAK_LIST: &str = "\
Examples:
  engine-assets pak list game.pak
  engine-assets pak list --json --hashes game.pak";

pub(crate) const PAK_UNPACK: &str = "\
Examples:
  engine-assets pak unpack game.pak -o unpacked
  engine-assets pak unpack game.pak -o unpacked --only '*.mdl' --dry-run";

pub(crate) const PAK_PACK: &str = "\
Examples:
  engine-assets pak pack Data -o new.pak
  engine-assets pak pack Data -o new.pak --store --exclude '*.txt'";

pub(crate) const PAK_ADD: &str = "\
Examples:
  engine-assets pak add game.pak Fox.glb
  engine-assets pak add game.pak Data/Models/Jack.mdl --below Data --force";

pub(crate) const PAK_RM: &str = "\
Examples:
  engine-assets pak rm game.pak '*.xml'";

pub(crate) const PAK_RENAME: &str = "\
Examples:
  engine-assets pak rename game.pak Models/Jack.mdl Models/John.mdl";

pub(crate) const PAK_VERIFY: &str = "\
Examples:
  engine-assets pak verify game.pak";

pub(crate) const PAK_CAT: &str = "\
Examples:
  engine-assets pak cat game.pak Models/Jack.xml";

pub(crate) const UDM_GET: &str = "\
Examples:
  engine-assets udm get settings.udm lamp/watts
  engine-assets udm get --json settings.udm lamp
  engine-assets udm get settings.udm '**/watts'";

pub(crate) const UDM_SET: &str = "\
Examples:
  engine-assets udm set settings.udm lamp/watts 9
  engine-assets udm set settings.udm lamp/watts 9 --and lamp/on 0
  engine-assets udm set settings.udm lamp/height 1.5 --type float --create -o other.udm";

pub(crate) const UDM_RM: &str = "\
Examples:
  engine-assets udm rm settings.udm lamp/watts -o other.udm";

pub(crate) const UDM_FMT: &str = "\
Examples:
  engine-assets udm fmt settings.udm_b
  engine-assets udm fmt settings.udm -o tidy.udm";

pub(crate) const DIFF: &str = "\
Examples:
  engine-assets diff --exit-zero base.xml ours.xml
  engine-assets diff --exit-zero --stat Jack.mdl Data/Models/Box.mdl
  engine-assets diff --exit-zero --json settings.udm theirs.udm
  engine-assets diff --exit-zero base.xml ours.xml --html changes.html
  engine-assets diff --exit-zero Data Data --stat";

pub(crate) const MERGE: &str = "\
Examples:
  engine-assets merge base.xml ours.xml theirs.xml -o merged.xml
  engine-assets merge base.udm settings.udm theirs.udm -o merged.udm";

pub(crate) const RESOLVE: &str = "\
Examples:
  engine-assets resolve conflict.xml --theirs
  engine-assets resolve conflict.udm --ours --pick lamp/watts=theirs -o resolved.udm";

pub(crate) const GIT_INSTALL: &str = "\
Examples:
  engine-assets git install
  engine-assets git install --dry-run
  engine-assets git install --undo";

pub(crate) const GIT_TEXT: &str = "\
Examples:
  engine-assets git text Jack.mdl";

pub(crate) const UDM_DIFF: &str = "\
Examples:
  engine-assets udm diff --exit-zero settings.udm theirs.udm
  engine-assets udm diff --exit-zero --json settings.udm theirs.udm";

pub(crate) const UDM_MERGE: &str = "\
Examples:
  engine-assets udm merge base.udm settings.udm theirs.udm -o merged.udm";

pub(crate) const UDM_RESOLVE: &str = "\
Examples:
  engine-assets udm resolve conflict.udm --theirs -o resolved.udm
  engine-assets udm resolve conflict.udm --ours --pick lamp/watts=theirs -o resolved.udm";

pub(crate) const UDM_RENAME: &str = "\
Examples:
  engine-assets udm rename settings.udm lamp/watts power -o other.udm";

pub(crate) const UDM_MOVE: &str = "\
Examples:
  engine-assets udm move settings.udm lamp/watts house/watts -o other.udm";

pub(crate) const UDM_APPEND: &str = "\
Examples:
  engine-assets udm append settings.udm steps 4 -o other.udm";

pub(crate) const UDM_PATCH: &str = "\
Examples:
  engine-assets udm patch settings.udm changes.json -o patched.udm";

pub(crate) const UDM_FROM_JSON: &str = "\
Examples:
  engine-assets udm from-json data.json --text
  engine-assets udm from-json data.json -o data.udm_b";

pub(crate) const SCHEMA_LIST: &str = "\
Examples:
  engine-assets udm schema list settings.udms";

pub(crate) const SCHEMA_COMPLETE: &str = "\
Examples:
  engine-assets udm schema complete settings.udms settings.udm -o whole.udm";

pub(crate) const SCHEMA_INFER: &str = "\
Examples:
  engine-assets udm schema infer settings.udm theirs.udm -o made.udms";

pub(crate) const ZED_LIST: &str = "\
Examples:
  engine-assets zed list tiles.zed";

pub(crate) const ZED_UNPACK: &str = "\
Examples:
  engine-assets zed unpack tiles.zed -o unpacked";

pub(crate) const ZED_PACK: &str = "\
Examples:
  engine-assets zed pack Data -o data.zed";

pub(crate) const VIEW: &str = "\
Examples:
  engine-assets view Jack.mdl Data --page target/web/page --no-open";

pub(crate) const LSP: &str = "\
Editors start this command and talk to it over standard input and output.
UDM texts have all features. Urho materials, scenes and other text formats
have findings. Names of files are links with pictures, are completed by the
type of their place, and are renamed with their file and all references. The
folder editors/vscode of the source is an extension for VS Code. Exit status 1: the editor ended the session without `shutdown`.

Examples:
  engine-assets lsp";

pub(crate) const DEMO: &str = "\
Examples:
  engine-assets demo demo-out";

pub(crate) const COMPLETIONS: &str = "\
Examples:
  engine-assets completions bash";

pub(crate) const MAN: &str = "\
Examples:
  engine-assets man -o man";
