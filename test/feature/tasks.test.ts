import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { campaignLeads, campaigns } from "#modules/campaigns/schema/campaigns.ts";
import { tasks } from "#modules/campaigns/schema/follow-ups.ts";
import { recount } from "#modules/campaigns/stats/recount.ts";
import { openDueTasks } from "#modules/campaigns/tasks/open-due.ts";
import { events } from "#modules/events/schema/events.ts";
import { DAY_MS } from "#platform/rules/time.ts";
import { companionPlay } from "#test/support/companion-play.ts";
import { answerTo, outreach } from "#test/support/inbound-world.ts";
import { seedOutreach } from "#test/support/outreach.ts";

const CALL = { kind: "call" as const, text: "Call {{ first_name }}", assigned_to: null };
const STEPS = [
  { subject: "Hello", bodyText: "Hi" },
  { delay: 2, delayUnit: "days" as const, task: CALL },
  { delay: 1, delayUnit: "days" as const, bodyText: "After the call" },
];

async function withTask(steps: typeof STEPS | object[] = STEPS, leads = ["ann@a.test"]) {
  const world = await companionPlay();
  const seeded = await seedOutreach(world.t, world.wid, { leads, steps: steps as typeof STEPS });
  const { t, wid } = world;
  const list = `/api/v1/workspaces/${wid}/tasks`;
  return {
    ...world,
    ...seeded,
    list,
    open: () => t.sweep(openDueTasks),
    tasks: async (query = "") => (await t.get(`${list}${query}`)).json.data as { id: number }[],
    explain: async () =>
      (await t.get(`${world.base}/${seeded.campaignId}/leads/${seeded.leadIds[0]}/explain`)).json,
    places: () =>
      t.db
        .select({ status: campaignLeads.status, step: campaignLeads.currentStep })
        .from(campaignLeads)
        .where(eq(campaignLeads.campaignId, seeded.campaignId)),
  };
}

