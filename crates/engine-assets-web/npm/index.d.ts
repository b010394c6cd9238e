/** Content of a file: in memory, or something that is read by ranges at once. */
export type Content = Uint8Array | ArrayBuffer | { readonly size: number; read(offset: number, length: number): Uint8Array };

/** A problem of a file, as `engine-assets validate --json` prints it. */
export interface Finding {
  severity: "note" | "warning" | "error";
  /** Stable name, such as `urho-mdl/bounds-too-small`; `null` for errors about a request. */
  kind: string | null;
  /** Part of the document; empty for the whole. */
  path: string;
  message: string;
  /** Byte of the file, if the finding is about bytes. */
  offset: number | null;
}

/** What a file is and contains. */
export interface Inspection {
  file: string;
  /** `urho-mdl`, `udm`, `pragma-model`, `gltf` …; `null` if it is unknown. */
  format: string | null;
  variant: string | null;
  file_size: number | null;
  title: string;
  status: "ok" | "findings" | "error";
  findings: Finding[];
  /** Formats that the file can become. */
  output_formats: { name: string; description: string; extension: string }[];
  /** Files that the file names, and where they are among the added files. */
  references: { part: string; name: string; found: string | null }[];
  [field: string]: unknown;
}

export interface Made {
  bytes: Uint8Array;
  findings: Finding[];
}

export interface ConvertOptions {
  /** Leave out content that the output can't store. Default: true; the findings list it. */
  lossy?: boolean;

  // Content.
  /** Names of materials, in the order of the geometries. */
  materials?: string[];
  /** Name of the one animation to include. */
  animation?: string;

  // Changes of models.
  /** Names of repairs to make first. */
  repairs?: string[];

  // To glTF.
  /** Store the original file, so that a conversion back restores it. Default: true. */
  originals?: boolean;
}

/** The file can't be opened or converted. */
export class AssetError extends Error {
  readonly finding: Finding;
}

/** Loads the library. Call it before `new Assets()`; the other functions call it themselves. `wasm` replaces the file beside this module: bytes, a response, a URL or a module. */
export function load(wasm?: BufferSource | Response | Promise<Response> | URL | string | WebAssembly.Module): Promise<void>;

/** Returns what a file is and contains. `name` helps where the bytes don't tell the format, such as XML. */
export function inspect(bytes: Content, name?: string): Promise<Inspection>;
/** Returns the problems of a file. */
export function validate(bytes: Content, name?: string): Promise<Finding[]>;
/** Returns a model, scene, map or material as glTF in one file (.glb). */
export function toGltf(bytes: Content, name?: string, options?: { lod?: number; materials?: string[] }): Promise<Uint8Array>;

/** Files that may refer to each other, each under its path: a model with its materials and textures, or a package. */
export class Assets {
  constructor();
  static create(wasm?: Parameters<typeof load>[0]): Promise<Assets>;
  /** Adds a file, or replaces its content. Paths have `/` between folders. */
  add(path: string, bytes: Content): this;
  remove(path: string): boolean;
  /** Lists the entries of a package. An entry has the path `game.pak:Models/Jack.mdl`. */
  entries(path: string): { name: string; size: number }[];
  inspect(path: string): Inspection;
  validate(path: string): Finding[];
  /** Materials, textures and animations are found among the added files. `lod`: one level of detail; -1 for all. */
  toGltf(path: string, options?: { lod?: number; materials?: string[] }): Made;
  /** Converts to a format of `output_formats`. `output` is the name of the file to make, which is the last of the result. */
  convert(path: string, to: string, output: string, options?: ConvertOptions): { files: { name: string; bytes: Uint8Array }[]; findings: Finding[] };
  /** Draws a model, scene, material or texture as png. */
  picture(path: string, width?: number, height?: number): Uint8Array;
  /** Returns a value of a document by its path: `parameters/MatDiffColor`. */
  get(path: string, value: string): string;
  /** Returns the file with one value changed; everything else keeps its bytes. */
  set(path: string, value: string, text: string): Uint8Array;
  /** Frees the memory of the library for these files. */
  free(): void;
}
