import { Readable } from "node:stream";

/** Small enough that the back-pressure of the socket works while a large body is being sent. */
const CHUNK_BYTES = 16 * 1024;

/**
 * The message as a stream that is first read after the server's 354 (it buffers nothing before).
 * Then `gate` decides: false or a failure ends the stream with an error before the first byte.
 * `onBody` is called before each piece, `onEnd` before the final dot.
 */
export function stagedBody(
  raw: Buffer,
  stages: {
    readonly gate: () => Promise<boolean>;
    readonly onBody: () => void;
    readonly onEnd: () => void;
  },
): Readable {
  let gated = false;
  let offset = 0;
  const feed = (stream: Readable) => {
    if (offset < raw.length) {
      stages.onBody();
      const chunk = raw.subarray(offset, offset + CHUNK_BYTES);
      offset += chunk.length;
      stream.push(chunk);
    } else {
      stages.onEnd();
      stream.push(null);
    }
  };
  return new Readable({
    highWaterMark: 0,
    read() {
      if (gated) {
        feed(this);
        return;
      }
      gated = true;
      stages.gate().then(
        (granted) => {
          if (this.destroyed) return;
          if (granted) feed(this);
          else this.destroy(new Error("withheld"));
        },
        (cause: unknown) => this.destroy(new Error("withheld", { cause })),
      );
    },
  });
}