describe("a step that is a task", () => {
  it("waits until somebody has done it, then the sequence goes on in its thread", async () => {
    const o = await withTask();
    const { t, run, deliver } = o;
    const [first] = await run();
    await deliver(first ? [first] : []);
    t.advance(2 * DAY_MS);
    await o.open();
    await o.open();
    expect(await run()).toEqual([]);
    const [task, ...more] = await o.tasks();
    expect(more).toEqual([]);
    expect(task).toMatchObject({
      kind: "call",
      text: "Call ann",
      state: "open",
      step: 2,
      lead: { email: "ann@a.test" },
      campaign: { name: "Spring" },
    });
    expect(await o.explain()).toMatchObject({
      decided_by: "task",
      earliest_at: null,
      next_step: { position: 2 },
      message:
        "The lead waits for a task: step 2 (call). The sequence goes on when somebody ends it.",
    });
    const due = await t.db.select().from(events).where(eq(events.type, "task.due"));
    expect(due.map(({ body }) => JSON.parse(body).data)).toMatchObject([
      { kind: "call", text: "Call ann", lead_email: "ann@a.test" },
    ]);
    t.advance(3 * DAY_MS);
    expect(await run()).toEqual([]);
    const done = await t.post(`${o.list}/${task?.id}/done`, { note: "Wants an offer" });
    expect([done.status, done.json.state, done.json.note]).toEqual([200, "done", "Wants an offer"]);
    expect((await t.post(`${o.list}/${task?.id}/done`, {})).status).toBe(200);
    expect((await t.post(`${o.list}/${task?.id}/skip`, {})).status).toBe(409);
    expect(await run()).toEqual([]);
    t.advance(DAY_MS);
    const [third] = await run();
    expect(third).toMatchObject({ subject: "Re: Hello", in_reply_to: first?.message_id });
    await deliver(third ? [third] : []);
    expect(await o.places()).toEqual([{ status: "completed", step: 3 }]);
    const { stats } = (await t.get(`${o.base}/${o.campaignId}`)).json;
    expect([stats.sent, stats.contacted]).toEqual([2, 1]);
    expect((await recount(t.deps, false)).filter(({ metric }) => metric !== "leads")).toEqual([]);
  });

  it("may be the first, without a mailbox; who is written to behind it is contacted once", async () => {
    const o = await withTask([{ task: CALL }, { subject: "Hello", bodyText: "Hi" }]);
    await o.open();
    const [task] = await o.tasks();
    expect(await o.run()).toEqual([]);
    await o.t.post(`${o.list}/bulk`, { ids: [task?.id], action: "skip" });
    const mails = await o.run();
    expect(mails.map(({ subject }) => subject)).toEqual(["Hello"]);
    await o.deliver(mails);
    const { stats } = (await o.t.get(`${o.base}/${o.campaignId}`)).json;
    expect([stats.sent, stats.contacted]).toEqual([1, 1]);
    expect((await recount(o.t.deps, false)).filter(({ metric }) => metric !== "leads")).toEqual([]);
  });

  it("may be the last: the sequence is complete when it is done", async () => {
    const o = await withTask([{ subject: "Hello", bodyText: "Hi" }, { task: CALL }]);
    await o.deliver(await o.run());
    await o.open();
    const [task] = await o.tasks();
    expect((await o.t.get(`${o.base}/${o.campaignId}`)).json.status).toBe("active");
    await o.t.post(`${o.list}/${task?.id}/done`, {});
    expect(await o.places()).toEqual([{ status: "completed", step: 2 }]);
    expect((await o.t.get(`${o.base}/${o.campaignId}`)).json.status).toBe("completed");
    expect((await recount(o.t.deps, false)).filter(({ metric }) => metric !== "leads")).toEqual([]);
  });

  it("is no mail to simulate: leads wait there, and are said to", async () => {
    const o = await withTask();
    const simulate = async () =>
      (await o.t.post(`${o.base}/${o.campaignId}/simulate`, { days: 30 })).json;
    expect(await simulate()).toMatchObject({ totals: { sent: 1, finished: 0, unfinished: 1 } });
    await o.deliver(await o.run());
    o.t.advance(2 * DAY_MS);
    await o.open();
    expect(await simulate()).toMatchObject({ totals: { sent: 0 }, left_out: { task: 1 } });
  });

  it("goes with its step, its lead and its campaign", async () => {
    const o = await withTask(STEPS, ["ann@a.test", "bob@b.test"]);
    const { t } = o;
    await o.deliver(await o.run());
    t.advance(2 * DAY_MS);
    await o.open();
    expect(await o.tasks()).toHaveLength(2);
    await t.delete(`/api/v1/workspaces/${o.wid}/leads/${o.leadIds[1]}`);
    expect(await t.db.select().from(tasks)).toHaveLength(1);
    const { steps } = (await t.get(`${o.base}/${o.campaignId}`)).json;
    expect((await t.delete(`${o.base}/${o.campaignId}/steps/${steps[1].id}`)).status).toBe(204);
    expect(await o.tasks()).toEqual([]);
    t.advance(DAY_MS);
    expect((await o.run()).map(({ subject }) => subject)).toEqual(["Re: Hello"]);
  });

  it("a reply and an opt-out end it", async () => {
    const o = await outreach({ steps: STEPS as never });
    const { t, wid } = o;
    t.advance(2 * DAY_MS);
    await t.sweep(openDueTasks);
    const list = `/api/v1/workspaces/${wid}/tasks`;
    expect((await t.get(list)).json.data).toHaveLength(1);
    o.world.put(answerTo(o.mails[0], { text: "Hello there." }));
    await o.sync();
    expect((await t.get(list)).json.data).toEqual([]);
    expect((await t.get(`${list}?state=ended`)).json.data).toHaveLength(1);
    expect(await o.enrolments()).toEqual(["replied"]);
  });

  it("an opt-out that is taken back opens it again, and the sequence goes on", async () => {
    const o = await outreach({ steps: STEPS as never });
    const { t, wid } = o;
    t.advance(2 * DAY_MS);
    await t.sweep(openDueTasks);
    const threads = `/api/v1/workspaces/${wid}/threads`;
    o.world.put(answerTo(o.mails[0], { text: "Stop" }));
    await o.sync();
    const list = `/api/v1/workspaces/${wid}/tasks`;
    expect((await t.get(list)).json.data).toEqual([]);
    const [thread] = (await t.get(threads)).json.data;
    expect(thread.category).toBe("do_not_contact");
    await t.db.update(campaigns).set({ checkReply: false });
    await t.put(`${threads}/${thread.id}/category`, { category: "other" });
    expect(await o.enrolments()).toEqual(["in_progress"]);
    const [task] = (await t.get(list)).json.data;
    // It was complete while nobody was left in it.
    await t.post(`/api/v1/workspaces/${wid}/campaigns/${o.campaignId}/start`, {});
    await t.post(`${list}/${task.id}/skip`, {});
    t.advance(DAY_MS);
    expect((await o.transmit()).map(({ subject }) => subject)).toEqual(["Re: Hello"]);
  });

  it("422: an email has no task, a task no email; a step stays what it is", async () => {
    const o = await withTask();
    const steps = `${o.base}/${o.campaignId}/steps`;
    const post = async (body: object) => {
      const { status, json } = await o.t.post(steps, body);
      return [status, json.errors?.[0]?.path ?? json.type];
    };
    const task = { kind: "linkedin", text: "Connect with {{ first_name }}" };
    expect(await post({ type: "task", task, delay: 1 })).toEqual([201, "task"]);
    expect(await post({ type: "task" })).toEqual([422, "task"]);
    expect(await post({ type: "task", task, body_text: "Hi" })).toEqual([422, "body_text"]);
    expect(await post({ body_text: "Hi", task })).toEqual([422, "task"]);
    expect(await post({ type: "task", task: { ...task, text: "{{ first_name" } })).toEqual([
      422,
      "task.text",
    ]);
    expect(await post({ type: "task", task: { ...task, assigned_to: 99 } })).toEqual([
      422,
      "task.assigned_to",
    ]);
    const shown = (await o.t.get(`${o.base}/${o.campaignId}`)).json.steps;
    expect(shown.map((step: { type: string }) => step.type)).toEqual([
      "email",
      "task",
      "email",
      "task",
    ]);
    expect("task" in shown[0]).toBe(false);
    const one = `${steps}/${shown[1].id}`;
    expect((await o.t.put(one, shown[1])).status).toBe(200);
    expect((await o.t.put(one, { type: "email", body_text: "Hi" })).status).toBe(422);
  });
});

