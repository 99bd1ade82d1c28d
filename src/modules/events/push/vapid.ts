import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from "jose";
import { readInstall } from "#modules/accounts/install/install-values.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import { HOUR_MS } from "#platform/rules/time.ts";
import { insertPushIdentity } from "./subscriptions-store.ts";

const PLACE = "install_settings:push_identity";
/** RFC 8292 allows 24 hours; a clock may be wrong by some. */
const GOOD_FOR_MS = 12 * HOUR_MS;

/** How push services know this install (RFC 8292). */
type PushIdentity = {
  /** The public key, raw in base64url: what a browser subscribes with. */
  readonly key: string;
  /** The header `Authorization` for a push service. */
  readonly authorize: (endpoint: string) => Promise<string>;
};

/** The key pair of the install, made at its first use. */
export async function pushIdentityOf(deps: Deps): Promise<PushIdentity> {
  const { push_identity: stored } = await readInstall(deps, ["push_identity"]);
  if (!stored) {
    const pair = await generateKeyPair("ES256", { extractable: true });
    const value = await deps.vault.seal(JSON.stringify(await exportJWK(pair.privateKey)), PLACE);
    // The first of two wins: a browser may have subscribed with its key already.
    await insertPushIdentity(deps.install, value, deps.now());
    return pushIdentityOf(deps);
  }
  const jwk = JSON.parse(await deps.vault.open(stored, PLACE)) as JWK;
  const key = publicKeyOf(jwk);
  return {
    key,
    async authorize(endpoint) {
      const token = await new SignJWT()
        .setProtectedHeader({ alg: "ES256", typ: "JWT" })
        .setAudience(new URL(endpoint).origin)
        .setExpirationTime(Math.floor((deps.now() + GOOD_FOR_MS) / 1_000))
        .setSubject(contactOf(deps.settings.BASE_URL))
        .sign(await importJWK(jwk, "ES256"));
      return `vapid t=${token}, k=${key}`;
    },
  };
}

/** Uncompressed, as push services and browsers want it. */
const publicKeyOf = ({ x = "", y = "" }: JWK): string =>
  Buffer.concat([
    Buffer.from([4]),
    Buffer.from(x, "base64url"),
    Buffer.from(y, "base64url"),
  ]).toString("base64url");

/** Whom a push service can turn to: some refuse what is neither https nor an address. */
const contactOf = (baseUrl: string): string =>
  baseUrl.startsWith("https:") ? baseUrl : `mailto:postmaster@${new URL(baseUrl).hostname}`;
