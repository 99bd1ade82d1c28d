/** A valid PNG of one transparent pixel, 68 bytes. */
export const PIXEL: Uint8Array<ArrayBuffer> = new Uint8Array(
  Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAAC0lEQVR42mNgAAIAAAUAAen63NgAAAAASUVORK5CYII=",
    "base64",
  ),
);
