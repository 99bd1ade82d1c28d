import type { IntegrationId } from "#modules/events/rules/integrations/providers.ts";
import type { Deps, WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { selectByToken, selectIntegration } from "./store.ts";

/** A workspace's connection to a service; null where it has none. Its secret is sealed. */
export const connectionTo = (ctx: WorkspaceCtx, provider: IntegrationId) =>
  selectIntegration(ctx.db, ctx.workspaceId, provider);

/** Whose service calls with that token, by its SHA-256; null for nobody's, and for a workspace that was deleted. */
export const connectionByToken = (
  deps: Pick<Deps, "db">,
  provider: IntegrationId,
  tokenHash: string,
) => selectByToken(deps.db, provider, tokenHash);
