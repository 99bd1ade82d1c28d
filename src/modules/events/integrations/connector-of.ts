import { type Connector, connectors } from "#modules/events/hooks.ts";
import type { IntegrationKind } from "#modules/events/rules/integrations/providers.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { serviceConnector } from "./connect-service.ts";

/** What connects services of that kind: this module where events go to them, else a later one. */
export function connectorOf(ctx: WorkspaceCtx, kind: IntegrationKind): Connector {
  const all = [serviceConnector, ...ctx.hooks.ask(connectors).map((give) => give())];
  const found = all.find((one) => one.kind === kind);
  if (!found) throw new Error(`no module connects ${kind}`);
  return found;
}
