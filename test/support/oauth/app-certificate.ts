import { createHash } from "node:crypto";
import { generateKeyPair } from "jose";

/** A self-signed certificate with its RSA key, as an operator makes one for an app. */
export type AppCertificate = {
  readonly certificate: string;
  readonly privateKey: string;
  readonly publicKey: CryptoKey;
  /** `x5t#S256`. */
  readonly thumbprint: string;
};

/** Good until `endsAt` (Unix milliseconds). */
export async function createAppCertificate(endsAt: number): Promise<AppCertificate> {
  const keys = await generateKeyPair("PS256", { extractable: true });
  const exported = async (format: "spki" | "pkcs8", key: CryptoKey) =>
    Buffer.from(await crypto.subtle.exportKey(format, key));
  const pkcs8 = await exported("pkcs8", keys.privateKey);
  const name = seq(tlv(0x31, seq(oid(0x55, 0x04, 0x03), tlv(0x0c, Buffer.from("Outrider")))));
  const algorithm = seq(
    oid(0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b),
    tlv(0x05, Buffer.alloc(0)),
  );
  const signed = seq(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.from([1])),
    algorithm,
    name,
    seq(time(endsAt - 365 * 86_400_000), time(endsAt)),
    name,
    await exported("spki", keys.publicKey),
  );
  const signer = await crypto.subtle.importKey(
    "pkcs8",
    pkcs8,
    { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
    false,
    ["sign"],
  );
  const signature = Buffer.from(await crypto.subtle.sign("RSASSA-PKCS1-v1_5", signer, signed));
  const der = seq(signed, algorithm, tlv(0x03, Buffer.concat([Buffer.from([0]), signature])));
  return {
    certificate: pem("CERTIFICATE", der),
    privateKey: pem("PRIVATE KEY", pkcs8),
    publicKey: keys.publicKey,
    thumbprint: createHash("sha256").update(der).digest("base64url"),
  };
}

function tlv(tag: number, body: Buffer): Buffer<ArrayBuffer> {
  const { length } = body;
  const size =
    length < 128
      ? [length]
      : length < 256
        ? [0x81, length]
        : [0x82, Math.floor(length / 256), length % 256];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}
const seq = (...parts: readonly Buffer[]) => tlv(0x30, Buffer.concat(parts));
const oid = (...bytes: readonly number[]) => tlv(0x06, Buffer.from(bytes));
const time = (at: number) =>
  tlv(
    0x17,
    Buffer.from(
      `${new Date(at)
        .toISOString()
        .replace(/[-:T]|\.\d+/g, "")
        .slice(2)}`,
    ),
  );
const pem = (label: string, der: Buffer): string =>
  `-----BEGIN ${label}-----\n${der.toString("base64").replace(/.{64}(?=.)/g, "$&\n")}\n-----END ${label}-----\n`;
