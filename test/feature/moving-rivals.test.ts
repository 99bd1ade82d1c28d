import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { campaignLeads } from "#modules/campaigns/schema/campaigns.ts";
import { recount } from "#modules/campaigns/stats/recount.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import type { Rival } from "#modules/moving/rules/found.ts";
import { wakeDueMoves } from "#modules/moving/running/work-move.ts";
import { inWorkspace } from "#platform/ctx/ctx.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { DAY_MS } from "#platform/rules/time.ts";
import { MOVES, movingWorld } from "#test/support/moving-world.ts";
import {
  emailsOf,
  makeAccount,
  optOutNow,
  type RivalAccount,
  secretsOf,
} from "#test/support/rivals/account.ts";
import { countedOf, monthsOf, spanOfMonth } from "#test/support/rivals/counted.ts";
import { startInstantly } from "#test/support/rivals/instantly.ts";
import { startLemlist } from "#test/support/rivals/lemlist.ts";
import { startSmartlead } from "#test/support/rivals/smartlead.ts";

const START = { instantly: startInstantly, smartlead: startSmartlead, lemlist: startLemlist };
const OPEN = ["pending", "in_progress", "paused"];

/** An agency with two clients that moves in from a double of its product. */
async function agency(rival: Rival) {
  const w = await movingWorld({ real: true });
  const account = makeAccount({
    rival,
    seed: `agency ${rival}`,
    now: w.t.clock.now,
    clients: rival === "lemlist" ? 0 : 2,
    leadsPerClient: 15,
    campaignsPerClient: 1,
    mailboxesPerClient: 2,
    steps: 3,
  });
  const server = await START[rival](account, { speed: 10_000 });
  /** What the product asks to wait passes. */
  const settle = async (id: number, states: readonly string[]) => {
    for (let n = 0; n < 500; n++) {
      await w.t.drain();
      const move = (await w.t.get(`${MOVES}/${id}`)).json;
      if (move.trouble !== null) throw new Error(JSON.stringify(move));
      if (states.includes(move.state)) return move;
      w.t.advance(4_000);
      account.now = w.t.clock.now;
      await w.t.sweep(wakeDueMoves);
    }
    throw new Error("the move never ends");
  };
  return { w, account, server, settle };
}

const pause = (account: RivalAccount): void => {
  for (const campaign of account.campaigns) campaign.status = "paused";
};

