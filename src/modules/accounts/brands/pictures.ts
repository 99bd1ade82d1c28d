import type { PublicCtx } from "#platform/ctx/ctx.ts";
import { readInstall } from "#modules/accounts/install/install-values.ts";
import { iconOf } from "#modules/accounts/rules/icon.ts";
import { type Picture, readPicture } from "#modules/accounts/rules/picture.ts";
import { selectIcon, selectLogo } from "./store.ts";

/** A workspace's logo by its hash; at an own host that of its workspace alone. */
export async function readBrandLogo(ctx: PublicCtx, hash: string): Promise<Picture | null> {
  const logo = await selectLogo(ctx.install, hash, ctx.ownHost?.workspaceId ?? null);
  return logo === null ? null : readPicture(logo);
}

/** The icon of the address that a request came to, as SVG; null: the product's own. */
export async function readIcon(ctx: PublicCtx): Promise<string | null> {
  if (ctx.ownHost) {
    const brand = await selectIcon(ctx.install, ctx.ownHost.workspaceId);
    return brand && iconOf(brand);
  }
  const { branding } = await readInstall(ctx, ["branding"]);
  return branding ? iconOf({ accent: null, ...branding }) : null;
}
