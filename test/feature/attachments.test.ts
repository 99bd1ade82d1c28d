import { describe, expect, it } from "vitest";
import type { Message, ThreadWithMessages } from "#modules/inbox/contract/threads.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import { replyDrafts, replyFiles, threads } from "#modules/inbox/schema/inbox.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { outbox } from "#modules/campaigns/schema/sending.ts";
import { AppError } from "#platform/rules/errors.ts";
import { unsubscribeToken } from "#modules/links/rules/token.ts";
import { asId } from "#platform/rules/ids.ts";
import { later } from "#platform/rules/time.ts";
import { answerTo, outreach } from "#test/support/inbound-world.ts";

const PDF = Buffer.from("%PDF-1.7 an offer");
const SVG = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>");
const BOX = "sender1@ours.test";

/** A thread: Ann has answered with two files. */
async function conversation(options: Parameters<typeof outreach>[0] = {}) {
  const o = await outreach(options);
  o.world.put(
    answerTo(o.mails[0], {
      text: "See the files.",
      message_id: "ann-1@acme.test",
      attachments: [
        { part: "2", name: "offer.pdf", type: "application/pdf", size: 17, inline: false },
        { part: "3", name: "Grüße (1).svg", type: "image/svg+xml", size: 76, inline: true },
      ],
    }),
  );
  o.world.attach("ann-1@acme.test", "2", PDF);
  o.world.attach("ann-1@acme.test", "3", SVG);
  await o.sync();
  o.smtp.answer = () => ({});
  const [thread] = await o.t.db.select().from(threads);
  const path = `/api/v1/workspaces/${o.wid}/threads/${thread?.id}`;
  const read = async () => (await o.t.get(path)).json as ThreadWithMessages;
  const inbound = (await read()).messages.find((m) => m.direction === "inbound") as Message;
  const message = `${path}/messages/${inbound.id}`;
  const open = (n: number, of = message) => o.t.get(`${of}/attachments/${n}`);
  const reply = (parts: Record<string, string>, files: readonly [string, Buffer][], query = "") => {
    const form = new FormData();
    for (const [name, value] of Object.entries(parts)) form.append(name, value);
    for (const [name, bytes] of files)
      form.append("files", new Blob([new Uint8Array(bytes)]), name);
    return o.t.post(`${path}/reply${query}`, form);
  };
  const drafts = () => o.world.in(BOX, "\\Drafts").map(({ message_id }) => message_id);
  const pass = (ms: number) => (o.t.clock.now = later(o.t.clock.now, ms));
  const sweep = async () => {
    await o.t.tick();
    await o.t.drain();
  };
  return { ...o, path, message, inbound, read, open, reply, drafts, pass, sweep };
}

describe("attachments of a message", () => {
  it("are listed, and come as downloads that a browser neither shows nor runs", async () => {
    const o = await conversation();
    expect(o.inbound.attachments).toEqual([
      { number: 1, name: "offer.pdf", type: "application/pdf", size: 17, inline: false },
      { number: 2, name: "Grüße (1).svg", type: "image/svg+xml", size: 76, inline: true },
    ]);
    const pdf = await o.open(1);
    expect([pdf.status, pdf.text]).toEqual([200, PDF.toString()]);
    expect(Object.fromEntries(pdf.headers)).toMatchObject({
      "content-type": "application/octet-stream",
      "content-disposition": `attachment; filename="offer.pdf"; filename*=UTF-8''offer.pdf`,
      "content-security-policy": "sandbox; default-src 'none'",
      "x-content-type-options": "nosniff",
      "content-length": "17",
    });
    const svg = await o.open(2);
    expect(svg.headers.get("content-disposition")).toBe(
      `attachment; filename="Gr__e (1).svg"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%281%29.svg`,
    );
  });

  it("410, 503, 409: gone from the mailbox, not readable now, and not readable at all are told apart", async () => {
    const o = await conversation();
    expect((await o.open(3)).status).toBe(404);
    o.down.error = new AppError("upstream_unavailable", "The mail service is away.");
    expect([(await o.open(1)).status, (await o.open(1)).json.code]).toEqual([
      503,
      "upstream_unavailable",
    ]);
    o.down.error = null;
    o.world.expunge("ann-1@acme.test");
    const gone = await o.open(1);
    expect([gone.status, gone.json.code]).toEqual([410, "mail_gone"]);
    await o.t.db.update(mailboxes).set({ status: "disabled" });
    expect((await o.open(1)).json.code).toBe("invalid_state");
  });

  it("404 for those of another workspace", async () => {
    const o = await conversation();
    const other = await o.t.post("/api/v1/workspaces", { name: "Other", slug: "other" });
    const path = o.message.replace(`workspaces/${o.wid}`, `workspaces/${other.json.id}`);
    expect([other.status, (await o.open(1, path)).status]).toEqual([201, 404]);
  });
});

