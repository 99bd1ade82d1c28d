import type { Connector } from "#modules/events/hooks.ts";
import { introduce } from "#modules/events/rules/integrations/speak.ts";
import { sampleBody } from "#modules/events/rules/sample-event.ts";
import {
  connectStatements,
  disconnectStatements,
} from "#modules/events/webhook-deliveries/services.ts";
import { converse } from "./converse.ts";

/** Services that events go to: each is introduced to us by a sample event. */
export const serviceConnector: Connector = {
  kind: "events",
  async connect(ctx, provider, { credentials, config, events }) {
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
    return {
      accountLabel,
      inbound: null,
      kept: { inWorkspace: await connectStatements(ctx, { ...service, events }) },
    };
  },
  disconnect: async (ctx, { id }) => ({ inWorkspace: disconnectStatements(ctx, id) }),
};
