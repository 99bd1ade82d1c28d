import { expect, it } from "vitest";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import { AppError } from "#platform/rules/errors.ts";
import { MINUTE_MS, SECOND_MS } from "#platform/rules/time.ts";
import { assertNoScans } from "#test/support/explain.ts";
import { answerTo, outreach } from "#test/support/inbound-world.ts";
import { mailFrom } from "#test/support/inbox.ts";

const UNCLEAR = { ending: { ending: "network", phase: "dot", code: null } } as const;
const SENDER = "sender1@ours.test";
type World = Awaited<ReturnType<typeof outreach>>;

/** What lies in the Sent folder, by subject. */
const filed = (o: World) => o.world.in(SENDER, "\\Sent").map((mail) => mail.subject);

async function wait(o: World, ms: number): Promise<void> {
  o.t.advance(ms);
  await o.sync();
}

it("an unclear mail that lies in the Sent folder was sent: after two minutes, or after a quarter of an hour", async () => {
  const o = await outreach({
    ...UNCLEAR,
    leads: ["ann@acme.test", "bob@bolt.test", "cy@cord.test"],
  });
  const put = (n: number) =>
    o.world.put(mailFrom(SENDER, { message_id: o.mails[n]?.message_id ?? "" }), SENDER, "\\Sent");
  const states = async () => (await o.t.db.select().from(sends)).map((send) => send.state);
  put(0);
  await wait(o, MINUTE_MS);
  expect(await states()).toEqual(["unknown", "unknown", "unknown"]);
  o.t.advance(MINUTE_MS);
  if (o.t.database === "libsql") await assertNoScans(o.t.client, o.sync);
  else await o.sync();
  expect(await states()).toEqual(["sent", "unknown", "unknown"]);
  put(1);
  await wait(o, 12 * MINUTE_MS);
  expect(await states()).toEqual(["sent", "unknown", "unknown"]);
  await wait(o, MINUTE_MS);
  expect(await states()).toEqual(["sent", "sent", "unknown"]);
  expect(await o.total()).toMatchObject({ sent: 2, unknown: 1 });
  expect((await o.t.db.select().from(sends)).map((send) => send.evidence)).toEqual([
    "sent_folder",
    "sent_folder",
    "smtp",
  ]);
  // It is not filed either, for nobody knows that it left.
  expect(filed(o)).toHaveLength(2);
});

it("what was sent is filed once, as it was written, unless the server has filed it or the mailbox wants none", async () => {
  const o = await outreach({
    leads: ["ann@acme.test", "bob@bolt.test"],
    steps: [
      { subject: "Hello {{ first_name }}", bodyHtml: '<a href="https://acme.test/x">see</a>' },
    ],
  });
  const [first, second] = o.mails;
  if (!first || !second) throw new Error("two mails were due");
  o.world.put(
    mailFrom(SENDER, { subject: second.subject, message_id: second.message_id }),
    SENDER,
    "\\Sent",
  );
  await wait(o, 2 * MINUTE_MS);
  expect(filed(o)).toEqual([second.subject, first.subject]);
  const copy = o.world.in(SENDER, "\\Sent")[1];
  expect(copy?.message_id).toBe(first.message_id);
  expect(copy?.html).toContain('href="https://acme.test/x"');
  expect(copy?.html).not.toContain("/t/");
  await wait(o, 2 * MINUTE_MS);
  expect(filed(o)).toHaveLength(2);

  await o.t.db.update(mailboxes).set({ saveToSent: false });
  o.world.put(answerTo(first));
  await wait(o, 30 * SECOND_MS);
  const [thread] = (await o.t.get(`/api/v1/workspaces/${o.wid}/threads`)).json.data;
  const reply = `/api/v1/workspaces/${o.wid}/threads/${thread.id}/reply`;
  const answer = async (): Promise<void> => {
    expect((await o.t.post(reply, { body_text: "Tuesday?" })).status).toBeLessThan(300);
    await o.transmit();
  };
  await answer();
  await wait(o, 3 * MINUTE_MS);
  expect(filed(o)).toHaveLength(2);
  await o.t.db.update(mailboxes).set({ saveToSent: true });
  await answer();
  await wait(o, 3 * MINUTE_MS);
  expect(filed(o)).toEqual([second.subject, first.subject, `Re: ${first.subject}`]);
});

it("a Sent folder that cannot be asked is asked again with the next sync, and holds up no reading", async () => {
  const o = await outreach();
  o.tending.error = new AppError("upstream_failed", "IMAP failed at select.");
  o.world.put(answerTo(o.mails[0]));
  await wait(o, 3 * MINUTE_MS);
  expect(await o.enrolments()).toEqual(["replied"]);
  expect(filed(o)).toEqual([]);
  o.tending.error = null;
  await wait(o, 20 * MINUTE_MS);
  expect(filed(o)).toHaveLength(1);
});
