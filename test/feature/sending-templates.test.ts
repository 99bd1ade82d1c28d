import { expect, it } from "vitest";
import { inWorkspace } from "#platform/ctx/ctx.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import { unixMs } from "#platform/rules/ids.ts";
import { claimDueSends } from "#modules/campaigns/claim/claim-due.ts";
import { sendKind } from "#modules/campaigns/sends/kind.ts";
import { transmit } from "#modules/delivery/engine/transmit.ts";
import { companionPlay } from "#test/support/companion-play.ts";
import { seedOutreach } from "#test/support/outreach.ts";

it("costly templates give other requests their turn again and again, and each mail is made", async () => {
  const { t, wid, taken } = await companionPlay();
  const addresses = Array.from({ length: 20 }, (_, i) => `lead${i}@acme${i}.test`);
  const { workspaceId } = await seedOutreach(t, wid, {
    leads: addresses,
    // Each takes some tens of milliseconds.
    steps: [{ bodyText: "Hi{% for i in (1..6000) %}{{ i | minus: i }}{% endfor %}" }],
  });
  await t.sweep(claimDueSends);
  const [claimed] = t.queue.splice(0);
  if (claimed?.job.type !== "delivery.transmit.v1") throw new Error("no claim");
  let answered = 0;
  const began = performance.now();
  const ctx = inWorkspace(
    {
      ...t.deps,
      now: () => unixMs(t.clock.now + Math.floor(performance.now() - began)),
      wait: async (ms: number) => {
        expect(ms).toBe(0);
        expect((await t.get("/health")).status).toBe(200);
        answered++;
      },
    },
    workspaceId,
  );
  await transmit(ctx, sendKind, claimed.job.lease, claimed.job.ids);
  expect(taken).toHaveLength(addresses.length);
  expect(new Set(taken.map(({ envelope }) => envelope.to[0]))).toEqual(new Set(addresses));
  expect(answered).toBeGreaterThanOrEqual(3);
});

it("a mail larger than 1 MB is never sent: its lead waits, step and limit are named, others go on", async () => {
  const { t, wid, base, run } = await companionPlay();
  const large = `{% assign x = "${"y".repeat(30_000)}" %}{% for i in (1..8000) %}{{ x }}{% endfor %}`;
  const { campaignId, leadIds } = await seedOutreach(t, wid, {
    leads: ["ann@acme.test", "bob@acme.test", "cy@acme.test"],
    // As large for one lead alone, as a list in a field may make it.
    steps: [{ bodyText: `Hi{% if first_name == "bob" %}${large}{% endif %}` }],
  });
  const path = `${base}/${campaignId}`;
  const mails = await run();
  expect(mails.map(({ envelope }) => envelope.to[0])).toEqual(["ann@acme.test", "cy@acme.test"]);
  const waiting = async () =>
    (await t.db.select().from(sends)).filter(({ toEmail }) => toEmail === "bob@acme.test");
  expect(await waiting()).toMatchObject([
    { state: "queued", attempts: 0, evidence: "template_error" },
  ]);
  expect((await t.get(path)).json).toMatchObject({
    status: "active",
    sending_status: {
      code: "template_error",
      message: expect.stringMatching(/^Step 1 has a template error \(.*1 MB.*\)\. Fix it\.$/),
    },
  });
  expect((await t.get(`${path}/leads/${leadIds[1]}/explain`)).json).toMatchObject({
    decided_by: "template_error",
    earliest_at: null,
  });
  expect(await run()).toEqual([]);
  const [step] = (await t.get(path)).json.steps;
  await t.put(`${path}/steps/${step.id}`, { body_text: "Hi" });
  expect((await run()).map(({ envelope }) => envelope.to[0])).toEqual(["bob@acme.test"]);
});
