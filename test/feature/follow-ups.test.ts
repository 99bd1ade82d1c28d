import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import {
  campaignLeads,
  campaignMailboxes,
  type campaigns,
  steps,
} from "#modules/campaigns/schema/campaigns.ts";
import { campaignRules, ruleRuns, tasks } from "#modules/campaigns/schema/follow-ups.ts";
import { actOnCauses } from "#modules/campaigns/follow-ups/act.ts";
import { findSilent } from "#modules/campaigns/follow-ups/find-silent.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import type { CampaignId, MailboxId } from "#platform/rules/ids.ts";
import { DAY_MS, HOUR_MS } from "#platform/rules/time.ts";
import { CLIENT_ADDRESS } from "#test/support/harness.ts";
import { companionPlay } from "#test/support/companion-play.ts";
import { answerTo, outreach } from "#test/support/inbound-world.ts";
import { seedOutreach } from "#test/support/outreach.ts";

const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

type World = Awaited<ReturnType<typeof outreach>>;
type Call = Pick<World["t"], "post" | "put" | "get">;

const rulesOf = (wid: number, id: number) => `/api/v1/workspaces/${wid}/campaigns/${id}/rules`;

/** Another campaign of the workspace, with the same mailbox. */
async function another(
  o: { t: World["t"]; wid: number; mailboxIds: readonly MailboxId[] },
  name: string,
  change: Partial<typeof campaigns.$inferInsert> = {},
) {
  const { campaignId, workspaceId } = await seedOutreach(o.t, o.wid, {
    leads: [],
    mailboxes: [],
    campaign: { name, ...change },
    steps: [{ subject: "A second thought", bodyText: "More, {{ first_name }}." }],
  });
  for (const mailboxId of o.mailboxIds) {
    await o.t.db.insert(campaignMailboxes).values({ workspaceId, campaignId, mailboxId });
  }
  return campaignId;
}

const addRule = async (t: Call, wid: number, id: number, when: object, then: object[]) => {
  const answer = await t.post(rulesOf(wid, id), { when, then });
  expect([answer.status, answer.json.errors]).toEqual([201, undefined]);
  return answer.json as { id: number; summary: string; hints: string[] };
};

const act = (t: World["t"]) => t.sweep(actOnCauses);
const places = async (t: World["t"], id: CampaignId) =>
  t.db
    .select({
      leadId: campaignLeads.leadId,
      status: campaignLeads.status,
      continuesId: campaignLeads.continuesId,
    })
    .from(campaignLeads)
    .where(eq(campaignLeads.campaignId, id))
    .orderBy(campaignLeads.leadId);
const runs = (t: World["t"]) => t.db.select().from(ruleRuns).orderBy(ruleRuns.id);

