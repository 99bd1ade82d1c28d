import type { Connector } from "#modules/events/hooks.ts";
import { dealEventsOf } from "#modules/events/rules/integrations/deal-rule.ts";
import { introduce } from "#modules/events/rules/integrations/speak.ts";
import { sampleBody } from "#modules/events/rules/sample-event.ts";
import {
  connectStatements,
  disconnectStatements,
  choicesOfService,
} from "#modules/events/webhook-deliveries/services.ts";
import { converse } from "./converse.ts";

/** Services that events go to: each is introduced to us by a sample event. */
export const serviceConnector: Connector = {
  kind: "events",
  async connect(ctx, provider, { credentials, config, events, name }, connection) {
    const at = ctx.now();
    const event = events[0] ?? "lead.replied";
    const service = { provider: provider.id, credentials, config };
    const accountLabel = await converse(
      ctx,
      provider,
      introduce(service, {
        id: `msg_test_${crypto.randomUUID()}`,
        event,
        attempt: 1,
        body: sampleBody(event, ctx.workspaceId, at),
        at,
      }),
    );
    // A rule for deals stays, and so do the events that it needs.
    const before = await choicesOfService(ctx, connection);
    const all = provider.events.filter(
      (type) => events.includes(type) || dealEventsOf(before?.deals ?? null).includes(type),
    );
    const kept = { connection, name, credentials, config, events: all };
    return {
      accountLabel,
      inbound: null,
      kept: { inWorkspace: await connectStatements(ctx, kept) },
    };
  },
  disconnect: async (ctx, _, connection) => ({
    inWorkspace: disconnectStatements(ctx, connection),
  }),
};