describe("a reply with files", () => {
  const FILES: readonly [string, Buffer][] = [
    ["../plan.pdf", PDF],
    ["notes.txt", Buffer.from("hello")],
  ];

  it("201: waits as a draft in the mailbox, leaves whole, and the draft goes", async () => {
    const o = await conversation();
    const answer = await o.reply(
      { body_text: "Here it is.", cc: "bo@acme.test,cy@acme.test" },
      FILES,
    );
    expect(answer.status).toBe(201);
    expect(answer.json).toMatchObject({
      state: "sent",
      cc: ["bo@acme.test", "cy@acme.test"],
      attachments: [
        { number: 1, name: "plan.pdf", type: "application/pdf", size: PDF.length },
        { number: 2, name: "notes.txt", type: "text/plain", size: 5 },
      ],
    });
    expect(o.taken[0]?.attachments).toEqual([
      { name: "plan.pdf", type: "application/pdf", content: PDF.toString("base64") },
      { name: "notes.txt", type: "text/plain", content: Buffer.from("hello").toString("base64") },
    ]);
    await o.sweep();
    expect([o.drafts(), await o.t.db.select().from(replyDrafts)]).toEqual([[], []]);
  });

  it("taken back within its ten seconds, it takes its draft along", async () => {
    const o = await conversation();
    const kept = await o.reply({ body_text: "Here.", delay_seconds: "10" }, FILES);
    expect([kept.status, kept.json.state, o.drafts().length]).toEqual([202, "scheduled", 1]);
    const back = await o.t.delete(`${o.path}/messages/${kept.json.id}`);
    expect(back.json.state).toBe("cancelled");
    expect([o.drafts(), await o.t.db.select().from(replyDrafts)]).toEqual([[], []]);
    o.pass(60_000);
    await o.sweep();
    expect(o.taken).toEqual([]);
  });

  it("a crash between draft and row leaves no draft for good, and one behind the row sends it once, whole", async () => {
    const o = await conversation();
    const tend = o.world.tend.bind(o.world);
    o.world.tend = async (request) => {
      await tend(request);
      throw new AppError("upstream_timeout", "Killed.");
    };
    expect((await o.reply({ body_text: "Here." }, FILES)).status).toBe(504);
    o.world.tend = tend;
    expect(o.drafts()).toHaveLength(1);
    expect([await o.t.db.select().from(outbox), o.taken]).toEqual([[], []]);
    expect(await o.t.db.select().from(replyDrafts)).toHaveLength(1);
    o.pass(2 * 3_600_000);
    await o.sweep();
    expect([o.drafts(), await o.t.db.select().from(replyDrafts)]).toEqual([[], []]);

    o.smtp.answer = () => new AppError("upstream_unavailable", "Killed.");
    const kept = await o.reply({ body_text: "Here." }, FILES);
    expect([kept.status, o.drafts().length]).toEqual([202, 1]);
    o.smtp.answer = () => ({});
    for (let i = 0; i < 3; i++) {
      o.pass(60_000);
      await o.sweep();
    }
    expect(o.taken).toHaveLength(1);
    expect(o.taken[0]?.attachments?.map(({ content }) => content)).toEqual(
      FILES.map(([, bytes]) => bytes.toString("base64")),
    );
    expect(o.drafts()).toEqual([]);
  });

  it("does not leave without what was attached: a draft that was changed or deleted says so", async () => {
    const o = await conversation();
    const kept = await o.reply({ body_text: "Here.", delay_seconds: "10" }, FILES);
    o.world.attach(kept.json.message_id, "2", Buffer.from("something else"));
    o.pass(60_000);
    await o.sweep();
    const other = await o.reply({ body_text: "Here.", delay_seconds: "10" }, FILES);
    o.world.expunge(other.json.message_id);
    o.pass(60_000);
    await o.sweep();
    expect(o.taken).toEqual([]);
    const manual = (await o.read()).messages.filter(({ type }) => type === "manual");
    expect(manual.map(({ state, error }) => [state, error])).toEqual([
      ["failed", expect.stringContaining("plan.pdf")],
      ["failed", expect.stringContaining("gone")],
    ]);
  });

  it("202: waits while the mailbox cannot be read, and leaves then", async () => {
    const o = await conversation();
    await o.reply({ body_text: "Here.", delay_seconds: "10" }, FILES);
    o.down.error = new AppError("upstream_unavailable", "The mail service is away.");
    o.pass(60_000);
    await o.sweep();
    expect(o.taken).toEqual([]);
    o.down.error = null;
    o.pass(60_000);
    await o.sweep();
    expect(o.taken).toHaveLength(1);
  });

  it("of a mailbox that only sends waits in the database, up to 2 MB", async () => {
    const o = await conversation();
    await o.t.db.update(mailboxes).set({ imapHost: null, imapPort: null });
    const big = Buffer.alloc(1_500_000, "0123456789abcdef");
    const kept = await o.reply({ body_text: "Here.", delay_seconds: "10" }, [["a.bin", big]]);
    expect([kept.status, o.drafts()]).toEqual([202, []]);
    expect(await o.t.db.select().from(replyFiles)).toHaveLength(3);
    o.pass(60_000);
    await o.sweep();
    expect(o.taken[0]?.attachments?.[0]?.content).toBe(big.toString("base64"));
    await o.sweep();
    expect(await o.t.db.select().from(replyFiles)).toEqual([]);
    const more = await o.reply({ body_text: "Here." }, [
      ["a.bin", big],
      ["b.bin", big],
    ]);
    expect([more.status, more.json.errors[0]?.path]).toEqual([413, "files"]);
  });

  it("413, 422: too large, too many, empty, unknown and wrong parts are named, and nothing is kept", async () => {
    const o = await conversation();
    const large = await o.reply({ body_text: "x" }, [["big.bin", Buffer.alloc(10_500_000)]]);
    expect([large.status, large.json.errors[0]?.path]).toEqual([413, "files"]);
    const many = await o.reply(
      { body_text: "x" },
      Array.from({ length: 11 }, (_, i) => [`f${i}.txt`, PDF] as [string, Buffer]),
    );
    expect([many.status, many.json.errors[0]]).toMatchObject([422, { path: "files" }]);
    const empty = await o.reply({ body_text: "x" }, [["none.txt", Buffer.alloc(0)]]);
    expect([empty.status, empty.json.errors[0]?.code]).toEqual([422, "empty"]);
    const wrong = await o.reply({ body_text: "x", cc: "nobody", colour: "red" }, [["a.pdf", PDF]]);
    expect(wrong.json.errors.map(({ path }: { path: string }) => path)).toEqual(["cc.0", "colour"]);
    const silent = await o.reply({}, [["a.pdf", PDF]]);
    expect([silent.status, silent.json.errors[0]?.path]).toEqual([422, "body_text"]);
    expect([o.drafts(), await o.t.db.select().from(replyDrafts), o.taken]).toEqual([[], [], []]);
  });

  it("the same Idempotency-Key sends one mail; 422 for another text or file, also of the same length", async () => {
    const o = await conversation();
    const send = (content = PDF.toString(), name = "a.pdf", text = "Here.") => {
      const form = new FormData();
      form.append("body_text", text);
      form.append("files", new Blob([content]), name);
      return o.t.post(`${o.path}/reply`, form, { "Idempotency-Key": "same-key-1" });
    };
    const [one, two] = [await send(), await send()];
    expect([one.status, two.status, two.json.id]).toEqual([201, 201, one.json.id]);
    const others = [
      await send(PDF.toString().replace("offer", "OFFER")),
      await send(PDF.toString(), "b.pdf"),
      await send(PDF.toString(), "a.pdf", "There"),
    ];
    expect(others.map(({ status, json }) => [status, json.code])).toEqual(
      others.map(() => [422, "idempotency_mismatch"]),
    );
    expect(o.taken).toHaveLength(1);
  });
});