describe("a rule about replies", () => {
  it("acts on its category once: moves, tags, asks for a task, and shows on the timeline", async () => {
    const o = await outreach();
    const { t, wid } = o;
    const to = await another(o, "Winter");
    const rule = await addRule(
      t,
      wid,
      o.campaignId,
      { type: "reply", categories: ["interested"] },
      [
        { type: "move", campaign_id: to },
        { type: "tag", tags: ["Hot"] },
        { type: "set_status", status: "won" },
        { type: "task", kind: "call", text: "Call {{ first_name }}", due_in_days: 1 },
        { type: "webhook" },
      ],
    );
    expect(rule.summary).toBe(
      "When a reply is interested: move to “Winter”, add the tag Hot, set the status to won, create a task (call), send a webhook.",
    );
    o.world.put(answerTo(o.mails[0], { text: "Yes please, send me more details about it." }));
    await o.sync();
    expect(await runs(t)).toMatchObject([{ state: "waiting" }]);
    await act(t);
    await act(t);
    expect(await runs(t)).toMatchObject([{ state: "done", detail: rule.summary }]);
    expect(await places(t, to)).toMatchObject([{ status: "pending", continuesId: null }]);
    expect(await t.db.select().from(tasks)).toMatchObject([
      { kind: "call", text: "Call ann", state: "open", createdBy: `rule:${rule.id}` },
    ]);
    const [lead] = (await t.get(`/api/v1/workspaces/${wid}/leads`)).json.data;
    expect(lead.tags).toEqual(["Hot"]);
    const [thread] = (await t.get(`/api/v1/workspaces/${wid}/threads`)).json.data;
    expect(thread.status).toBe("won");
    expect(await o.eventsOf("rule.matched")).toMatchObject([
      { rule_id: rule.id, when: "reply", lead_email: "ann@acme.test" },
    ]);
    const activity = (await t.get(`/api/v1/workspaces/${wid}/leads/${lead.id}/activity`)).json.data;
    expect(activity.map((one: { type: string }) => one.type)).toEqual(
      expect.arrayContaining(["rule", "task"]),
    );
    // A person who says the same causes nothing again.
    await t.put(`/api/v1/workspaces/${wid}/threads/${thread.id}/category`, {
      category: "interested",
    });
    await act(t);
    expect(await runs(t)).toHaveLength(1);
  });

  it("listens to a person, and leaves other categories and paused rules alone", async () => {
    const o = await outreach();
    const { t, wid } = o;
    const rule = await addRule(t, wid, o.campaignId, { type: "reply", categories: ["question"] }, [
      { type: "tag", tags: ["Asks"] },
    ]);
    o.world.put(answerTo(o.mails[0], { text: "Yes please, send me more details about it." }));
    await o.sync();
    expect(await runs(t)).toEqual([]);
    const [thread] = (await t.get(`/api/v1/workspaces/${wid}/threads`)).json.data;
    const say = (category: string) =>
      t.put(`/api/v1/workspaces/${wid}/threads/${thread.id}/category`, { category });
    await say("question");
    await say("interested");
    await say("question");
    expect(await runs(t)).toMatchObject([{ state: "waiting" }]);
    const one = `${rulesOf(wid, o.campaignId)}/${rule.id}`;
    expect((await t.put(one, { state: "paused" })).json.state).toBe("paused");
    await act(t);
    expect(await runs(t)).toMatchObject([{ state: "skipped" }]);
    expect((await t.get(one)).json).toMatchObject({ matched: 1, state: "paused" });
    expect((await t.delete(one)).status).toBe(204);
    expect((await t.get(one)).status).toBe(404);
  });

  it("starts a follow-up campaign in the same thread, from the same mailbox", async () => {
    const o = await outreach();
    const { t, wid } = o;
    const to = await another(o, "Later");
    await addRule(t, wid, o.campaignId, { type: "reply", categories: ["not_now"] }, [
      { type: "start_follow_up", campaign_id: to },
    ]);
    const first = o.mails[0];
    o.world.put(answerTo(first, { text: "Not now, please ask me again in March." }));
    await o.sync();
    await act(t);
    expect((await places(t, to))[0]).toMatchObject({ status: "in_progress" });
    expect((await places(t, to))[0]?.continuesId).not.toBeNull();
    const mails = await o.transmit();
    expect(mails.map((mail) => [mail.subject, mail.in_reply_to, mail.from.address])).toEqual([
      [`Re: ${first?.subject}`, first?.message_id, first?.from.address],
    ]);
  });
});

