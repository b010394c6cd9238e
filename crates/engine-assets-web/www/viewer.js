// The 3D view: the library's glTF, and overlays.

import * as THREE from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { Batches } from "./batches.js";
import { corners, covers, drawnBox, drawnVertices, worldBox } from "./drawn.js";
import { Environment } from "./environment.js";
import { framed, LOW, WIDE } from "./framing.js";
import { Ground } from "./ground.js";
import { Light } from "./light.js";
import { countedLines } from "./lines.js";
import { parse, prepare, upload } from "./loading.js";
import { facing, fit } from "./look-from.js";
import { drawNames, drawOverlays, overlaid } from "./overlays.js";
import { Pace } from "./pace.js";
import { reflections } from "./reflections.js";
import { Selection } from "./select.js";
import { Slices } from "./slices.js";
import { lightInSrgb } from "./srgb.js";
import { dress, isSoftware, wornMaterials } from "./textures.js";
import { counted, el, grouped } from "./util.js";

/** Triangles that are drawn without asking. */
const MOST_TRIANGLES = 3_000_000;
/** Times that triangles may cover the view before it is asked whether to draw them: of models and maps they do it a few times. */
const MOST_COVERED = 200;
/** Draw calls that are made without asking. */
const MOST_CALLS = 3000;
/** Vertices and indices that the view is fitted to one by one; of more, to the boxes around meshes: a small file can show a large mesh any number of times. */
const MOST_FITTED = 100_000;
/** Milliseconds for which the camera rests before its place is told. */
const TOLD = 250;
/** As wide as the command line's pictures. */
const ANGLE = 30;

/** Begins to load a scene that is shown soon. @param {import("./glb.js").Parts} parts */
export function begin(parts) {
  if (parts.triangles > MOST_TRIANGLES) return;
  parts.gltf = parse(parts, new Slices(), isSoftware());
  parts.gltf.catch(() => {});
}

export class Viewer {
  /** @param {() => void} onFrame Is told when the time of the animation has moved. */
  constructor(onFrame) {
    this.onFrame = onFrame;
    this.canvas = el("canvas", { tabIndex: 0, role: "img", "aria-label": "The scene; drag to turn, arrows move" });
    this.labels = el("div", { class: "labels", "aria-hidden": "true" });
    this.note = el("div", { class: "note-line" });
    this.element = el("div", { class: "stage" }, this.canvas, this.labels, this.note);
    this.isSlow = isSoftware();
    // Without a graphics card, smooth edges take longer than everything else.
    this.renderer = new THREE.WebGLRenderer({ canvas: this.canvas, antialias: !this.isSlow, alpha: true, preserveDrawingBuffer: true });
    // Answers about errors would have to be waited for, and so would an extension that a scene is the first to need.
    this.renderer.debug.checkShaderErrors = false;
    this.renderer.extensions.get("KHR_parallel_shader_compile");
    this.pace = new Pace(this.renderer.getContext());
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    /** Size of a pixel of the screen, of a view that is 2 wide and 2 high. */
    this.pixel = new THREE.Vector2();
    this.scene = new THREE.Scene();
    this.camera = new THREE.PerspectiveCamera(ANGLE, 1, 0.01, 1000);
    this.scene.add(this.camera);
    this.light = new Light(this.scene, this.camera);
    this.ground = new Ground(this.scene, this.renderer, this.element, this.light);
    this.surroundings = new Environment(this.scene, this.camera);
    /** Rotation of the model's front, and of the user, in radians. */
    this.front = 0;
    this.turned = 0;
    /** Whether the user moved the camera, which is told a moment later. */
    this.isMoved = false;
    /** The timer of that moment; 0 if there is nothing to tell. */
    this.telling = 0;
    this.isFitting = false;
    /** @type {() => void} */
    this.onMove = () => {};
    /** Is told that the first picture of a scene is drawn. @type {() => void} */
    this.onDrawn = () => {};
    this.controls = new OrbitControls(this.camera, this.canvas);
    this.controls.addEventListener("change", () => {
      this.request();
      this.moved();
    });
    this.controls.keyPanSpeed = 20;
    this.canvas.addEventListener("focus", () => this.controls.listenToKeyEvents(this.canvas), { once: true });
    /** @type {any} */
    this.shown = null;
    this.overlay = new THREE.Group();
    this.scene.add(this.overlay);
    /** @type {Set<string>} */
    this.overlays = new Set();
    /** @type {THREE.AnimationMixer | null} */
    this.mixer = null;
    /** @type {THREE.AnimationAction | null} */
    this.action = null;
    this.speed = 1;
    this.isPlaying = false;
    this.loops = true;
    this.last = 0;
    this.frames = 0;
    /** @type {any[]} */
    this.meshes = [];
    /** Lines and points. @type {any[]} */
    this.lines = [];
    this.selection = new Selection(this);
    new ResizeObserver(() => this.resize()).observe(this.element);
  }

