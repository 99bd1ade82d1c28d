import { createHash } from "node:crypto";
import type { InValue } from "@libsql/client";
import { ARRIVAL_SLICE_BYTES, type WireValue } from "#platform/wire/arrivals.ts";
import { keyText, type Row } from "./tables.ts";

const isBytes = (value: InValue): value is ArrayBuffer | Uint8Array =>
  value instanceof ArrayBuffer || value instanceof Uint8Array;

/** A value of a row as it travels. */
export function toWire(value: InValue): WireValue {
  if (value === null || value === undefined) return null;
  if (isBytes(value)) return { b64: Buffer.from(new Uint8Array(value)).toString("base64") };
  if (typeof value === "string" || typeof value === "number") return value;
  // Columns hold integers that a number holds: ids take fifteen digits.
  if (typeof value === "bigint" || typeof value === "boolean") return Number(value);
  throw new TypeError("no value of a row");
}

export const fromWire = (value: WireValue): InValue =>
  typeof value === "object" && value !== null
    ? new Uint8Array(Buffer.from(value.b64, "base64"))
    : value;

export const rowToWire = (row: Row): WireValue[] => row.map(toWire);
export const rowFromWire = (row: readonly WireValue[]): Row => row.map(fromWire);

/** The same for the same rows, in whatever order. */
export function rowsDigest(rows: readonly Row[]): string {
  const hash = createHash("sha256");
  for (const text of rows.map((row) => keyText(rowToWire(row))).toSorted()) {
    hash.update(text).update("\n");
  }
  return hash.digest("hex");
}

/** Rows in parts that fit one call each; one part at least. */
export function portions(rows: readonly Row[]): readonly WireValue[][][] {
  const parts: WireValue[][][] = [[]];
  let size = 0;
  for (const row of rows.map(rowToWire)) {
    const own = keyText(row).length;
    if (size > 0 && size + own > ARRIVAL_SLICE_BYTES) {
      parts.push([]);
      size = 0;
    }
    parts.at(-1)?.push(row);
    size += own;
  }
  return parts;
}