describe("a rule about clicks and opens", () => {
  it("acts on the link, or on so many opens by people, and not on machines", async () => {
    const world = await companionPlay();
    const { t, wid } = world;
    const { campaignId } = await seedOutreach(t, wid);
    const [mail] = await world.run();
    await world.deliver(mail ? [mail] : []);
    const html = mail?.html ?? "";
    const link = /href="[^"]*(\/t\/[^"]*\/link\/[^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&");
    const pixel = /src="[^"]*(\/t\/[^"]*pixel\.png)"/.exec(html)?.[1];
    const rule = (when: object, tag: string) =>
      addRule(t, wid, campaignId, when, [{ type: "tag", tags: [tag] }]);
    await rule({ type: "clicked" }, "any");
    await rule({ type: "clicked", url: "https://example.com/a?b=1#c" }, "this");
    await rule({ type: "clicked", url: "https://example.com/other" }, "other");
    await rule({ type: "opened", times: 2 }, "twice");
    const from = { [CLIENT_ADDRESS]: "203.0.113.1", "user-agent": CHROME };
    const hit = async (path: string | undefined, agent: object = from) => {
      await t.get(path ?? "", agent as Record<string, string>);
      t.advance(5_000);
      await t.tick();
      t.advance(60_000);
      await t.tick();
    };
    const tags = async () =>
      ((await t.get(`/api/v1/workspaces/${wid}/leads`)).json.data[0] as { tags: string[] }).tags;
    await hit(pixel, { ...from, "user-agent": "GoogleImageProxy" });
    await hit(pixel);
    expect(await tags()).toEqual([]);
    await hit(link);
    await hit(link);
    expect(await tags()).toEqual(["any", "this"]);
    await hit(pixel);
    expect(await tags()).toEqual(["any", "this", "twice"]);
    expect((await runs(t)).map(({ cause }) => cause.split(":")[0])).toEqual([
      "clicked",
      "clicked",
      "opened",
    ]);
  });
});

describe("a rule about silence", () => {
  async function silent() {
    const world = await companionPlay();
    const a = await seedOutreach(world.t, world.wid, {
      leads: ["ann@a.test", "bob@b.test"],
      steps: [
        { subject: "Hello", bodyText: "Hi" },
        { delay: 5, delayUnit: "days", bodyText: "Again" },
      ],
    });
    const o = { ...world, ...a };
    const [step] = await world.t.db.select().from(steps).where(eq(steps.campaignId, a.campaignId));
    return { ...o, stepId: step?.id ?? 0 };
  }
  const look = async (t: World["t"]) => {
    await t.sweep(findSilent);
    await t.sweep(actOnCauses);
  };

  it("moves who has not replied for so long, before the next step leaves, and simulates that", async () => {
    const o = await silent();
    const { t, wid } = o;
    const to = await another(o, "Second");
    await o.deliver(await o.run());
    await addRule(t, wid, o.campaignId, { type: "no_reply", step_id: o.stepId, days: 3 }, [
      { type: "start_follow_up", campaign_id: to },
    ]);
    const simulation = (
      await t.post(`/api/v1/workspaces/${wid}/campaigns/${o.campaignId}/simulate`, { days: 20 })
    ).json;
    expect([simulation.totals.sent, simulation.left_by_rule]).toEqual([0, 2]);
    expect(simulation.not_foreseen).toEqual([]);
    const moveAt = t.clock.now + 3 * DAY_MS;
    expect(simulation.goes_on).toEqual([
      {
        campaign_id: to,
        name: "Second",
        status: "active",
        step: 1,
        leads: 2,
        first_at: new Date(moveAt).toISOString(),
      },
    ]);
    const explained = async () =>
      (
        await t.get(
          `/api/v1/workspaces/${wid}/campaigns/${o.campaignId}/leads/${o.leadIds[0]}/explain`,
        )
      ).json.follow_ups;
    expect(await explained()).toMatchObject([
      {
        summary: "When there is no reply 3 days after step 1: start “Second” in the same thread.",
        matched: false,
        at: new Date(t.clock.now + 3 * DAY_MS).toISOString(),
      },
    ]);
    t.advance(3 * DAY_MS - HOUR_MS);
    await look(t);
    expect(await places(t, to)).toEqual([]);
    t.advance(HOUR_MS);
    await look(t);
    await look(t);
    expect(await places(t, to)).toHaveLength(2);
    const there = await t.get(
      `/api/v1/workspaces/${wid}/campaigns/${to}/leads/${o.leadIds[0]}/explain`,
    );
    expect(there.json.earliest_at).toBe(simulation.goes_on[0].first_at);
    expect((await places(t, o.campaignId)).map(({ status }) => status)).toEqual([
      "skipped",
      "skipped",
    ]);
    const mails = await o.run();
    expect(mails.map((mail) => mail.subject)).toEqual(["Re: Hello", "Re: Hello"]);
    expect(mails.every((mail) => mail.in_reply_to !== null)).toBe(true);
    await o.deliver(mails);
    t.advance(10 * DAY_MS);
    expect(await o.run()).toEqual([]);
  });

  it("simulates as well who goes on behind the last step, unless somebody else has them", async () => {
    const o = await silent();
    const { t, wid } = o;
    const to = await another(o, "Second", { status: "draft" });
    const steps_ = `/api/v1/workspaces/${wid}/campaigns/${o.campaignId}`;
    const last = (await t.db.select().from(steps).where(eq(steps.campaignId, o.campaignId)))[1];
    await addRule(t, wid, o.campaignId, { type: "no_reply", step_id: last?.id, days: 2 }, [
      { type: "move", campaign_id: to },
    ]);
    const simulated = async () => (await t.post(`${steps_}/simulate`, { days: 20 })).json;
    const first = await simulated();
    expect([first.totals.sent, first.left_by_rule]).toEqual([4, 0]);
    expect(first.goes_on).toMatchObject([{ status: "draft", leads: 2, first_at: null }]);
    for (const _ of [1, 2]) {
      await o.deliver(await o.run());
      t.advance(5 * DAY_MS);
    }
    t.advance(-4 * DAY_MS);
    expect((await places(t, o.campaignId)).map(({ status }) => status)).toEqual([
      "completed",
      "completed",
    ]);
    expect((await simulated()).goes_on).toMatchObject([{ campaign_id: to, leads: 2 }]);
    await t.db
      .update(leads)
      .set({ unsubscribedAt: t.clock.now })
      .where(eq(leads.email, "ann@a.test"));
    expect((await simulated()).goes_on).toMatchObject([{ campaign_id: to, leads: 1 }]);
  });

  it("counts from when it was saved: what was silent before causes nothing", async () => {
    const o = await silent();
    await o.deliver(await o.run());
    o.t.advance(4 * DAY_MS);
    await addRule(o.t, o.wid, o.campaignId, { type: "no_reply", step_id: o.stepId, days: 3 }, [
      { type: "tag", tags: ["Cold"] },
    ]);
    await look(o.t);
    expect(await runs(o.t)).toEqual([]);
  });

  it("killed between any two statements, and repeated, it has acted once", async () => {
    const o = await silent();
    const { t, wid } = o;
    const to = await another(o, "Second");
    await o.deliver(await o.run());
    await addRule(t, wid, o.campaignId, { type: "no_reply", step_id: o.stepId, days: 1 }, [
      { type: "move", campaign_id: to },
      { type: "tag", tags: ["Cold", "Second"] },
      { type: "task", kind: "research", text: "Look at {{ company }}" },
      { type: "webhook" },
    ]);
    t.advance(DAY_MS);
    let left = 0;
    let kills = 0;
    const dying = new Proxy(t.deps.db, {
      get(of, name, self) {
        const value: unknown = Reflect.get(of, name, self);
        if (typeof value !== "function") return value;
        return (...args: unknown[]) => {
          if (["batch", "all", "run", "insert", "update", "select"].includes(String(name))) {
            if (left-- <= 0) throw new Error("killed");
          }
          return Reflect.apply(value, of, args) as unknown;
        };
      },
    });
    for (let reach = 0; reach < 60; reach++) {
      left = reach;
      const deps = { ...t.deps, db: dying, log: () => undefined };
      for (const sweep of [findSilent, actOnCauses]) {
        try {
          await sweep(deps);
        } catch {
          kills += 1;
        }
      }
    }
    expect(kills).toBeGreaterThan(0);
    await look(t);
    expect((await runs(t)).map(({ state }) => state)).toEqual(["done", "done"]);
    expect(await places(t, to)).toHaveLength(2);
    expect(await t.db.select().from(tasks)).toHaveLength(2);
    const tags = (await t.get(`/api/v1/workspaces/${wid}/tags`)).json.data;
    expect(tags.map((tag: { lead_count: number }) => tag.lead_count)).toEqual([2, 2]);
    const counted = (await t.get(`/api/v1/workspaces/${wid}/campaigns/${to}`)).json.stats.leads;
    expect(counted).toBe(2);
  });
});

describe("a rule about a custom field", () => {
  it("acts when a lead gets the value, by whatever road", async () => {
    const o = await outreach({ leads: ["ann@a.test", "bob@b.test"] });
    const { t, wid } = o;
    await addRule(t, wid, o.campaignId, { type: "field", field: "plan", equals: "pro" }, [
      { type: "stop" },
    ]);
    const [ann, bob] = o.leadIds;
    const lead = `/api/v1/workspaces/${wid}/leads/${ann}`;
    await t.put(lead, { custom: { plan: "free" } });
    expect(await runs(t)).toEqual([]);
    expect((await t.put(lead, { custom: { plan: "pro" } })).status).toBe(200);
    await t.put(lead, { custom: { plan: "free" } });
    await t.put(lead, { custom: { plan: "pro" } });
    await act(t);
    expect((await runs(t)).map(({ cause }) => cause)).toEqual(["field:pro"]);
    expect(await places(t, o.campaignId)).toMatchObject([
      { leadId: ann, status: "skipped" },
      { leadId: bob, status: "in_progress" },
    ]);
    const all = await t.db.select().from(leads);
    expect(all).toHaveLength(2);
  });
});

describe("saving a rule", () => {
  const reply = (...categories: string[]) => ({ type: "reply", categories });
  const move = (id: number) => ({ type: "move", campaign_id: id });

  it("422: names the circle, the other rule, and what is not there", async () => {
    const o = await outreach();
    const { t, wid } = o;
    const a = o.campaignId;
    const b = await another(o, "Bee");
    const c = await another(o, "Cee");
    const errors = async (id: number, when: object, then: object[]) => {
      const { status, json } = await t.post(rulesOf(wid, id), { when, then });
      return [status, json.errors?.[0]?.path, json.errors?.[0]?.code, json.errors?.[0]?.message];
    };
    await addRule(t, wid, a, reply("interested"), [move(b)]);
    await addRule(t, wid, b, reply("question"), [move(c)]);
    expect(await errors(c, { type: "clicked" }, [move(a)])).toEqual([
      422,
      "then.0.campaign_id",
      "circle",
      "Leads would go round in a circle: “Cee” → “Spring” → “Bee” → “Cee”.",
    ]);
    expect(await errors(a, reply("interested", "referral"), [{ type: "stop" }, move(c)])).toEqual([
      422,
      "then.1.campaign_id",
      "two_campaigns",
      "This would write to the lead in two campaigns at once. There is another rule for the same cause: When a reply is interested: move to “Bee”.",
    ]);
    expect((await errors(a, reply("other"), [move(b), move(c)])).slice(0, 3)).toEqual([
      422,
      "then.1.campaign_id",
      "two_campaigns",
    ]);
    expect((await errors(a, reply("other"), [move(a)])).slice(0, 3)).toEqual([
      422,
      "then.0.campaign_id",
      "same",
    ]);
    expect((await errors(a, reply("other"), [move(999)]))[2]).toBe("unknown_campaign");
    expect((await errors(a, { type: "no_reply", step_id: 999, days: 2 }, [move(b)]))[2]).toBe(
      "no_such_step",
    );
    expect((await errors(a, reply("other"), [{ type: "assign", user_id: 999 }]))[2]).toBe(
      "unknown_user",
    );
    expect((await errors(a, reply("maybe"), [move(b)]))[0]).toBe(422);
    expect((await errors(a, reply("other"), []))[0]).toBe(422);
    expect(
      (await t.post(rulesOf(wid, 999), { when: reply("other"), then: [move(b)] })).status,
    ).toBe(404);
  });

  it("two saves at once that close a circle together: one of them is refused", async () => {
    const o = await outreach();
    const { t, wid } = o;
    const b = await another(o, "Bee");
    const answers = await Promise.all([
      t.post(rulesOf(wid, o.campaignId), { when: reply("other"), then: [move(b)] }),
      t.post(rulesOf(wid, b), { when: reply("other"), then: [move(o.campaignId)] }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422]);
  });

  it("a follow-up campaign that is deleted leaves a stopped rule and a notice", async () => {
    const o = await outreach();
    const { t, wid } = o;
    const b = await another(o, "Bee");
    const rule = await addRule(t, wid, o.campaignId, reply("interested"), [move(b)]);
    expect((await t.delete(`/api/v1/workspaces/${wid}/campaigns/${b}`)).status).toBe(204);
    const one = `${rulesOf(wid, o.campaignId)}/${rule.id}`;
    expect((await t.get(one)).json).toMatchObject({
      state: "stopped",
      stopped_reason: "campaign_deleted",
    });
    const notices = (await t.get(`/api/v1/workspaces/${wid}/notifications`)).json.data;
    expect(notices).toMatchObject([{ kind: "rule_stopped", severity: "warning" }]);
    expect(await t.db.select().from(campaignRules)).toHaveLength(1);
  });
});
