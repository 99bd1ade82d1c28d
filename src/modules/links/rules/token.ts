import { asId, type SendId, type WorkspaceId } from "#platform/rules/ids.ts";
import { MAC_LENGTH, macOf, sameMac } from "./mac.ts";

/** Whose message a token stands for. */
export type Tracked = { readonly workspaceId: WorkspaceId; readonly sendId: SendId };

/**
 * The `:id` of `/t/:id`: base64url of key id, workspace and send, then the code that proves we
 * made it. 20 to 28 characters.
 */
export const hitToken = (secret: string, workspaceId: WorkspaceId, sendId: SendId): string =>
  tokenOf(secret, "hit", workspaceId, sendId);

/**
 * Whose message it is, or null for anything but a token of ours. Needs no database. `secrets` are the
 * current one and those before it.
 */
export const readHitToken = (secrets: readonly string[], token: string): Tracked | null =>
  readToken(secrets, "hit", token);

/** The `:token` of `/unsubscribe/:token`. It never expires: the law asks that the link keeps working. */
export const unsubscribeToken = (
  secret: string,
  workspaceId: WorkspaceId,
  sendId: SendId,
): string => tokenOf(secret, "unsubscribe", workspaceId, sendId);

export const readUnsubscribeToken = (secrets: readonly string[], token: string): Tracked | null =>
  readToken(secrets, "unsubscribe", token);

type Purpose = "hit" | "unsubscribe";

/** One byte of key id and two numbers of at most eight bytes each. */
const MAX_TOKEN_LENGTH = 24 + MAC_LENGTH;

function tokenOf(
  secret: string,
  purpose: Purpose,
  workspaceId: WorkspaceId,
  sendId: SendId,
): string {
  const ids = Buffer.from([keyId(secret), ...varint(workspaceId), ...varint(sendId)]).toString(
    "base64url",
  );
  return ids + macOf(secret, purpose, ids);
}

function readToken(secrets: readonly string[], purpose: Purpose, token: string): Tracked | null {
  if (token.length <= MAC_LENGTH || token.length > MAX_TOKEN_LENGTH) return null;
  const ids = token.slice(0, -MAC_LENGTH);
  // The code is over the characters, so no other spelling of the same bytes passes.
  const mac = token.slice(-MAC_LENGTH);
  const isOurs = secrets.some(
    (secret) => mayHaveMade(secret, token) && sameMac(mac, macOf(secret, purpose, ids)),
  );
  return isOurs ? idsOf(ids) : null;
}

/** Whether a token names this secret: only then a code of it is worth making. */
export const mayHaveMade = (secret: string, token: string): boolean =>
  keyId(secret) ===
  (((sixBits(token.charCodeAt(0)) << 2) | (sixBits(token.charCodeAt(1)) >>> 4)) & 0xff);

/** Whose message a token stands for that something else has proven to be ours: its code is not looked at. */
export const provenToken = (token: string): Tracked => idsOf(token.slice(0, -MAC_LENGTH));

/** What `tokenOf` wrote, read without a buffer: these are a few bytes, and a buffer costs more than they do. */
function idsOf(ids: string): Tracked {
  const bytes: number[] = [];
  let bits = 0;
  for (let i = 0; i < ids.length; i++) {
    bits = (bits << 6) | sixBits(ids.charCodeAt(i));
    // Four characters are three bytes.
    if (i % 4 > 0) bytes.push((bits >>> (6 - 2 * (i % 4))) & 0xff);
  }
  const [workspaceId, next] = readVarint(bytes, 1);
  const [sendId] = readVarint(bytes, next);
  return { workspaceId: asId(workspaceId), sendId: asId(sendId) };
}

/** What a character of base64url stands for. */
function sixBits(code: number): number {
  if (code >= 97) return code - 71;
  if (code === 95) return 63;
  if (code >= 65) return code - 65;
  return code === 45 ? 62 : code + 4;
}

const keyIds = new Map<string, number>();

/** Names the secret, so that the right one of several is found at once. */
function keyId(secret: string): number {
  const known = keyIds.get(secret);
  if (known !== undefined) return known;
  const id = macOf(secret, "key-id", "").charCodeAt(0);
  keyIds.set(secret, id);
  return id;
}

/** Seven bits a byte, lowest first; right up to 2^53, where shifts are not. */
function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  bytes.push(rest);
  return bytes;
}

function readVarint(bytes: readonly number[], from: number): [value: number, next: number] {
  let value = 0;
  let factor = 1;
  for (let i = from; i < bytes.length; i++, factor *= 128) {
    const byte = bytes[i] ?? 0;
    value += (byte % 128) * factor;
    if (byte < 128) return [value, i + 1];
  }
  return [value, bytes.length];
}
