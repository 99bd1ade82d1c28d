import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

/** What a browser and an authenticator may get wrong, or be made to. */
export type Twist = {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  /** Without it the person was not verified. */
  readonly verified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string;
  readonly type?: string;
  /** Signs with another key. */
  readonly forged?: boolean;
};

type CreationOptions = {
  readonly challenge: string;
  readonly rp: { readonly id: string };
  readonly user: { readonly id: string };
};
type RequestOptions = { readonly challenge: string; readonly rpId: string };

const b64 = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString("base64url");
const sha256 = (text: string | Buffer): Buffer => createHash("sha256").update(text).digest();

/** CBOR (RFC 8949) of what an attestation is made of. */
function cbor(value: unknown): Buffer {
  const head = (major: number, n: number): Buffer => {
    if (n < 24) return Buffer.from([(major << 5) | n]);
    if (n < 256) return Buffer.from([(major << 5) | 24, n]);
    return Buffer.from([(major << 5) | 25, n >> 8, n & 255]);
  };
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string") return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
  if (!(value instanceof Map)) throw new Error("not a part of an attestation");
  return Buffer.concat([head(5, value.size), ...[...value].flat().map(cbor)]);
}

/**
 * An authenticator with one passkey (ES256), and the browser around it. `counter` is public: a
 * clone is a second object with the same one.
 */
export class Authenticator {
  readonly credentialId = randomBytes(16);
  counter = 0;
  #userHandle = "";
  #rpId = "";
  readonly #origin: string;
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });

  constructor(origin = "http://localhost") {
    this.#origin = origin;
  }

  #data(twist: Twist, attested: Buffer | null): Buffer {
    const flags = 1 | (twist.verified === false ? 0 : 4) | (attested ? 64 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(twist.counter ?? this.counter);
    return Buffer.concat([
      sha256(twist.rpId ?? this.#rpId),
      Buffer.from([flags]),
      count,
      attested ?? Buffer.alloc(0),
    ]);
  }

  #client(type: string, challenge: string, twist: Twist): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: twist.type ?? type,
        challenge: twist.challenge ?? challenge,
        origin: twist.origin ?? this.#origin,
        crossOrigin: false,
      }),
    );
  }

  create(options: CreationOptions, twist: Twist = {}, statement = new Map<string, unknown>()) {
    this.#rpId = options.rp.id;
    this.#userHandle = options.user.id;
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
    const key = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, "base64url")],
        [-3, Buffer.from(y, "base64url")],
      ]),
    );
    const attested = Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([0, this.credentialId.length]),
      this.credentialId,
      key,
    ]);
    const attestation = cbor(
      new Map<string, unknown>([
        ["fmt", statement.size === 0 ? "none" : "packed"],
        ["attStmt", statement],
        ["authData", this.#data(twist, attested)],
      ]),
    );
    return {
      id: b64(this.credentialId),
      rawId: b64(this.credentialId),
      type: "public-key",
      clientExtensionResults: {},
      response: {
        attestationObject: b64(attestation),
        clientDataJSON: b64(this.#client("webauthn.create", options.challenge, twist)),
        transports: ["internal"],
      },
    };
  }

  get(options: RequestOptions, twist: Twist = {}) {
    const data = this.#data(twist, null);
    const client = this.#client("webauthn.get", options.challenge, twist);
    const key: KeyObject =
      twist.forged === true
        ? generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey
        : this.#keys.privateKey;
    return {
      id: b64(this.credentialId),
      rawId: b64(this.credentialId),
      type: "public-key",
      clientExtensionResults: {},
      response: {
        authenticatorData: b64(data),
        clientDataJSON: b64(client),
        signature: b64(sign("sha256", Buffer.concat([data, sha256(client)]), key)),
        userHandle: twist.userHandle ?? this.#userHandle,
      },
    };
  }
}
