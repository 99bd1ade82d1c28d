import { inWorkspace } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { eventStatements } from "#modules/events/events/event-statements.ts";
import { wakeDeliveries } from "#modules/events/events/wake-deliveries.ts";
import { webhookDeliveries } from "#modules/events/schema/events.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { iso } from "#platform/rules/time.ts";
import { harness } from "./harness.ts";
import type { Services } from "./services.ts";

/** A workspace beside services on loopback, in which things happen to a lead of a campaign. */
export async function connectedWorkspace(s: Services) {
  const t = await harness({ egress: s.egress });
  const { wid, cookie } = await t.signUp();
  const W = `/api/v1/workspaces/${wid}/integrations`;
  const lead = {
    lead_id: 7,
    lead_email: "zoe@acme.test",
    lead_name: "Zoe Van Dam",
    company: "Acme",
    campaign_id: 4,
    campaign_name: "Spring",
    step: 1,
    variant: "control",
    mailbox: "sender@ours.test",
    message_id: "m@ours.test",
    thread_id: 3,
  };
  async function happened(type: "lead.replied" | "meeting.booked", change: object = {}) {
    const ctx = inWorkspace(t.deps, wid as WorkspaceId);
    const dedupeKey = crypto.randomUUID();
    const own =
      type === "meeting.booked"
        ? { previous_status: "open", marked_by: "user:1" }
        : {
            snippet: "Yes",
            subject: "Re: Hello",
            reply_message_id: "r@x",
            replied_at: iso(t.clock.now),
            is_first: true,
            category: "interested",
          };
    const data = { ...lead, ...own, ...change };
    const event = { type, dedupeKey, data, leadId: null, campaignId: null, sendId: null };
    await runBatch(ctx.db, eventStatements(ctx, event as Parameters<typeof eventStatements>[1]));
    await wakeDeliveries(ctx, [dedupeKey]);
    await t.drain();
  }
  return {
    t,
    wid,
    cookie,
    W,
    happened,
    lead,
    /** Lets time pass, so that what waits is tried again. */
    async later(ms: number) {
      t.advance(ms);
      await t.tick();
      await t.drain();
    },
    shown: async (id: string) =>
      (await t.get(W)).json.data.find((one: { id: string }) => one.id === id),
    states: async () => (await t.db.select().from(webhookDeliveries)).map(({ state }) => state),
  };
}
