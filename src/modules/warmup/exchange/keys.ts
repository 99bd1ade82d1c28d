import { hkdfSync } from "node:crypto";
import { CompactSign, exportJWK, generateKeyPair, importJWK } from "jose";
import { readInstall } from "#modules/accounts/install/install-values.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import { installSettings } from "#modules/accounts/schema/accounts.ts";
import { AppError } from "#platform/rules/errors.ts";

/** Where the private keys and secrets of exchanges are sealed for. */
const IDENTITY_PLACE = "install_settings:exchange_identity";
export const agreementPlace = (id: string): string => `warmup_exchanges:agreement_key:${id}`;
export const secretPlace = (id: string): string => `warmup_exchanges:secret:${id}`;

/** How other installs know this one. */
export type Identity = {
  /** The public key, raw in base64url. */
  readonly key: string;
  readonly sign: (payload: object) => Promise<string>;
};

/** The identity of the install, made at its first use. */
export async function identityOf(deps: Deps): Promise<Identity> {
  const { exchange_identity: stored } = await readInstall(deps, ["exchange_identity"]);
  if (!stored) {
    const pair = await generateKeyPair("EdDSA", { crv: "Ed25519", extractable: true });
    const { x = "", d = "" } = await exportJWK(pair.privateKey);
    const value = await deps.vault.seal(`${d}.${x}`, IDENTITY_PLACE);
    // The first of two wins: an invitation may bear its key already.
    await deps.install
      .insert(installSettings)
      .values({ key: "exchange_identity", value, updatedAt: deps.now() })
      .onConflictDoNothing();
    return identityOf(deps);
  }
  const [d = "", x = ""] = (await deps.vault.open(stored, IDENTITY_PLACE)).split(".");
  const jwk = { kty: "OKP", crv: "Ed25519", x, d };
  return {
    key: x,
    async sign(payload) {
      const key = await importJWK(jwk, "EdDSA");
      return new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
        .setProtectedHeader({ alg: "EdDSA" })
        .sign(key);
    },
  };
}

/** A key pair for one agreement; both halves raw in base64url. */
export async function agreementPair(): Promise<{ own: string; shared: string }> {
  const pair = (await crypto.subtle.generateKey({ name: "X25519" }, true, [
    "deriveBits",
  ])) as CryptoKeyPair;
  const { d = "", x = "" } = (await crypto.subtle.exportKey("jwk", pair.privateKey)) as {
    d?: string;
    x?: string;
  };
  return { own: `${d}.${x}`, shared: x };
}

/**
 * The secret of an exchange: of both agreement keys, and bound to both identities and the id, so that
 * nobody joins two partners of his own. Throws `validation_failed` for a key that makes it known to all.
 */
export async function secretOf(
  own: string,
  theirs: string,
  bound: { readonly inviting: string; readonly invited: string; readonly id: string },
): Promise<string> {
  const [d = "", x = ""] = own.split(".");
  const algorithm = { name: "X25519" };
  try {
    const [mine, other] = await Promise.all([
      crypto.subtle.importKey("jwk", { kty: "OKP", crv: "X25519", d, x }, algorithm, false, [
        "deriveBits",
      ]),
      crypto.subtle.importKey("raw", Buffer.from(theirs, "base64url"), algorithm, false, []),
    ]);
    // The types of one host call it by another name.
    const agreed = { name: "X25519", public: other } as unknown as SubtleCryptoDeriveKeyAlgorithm;
    const bits = new Uint8Array(await crypto.subtle.deriveBits(agreed, mine, 256));
    if (bits.every((byte) => byte === 0)) throw new Error("a key of low order");
    const info = `outrider exchange\n${bound.inviting}\n${bound.invited}`;
    return Buffer.from(hkdfSync("sha256", bits, bound.id, info, 32)).toString("base64url");
  } catch (cause) {
    const message = "The other installation sent a key that cannot be used.";
    throw new AppError("conflict", message, { cause });
  }
}
