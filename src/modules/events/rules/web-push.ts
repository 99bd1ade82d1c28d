import type { OutsideText } from "#platform/rules/outside-text.ts";

/** What a browser gave with its subscription, in base64url: its public key (P-256) and a secret of 16 bytes. */
export type PushKeys = { readonly p256dh: string; readonly auth: string };

/** The bytes of a record, as its header names them: all of a message is one. */
const RECORD = 4_096;
/** Lengths are rounded up to these, so that the services that carry a message learn little from it. */
const STEP = 512;
/** Marks the last record, and where its padding begins (RFC 8188, 2). */
const END = 2;

const utf8 = new TextEncoder();
const decode = (text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(text, "base64url"));
const CURVE = { name: "ECDH", namedCurve: "P-256" };

/** What is drawn for each message. */
export type Drawn = { readonly pair: CryptoKeyPair; readonly salt: Uint8Array<ArrayBuffer> };

export const drawKeys = async (): Promise<Drawn> => ({
  // The types of one host know pairs and single keys by one name.
  pair: (await crypto.subtle.generateKey(CURVE, true, ["deriveBits"])) as CryptoKeyPair,
  salt: crypto.getRandomValues(new Uint8Array(16)),
});

/** Encrypts a message for one browser alone: `aes128gcm` (RFC 8188) with the keys of RFC 8291. */
export async function encryptPush(
  text: string,
  { p256dh, auth }: PushKeys,
  { pair, salt }: Drawn,
  step = STEP,
): Promise<Uint8Array<ArrayBuffer>> {
  const theirs = decode(p256dh);
  const own = new Uint8Array((await crypto.subtle.exportKey("raw", pair.publicKey)) as ArrayBuffer);
  const other = await crypto.subtle.importKey("raw", theirs, CURVE, false, []);
  // The types of one host call it by another name.
  const agreed = { name: "ECDH", public: other } as unknown as SubtleCryptoDeriveKeyAlgorithm;
  const secret = await crypto.subtle.deriveBits(agreed, pair.privateKey, 256);
  const info = joined(utf8.encode("WebPush: info\0"), theirs, own);
  const material = await derive(secret, decode(auth), info, 32);
  const [content, nonce] = await Promise.all([
    derive(material, salt, utf8.encode("Content-Encoding: aes128gcm\0"), 16),
    derive(material, salt, utf8.encode("Content-Encoding: nonce\0"), 12),
  ]);
  const key = await crypto.subtle.importKey("raw", content, "AES-GCM", false, ["encrypt"]);
  const plain = utf8.encode(text);
  const padded = new Uint8Array(Math.ceil((plain.byteLength + 1) / step) * step);
  padded.set(plain);
  padded[plain.byteLength] = END;
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv: nonce }, key, padded);
  const size = new Uint8Array(4);
  new DataView(size.buffer).setUint32(0, RECORD);
  return joined(salt, size, new Uint8Array([own.byteLength]), own, new Uint8Array(sealed));
}

async function derive(
  secret: BufferSource,
  salt: BufferSource,
  info: BufferSource,
  bytes: number,
): Promise<ArrayBuffer> {
  const key = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveBits"]);
  return crypto.subtle.deriveBits({ name: "HKDF", hash: "SHA-256", salt, info }, key, bytes * 8);
}

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}

/** Whether these are a point of the curve and a secret of the right length: what can be encrypted for. */
export async function arePushKeys({ p256dh, auth }: PushKeys): Promise<boolean> {
  if (decode(auth).byteLength !== 16 || decode(p256dh).byteLength !== 65) return false;
  try {
    await crypto.subtle.importKey("raw", decode(p256dh), CURVE, false, []);
    return true;
  } catch {
    return false;
  }
}

/** One line of a notice: names come from emails and files, and may be of any length. */
export function clipText(text: OutsideText, most: number): string {
  const line = text
    .slice(0, most * 4)
    .replace(/\s+/g, " ")
    .trim();
  const signs = Array.from(line);
  return signs.length <= most ? line : `${signs.slice(0, most - 1).join("")}…`;
}
