import type { Branding, BrandingBody } from "#modules/accounts/contract/setup.ts";
import type { Caller, Deps, PublicCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { invalidField } from "#platform/rules/errors.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { installStatement, readInstall } from "#modules/accounts/install/install-values.ts";

/** What the dashboard is called until somebody names it. */
const DEFAULT_NAME = "Outrider";
const MAX_LOGO_BYTES = 256 * 1024;

/** The picture types that are taken, by their first bytes. No SVG: it can carry scripts. */
const SIGNATURES: Readonly<Record<string, (bytes: Buffer) => boolean>> = {
  "image/png": (b) => b.subarray(0, 8).equals(Buffer.from("89504e470d0a1a0a", "hex")),
  "image/jpeg": (b) => b.subarray(0, 3).equals(Buffer.from("ffd8ff", "hex")),
  "image/webp": (b) =>
    b.toString("latin1", 0, 4) === "RIFF" && b.toString("latin1", 8, 12) === "WEBP",
};

export async function readBranding(deps: Deps): Promise<Branding> {
  const { branding } = await readInstall(deps, ["branding"]);
  return present(branding ?? null);
}

/** Saves name, logo and accent; what is left out stays. Throws `validation_failed` for what is no such picture. */
export async function saveBranding(
  ctx: PublicCtx,
  caller: Caller | null,
  body: BrandingBody,
): Promise<Branding> {
  if (typeof body.logo === "string") assertPicture(body.logo);
  const { branding: before } = await readInstall(ctx, ["branding"]);
  const branding = {
    name: body.name,
    logo: body.logo === undefined ? (before?.logo ?? null) : body.logo,
    accent: body.accent === undefined ? (before?.accent ?? null) : body.accent,
    version: (before?.version ?? 0) + 1,
  };
  await runBatch(ctx.install, [
    installStatement(ctx, "branding", branding),
    auditStatement({ ...ctx, caller: caller ?? undefined }, { action: "setup.branding_changed" }),
  ]);
  return present(branding);
}

/** The logo's bytes and type; null where there is none. */
export async function readLogo(deps: Deps): Promise<{ type: string; bytes: Buffer } | null> {
  const { branding } = await readInstall(deps, ["branding"]);
  return branding?.logo ? decode(branding.logo) : null;
}

const present = (
  branding: { name: string; logo: string | null; accent?: string | null; version: number } | null,
): Branding => ({
  name: branding?.name ?? DEFAULT_NAME,
  logo_url: branding?.logo ? `/api/v1/setup/logo?v=${branding.version}` : null,
  ...(branding?.accent && { accent: branding.accent }),
});

function decode(logo: string): { type: string; bytes: Buffer } | null {
  const match = /^data:(image\/(?:png|jpeg|webp));base64,([A-Za-z0-9+/]+={0,2})$/.exec(logo);
  return match ? { type: match[1] ?? "", bytes: Buffer.from(match[2] ?? "", "base64") } : null;
}

function assertPicture(logo: string): void {
  const picture = decode(logo);
  if (!picture || !SIGNATURES[picture.type]?.(picture.bytes)) {
    throw invalidField("logo", "not_a_picture", "Send a PNG, JPEG or WebP image as a data URL.");
  }
  if (picture.bytes.length > MAX_LOGO_BYTES) {
    throw invalidField("logo", "too_large", "The logo can be up to 256 KB.");
  }
}
