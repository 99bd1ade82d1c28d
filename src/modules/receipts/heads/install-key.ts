import { installSettings } from "#modules/accounts/schema/accounts.ts";
import { readInstall } from "#modules/accounts/install/install-values.ts";
import type { Deps } from "#platform/ctx/ctx.ts";

const PLACE = "install_settings:receipt_identity";

/** What signs the heads of the install. */
export type ReceiptSigner = {
  /** The public key, raw in base64url. */
  readonly key: string;
  /** The signature of a text, in base64url. */
  readonly sign: (text: string) => Promise<string>;
};

/** The key of the install for receipts, made at its first use. */
export async function receiptSigner(deps: Deps): Promise<ReceiptSigner> {
  const { receipt_identity: stored } = await readInstall(deps, ["receipt_identity"]);
  if (!stored) {
    const pair = (await crypto.subtle.generateKey({ name: "Ed25519" }, true, [
      "sign",
      "verify",
    ])) as CryptoKeyPair;
    const { d = "", x = "" } = (await crypto.subtle.exportKey("jwk", pair.privateKey)) as {
      d?: string;
      x?: string;
    };
    const value = await deps.vault.seal(`${d}.${x}`, PLACE);
    // The first of two wins: a head may be signed with it already.
    await deps.install
      .insert(installSettings)
      .values({ key: "receipt_identity", value, updatedAt: deps.now() })
      .onConflictDoNothing();
    return receiptSigner(deps);
  }
  const [d = "", x = ""] = (await deps.vault.open(stored, PLACE)).split(".");
  return {
    key: x,
    async sign(text) {
      const jwk = { kty: "OKP", crv: "Ed25519", d, x };
      const own = await crypto.subtle.importKey("jwk", jwk, { name: "Ed25519" }, false, ["sign"]);
      const bytes = await crypto.subtle.sign("Ed25519", own, new TextEncoder().encode(text));
      return Buffer.from(bytes).toString("base64url");
    },
  };
}
