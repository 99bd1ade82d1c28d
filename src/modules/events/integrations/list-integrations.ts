import type { Integration } from "#modules/events/contract/integrations.ts";
import { type PageQuery, paginationOf } from "#platform/contract/common.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import {
  type IntegrationProvider,
  PROVIDERS,
} from "#modules/events/rules/integrations/providers.ts";
import { readSettings } from "#modules/accounts/settings/read-settings.ts";
import { servicesOf } from "#modules/events/webhook-deliveries/services.ts";
import { presentIntegration, type Standing } from "./present.ts";
import { selectIntegrations } from "./store.ts";

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
    selectIntegrations(ctx.db, ctx.workspaceId),
    servicesOf(ctx),
    readSettings(ctx),
  ]);
  return { rows: new Map(rows.map((row) => [row.provider, row])), services, ai: settings.ai };
}