  /**
   * Shows a scene; null if it is asked first whether to.
   * @param {import("./glb.js").Parts} parts @param {() => void} again Shows it all the same. @param {boolean} isAsked
   * @param {{ isPlace?: boolean, isSrgb?: boolean }} [kind] Whether it is a scene or a map, which has its own ground; whether its engine adds light in sRGB values.
   */
  async load(parts, again, isAsked, { isPlace = false, isSrgb = false } = {}) {
    this.clear();
    this.light.isSrgb = isSrgb;
    const slices = new Slices();
    const many = parts.triangles;
    if (many > MOST_TRIANGLES && !isAsked) {
      this.hold(`It has ${grouped(Math.round(many))} triangles.`, again);
      return null;
    }
    const loading = this.loading = {};
    const gltf = await (parts.gltf ?? parse(parts, slices, this.isSlow));
    const { meshes, lines, triangles, shines } = await prepare(gltf, this, slices);
    // Another scene may have been asked for in the meantime.
    if (loading !== this.loading) return null;
    Object.assign(this, { shown: gltf, meshes, lines, batches: new Batches(gltf.scene, meshes) });
    // Nothing is drawn before its cost is known.
    gltf.scene.visible = false;
    this.scene.add(gltf.scene);
    this.note.textContent = [counted(Math.round(triangles), "triangle"), ...countedLines(lines)].join(", ");
    this.scene.environment = shines ? this.reflected ??= reflections() : null;
    await this.pace.drawn();
    await this.surroundings.load(gltf);
    this.light.load(gltf, this.surroundings.own);
    this.light.suit(isPlace);
    if (gltf.animations.length > 0) {
      this.mixer = new THREE.AnimationMixer(gltf.scene);
    }
    this.isPlace = isPlace;
    if (isPlace) this.ground.suit(true);
    this.front = isPlace ? 0 : facing(gltf.scene);
    this.turned = 0;
    this.selection.reset(gltf);
    await this.batches.build(slices);
    this.lightSurfaces();
    await slices.pause();
    this.resize();
    this.surroundings.fit(this.bounds());
    this.fit();
    await slices.pause();
    const times = isAsked ? 0 : covers(meshes, this.camera);
    const calls = isAsked ? 0 : this.batches.drawn().length + lines.length;
    const show = () => this.reveal(gltf, slices);
    if (times > MOST_COVERED) this.hold(`Its triangles cover the view about ${grouped(Math.round(times))} times over.`, show);
    else if (calls > MOST_CALLS) this.hold(`It needs ${grouped(calls)} draw calls.`, show);
    else await show();
    return loading === this.loading ? gltf : null;
  }

