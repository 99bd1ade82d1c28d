import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";
import type { JobId } from "#platform/rules/ids.ts";
import type { ByteSource } from "#modules/leads/rules/files/workbook/archive.ts";
import { insertPart, selectPart } from "./files-store.ts";

/** Bytes of one part before they are packed: with base64 its row is below the 2 MB that D1 takes. */
const PART_BYTES = 512 * 1024;

/** Bytes as text that a row holds: packed by gzip, in base64. */
async function packPart(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return (await piped(bytes, new CompressionStream("gzip"))).toString("base64");
}

const unpackPart = (packed: string): Promise<Uint8Array> =>
  piped(Buffer.from(packed, "base64"), new DecompressionStream("gzip"));

async function piped(
  bytes: Uint8Array<ArrayBuffer>,
  through: CompressionStream | DecompressionStream,
): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  const reader = new Blob([bytes]).stream().pipeThrough(through).getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    pieces.push(next.value);
  }
  return Buffer.concat(pieces);
}

/**
 * Passes the bytes of a file on and keeps them for a job, part by part, as they come. `write` stores
 * what it is given, with whatever else there is by then; the last part comes at the end.
 */
export async function* keepingFile(
  ctx: WorkspaceCtx,
  jobId: JobId,
  bytes: AsyncIterable<Uint8Array>,
  write: (part: Statement) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  let part = new Uint8Array(PART_BYTES);
  let filled = 0;
  let number = 0;
  const keep = async (): Promise<void> => {
    const packed = await packPart(part.slice(0, filled));
    await write(insertPart(ctx.db, ctx.workspaceId, jobId, { number, packed }));
    number++;
    filled = 0;
    part = new Uint8Array(PART_BYTES);
  };
  for await (const chunk of bytes) {
    for (let at = 0; at < chunk.length;) {
      const piece = chunk.subarray(at, at + PART_BYTES - filled);
      part.set(piece, filled);
      filled += piece.length;
      at += piece.length;
      if (filled === PART_BYTES) await keep();
    }
    yield chunk;
  }
  if (filled > 0) await keep();
}

/** The bytes of a kept file, from its beginning. */
export async function* keptFile(ctx: WorkspaceCtx, jobId: JobId): AsyncGenerator<Uint8Array> {
  for (let number = 0; ; number++) {
    const packed = await selectPart(ctx.db, ctx.workspaceId, jobId, number);
    if (packed === null) return;
    yield await unpackPart(packed);
  }
}

/** Parts of a file that is read at many places, which are kept unpacked. */
const UNPACKED_PARTS = 4;

/** A kept file that is read at any place. */
export function keptSource(ctx: WorkspaceCtx, jobId: JobId, size: number): ByteSource {
  const unpacked = new Map<number, Uint8Array>();
  const partAt = async (number: number): Promise<Uint8Array> => {
    const known = unpacked.get(number);
    if (known) return known;
    const packed = await selectPart(ctx.db, ctx.workspaceId, jobId, number);
    const part = packed === null ? new Uint8Array(0) : await unpackPart(packed);
    const [oldest] = unpacked.keys();
    if (unpacked.size >= UNPACKED_PARTS && oldest !== undefined) unpacked.delete(oldest);
    unpacked.set(number, part);
    return part;
  };
  return {
    size,
    async read(from, wanted) {
      const to = Math.min(wanted, size);
      const parts: Uint8Array[] = [];
      for (let at = from; at < to;) {
        const number = Math.floor(at / PART_BYTES);
        const begins = number * PART_BYTES;
        const until = Math.min(to, begins + PART_BYTES);
        parts.push((await partAt(number)).subarray(at - begins, until - begins));
        at = until;
      }
      return Buffer.concat(parts);
    },
  };
}