describe("tasks", () => {
  it("are created by hand, filtered, paged, assigned, changed and ended", async () => {
    const o = await withTask([{ subject: "Hello", bodyText: "Hi" }], ["ann@a.test", "bob@b.test"]);
    const { t, list, leadIds } = o;
    const me = (await t.get("/api/v1/auth/me")).json.user.id as number;
    const create = async (body: object) =>
      (await t.post(list, { lead_id: leadIds[0], kind: "call", text: "Call", ...body })).json;
    const at = (ms: number) => new Date(t.clock.now + ms).toISOString();
    const late = await create({ due_at: at(-2 * DAY_MS), assigned_to: me });
    const now = await create({ kind: "research", campaign_id: o.campaignId });
    const later = await create({ due_at: at(3 * DAY_MS), lead_id: leadIds[1] });
    const ids = async (query: string) => (await o.tasks(query)).map(({ id }) => id);
    expect(await ids("")).toEqual([late.id, now.id, later.id]);
    expect(await ids("?due=overdue")).toEqual([late.id]);
    expect(await ids("?due=today")).toEqual([now.id]);
    expect(await ids("?due=later&timezone=Asia/Tokyo")).toEqual([later.id]);
    expect(await ids("?assignee=me")).toEqual([late.id]);
    expect(await ids("?assignee=none")).toEqual([now.id, later.id]);
    expect(await ids(`?lead_id=${leadIds[1]}`)).toEqual([later.id]);
    expect(await ids(`?campaign_id=${o.campaignId}&kind=research`)).toEqual([now.id]);
    const page = (await t.get(`${list}?limit=2`)).json;
    expect(page.pagination).toMatchObject({ total: 3 });
    expect(await ids(`?limit=2&cursor=${page.pagination.next_cursor}`)).toEqual([later.id]);
    expect((await t.get(`${list}?cursor=x`)).status).toBe(400);
    expect((await t.get(`${list}?timezone=Mars`)).status).toBe(400);
    const bulk = { ids: [late.id, later.id, 999], action: "assign", assigned_to: null };
    expect((await t.post(`${list}/bulk`, bulk)).json).toEqual({ changed: 2, unchanged: 1 });
    expect((await t.put(`${list}/${now.id}`, { text: "Look" })).json.text).toBe("Look");
    expect((await t.put(`${list}/${now.id}`, { assigned_to: 99 })).status).toBe(422);
    expect((await t.post(`${list}/${late.id}/skip`, {})).json.state).toBe("skipped");
    expect((await t.put(`${list}/${late.id}`, { text: "x" })).status).toBe(409);
    expect(await ids("?state=all")).toHaveLength(3);
    expect((await t.get(`${list}/999`)).status).toBe(404);
    expect((await t.post(list, { lead_id: 999, kind: "call", text: "x" })).status).toBe(404);
    expect((await t.post(list, { lead_id: leadIds[0], kind: "call", text: " " })).status).toBe(422);
  });
});