  /** Draws a scene that is loaded. @param {any} gltf @param {Slices} slices */
  async reveal(gltf, slices) {
    await slices.pause();
    await upload(this, slices);
    if (this.shown !== gltf) return;
    gltf.scene.visible = true;
    this.batches?.update();
    this.ground.moved();
    // The background is chosen before anything is seen: it doesn't change under a picture.
    await this.explain();
    if (this.shown !== gltf) return;
    this.request();
    this.draw();
    await this.pace.drawn();
    this.onDrawn();
    if (this.overlays.size > 0) drawOverlays(this);
    await this.pace.drawn();
    /** Resolves once textures are loaded that the first picture didn't wait for: to whether there were some. @type {Promise<boolean> | undefined} */
    this.dressing = dress(this, gltf, slices);
  }

  /** Asks before something is drawn that may keep the machine busy. @param {string} why @param {() => void} show */
  hold(why, show) {
    const asked = el("div", { class: "message" }, el("p", {}, `${why} To draw that may hold up this machine.`),
      el("button", { onclick: () => { asked.remove(); show(); } }, "Show it all the same"));
    this.asked = asked;
    this.element.append(asked);
  }

  clear() {
    this.loading = null;
    this.dressing = undefined;
    this.batches?.dispose();
    this.batches = null;
    this.asked?.remove();
    this.mixer?.stopAllAction();
    this.mixer = null;
    this.action = null;
    this.isPlaying = false;
    this.overlay.clear();
    this.skeleton?.dispose();
    this.skeleton = null;
    this.selection.reset(null);
    this.labels.replaceChildren();
    this.surroundings.clear();
    this.light.load(null, null);
    if (!this.shown) return;
    this.scene.remove(this.shown.scene);
    this.shown.scene.traverse((/** @type {any} */ one) => {
      one.geometry?.dispose();
      for (const material of [one.material ?? []].flat()) {
        for (const value of Object.values(material)) if (/** @type {any} */ (value)?.isTexture) /** @type {any} */ (value).dispose();
        material.dispose();
      }
      one.skeleton?.dispose?.();
    });
    this.shown = null;
    this.meshes = [];
    this.lines = [];
    this.request();
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (width === 0 || height === 0) return;
    this.renderer.setSize(width, height, false);
    this.pixel.set(2 / this.canvas.width, 2 / this.canvas.height);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.draw();
  }

  /** The bounding box of the current pose, or of some of its meshes. */
  bounds(meshes = [...this.meshes, ...this.lines]) {
    const box = new THREE.Box3();
    if (!this.shown) return box;
    this.shown.scene.updateMatrixWorld(true);
    for (const mesh of meshes) box.union(worldBox(mesh));
    return box;
  }

  /** Looks at all of it, or at some meshes, from three quarters: from as near as every vertex allows. @param {any[]} [some] */
  fit(some) {
    this.shown?.scene.updateMatrixWorld(true);
    const whole = [...this.meshes, ...this.lines];
    const hasSky = Boolean(this.isPlace && this.surroundings.sky);
    const { all, near } = some || !this.isPlace ? { all: some ?? whole, near: null } : framed(whole, worldBox, hasSky);
    const isMuch = all.reduce((sum, mesh) => sum + (mesh.geometry.attributes.position?.count ?? 0) + (mesh.geometry.index?.count ?? 0), 0) > MOST_FITTED;
    const places = (/** @type {(place: THREE.Vector3) => void} */ add) => {
      for (const mesh of all) {
        const own = (/** @type {THREE.Vector3} */ place) => { place.applyMatrix4(mesh.matrixWorld); add(near?.(place) ?? place); };
        if (isMuch) corners(drawnBox(mesh)).forEach(own);
        else drawnVertices(mesh, own);
      }
      if (this.overlays.has("bounds")) corners(this.bounds()).forEach(add);
      if (this.overlays.has("skeleton") || all.length === 0) for (const bone of this.bones()) add(new THREE.Vector3().setFromMatrixPosition(bone.matrixWorld));
    };
    const wasMoved = this.isMoved;
    this.isFitting = true;
    this.camera.fov = hasSky ? WIDE : ANGLE;
    fit(this.camera, this.controls, places, this.front + this.turned, hasSky ? LOW : undefined);
    this.isFitting = this.isMoved = false;
    if (wasMoved) this.onMove();
    this.ground.fit(this.bounds(), this.front, this.meshes, Boolean(this.isPlace));
    this.batches?.update();
    this.request();
  }

