import { describe, expect, it } from "vitest";
import { campaignLeads } from "#db/schema/campaigns.ts";
import { sends } from "#db/schema/sending.ts";
import { DAY_MS, HOUR_MS, later, MINUTE_MS } from "#domain/time.ts";
import { settleSends } from "#features/sending/settle-sends.ts";
import { companionPlay } from "#test/support/companion-play.ts";
import { answerTo, outreach } from "#test/support/inbound-world.ts";
import { reportOf, seedOutreach } from "#test/support/outreach.ts";

const DAY = { delay: 1, delayUnit: "days" } as const;

describe("a thread", () => {
  it("begins anew with a subject of its own: later mails name its mails alone", async () => {
    const { t, wid, run, deliver } = await companionPlay();
    await seedOutreach(t, wid, {
      steps: [
        { subject: "One", bodyText: "1" },
        { bodyText: "2", ...DAY },
        { subject: "Two", bodyText: "3", ...DAY },
        { bodyText: "4", ...DAY },
        { bodyText: "5", ...DAY },
      ],
    });
    const mails = [];
    for (let i = 0; i < 5; i++) {
      const made = await run();
      await deliver(made);
      mails.push(...made);
      t.advance(DAY_MS);
    }
    const ids = mails.map((mail) => mail.message_id);
    expect(mails.map(({ subject, references }) => [subject, references])).toEqual([
      ["One", []],
      ["Re: One", [ids[0]]],
      ["Two", []],
      ["Re: Two", [ids[2]]],
      ["Re: Two", [ids[2], ids[3]]],
    ]);
  });
});

describe("new leads of a day", () => {
  it("are counted when the first mail leaves, however often it had to be tried", async () => {
    const { t, wid, run, settle, deliver } = await companionPlay();
    await seedOutreach(t, wid, {
      leads: Array.from({ length: 9 }, (_, i) => `l${i}@x${i}.test`),
      campaign: { maxNewLeadsPerDay: 3 },
    });
    const grey = await run();
    expect(grey).toHaveLength(3);
    await settle(grey, { ending: "reply", phase: "rcpt", code: 450, enhanced: "4.2.0" });
    let left = 0;
    for (let i = 0; i < 6; i++) {
      const mails = await run();
      await deliver(mails);
      left += mails.length;
      t.advance(5 * MINUTE_MS);
    }
    expect(left).toBe(3);
    t.advance(DAY_MS);
    const next = await run();
    expect(next).toHaveLength(3);
    // Who has waited longest comes first.
    expect(next.map((m) => m.message_id).sort()).toEqual(grey.map((m) => m.message_id).sort());
  });
});

describe("a mail that is on its way while the steps change", () => {
  const three = [
    { subject: "One", bodyText: "1" },
    { subject: "Two", bodyText: "2", ...DAY },
    { subject: "Three", bodyText: "3", ...DAY },
  ];

  it("leaves no step out when an earlier one is deleted", async () => {
    const { t, wid, base, run, deliver, settle } = await companionPlay();
    const { campaignId } = await seedOutreach(t, wid, { steps: three });
    await deliver(await run());
    t.advance(DAY_MS);
    await settle(await run(), { ending: "reply", phase: "rcpt", code: 450, enhanced: "4.2.0" });
    const { steps } = (await t.get(`${base}/${campaignId}`)).json;
    expect((await t.delete(`${base}/${campaignId}/steps/${steps[0].id}`)).status).toBe(204);
    t.advance(HOUR_MS);
    const second = await run();
    expect(second.map((m) => m.subject)).toEqual(["Two"]);
    await deliver(second);
    t.advance(DAY_MS);
    expect((await run()).map((m) => m.subject)).toEqual(["Three"]);
  });

  it("goes on behind it when one is put before it", async () => {
    const { t, wid, base, run, deliver } = await companionPlay();
    const { campaignId } = await seedOutreach(t, wid, { steps: three });
    const first = await run();
    const steps = `${base}/${campaignId}/steps`;
    await t.post(steps, { subject: "Zero", body_text: "0", delay: 0, position: 1 });
    await deliver(first);
    t.advance(DAY_MS);
    const second = await run();
    expect(second.map((m) => m.subject)).toEqual(["Two"]);
    const [place] = await t.db.select().from(campaignLeads);
    expect(place?.currentStep).toBe(2);
  });
});

describe("a mailbox that is paused", () => {
  it("sends nothing more, not even what the mail service holds already, and all of it afterwards", async () => {
    const { t, wid, run, intend, settle } = await companionPlay();
    const { mailboxIds } = await seedOutreach(t, wid);
    const mails = await run();
    const path = `/api/v1/workspaces/${wid}/mailboxes/${mailboxIds[0]}`;
    expect((await t.put(path, { status: "paused" })).status).toBe(200);
    expect((await intend(mails)).granted).toEqual([]);
    await settle(mails, { ending: "withheld", phase: "connect", code: null });
    expect(await run()).toEqual([]);
    await t.put(path, { status: "active" });
    const again = await run();
    expect(again.map((m) => m.message_id)).toEqual(mails.map((m) => m.message_id));
    expect((await intend(again)).granted).toHaveLength(1);
  });
});

describe("an absence notice that is quick", () => {
  const away = {
    subject: "Automatische Antwort: Hello ann",
    headers: { "auto-submitted": "auto-replied" },
    text: "Ich bin bis zum 4.12. im Urlaub.",
  };

  it("holds the next step though the result of the mail is not stored yet", async () => {
    const o = await outreach();
    const [first] = o.mails;
    // As if the server's 250 were still to be told.
    await o.t.db.update(sends).set({ state: "sending", lease: first?.lease ?? null });
    await o.t.db.update(campaignLeads).set({ nextSendAt: null, currentStep: 0 });
    o.world.put(answerTo(first, away));
    await o.sync();
    if (first) await settleSends(o.t.deps, { results: [reportOf(first)] });
    const [place] = await o.t.db.select().from(campaignLeads);
    expect(place?.nextSendAt).toBe(Date.UTC(2026, 11, 8));
    expect(place?.heldUntil).toBe(place?.nextSendAt);
  });

  it("puts off a next step that waits for another try", async () => {
    const refusal = { ending: "reply", phase: "rcpt", code: 450, enhanced: "4.2.0" } as const;
    const o = await outreach();
    o.t.advance(3 * DAY_MS);
    o.smtp.answer = () => refusal;
    await o.t.tick();
    await o.t.drain();
    o.taken.splice(0);
    o.smtp.answer = null;
    o.world.put(answerTo(o.mails[0], away));
    await o.sync();
    o.t.advance(2 * HOUR_MS);
    expect(await o.transmit()).toEqual([]);
    o.t.clock.now = later(o.t.clock.now, 20 * DAY_MS);
    expect(await o.transmit()).toHaveLength(1);
  });
});
