import type { CallerCtx, Deps, PublicCtx } from "#platform/ctx/ctx.ts";
import { originOfHost } from "#platform/ctx/own-host.ts";
import type { UserId, WorkspaceId } from "#platform/rules/ids.ts";
import { readInstall } from "#modules/accounts/install/install-values.ts";
import { type BrandRow, selectBrand, selectBrandOfClient } from "./store.ts";

/** What the install is called until somebody names it. */
const DEFAULT_NAME = "Outrider";

/** What people read the product to be: its name and look, whom its mails are from, where its links lead. */
export type Brand = {
  /** Whose white label it is; null: the install's own. */
  readonly workspaceId: WorkspaceId | null;
  readonly name: string;
  readonly logoUrl: string | null;
  readonly accent: string | null;
  /** Null: its name, and the address of SYSTEM_MAIL_URL. */
  readonly senderName: string | null;
  readonly senderEmail: string | null;
  /** Scheme and host. */
  readonly origin: string;
};

type From = Pick<Deps, "install" | "settings">;

/** The install's own brand: for staff, and for everybody without a white label. */
export async function installBrand(deps: From): Promise<Brand> {
  const { branding } = await readInstall(deps, ["branding"]);
  return {
    workspaceId: null,
    name: branding?.name ?? DEFAULT_NAME,
    logoUrl: branding?.logo ? `/api/v1/setup/logo?v=${branding.version}` : null,
    accent: branding?.accent ?? null,
    senderName: null,
    senderEmail: null,
    origin: deps.settings.BASE_URL,
  };
}

export const presentBrand = ({ settings }: Pick<Deps, "settings">, row: BrandRow): Brand => ({
  workspaceId: row.workspaceId,
  name: row.name,
  logoUrl: logoUrlOf(row),
  accent: row.accent,
  senderName: row.senderName,
  senderEmail: row.senderEmail,
  origin: row.host === null ? settings.BASE_URL : originOfHost(settings, row.host),
});

export const logoUrlOf = ({ logoHash }: Pick<BrandRow, "logoHash">): string | null =>
  logoHash === null ? null : `/api/v1/branding/logo/${logoHash}`;

const orInstall = async (deps: From, row: BrandRow | null): Promise<Brand> =>
  row ? presentBrand(deps, row) : installBrand(deps);

/** The brand of a workspace, for people outside of the install's staff. */
export const brandOfWorkspace = async (deps: From, id: WorkspaceId): Promise<Brand> =>
  orInstall(deps, await selectBrand(deps.install, id));

/**
 * The brand in which a person is written to: a client by that of their workspace, of `preferred`
 * where they have several; staff by the install's.
 */
export const brandOfPerson = async (
  deps: From,
  userId: UserId,
  preferred: WorkspaceId | null = null,
): Promise<Brand> => orInstall(deps, await selectBrandOfClient(deps.install, userId, preferred));

/** The brand of the address that a request came to. */
export const brandHere = (ctx: From & Pick<PublicCtx, "ownHost">): Promise<Brand> =>
  ctx.ownHost ? brandOfWorkspace(ctx, ctx.ownHost.workspaceId) : installBrand(ctx);

/** The brand that a signed-in caller sees: at an own host its one, elsewhere by the caller. */
export async function brandOfCaller(ctx: CallerCtx): Promise<Brand> {
  const { caller, ownHost } = ctx;
  if (ownHost) return brandOfWorkspace(ctx, ownHost.workspaceId);
  if (!caller.byKey) return brandOfPerson(ctx, caller.userId);
  const isClients = caller.keyKind === "workspace" && caller.role === "client";
  return isClients ? brandOfWorkspace(ctx, caller.workspaceId) : installBrand(ctx);
}