describe("rich text of a reply", () => {
  it("leaves without scripts, forms and frames, and with a text that says the same", async () => {
    const o = await conversation();
    const answer = await o.t.post(`${o.path}/reply`, {
      body_html: `<p onclick="x()"><b>Hi</b> <i>you</i></p><ul><li>one</li><li>two</li></ul>
        <script>alert(1)</script><a href="javascript:alert(1)">bad</a>
        <a href="https://acme.test/a">good</a><img src="https://acme.test/p.png" alt="P" onerror="x()">
        <iframe src="https://evil.test"></iframe><form action="/x"><input name="a"></form>`,
    });
    const [mail] = o.taken;
    expect(mail?.html).not.toMatch(/script|onclick|onerror|iframe|form|input/);
    expect(mail?.html).toContain('<a href="https://acme.test/a">good</a>');
    expect(mail?.html).toContain('<img src="https://acme.test/p.png" alt="P">');
    expect(mail?.html).toContain("<b>Hi</b> <i>you</i>");
    expect(mail?.text).toContain("Hi you");
    expect(mail?.text).toContain("- one\n- two");
    expect(mail?.text).toContain("good (https://acme.test/a)");
    expect(answer.status).toBe(201);
    const none = await o.t.post(`${o.path}/reply`, { body_html: "<script>alert(1)</script>" });
    expect([none.status, none.json.errors?.[0]?.path]).toEqual([422, "body_html"]);
  });
});