  /** Notes that the camera was moved. */
  moved() {
    if (this.isFitting || !this.shown) return;
    this.isMoved = true;
    clearTimeout(this.telling);
    this.telling = setTimeout(() => this.tellMove(), TOLD);
  }

  /** Tells of a move that nobody was told of yet. */
  tellMove() {
    if (!this.telling) return;
    clearTimeout(this.telling);
    this.telling = 0;
    this.onMove();
  }

  /** Where the camera is, and what it looks at: six numbers. */
  eye() {
    return [...this.camera.position.toArray(), ...this.controls.target.toArray()].map((one) => Number(one.toPrecision(6)));
  }

  /** Looks from a place. @param {number[]} eye As `eye` returns it. */
  lookFrom(eye) {
    this.camera.position.fromArray(eye);
    this.controls.target.fromArray(eye, 3);
    this.controls.update();
    this.isMoved = true;
    this.request();
  }

  /** Frames the selection, or everything. */
  frameChosen() {
    const chosen = this.selection.drawn(this.selection.node);
    this.fit(chosen.length > 0 ? chosen : undefined);
  }

  /** @param {string} name One of `LIGHTS`. */
  chooseLight(name) {
    this.light.choose(name);
    this.lightSurfaces();
    this.ground.suit(Boolean(this.isPlace));
    this.changed();
  }

  /** Lights surfaces as the chosen light wants it. */
  lightSurfaces() {
    const drawn = [...this.meshes, ...this.lines, ...this.batches?.drawn() ?? []];
    lightInSrgb(new Set(drawn.flatMap((one) => one.material)), this.light.addsInSrgb);
  }

  /** @param {string} name One of `BACKGROUNDS`. */
  chooseBackground(name) {
    this.ground.choose(name);
    this.request();
  }

  /** Looks from the other side. */
  turnRound() {
    this.turned = this.turned === 0 ? Math.PI : 0;
    this.fit();
  }

  /** Says why nothing is seen, and turns round where that helps. */
  async explain() {
    if (this.meshes.length === 0) {
      this.ground.suit(Boolean(this.isPlace));
      const why = this.lines.length > 0 ? `Only ${countedLines(this.lines).join(" and ")}: there are no triangles` : "There is nothing to draw: no mesh is shown";
      this.note.textContent = this.lines.length > 0 ? why : `${why}${this.bones().length > 0 ? ", bones only" : ""}`;
      return;
    }
    if (this.isPlace) return;
    const { shown } = this;
    let luminance = await this.luminance();
    if (luminance === null && shown === this.shown) {
      this.turnRound();
      luminance = await this.luminance();
      if (luminance === null) this.turnRound();
      this.note.textContent += luminance === null ? ": not visible from here" : ": its front faces away, so the view is turned";
    }
    if (shown === this.shown) this.ground.suit(false, luminance);
  }

  /** The mean luminance of the scene in the view, from 0 to 1; null if nothing is seen. @returns {Promise<number | null>} */
  async luminance() {
    const { plane } = this.ground;
    const wasVisible = plane.visible;
    plane.visible = false;
    const small = new THREE.WebGLRenderTarget(64, 64);
    const pixels = new Uint8Array(64 * 64 * 4);
    this.renderer.setRenderTarget(small);
    this.renderer.clear();
    this.renderer.render(this.scene, this.camera);
    const read = this.renderer.readRenderTargetPixelsAsync(small, 0, 0, 64, 64, pixels);
    this.renderer.setRenderTarget(null);
    plane.visible = wasVisible;
    await read;
    small.dispose();
    let [sum, count] = [0, 0];
    for (let at = 0; at < pixels.length; at += 4) {
      if (pixels[at + 3] === 0) continue;
      sum += (0.2126 * pixels[at] + 0.7152 * pixels[at + 1] + 0.0722 * pixels[at + 2]) / 255;
      count += 1;
    }
    return count > 0 ? sum / count : null;
  }

