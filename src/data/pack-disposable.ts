import { createHash } from "node:crypto";
import {
  BUCKETS,
  bucketOf,
  fingerprintOf,
  HEADER_WORDS,
  MAGIC,
  START_A,
  START_B,
  stepA,
  stepB,
} from "./disposable.ts";

/**
 * The octets of disposable.bin for these names: `suffixes` stand for everything under them as well,
 * `exact` only for themselves. The same names give the same octets.
 */
export function packDisposable(suffixes: readonly string[], exact: readonly string[]): Uint8Array {
  const buckets = Array.from({ length: BUCKETS }, (): number[] => []);
  const names = [...new Set([...suffixes, ...exact])];
  for (const name of names) {
    let a = START_A;
    let b = START_B;
    for (let i = name.length - 1; i >= 0; i--) {
      a = stepA(a, name.charCodeAt(i));
      b = stepB(b, name.charCodeAt(i));
    }
    buckets[bucketOf(a)]?.push(fingerprintOf(b));
  }
  const text = new TextEncoder().encode(exact.toSorted().join("\n"));
  const list = JSON.stringify([suffixes.toSorted(), exact.toSorted()]);
  const version = createHash("sha256").update(list).digest().readUInt32LE(0);
  const header = new Uint32Array([MAGIC, names.length, text.length, version]);
  const counts = Uint8Array.from(buckets, (bucket) => bucket.length);
  const fingerprints = Uint32Array.from(
    buckets.flatMap((bucket) => bucket.toSorted((x, y) => x - y)),
  );
  const bytes = new Uint8Array(HEADER_WORDS * 4 + BUCKETS + fingerprints.byteLength + text.length);
  let at = 0;
  for (const part of [header, counts, fingerprints, text]) {
    bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at);
    at += part.byteLength;
  }
  return bytes;
}
