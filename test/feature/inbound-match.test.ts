import { describe, expect, it } from "vitest";
import { messages } from "#modules/delivery/schema/messages.ts";
import { siftHeads } from "#modules/inbox/sync/sift-heads.ts";
import { openReader } from "#modules/mailboxes/connections/open-reader.ts";
import { assertNoScans } from "#test/support/explain.ts";
import { answerTo, outreach } from "#test/support/inbound-world.ts";
import { mailFrom } from "#test/support/inbox.ts";

const BARE = { in_reply_to: [], references: [] };

/** How what came in was matched: by sender. */
const matched = async (o: Awaited<ReturnType<typeof outreach>>) =>
  (await o.t.db.select().from(messages))
    .filter((m) => m.direction === "inbound")
    .map((m) => [m.fromEmail, m.matchedBy]);

describe("an answer without references", () => {
  it.each([
    ["a colleague of the lead", "boss@acme.test", "domain"],
    ["the lead's tagged address", "ann+work@acme.test", "subject"],
  ])("from %s stops the sequence", async (_, from, matchedBy) => {
    const o = await outreach();
    o.world.put(mailFrom(from, { ...BARE, subject: `Re: ${o.mails[0]?.subject}` }));
    if (o.t.database === "libsql") await assertNoScans(o.t.client, () => o.sync());
    else await o.sync();
    expect(await matched(o)).toEqual([[from, matchedBy]]);
    expect(await o.enrolments()).toEqual(["replied"]);
    expect(await o.eventsOf("lead.replied")).toEqual([
      expect.objectContaining({ lead_email: "ann@acme.test" }),
    ]);
  });

  it.each([
    ["a stranger at a free-mail domain", "ann@gmail.com", "boss@gmail.com", "Re: Hello"],
    ["another subject", "ann@acme.test", "boss@acme.test", "Re: Invoice"],
    ["a subject of their own", "ann@acme.test", "boss@acme.test", "Hello"],
    [
      "an automatic mail of a colleague",
      "ann@acme.test",
      "desk@acme.test",
      "Automatic reply: Hello",
    ],
  ])("stops nothing: %s", async (_, lead, from, subject) => {
    const o = await outreach({
      leads: [lead],
      steps: [
        { subject: "Hello", bodyText: "Hi" },
        { delay: 2, bodyText: "x" },
      ],
    });
    o.world.put(mailFrom(from, { ...BARE, subject }));
    await o.sync();
    expect(await matched(o)).toEqual([]);
    expect(await o.enrolments()).toEqual(["in_progress"]);
  });

  it("from a company of several leads is of the one whom it quotes, else of nobody", async () => {
    const o = await outreach({
      leads: ["ann@acme.test", "bob@acme.test"],
      steps: [
        { subject: "Hello", bodyText: "Hi" },
        { delay: 2, bodyText: "x" },
      ],
    });
    o.world.put(mailFrom("boss@acme.test", { ...BARE, subject: "Re: Hello" }));
    await o.sync();
    expect(await matched(o)).toEqual([]);
    const text = "Yes.\n\nFrom: Al\nSent: Monday\nTo: Bob <bob@acme.test>\nSubject: Hello";
    o.world.put(mailFrom("boss@acme.test", { ...BARE, subject: "Re: Hello", text }));
    await o.sync();
    expect((await o.eventsOf("lead.replied")).map((e) => e.lead_email)).toEqual(["bob@acme.test"]);
  });
});

describe("what may concern us, by the headers alone", () => {
  it("is what a colleague or a tagged address sends, and an unsubscribe; nothing of strangers", async () => {
    const o = await outreach({ leads: ["ann@acme.test", "bob@gmail.com"] });
    const reader = await openReader(o.ctx, o.mailboxIds[0] ?? (0 as never));
    const head = (uid: number, address: string, subject = "Re: Hello") => ({
      uid,
      from: { address, name: "" },
      in_reply_to: [],
      references: [],
      headers: { subject },
      cut: false,
    });
    const heads = [
      head(1, "boss@Acme.test"),
      head(2, "bob+work@gmail.com"),
      head(3, "stranger@gmail.com"),
      head(4, "news@list.test"),
      head(5, "ann.private@elsewhere.test", "unsubscribe xyz"),
    ];
    expect(reader && (await siftHeads(o.ctx, reader, heads))).toEqual([1, 2, 5]);
  });
});

describe("a conversation", () => {
  it("shows an answer below what it answers, though it came in the same second", async () => {
    const o = await outreach();
    const [sent] = (await o.t.db.select().from(messages)).map((m) => m.sentAt);
    const second = Math.floor((sent ?? 0) / 1_000) * 1_000;
    o.world.put(answerTo(o.mails[0], { received_at: second - 1_000 }));
    await o.sync();
    const base = `/api/v1/workspaces/${o.wid}/threads`;
    const [thread] = (await o.t.get(base)).json.data as { id: number; snippet: string }[];
    expect(thread?.snippet).toBe("Yes, let us talk.");
    const shown = (await o.t.get(`${base}/${thread?.id}`)).json.messages as { type: string }[];
    expect(shown.map((m) => m.type)).toEqual(["campaign", "reply"]);
  });

  it("shows a mail that could not be parsed as such, with its envelope", async () => {
    const o = await outreach();
    const raw = "--b\r\nContent-Type: text/html\r\n\r\nPGI+";
    o.world.put(answerTo(o.mails[0], { text: raw, unparsed: true }));
    await o.sync();
    await o.sync();
    const base = `/api/v1/workspaces/${o.wid}/threads`;
    const [thread] = (await o.t.get(base)).json.data as { id: number; snippet: string }[];
    expect(thread?.snippet).toBe("This message could not be read. Open it in the mailbox.");
    const shown = (await o.t.get(`${base}/${thread?.id}`)).json.messages as object[];
    expect(shown).toHaveLength(2);
    expect(shown[1]).toMatchObject({
      is_unreadable: true,
      from: { email: "ann@acme.test" },
      subject: `Re: ${o.mails[0]?.subject}`,
      in_reply_to: o.mails[0]?.message_id,
      text: "",
      html: "",
    });
    expect(await o.enrolments()).toEqual(["replied"]);
  });
});
