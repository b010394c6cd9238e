// Pictures at the pace of the graphics card: a page that asks for more of them than it draws is held up.

export class Pace {
  /** @param {any} gl */
  constructor(gl) {
    this.gl = gl;
    /** @type {any} */
    this.fence = null;
  }

  /** Notes that a picture was asked for. */
  begin() {
    this.fence ??= this.gl.fenceSync(this.gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
  }

  /** Whether the last picture is still being drawn. */
  isDrawing() {
    const { gl } = this;
    if (!this.fence) return false;
    if (!gl.isContextLost() && gl.getSyncParameter(this.fence, gl.SYNC_STATUS) !== gl.SIGNALED) return true;
    gl.deleteSync(this.fence);
    this.fence = null;
    return false;
  }

  /** Waits until the graphics card has drawn. */
  async drawn() {
    if (this.fence) this.gl.deleteSync(this.fence);
    this.fence = null;
    this.begin();
    this.gl.flush();
    while (this.isDrawing()) await new Promise((done) => setTimeout(done, 5));
  }
}