  /** Draws anew, with its shadow. */
  changed() {
    this.batches?.update();
    this.ground.moved();
    this.request();
  }

  /** Draws soon, once. */
  request() {
    if (this.requested) return;
    this.requested = requestAnimationFrame((now) => {
      this.requested = 0;
      this.frame(now);
    });
  }

  /** @param {number} now */
  frame(now) {
    if (!this.element.isConnected) return void (this.isPlaying = false);
    if (this.pace.isDrawing()) return this.request();
    if (this.isPlaying && this.mixer && this.action) {
      const passed = Math.min(0.1, (now - this.last) / 1000) * this.speed;
      const length = this.action.getClip().duration;
      let time = this.action.time + passed;
      if (time > length || time < 0) {
        if (this.loops) time = length > 0 ? ((time % length) + length) % length : 0;
        else {
          time = Math.max(0, Math.min(length, time));
          this.isPlaying = false;
        }
      }
      this.seek(time);
      this.onFrame();
      this.request();
    }
    this.last = now;
    this.draw();
  }

  draw() {
    overlaid(this);
    this.skeleton?.update(this.selection.objects?.get(this.selection.node));
    this.surroundings.update(this.ground.background === "sky", this.light.shining === "engine");
    this.renderer.render(this.scene, this.camera);
    this.frames += 1;
    this.pace.begin();
    if (this.overlays.has("names")) drawNames(this);
  }

  /** @param {string | null} name */
  choose(name) {
    this.mixer?.stopAllAction();
    this.action = null;
    const clip = this.shown?.animations.find((/** @type {any} */ one) => one.name === name);
    if (clip && this.mixer) {
      this.action = this.mixer.clipAction(clip);
      this.action.play();
      this.action.paused = false;
      this.seek(0);
    }
    this.changed();
  }

  /** @param {number} time */
  seek(time) {
    if (!this.action || !this.mixer) return;
    this.action.time = time;
    this.mixer.update(0);
    this.changed();
  }

  get time() { return this.action?.time ?? 0; }

  /** @param {boolean} plays */
  play(plays) {
    this.isPlaying = plays && this.action !== null;
    const length = this.action?.getClip().duration ?? 0;
    if (this.isPlaying && !this.loops && this.time >= length) this.seek(0);
    this.last = performance.now();
    this.request();
  }

  /** @param {string} name @param {boolean} on */
  lay(name, on) {
    if (on) this.overlays.add(name);
    else this.overlays.delete(name);
    drawOverlays(this);
  }

  /** The number of the material that a mesh wears in the glTF. @param {any} mesh @returns {number} */
  materialOf(mesh) {
    const { meshes, primitives } = this.shown.parser.associations.get(mesh) ?? {};
    return this.shown.parser.json.meshes?.[meshes]?.primitives[primitives ?? 0]?.material ?? -1;
  }

  /** What is worn of the materials of the file, by their numbers there. @returns {Map<number, Set<any>>} */
  worn() { return wornMaterials(this.shown, [...this.meshes, ...this.lines]); }

  /** @returns {THREE.Object3D[]} */
  bones() {
    /** @type {Set<THREE.Object3D>} */
    const found = new Set();
    for (const mesh of this.meshes) for (const bone of /** @type {any} */ (mesh).skeleton?.bones ?? []) found.add(bone);
    return [...found];
  }

  /** The current view as a picture. @returns {Promise<Blob>} */
  picture() {
    this.draw();
    return new Promise((resolve, reject) => this.canvas.toBlob((/** @type {Blob | null} */ blob) => blob ? resolve(blob) : reject(new Error("no picture")), "image/png"));
  }

  /** Names of the levels of detail that the file has. */
  levels() {
    const nodes = this.shown?.parser.json.nodes ?? [];
    return Math.max(1, ...nodes.map((/** @type {any} */ node) => 1 + (node.extensions?.MSFT_lod?.ids.length ?? 0)));
  }
}
