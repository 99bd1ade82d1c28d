import type { Integration } from "#modules/events/contract/integrations.ts";
import { type PageQuery, paginationOf } from "#platform/contract/common.ts";
import type { Deps, WorkspaceCtx } from "#platform/ctx/ctx.ts";
import {
  type IntegrationId,
  type IntegrationProvider,
  PROVIDERS,
} from "#modules/events/rules/integrations/providers.ts";
import { readSettings } from "#modules/accounts/settings/read-settings.ts";
import { servicesOf } from "#modules/events/webhook-deliveries/services.ts";
import { presentIntegration, type Standing } from "./present.ts";
import { selectByToken, selectIntegration, selectIntegrations } from "./store.ts";

/** Every service with what it asks for and how it is doing; `q` looks in names. */
export async function listIntegrations(ctx: WorkspaceCtx, query: Omit<PageQuery, "cursor">) {
  const q = query.q?.trim().toLowerCase() ?? "";
  const standing = await standingOf(ctx);
  const matching = PROVIDERS.filter(
    ({ id, title }) => id.includes(q) || title.toLowerCase().includes(q),
  );
  const from = (query.page - 1) * query.limit;
  return {
    data: matching
      .slice(from, from + query.limit)
      .map((provider) => presentIntegration(provider, standing)),
    pagination: paginationOf(query, matching.length),
  };
}

/** One service as it stands now. */
export async function findIntegration(
  ctx: WorkspaceCtx,
  provider: IntegrationProvider,
): Promise<Integration> {
  return presentIntegration(provider, await standingOf(ctx));
}

async function standingOf(ctx: WorkspaceCtx): Promise<Standing> {
  const [rows, services, settings] = await Promise.all([
    selectIntegrations(ctx.install, ctx.workspaceId),
    servicesOf(ctx),
    readSettings(ctx),
  ]);
  return { rows: new Map(rows.map((row) => [row.provider, row])), services, ai: settings.ai };
}

/** A workspace's connection to a service; null where it has none. Its secret is sealed. */
export const connectionTo = (ctx: WorkspaceCtx, provider: IntegrationId) =>
  selectIntegration(ctx.install, ctx.workspaceId, provider);

/** Whose service calls with that token, by its SHA-256; null for nobody's, and for a workspace that was deleted. */
export const connectionByToken = (
  deps: Pick<Deps, "install">,
  provider: IntegrationId,
  tokenHash: string,
) => selectByToken(deps.install, provider, tokenHash);
