"""Pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Mapping, Optional, Sequence, Union

from . import _native
from ._convert import _several
from ._native import Picture, Scene
from ._options import Path, Source, checked, whole

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import RenderOptions

Resources = Union[bool, Path, Sequence[Path], None]


def render(
    inputs: Union[Source, Sequence[Source], Scene],
    *,
    size: tuple[int, int] = (512, 512),
    view: str = "three-quarter",
    orthographic: bool = False,
    background: str = "auto",
    lod: Optional[int] = None,
    shadow: bool = False,
    light: Literal["studio", "engine", "dark"] = "studio",
    scene_lights: bool = False,
    wireframe: bool = False,
    skeleton: bool = False,
    bounds: bool = False,
    normals: bool = False,
    backs: bool = False,
    animation: Optional[str] = None,
    time: float = 0.0,
    resources: Resources = None,
    material: Union[str, Sequence[str]] = (),
    materials: bool = True,
    textures: bool = True,
) -> Picture:
    """Renders a picture of a model, scene, map, material or texture, without a GPU. It has the same options as `engine-assets render`.

    >>> render("Character.mdl", animation="Wave", time=0.5, size=(64, 64))
    <Picture 64 x 64>

    Args:
        inputs: A path, bytes, an asset or a scene; or a model and animations of Urho3D.
        size: Width and height, in pixels.
        view: `front`, `back`, `left`, `right`, `top`, `bottom`, `three-quarter`, or two angles in degrees, `YAW,PITCH`.
        orthographic: Use an orthographic projection.
        background: A colour, `RRGGBB`, or `auto` (light, dark for bright content), `studio`, `sky`, `dark`, `transparent`.
        lod: Level of detail; 0 is the finest. Its number is written into the picture.
        shadow: Draw a shadow on the ground.
        light: `studio` (two lamps and an even sky), `engine` (the scene's lights, even light and fog) or `dark` (a lamp from the side).
        scene_lights: Use the scene's own lights, if it has any, instead of two lamps.
        wireframe: Draw the edges of triangles.
        skeleton: Draw bones.
        bounds: Draw the box around everything.
        normals: Draw the normals of vertices.
        backs: Show the backs of triangles in magenta.
        animation: Animation to show, by its name or a part of it; animations in the folder of a model of Urho3D are found.
        time: Time of the animation, particles and rigs, in seconds. At 0, particles are drawn after a second.
        resources: Folders and packages to find materials, textures and models in; by default the usual places around the file; `False` for none.
        material: Names of the materials of a model's geometries, in their order; a single name applies to all.
        materials: Show the appearance of materials.
        textures: Show the textures of materials.

    Raises:
        ConversionError: The content has no picture, or an option is invalid.
    """
    options = {name: value for name, value in locals().items() if name != "inputs"}
    return _pictures(inputs, options)[0]


def render_frames(
    inputs: Union[Source, Sequence[Source], Scene], count: int, *, turntable: bool = False, fps: int = 24, **options: Unpack[RenderOptions]
) -> list[Picture]:
    """Renders pictures of an animation at even times, of particles or a rig while they move, or from all around. `apng` joins them.

    >>> frames = render_frames("Character.mdl", 4, animation="Wave", size=(32, 32))
    >>> apng(frames, fps=12)[:4]
    b'\\x89PNG'

    Args:
        inputs: As `render`.
        count: Number of pictures.
        turntable: Go once around the content, instead of through its animation.
        fps: Pictures per second of particles and rigs, from the option `time` on. The length of an animation is split into `count` parts instead.
        **options: The options of `render`.
    """
    defaults = render.__kwdefaults__ or {}
    unknown = set(options) - defaults.keys()
    if unknown:
        raise TypeError(f"render() got an unexpected keyword argument '{min(unknown)}'")
    return _pictures(inputs, {**defaults, **options, "turntable" if turntable else "frames": whole("count", count), "fps": whole("fps", fps)})


def _pictures(inputs: Union[Source, Sequence[Source], Scene], options: dict[str, object]) -> list[Picture]:
    resources, fps = options.pop("resources"), options.pop("fps", 24)
    look: dict[str, object] = {"frames": None, "turntable": None, **checked(options), "fps": fps}
    content = {name: look.pop(name) for name in ("material", "materials", "textures")}
    content["resources"] = resources
    if isinstance(inputs, Scene):
        return inputs._render(look)
    return _native.render(_several(inputs), look, content)


def contact_sheet(pictures: Mapping[str, Optional[Picture]], *, size: tuple[int, int] = (256, 256)) -> Picture:
    """Joins pictures to a single picture, and adds their names.

    Args:
        pictures: Pictures by name. If a picture is `None`, it is marked as an error.
        size: Width and height of each picture, in pixels.
    """
    cells = [(name, f"{picture.triangles} triangles" if picture else "", picture) for name, picture in pictures.items()]
    return _native.sheet(size, cells)


def apng(pictures: Sequence[Picture], *, fps: int = 24) -> bytes:
    """Creates an animated png from pictures of the same size.

    Args:
        pictures: The pictures.
        fps: Pictures per second.
    """
    return _native.apng(list(pictures), round(1000 / fps))