describe("a move from a double of the product", () => {
  for (const rival of ["instantly", "smartlead", "lemlist"] as const) {
    it(`${rival}: every lead gets the steps that are left, once, and nobody who answered, bounced or left`, async () => {
      const { w, account, server, settle } = await agency(rival);
      const made = await w.t.post(MOVES, { rival, key: server.key, base_url: server.url });
      expect(made.status, made.text).toBe(201);
      const id = made.json.id as number;
      const ready = await settle(id, ["ready"]);
      expect(ready.found).toMatchObject({
        campaigns: account.campaigns.length,
        leads: account.leads.length,
        places: account.enrolments.length,
      });
      const clients = (await w.t.get(`${MOVES}/${id}/clients`)).json.data;
      const mapped = await w.t.put(`${MOVES}/${id}/clients`, {
        clients: clients.map(({ ref, name }: { ref: string; name: string }, i: number) =>
          i === 0
            ? { ref, choice: "workspace", workspace_id: w.wid }
            : { ref, choice: "new", name: name || "Other", slug: `client-${i}` },
        ),
      });
      expect(mapped.status, mapped.text).toBe(200);
      const preview = (await w.t.get(`${MOVES}/${id}/preview`)).json;
      for (const one of preview.campaigns) {
        if (one.time_zone !== null) continue;
        await w.t.put(`${MOVES}/${id}/campaigns/${encodeURIComponent(one.ref)}`, {
          time_zone: "UTC",
        });
      }
      expect((await w.t.post(`${MOVES}/${id}/move`)).status).toBe(202);
      await settle(id, ["ready_to_start"]);
      const places: { id: number }[] = (await w.t.get("/api/v1/workspaces")).json.data;
      for (const place of places) {
        await w.connect(
          account.mailboxes.map(({ email }) => email),
          place.id,
        );
      }
      // Connected now: their leads go on from them.
      await w.t.post(`${MOVES}/${id}/move`);
      await settle(id, ["ready_to_start"]);
      for (const { id: wid } of places) {
        const { db } = inWorkspace(w.t.deps, wid as WorkspaceId);
        const rows = await db
          .select({
            email: leads.email,
            status: campaignLeads.status,
            step: campaignLeads.currentStep,
          })
          .from(campaignLeads)
          .innerJoin(leads, eq(leads.id, campaignLeads.leadId))
          .where(eq(campaignLeads.workspaceId, wid as WorkspaceId));
        for (const row of rows) {
          const truth = account.enrolments.find(
            (one) => one.lead.email.toLowerCase() === row.email,
          );
          expect(row, JSON.stringify(truth?.state)).toMatchObject({ step: truth?.lastStep });
          const isOpen =
            ["waiting", "running", "paused"].includes(truth?.state ?? "") &&
            row.step < (truth ? emailsOf(truth.campaign).length : 0);
          expect([row.email, OPEN.includes(row.status)]).toEqual([row.email, isOpen]);
        }
      }
      const check = (await w.t.get(`${MOVES}/${id}/check`)).json;
      // What the product counted came along, in all and by month.
      for (const one of check.campaigns) {
        const truth = account.campaigns.find(({ name }) => name === one.name);
        if (!truth) throw new Error(`no campaign ${one.name}`);
        const path = `/api/v1/workspaces/${one.workspace_id}/campaigns/${one.campaign_id}`;
        const past = (await w.t.get(`${path}/past-figures`)).json;
        expect(past.rival).toBe(rival);
        const sent = past.figures.map(
          ({ month, sent: n }: { month: string | null; sent: number }) => [month, n],
        );
        expect(sent).toEqual([
          [null, countedOf(account, truth).sent],
          ...monthsOf(account, truth).map((month) => [
            month,
            countedOf(account, truth, ...spanOfMonth(month)).sent,
          ]),
        ]);
      }
      const refs: string[] = check.campaigns.map(({ ref }: { ref: string }) => ref);
      for (const one of account.campaigns) one.status = "active";
      const refused = await w.t.post(`${MOVES}/${id}/start`, { campaigns: refs });
      expect([refused.status, refused.json.code]).toEqual([409, "rival_still_sending"]);
      pause(account);
      // A last one leaves the list before the switch.
      const left = account.enrolments.find(({ state }) => state === "running");
      if (left) optOutNow(account, left);
      const started = await w.t.post(`${MOVES}/${id}/start`, { campaigns: refs });
      expect(started.status, started.text).toBe(202);
      await settle(id, ["started", "ready_to_start"]);
      const after = (await w.t.get(`${MOVES}/${id}/check`)).json;
      expect(after.campaigns.map((one: { problem: string }) => one.problem)).toEqual(
        refs.map(() => null),
      );
      for (let day = 0; day < 40; day++) {
        for (let n = 0; n < 12; n++) {
          w.t.advance(DAY_MS / 12);
          await w.send(2);
        }
      }
      const got = Map.groupBy(w.sent, (mail) => mail.to[0]?.address ?? "");
      for (const truth of account.enrolments) {
        const { state, lastStep, lead, campaign } = truth;
        const rest = ["waiting", "running"].includes(state)
          ? emailsOf(campaign).length - lastStep
          : 0;
        // Who has no first name waits for one here, where a step names it without a fallback.
        if (lead.firstName === "") continue;
        expect([lead.email, state, got.get(lead.email.toLowerCase())?.length ?? 0]).toEqual([
          lead.email,
          state,
          rest,
        ]);
      }
      expect(await recount(w.t.deps, false)).toEqual([]);
      const everything = JSON.stringify([w.t.lines, preview, check]);
      for (const secret of [server.key, ...secretsOf(account)]) {
        expect(everything).not.toContain(secret);
      }
      await server.close();
    }, 120_000);
  }
});
