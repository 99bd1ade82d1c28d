import { createHash, randomBytes } from "node:crypto";
import type { ReceiptKind } from "./kinds.ts";

/*
 * The published encoding (src/docs/receipts.md): lines of ASCII, in one order, each ended by a line
 * feed but the last. What is hashed and signed is exactly this.
 */

export const FORMAT = "outrider-receipts";
export const FORMAT_VERSION = 1;

/** What a row says, beside its place in the chain. */
export type Said = {
  readonly kind: ReceiptKind;
  readonly at: number;
  readonly cause: string;
  readonly person: string;
  readonly domain: string;
  readonly step: string;
  readonly detail: string;
};

export type Placed = {
  readonly workspace: number;
  readonly day: string;
  readonly seq: number;
  /** Hash of what stands before it. */
  readonly previous: string;
};

/** What the hash of a row is taken of. */
export const rowText = (place: Placed, said: Said): string =>
  [
    "outrider-receipt-1",
    place.workspace,
    place.day,
    place.seq,
    said.kind,
    said.at,
    said.cause,
    said.person,
    said.domain,
    said.step,
    said.detail,
    place.previous,
  ].join("\n");

export type HeadFields = {
  readonly workspace: number;
  readonly day: string;
  readonly count: number;
  /** Hash of the day's last row. */
  readonly last: string;
  /** Hash of the head before it; "" of the first. */
  readonly previous: string;
  readonly at: number;
  /** The public key that signs it, raw in base64url. */
  readonly key: string;
};

/** What the hash and the signature of a head are taken of. */
export const headText = (head: HeadFields): string =>
  [
    "outrider-head-1",
    head.workspace,
    head.day,
    head.count,
    head.last,
    head.previous,
    head.at,
    head.key,
  ].join("\n");

/** What a commitment is the hash of. */
export const commitmentText = (salt: string, value: string): string => `${salt}\n${value}`;

/** Of a text in UTF-8, in hex. */
export const sha256Hex = (text: string): string => createHash("sha256").update(text).digest("hex");

/** 16 random bytes in hex. */
export const freshSalt = (): string => randomBytes(16).toString("hex");
