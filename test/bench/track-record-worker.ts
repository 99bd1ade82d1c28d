import { systemNow } from "#platform/adapters/clock.ts";
import type { QueuedHit } from "#platform/ctx/job.ts";
import { overD1 } from "#platform/db/d1.ts";
import { recordHits } from "#modules/tracking/hits/record-hits.ts";

/** Writes what it is sent, as the consumer of the queue writes it: hits of so many messages at once. */
export default {
  async fetch(request, env) {
    const groups: QueuedHit[][] = await request.json();
    const deps = {
      db: overD1(env.DB),
      now: systemNow,
      log: () => undefined,
      settings: env,
      queue: { send: async () => undefined },
    };
    const messages = groups.map((hits) => ({ batchId: crypto.randomUUID(), hits }));
    return Response.json(await recordHits(deps, messages));
  },
} satisfies ExportedHandler<{ readonly DB: D1Database }>;
