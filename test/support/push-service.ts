import { createHash, randomBytes } from "node:crypto";
import { decodeJwt, importJWK, jwtVerify } from "jose";
import type { Egress } from "#platform/ctx/ports.ts";
import { SECOND_MS } from "#platform/rules/time.ts";

const CURVE = { name: "ECDH", namedCurve: "P-256" };
const encode = (bytes: ArrayBuffer | Uint8Array): string =>
  Buffer.from(new Uint8Array(bytes)).toString("base64url");
/** What a push service has to take at least, and takes at most here (RFC 8030, 7.2). */
const MOST_BYTES = 4_096;

/** What a browser was told, as its own script reads it. */
export type Told = {
  readonly browser: string;
  readonly ttl: number;
  readonly topic: string | null;
  readonly text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read it freely
  readonly words: any;
};

type Browser = {
  readonly name: string;
  readonly pair: CryptoKeyPair;
  readonly auth: Buffer;
  /** The key that it subscribed with (RFC 8292, 4.1). */
  readonly applicationServerKey: string;
  isGone: boolean;
};

/**
 * A push service with the browsers that subscribed at it. It refuses what RFC 8030, 8188, 8291 and 8292 do not
 * allow by failing the test, and answers what `answers` says next, else 201.
 */
export function pushService(now: () => number) {
  const browsers = new Map<string, Browser>();
  const told: Told[] = [];
  /** What it answers to the next requests. */
  const answers: { status: number; retryAfter?: string }[] = [];
  let asked = 0;

  /** Subscribes a browser; answers what `pushManager.subscribe` gives. */
  async function subscribe(name: string, applicationServerKey: string) {
    const pair = (await crypto.subtle.generateKey(CURVE, true, ["deriveBits"])) as CryptoKeyPair;
    const auth = randomBytes(16);
    const endpoint = `https://push.test/send/${randomBytes(24).toString("base64url")}`;
    browsers.set(endpoint, { name, pair, auth, applicationServerKey, isGone: false });
    const p256dh = encode((await crypto.subtle.exportKey("raw", pair.publicKey)) as ArrayBuffer);
    return { endpoint, keys: { p256dh, auth: encode(auth) } };
  }

  const postBytes: Egress["postBytes"] = async ({ url, headers, body }) => {
    asked++;
    const reply = (status: number, retryAfter: string | null = null) =>
      ({ ok: true, reply: { status, body: "", retryAfter } }) as const;
    const given = answers.shift();
    if (given) return reply(given.status, given.retryAfter ?? null);
    const browser = browsers.get(url);
    if (!browser) return reply(404);
    if (browser.isGone) return reply(410);
    if (body.byteLength > MOST_BYTES) return reply(413);
    await checkVapid(headers["Authorization"] ?? "", new URL(url).origin, browser, now());
    if (headers["Content-Encoding"] !== "aes128gcm") throw new Error("not aes128gcm");
    const ttl = Number(headers["TTL"]);
    if (!Number.isInteger(ttl) || ttl < 0) throw new Error("no TTL (RFC 8030, 5.2)");
    const topic = headers["Topic"] ?? null;
    if (topic !== null && !/^[\w-]{1,32}$/.test(topic)) throw new Error("RFC 8030, 5.4");
    const text = await decrypt(body, browser);
    told.push({ browser: browser.name, ttl, topic, text, words: JSON.parse(text) });
    return reply(201);
  };

  return {
    subscribe,
    told,
    answers,
    asked: () => asked,
    /** The person took back the permission. */
    forget(endpoint: string): void {
      const browser = browsers.get(endpoint);
      if (browser) browser.isGone = true;
    },
    egress: { postBytes } satisfies Partial<Egress>,
  };
}

/** RFC 8292: a token for this origin, good for a day at most, signed with the key that is named and subscribed with. */
async function checkVapid(
  authorization: string,
  origin: string,
  { applicationServerKey }: Browser,
  now: number,
): Promise<void> {
  const [, token = "", key = ""] = /^vapid t=([^,]+), k=([\w-]+)$/.exec(authorization) ?? [];
  if (key !== applicationServerKey) throw new Error("another key than the browser subscribed with");
  const raw = Buffer.from(key, "base64url");
  if (raw.byteLength !== 65 || raw[0] !== 4) throw new Error("no uncompressed point");
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: encode(raw.subarray(1, 33)),
    y: encode(raw.subarray(33)),
  };
  await jwtVerify(token, await importJWK(jwk, "ES256"), {
    audience: origin,
    algorithms: ["ES256"],
    currentDate: new Date(now),
  });
  const { exp = Infinity, sub = "" } = decodeJwt(token);
  if (exp * SECOND_MS > now + 24 * 3_600 * SECOND_MS) throw new Error("good for too long");
  if (!/^(?:mailto:.+@|https:)/.test(sub)) throw new Error("no contact");
}

/** As a browser reads it: RFC 8188 with one record, its key from RFC 8291. */
export async function decrypt(
  body: Uint8Array<ArrayBuffer>,
  { pair, auth }: Pick<Browser, "pair" | "auth">,
): Promise<string> {
  const salt = body.slice(0, 16);
  const size = new DataView(body.buffer, body.byteOffset).getUint32(16);
  const length = body[20] ?? 0;
  const sender = body.slice(21, 21 + length);
  const sealed = body.slice(21 + length);
  if (length !== 65 || sealed.byteLength > size) throw new Error("not one record");
  const own = new Uint8Array((await crypto.subtle.exportKey("raw", pair.publicKey)) as ArrayBuffer);
  const other = await crypto.subtle.importKey("raw", sender, CURVE, false, []);
  const agreed = { name: "ECDH", public: other } as unknown as SubtleCryptoDeriveKeyAlgorithm;
  const secret = await crypto.subtle.deriveBits(agreed, pair.privateKey, 256);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), own, sender]);
  const material = await hkdf(Buffer.from(secret), auth, info, 32);
  const content = await hkdf(material, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const iv = await hkdf(material, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const key = await crypto.subtle.importKey("raw", content, "AES-GCM", false, ["decrypt"]);
  const plain = Buffer.from(await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, sealed));
  const end = plain.lastIndexOf(2);
  if (end < 0 || plain.subarray(end + 1).some((byte: number) => byte !== 0))
    throw new Error("padding");
  return plain.subarray(0, end).toString("utf8");
}

async function hkdf(secret: Uint8Array, salt: Uint8Array, info: Uint8Array, bytes: number) {
  const key = await crypto.subtle.importKey("raw", new Uint8Array(secret), "HKDF", false, [
    "deriveBits",
  ]);
  const algorithm = {
    name: "HKDF",
    hash: "SHA-256",
    salt: new Uint8Array(salt),
    info: new Uint8Array(info),
  };
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, bytes * 8));
}

export const fingerprintOf = (endpoint: string): string =>
  createHash("sha256").update(endpoint).digest("hex");
