import { compactVerify, importJWK } from "jose";
import type { License } from "#modules/accounts/contract/setup.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import { unixMs } from "#platform/rules/ids.ts";
import { iso } from "#platform/rules/time.ts";

const COMMUNITY: License = {
  valid: true,
  reason: "community",
  licensee: null,
  plan: "community",
  seats: null,
  expires_at: null,
};

/**
 * Reads a licence key: a JWS in compact form, signed by Ed25519, checked offline against
 * LICENSE_PUBLIC_KEY (32 bytes in base64url). Without that setting every install is "community".
 * Never throws for a bad key; stores nothing.
 */
export async function readLicense(deps: Deps, key: string): Promise<License> {
  const publicKey = deps.settings.LICENSE_PUBLIC_KEY;
  if (publicKey === undefined) return COMMUNITY;
  if (key.split(".").length !== 3) return refused("malformed");
  let payload: unknown;
  try {
    const verifier = await importJWK({ kty: "OKP", crv: "Ed25519", x: publicKey }, "EdDSA");
    const verified = await compactVerify(key, verifier, { algorithms: ["EdDSA", "Ed25519"] });
    payload = JSON.parse(new TextDecoder().decode(verified.payload));
  } catch {
    return refused("signature");
  }
  const claims = payload as { licensee?: unknown; plan?: unknown; seats?: unknown; exp?: unknown };
  const license: License = {
    valid: true,
    licensee: typeof claims.licensee === "string" ? claims.licensee : null,
    plan: typeof claims.plan === "string" ? claims.plan : "standard",
    seats: typeof claims.seats === "number" ? Math.trunc(claims.seats) : null,
    expires_at: typeof claims.exp === "number" ? iso(unixMs(claims.exp * 1_000)) : null,
  };
  const over = typeof claims.exp === "number" && claims.exp * 1_000 <= deps.now();
  return over ? { ...license, valid: false, reason: "expired" } : license;
}

const refused = (reason: "malformed" | "signature"): License => ({
  valid: false,
  reason,
  licensee: null,
  plan: "none",
  seats: null,
  expires_at: null,
});
