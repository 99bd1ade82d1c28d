import { expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "#platform/rules/time.ts";
import { assertNoScans } from "#test/support/explain.ts";
import { answerTo, outreach } from "#test/support/inbound-world.ts";
import { returned } from "#test/support/inbox.ts";
import { inWorkspace } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { eventStatements } from "#modules/events/events/event-statements.ts";

type Item = { id: string; type: string; campaign_name: string; step: number | null };

it("200: what happened to a lead, newest first, in its details and in pages", async () => {
  const o = await outreach();
  const { t, wid } = o;
  const path = `/api/v1/workspaces/${wid}/leads/1`;
  t.advance(HOUR_MS);
  const ctx = inWorkspace(t.deps, o.ctx.workspaceId);
  await runBatch(
    ctx.db,
    eventStatements(ctx, {
      type: "lead.clicked",
      dedupeKey: "click:1",
      data: {
        lead_id: 1,
        lead_email: "ann@acme.test",
        lead_name: "ann",
        company: "",
        campaign_id: 1,
        campaign_name: "Spring",
        step: 1,
        variant: "control",
        mailbox: "sender1@ours.test",
        message_id: "m",
        url: "https://example.com/a",
        clicked_at: "2026-11-18T13:00:00.000Z",
      },
      leadId: 1 as never,
      campaignId: 1 as never,
      sendId: 1 as never,
    }),
  );
  t.advance(HOUR_MS);
  o.world.put(answerTo(o.mails[0], { received_at: t.clock.now, message_id: "ann-1@acme.test" }));
  await o.sync();
  o.smtp.answer = () => ({});
  t.advance(HOUR_MS);
  const thread = (await t.get(`/api/v1/workspaces/${wid}/threads`)).json.data[0].id;
  await t.post(`/api/v1/workspaces/${wid}/threads/${thread}/reply`, { body_text: "Gladly." });
  t.advance(HOUR_MS);
  await t.put(`/api/v1/workspaces/${wid}/threads/${thread}/status`, { status: "meeting_booked" });
  t.advance(DAY_MS);
  await t.post(`/api/v1/workspaces/${wid}/suppressions`, { domain: "acme.test" });

  const answer = await t.get(`${path}/activity`);
  const items = answer.json.data as Item[];
  expect(items.map(({ type }) => type)).toEqual([
    "suppressed",
    "meeting_booked",
    "answered",
    "replied",
    "enrolment_ended",
    "clicked",
    "sent",
    "enrolled",
    "created",
  ]);
  expect(answer.json.pagination).toMatchObject({ total: 9, next_cursor: null });
  expect(answer.json.data[0]).toMatchObject({ detail: "domain: manual", campaign_id: null });
  expect(answer.json.data[3]).toMatchObject({ thread_id: thread, campaign_name: "Spring" });
  expect(answer.json.data[4]).toMatchObject({ detail: "replied", step: 1 });
  expect(answer.json.data[5]).toEqual({
    id: "clicked:1",
    type: "clicked",
    at: "2026-11-18T13:00:00.000Z",
    campaign_id: 1,
    campaign_name: "Spring",
    step: 1,
    thread_id: null,
    subject: "",
    detail: "https://example.com/a",
  });
  expect(answer.json.data[6]).toMatchObject({ subject: "Hello ann", step: 1 });

  const details = (await t.get(path)).json;
  expect(details.activity).toEqual(answer.json.data);
  expect((await t.put(path, { ...details, last_name: "Lee" })).status).toBe(200);

  const walked: Item[] = [];
  let cursor = "";
  for (let pages = 0; pages < 10; pages++) {
    const page = (await t.get(`${path}/activity?limit=2${cursor}`)).json;
    walked.push(...page.data);
    if (page.pagination.next_cursor === null) break;
    cursor = `&cursor=${page.pagination.next_cursor}`;
  }
  expect(walked).toEqual(items);
  expect((await t.get(`${path}/activity?limit=2&page=2`)).json.data).toEqual(items.slice(2, 4));

  await assertNoScans(t.client, () => t.get(`${path}/activity`));
  expect((await t.get(`${path}/activity?cursor=aWQ6Mw`)).status).toBe(400);
  const other = await t.post("/api/v1/workspaces", { name: "Other", slug: "other" });
  expect((await t.get(`/api/v1/workspaces/${other.json.id}/leads/1/activity`)).status).toBe(404);
});

it("200: a bounce tells its reason", async () => {
  const o = await outreach();
  o.world.put(returned(o.mails[0]?.message_id ?? "", { recipient: "ann@acme.test" }));
  await o.sync();
  const { data } = (await o.t.get(`/api/v1/workspaces/${o.wid}/leads/1/activity`)).json;
  const bounced = data.find((item: Item) => item.type === "bounced");
  expect([bounced?.step, bounced?.detail]).toEqual([1, expect.stringContaining("5.1.1")]);
  expect(data.some((item: Item) => item.type === "replied")).toBe(false);
});
