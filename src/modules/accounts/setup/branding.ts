import type { Branding } from "#modules/accounts/contract/brands.ts";
import type { BrandingBody } from "#modules/accounts/contract/setup.ts";
import type { Caller, PublicCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { type Brand, brandHere } from "#modules/accounts/brands/read-brand.ts";
import { installStatement, readInstall } from "#modules/accounts/install/install-values.ts";
import { assertLogo, type Picture, readPicture } from "#modules/accounts/rules/picture.ts";

/** Name and look of the address that a request came to: the install's, or those of a workspace's own host. */
export async function readBranding(ctx: PublicCtx): Promise<Branding> {
  return present(await brandHere(ctx));
}

/** Saves name, logo and accent; what is left out stays. Throws `validation_failed` for what is no such picture. */
export async function saveBranding(
  ctx: PublicCtx,
  caller: Caller | null,
  body: BrandingBody,
): Promise<Branding> {
  if (typeof body.logo === "string") assertLogo(body.logo);
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
  return readBranding(ctx);
}

/** The bytes and type of the install's logo; null where there is none. */
export async function readLogo(ctx: PublicCtx): Promise<Picture | null> {
  const { branding } = await readInstall(ctx, ["branding"]);
  return branding?.logo ? readPicture(branding.logo) : null;
}

const present = ({ name, logoUrl, accent, workspaceId }: Brand): Branding => ({
  name,
  logo_url: logoUrl,
  ...(accent && { accent }),
  own_host: workspaceId !== null,
});
