import { createHash, X509Certificate } from "node:crypto";
import { CompactSign, compactVerify, importPKCS8, importX509 } from "jose";
import { z } from "zod";
import { invalidField } from "#platform/rules/errors.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { parseGmtDate } from "#platform/rules/time.ts";

/** What a service account's JSON file has that is needed; the rest is left out. */
const ServiceAccountFile = z.object({
  type: z.literal("service_account"),
  client_email: z.email(),
  client_id: z.string().regex(/^\d{5,40}$/),
  private_key_id: z.string().min(1).max(200),
  private_key: z.string().min(1).max(20_000),
});
export type ServiceAccountFile = z.output<typeof ServiceAccountFile>;

/** Reads a key file as Google's console gives it. Throws `validation_failed`; no words of the file are repeated. */
export async function readServiceAccount(text: string): Promise<ServiceAccountFile> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw invalidField(
      "key_file",
      "not_json",
      "This is not the JSON key file of a service account.",
    );
  }
  const file = ServiceAccountFile.safeParse(json);
  if (!file.success) {
    const missing = [...new Set(file.error.issues.map(({ path }) => String(path[0])))].join(", ");
    throw invalidField(
      "key_file",
      "incomplete",
      `The key file has no usable ${missing}. Create a key of type JSON for the service account and paste the whole file.`,
    );
  }
  await signingKey("key_file", file.data.private_key, "RS256");
  return file.data;
}

/** What is known of a certificate. */
export type ReadCertificate = {
  /** SHA-256, base64url: `x5t#S256`. */
  readonly thumbprint: string;
  readonly endsAt: UnixMs;
};

/**
 * Reads a certificate and its key. Throws `validation_failed`: for what can't be read, for a key of
 * another certificate, and for a certificate that has expired.
 */
export async function readCertificate(
  certificate: string,
  privateKey: string,
  now: UnixMs,
): Promise<ReadCertificate> {
  let read: X509Certificate;
  try {
    read = new X509Certificate(certificate);
  } catch {
    throw invalidField(
      "certificate",
      "unreadable",
      "Paste the certificate in PEM, beginning with -----BEGIN CERTIFICATE-----.",
    );
  }
  // workerd has no validToDate.
  const endsAt = parseGmtDate(read.validTo);
  if (endsAt === null) throw new Error("a certificate's date could not be read");
  if (endsAt <= now) {
    throw invalidField(
      "certificate",
      "certificate_expired",
      "This certificate has expired. Make a new one and register it at Microsoft first.",
    );
  }
  const key = await signingKey("private_key", privateKey, "PS256");
  if (!(await isPair(certificate, key))) {
    throw invalidField("private_key", "other_key", "This private key is not the certificate's.");
  }
  return { thumbprint: createHash("sha256").update(read.raw).digest("base64url"), endsAt };
}

async function signingKey(field: string, pem: string, algorithm: "RS256" | "PS256") {
  if (pem.includes("BEGIN ENCRYPTED PRIVATE KEY")) {
    throw invalidField(field, "encrypted", "The private key has a password. Paste it without one.");
  }
  if (pem.includes("BEGIN RSA PRIVATE KEY")) {
    throw invalidField(
      field,
      "pkcs1",
      "The private key has the old format. Convert it: openssl pkcs8 -topk8 -nodes -in old.pem -out new.pem",
    );
  }
  try {
    return await importPKCS8(pem, algorithm);
  } catch {
    throw invalidField(
      field,
      "unreadable",
      "The private key can't be read. It has to be an RSA key in PEM, beginning with -----BEGIN PRIVATE KEY-----.",
    );
  }
}

async function isPair(certificate: string, key: CryptoKey): Promise<boolean> {
  try {
    const signed = await new CompactSign(new TextEncoder().encode("pair"))
      .setProtectedHeader({ alg: "PS256" })
      .sign(key);
    await compactVerify(signed, await importX509(certificate, "PS256"));
    return true;
  } catch {
    return false;
  }
}