describe("a message that is passed on", () => {
  const forward = (o: Awaited<ReturnType<typeof conversation>>, body: object) =>
    o.t.post(`${o.message}/forward`, body);

  it("201: goes to somebody else with its files, makes no lead, and the thread still waits", async () => {
    const o = await conversation();
    const answer = await forward(o, {
      to: ["sam@ours.test"],
      cc: ["kim@ours.test"],
      bcc: ["lou@ours.test"],
      text: "Can you?",
    });
    expect(answer.status).toBe(201);
    const [mail] = o.taken;
    expect(mail).toMatchObject({
      envelope: { to: ["sam@ours.test", "kim@ours.test", "lou@ours.test"] },
      in_reply_to: null,
      references: [],
      subject: expect.stringMatching(/^Fwd: Hello/),
    });
    expect(JSON.stringify({ ...mail, envelope: null })).not.toContain("lou@ours.test");
    expect(mail?.text).toMatch(/^Can you\?\n\n-+ Forwarded message -+\nFrom: .*ann@acme.test/);
    expect(mail?.text).toContain("See the files.");
    expect(mail?.attachments?.map(({ name, content }) => [name, content])).toEqual([
      ["offer.pdf", PDF.toString("base64")],
      ["Grüße (1).svg", SVG.toString("base64")],
    ]);
    const thread = await o.read();
    expect(thread).toMatchObject({ last_direction: "inbound", message_count: 3, is_unread: true });
    expect(thread.messages.at(-1)).toMatchObject({ type: "forward", to: ["sam@ours.test"] });
    expect(await o.t.db.select().from(leads)).toHaveLength(1);
    await o.t.post(`${o.path}/reply`, { body_text: "Hello." });
    expect(o.taken[1]).toMatchObject({
      in_reply_to: "ann-1@acme.test",
      subject: expect.stringMatching(/^Re: Hello/),
    });
  });

  it("an answer to it is nobody's reply, and a bounce of it no bounce of the lead", async () => {
    const o = await conversation();
    await forward(o, { to: ["sam@ours.test"], attachments: [] });
    o.world.put(
      answerTo(o.taken[0], { text: "Sure.", from: { address: "sam@else.test", name: "" } }),
    );
    await o.sync();
    expect((await o.read()).messages.map(({ type }) => type)).toEqual([
      "campaign",
      "reply",
      "forward",
    ]);
    expect(await o.eventsOf("lead.replied")).toHaveLength(1);
  });

  it("goes without files that the mailbox no longer has, and names them; 503 while it cannot be asked", async () => {
    const o = await conversation();
    o.down.error = new AppError("upstream_unavailable", "The mail service is away.");
    expect((await forward(o, { to: ["sam@ours.test"] })).status).toBe(503);
    expect((await forward(o, { to: ["sam@ours.test"], attachments: [] })).status).toBe(201);
    o.down.error = null;
    o.world.expunge("ann-1@acme.test");
    const answer = await forward(o, { to: ["sam@ours.test"] });
    expect([answer.status, answer.json.attachments]).toEqual([201, []]);
    expect(o.taken[1]?.text).toContain(
      "Files that the mailbox no longer has: offer.pdf, Grüße (1).svg",
    );
  });

  it("409, 422: suppressed recipients and unknown files are refused, by name", async () => {
    const o = await conversation();
    await o.t.post(`/api/v1/workspaces/${o.wid}/suppressions`, { email: "sam@ours.test" });
    expect((await forward(o, { to: ["sam@ours.test"] })).json.errors[0]).toMatchObject({
      code: "suppressed",
    });
    expect(
      (await forward(o, { to: ["kim@ours.test"], attachments: [7] })).json.errors,
    ).toMatchObject([{ path: "attachments" }]);
    expect((await forward(o, { to: [] })).status).toBe(422);
    expect(o.taken).toEqual([]);
  });

  it("leaves our own links dead, in text and HTML", async () => {
    const o = await outreach();
    const secret = o.t.deps.settings.TRACKING_SECRET;
    const link = `https://t.ours.test/unsubscribe/${unsubscribeToken(secret, asId(o.wid), asId(1))}`;
    o.world.put(
      answerTo(o.mails[0], {
        text: `Ok.\n\n> Leave: ${link}`,
        html: `<p>Ok.</p><a href="${link}">Leave</a>`,
        message_id: "ann-1@acme.test",
      }),
    );
    await o.sync();
    o.smtp.answer = () => ({});
    const [thread] = await o.t.db.select().from(threads);
    const path = `/api/v1/workspaces/${o.wid}/threads/${thread?.id}`;
    const { messages } = (await o.t.get(path)).json as ThreadWithMessages;
    const id = messages.find((m) => m.direction === "inbound")?.id;
    expect((await o.t.post(`${path}/messages/${id}/forward`, { to: ["s@x.test"] })).status).toBe(
      201,
    );
    expect(JSON.stringify([o.taken[0]?.text, o.taken[0]?.html])).not.toContain("/unsubscribe/");
  });
});
