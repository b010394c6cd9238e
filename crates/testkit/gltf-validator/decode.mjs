// Decodes the compressed buffer views of a .glb by the decoder of meshoptimizer, and prints their bytes one after the other.
import fs from "node:fs";
import { createRequire } from "node:module";

const { MeshoptDecoder } = createRequire(`${process.env.NODE_PATH}/`)("meshoptimizer");
await MeshoptDecoder.ready;
const file = fs.readFileSync(process.argv[2]);
const length = file.readUInt32LE(12);
const root = JSON.parse(file.subarray(20, 20 + length));
const data = file.subarray(28 + length);
for (const view of root.bufferViews ?? []) {
  const packed = view.extensions?.EXT_meshopt_compression;
  if (!packed) continue;
  const start = packed.byteOffset ?? 0;
  const decoded = new Uint8Array(packed.count * packed.byteStride);
  const stream = new Uint8Array(data.subarray(start, start + packed.byteLength));
  MeshoptDecoder.decodeGltfBuffer(decoded, packed.count, packed.byteStride, stream, packed.mode, packed.filter ?? "NONE");
  fs.writeSync(1, decoded);
}
