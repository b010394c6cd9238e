"""Mistakes that type checkers must find: one for each line with `error:`, and no other."""

from __future__ import annotations

import engine_assets as ea
from engine_assets import udm

ea.convert("Jack.mdl", "Jack.glb", animation="Walk")  # error: misspelt
ea.convert("Jack.mdl", "Jack.glb", to="gltb")  # error: no format
ea.convert("Jack.mdl", "Jack.glb", animations=3)  # error: no text
ea.convert("Jack.mdl", "Jack.glb", repair="everything")  # error: no repair
ea.convert("Jack.mdl", "Jack.glb", compress=["meshopt", "zip"])  # error: no compression
ea.convert("Jack.mdl", "Jack.glb", simplify="0.5")  # error: no number
ea.convert("Jack.mdl", "Jack.glb", up="x")  # error: no axis that may point up
ea.convert("Jack.mdl", "Jack.glb", clip={"Walk": 0.5})  # error: no two times
ea.convert("Jack.mdl", "Jack.glb", speed="fast")  # error: no number
ea.convert("Walk.fbx", "Walk.glb", curve_tolerance="0.1")  # error: no number
ea.convert("Walk.fbx", "Walk.glb", isolate="yes")  # error: yes or no
ea.convert(3, "Jack.glb")  # error: no file
ea.convert_folder("Data", "out", to="glb", animatoins=["Walk*"])  # error: misspelt
ea.convert_folder("Data", "out", to="mesh")  # error: no format
ea.convert_folder("Data", "out", to="glb", force=True)  # error: `existing` says it
ea.convert_folder("Data", "out")  # error: without a format
ea.convert_folder("Data", "out", to="glb", existing="overwrite")  # error: no such word
ea.render("Jack.mdl", sise=(64, 64))  # error: misspelt
ea.render("Jack.mdl", size=64)  # error: no width and height
ea.render("Jack.mdl", light="sun")  # error: no such light
ea.render_frames("Jack.mdl", 4, animatoin="Walk")  # error: misspelt
ea.Model.from_arrays([[0.0]], uv=[[0.0]])  # error: misspelt
ea.Model().save("a.mdl", losy=True)  # error: misspelt
ea.Model().to_bytes("mdll")  # error: no format
ea.Package.pack("a.pak", {}, kind="zip")  # error: no kind
ea.open("Jack.mdl").repair("everything")  # error: no repair
ea.open("Jack.mdl").textur  # error: misspelt
ea.Project("Data").rename("a.png", 3)  # error: no name
ea.Project("Data").refs()  # error: misspelt
udm.loads("").to_bytes("xml")  # error: no encoding
udm.dump({}, "a.udm", encoding="txt")  # error: no encoding

# Right, each of them: one text or several, one number or several.
ea.convert("Jack.mdl", "Jack.glb", animations="Walk", repair="sort-lods", compress="meshopt", simplify=0.5, resources="Data")
ea.convert("Jack.mdl", "Jack.glb", animations=["Walk"], repair=["sort-lods"], compress=["meshopt"], simplify=[0.5, 0.25])
ea.convert("Jack.mdl", "Jack.glb", clip={"Walk": (0, 1.2)}, rename_bones={"a": "b"}, onto="Jill.mdl", bone_map="map.txt", loop=4)
ea.convert_folder(["Data"], "out", to="glb", animations="Walk*", existing="newer", lossy=True)
ea.render("Jack.mdl", size=(64, 64), material="Red.xml", resources="Data")
ea.Package("a.pak").extract("out", only="*.mdl")
ea.open("Jack.mdl").scene(animations="Walk.ani", resources="Data", lods=True)
ea.open("Jack.mdl").set("nodes/Jack/Position", (1, 2, 3), where="Name=Jack")
