import { eq } from "drizzle-orm";
import { claimDueResends } from "#modules/campaigns/resends/claim-resends.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import { unsubscribeToken } from "#modules/links/rules/token.ts";
import type { SendId, WorkspaceId } from "#platform/rules/ids.ts";
import { DAY_MS, MINUTE_MS } from "#platform/rules/time.ts";
import { TEST_SECRETS } from "./harness.ts";
import { answerTo, outreach, TWO_STEPS } from "./inbound-world.ts";

const LOST = { ending: "network", phase: "dot", code: null, response: null } as const;

/**
 * A workspace with receipts: what happens in it happens by the product's own verbs. Nobody knows of
 * first emails to those who are `lost` whether they arrived.
 */
export async function receiptsWorld(leads: readonly string[], lost: readonly string[] = []) {
  const o = await outreach({
    leads: [...leads],
    steps: TWO_STEPS,
    ending: (mail) => (lost.includes(mail.to[0]?.address ?? "") ? LOST : {}),
  });
  const { t, wid } = o;
  const at = `/api/v1/workspaces/${wid}`;
  /** Lets what happened become receipts. */
  const collect = async (): Promise<void> => {
    t.advance(3 * MINUTE_MS);
    await t.tick();
    await t.drain();
  };
  await collect();
  const first = async (email: string) => {
    const rows = await t.db.select().from(sends).where(eq(sends.toEmail, email));
    return rows[0]?.id as SendId;
  };
  return {
    ...o,
    at,
    collect,
    /** The next step of everybody who may have it, taken by the server. */
    async nextStep(): Promise<void> {
      t.advance(2 * DAY_MS);
      o.smtp.answer = () => ({});
      await o.transmit();
      o.smtp.answer = null;
      await collect();
    },
    async optOut(email: string): Promise<void> {
      const token = unsubscribeToken(
        TEST_SECRETS.TRACKING_SECRET,
        wid as WorkspaceId,
        await first(email),
      );
      await t.post(`/unsubscribe/${token}`, "List-Unsubscribe=One-Click", {
        "content-type": "application/x-www-form-urlencoded",
      });
    },
    async suppress(email: string): Promise<number> {
      const { json } = await t.post(`${at}/suppressions`, { email, reason: "manual" });
      return json.id;
    },
    lift: (id: number) => t.delete(`${at}/suppressions/${id}`),
    async erase(email: string): Promise<void> {
      const { json } = await t.get(`${at}/leads?q=${email}`);
      await t.delete(`${at}/leads/${json.data[0].id}?erase=true`);
    },
    /** The lead answers, and a person writes back. */
    async converse(email: string, body: object): Promise<number> {
      const mail = o.mails.find(({ to }) => to[0]?.address === email);
      o.world.put(answerTo(mail, { message_id: `answer-of-${email}` }));
      await o.sync();
      o.smtp.answer = () => ({});
      const all = await t.db.select().from(threads);
      const thread = all.find(({ leadId }) => leadId === o.leadIds[leads.indexOf(email)]);
      const { status } = await t.post(`${at}/threads/${thread?.id}/reply`, body);
      await t.drain();
      o.smtp.answer = null;
      return status;
    },
    /** Sends again what nobody knows of. */
    async sendAgain(email: string): Promise<void> {
      t.advance(20 * MINUTE_MS);
      await t.post(`${at}/campaigns/${o.campaignId}/sends/${await first(email)}/again`, {});
      o.smtp.answer = () => ({});
      await t.sweep(claimDueResends);
      await t.drain();
      o.smtp.answer = null;
      await collect();
    },
    export: async (query = ""): Promise<string> =>
      (await t.get(`${at}/receipts/export${query}`)).text,
    days: async () => (await t.get(`${at}/receipts`)).json,
    key: async (): Promise<string> => (await t.get("/api/v1/receipts/key")).json.public_key,
  };
}
