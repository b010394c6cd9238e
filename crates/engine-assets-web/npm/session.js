// The library with its files as sources that are read by ranges. The page of this project uses this module in its worker.

import init, { Session } from "./engine_assets.js";

export { init, Session };

/** A file in memory. */
export class BytesSource {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.bytes = bytes;
    this.size = bytes.length;
  }

  /** @param {number} offset @param {number} length @returns {Uint8Array} */
  read(offset, length) {
    if (offset + length > this.size) throw new Error("expected more bytes, found the end of the file");
    return this.bytes.subarray(offset, offset + length);
  }
}

/** Bytes that are read ahead, so that small reads don't each cross into the browser. */
const AHEAD = 1 << 18;

/** A file of a browser that is read by ranges, at once: only in a worker. */
export class BlobSource {
  /** @param {Blob} blob */
  constructor(blob) {
    this.blob = blob;
    this.size = blob.size;
    this.reader = new FileReaderSync();
    this.start = 0;
    this.ahead = new Uint8Array();
  }

  /** @param {number} offset @param {number} length @returns {Uint8Array} */
  read(offset, length) {
    const end = offset + length;
    if (end > this.size) throw new Error("expected more bytes, found the end of the file");
    if (offset >= this.start && end <= this.start + this.ahead.length) {
      return this.ahead.subarray(offset - this.start, end - this.start);
    }
    const wanted = this.range(offset, Math.min(this.size, Math.max(end, offset + AHEAD)));
    if (length > AHEAD) return wanted;
    this.start = offset;
    this.ahead = wanted;
    return wanted.subarray(0, length);
  }

  /** @param {number} start @param {number} end */
  range(start, end) {
    return new Uint8Array(this.reader.readAsArrayBuffer(this.blob.slice(start, end)));
  }
}
