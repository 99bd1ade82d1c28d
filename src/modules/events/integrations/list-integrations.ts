import type { Integration } from "#modules/events/contract/integrations.ts";
import { type PageQuery, paginationOf } from "#platform/contract/common.ts";
import type { Deps, WorkspaceCtx } from "#platform/ctx/ctx.ts";
import {
  type IntegrationId,
  type IntegrationProvider,
  providerOf,
  PROVIDERS,
} from "#modules/events/rules/integrations/providers.ts";
import { notFound } from "#platform/rules/errors.ts";
import { readSettings } from "#modules/accounts/settings/read-settings.ts";
import { servicesOf } from "#modules/events/webhook-deliveries/services.ts";
import { presentIntegration, type Standing } from "./present.ts";
import { selectByToken, selectIntegration, selectIntegrations } from "./store.ts";

/**
 * Every service with what it asks for and how it is doing, its further connections behind it; `q` looks in names.
 */
export async function listIntegrations(ctx: WorkspaceCtx, query: Omit<PageQuery, "cursor">) {
  const q = query.q?.trim().toLowerCase() ?? "";
  const standing = await standingOf(ctx);
  const matching = PROVIDERS.flatMap((provider) => linesOf(provider, standing)).filter(
    ({ id, title, name }) =>
      [id, title, name ?? ""].some((words) => words.toLowerCase().includes(q)),
  );
  const from = (query.page - 1) * query.limit;
  return {
    data: matching.slice(from, from + query.limit),
    pagination: paginationOf(query, matching.length),
  };
}

function linesOf(provider: IntegrationProvider, standing: Standing): Integration[] {
  const further = [...standing.rows.values()]
    .filter(({ connection: id }) => id !== provider.id && providerOf(id)?.id === provider.id)
    .toSorted((a, b) => inOrder(a.name ?? "", b.name ?? "") || inOrder(a.connection, b.connection))
    .map(({ connection: id }) => id);
  return [provider.id, ...further].map((id) => presentIntegration(provider, id, standing));
}

const inOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** One connection as it stands now; `connection` may not be connected. */
export async function findIntegration(
  ctx: WorkspaceCtx,
  provider: IntegrationProvider,
  connection: string,
): Promise<Integration> {
  return presentIntegration(provider, connection, await standingOf(ctx));
}

/** A connection that is there, with its provider. Throws `not_found`. */
export async function connectedOne(ctx: WorkspaceCtx, connection: string) {
  const provider = providerOf(connection);
  const shown = provider && (await findIntegration(ctx, provider, connection));
  if (!shown || shown.status === "disconnected") throw notFound("integration");
  return { provider, shown };
}

async function standingOf(ctx: WorkspaceCtx): Promise<Standing> {
  const [rows, services, settings] = await Promise.all([
    selectIntegrations(ctx.install, ctx.workspaceId),
    servicesOf(ctx),
    readSettings(ctx),
  ]);
  return { rows: new Map(rows.map((row) => [row.connection, row])), services, ai: settings.ai };
}

/** A workspace's connection to a service; null where it has none. Its secret is sealed. */
export const connectionTo = (ctx: WorkspaceCtx, connection: string) =>
  selectIntegration(ctx.install, ctx.workspaceId, connection);

/** Connections that a workspace has to a service. */
export async function countConnections(
  ctx: WorkspaceCtx,
  { id }: IntegrationProvider,
): Promise<number> {
  const rows = await selectIntegrations(ctx.install, ctx.workspaceId);
  return rows.filter(({ connection }) => providerOf(connection)?.id === id).length;
}

/** Whose service calls with that token, by its SHA-256; null for nobody's, and for a workspace that was deleted. */
export async function connectionByToken(
  deps: Pick<Deps, "install">,
  provider: IntegrationId,
  tokenHash: string,
) {
  const row = await selectByToken(deps.install, tokenHash);
  return row && providerOf(row.connection)?.id === provider ? row : null;
}
