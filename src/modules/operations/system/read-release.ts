import { compactVerify, importJWK } from "jose";
import { Release } from "#platform/wire/release.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import { AppError } from "#platform/rules/errors.ts";

/**
 * The newest release of the feed, once its signature by RELEASES_PUBLIC_KEY (32 bytes in base64url)
 * was checked. Throws `invalid_state` without a feed, `upstream_*` where it cannot be had, is
 * malformed or is not signed by that key; the sentence says which.
 */
export async function readRelease(deps: Deps): Promise<Release> {
  const { RELEASES_URL: url, RELEASES_PUBLIC_KEY: key } = deps.settings;
  if (url === undefined) {
    throw new AppError(
      "invalid_state",
      "Updates are turned off. Set RELEASES_URL to the URL of the release feed.",
    );
  }
  if (key === undefined) {
    throw new AppError("invalid_state", "Set RELEASES_PUBLIC_KEY. An unsigned feed is not used.");
  }
  const text = (await deps.installer.feed(url)).trim();
  if (text.split(".").length !== 3) {
    throw new AppError("upstream_failed", "The feed is not a signed manifest. Check RELEASES_URL.");
  }
  const payload = await verified(text, key);
  const release = Release.safeParse(payload);
  if (release.success) return release.data;
  const fields = release.error.issues.map(({ path }) => path.join(".") || "itself").join(", ");
  throw new AppError("upstream_failed", `The signed manifest is not valid: ${fields}.`);
}

async function verified(text: string, publicKey: string): Promise<unknown> {
  try {
    const key = await importJWK({ kty: "OKP", crv: "Ed25519", x: publicKey }, "EdDSA");
    const { payload } = await compactVerify(text, key, { algorithms: ["EdDSA", "Ed25519"] });
    return JSON.parse(new TextDecoder().decode(payload));
  } catch (cause) {
    throw new AppError(
      "upstream_failed",
      "The signature of the feed does not match RELEASES_PUBLIC_KEY. The feed is ignored.",
      { cause },
    );
  }
}
