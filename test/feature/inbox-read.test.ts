import { describe, expect, it } from "vitest";
import { messages } from "#modules/delivery/schema/messages.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import { outreach } from "#test/support/inbound-world.ts";

type World = Awaited<ReturnType<typeof outreach>>;

const read = (o: World, body: string, type = "message/rfc822") =>
  o.t.request("POST", `/api/v1/workspaces/${o.wid}/inbox/read`, body, { "content-type": type });

const message = (headers: readonly string[], text: string) =>
  `${headers.join("\r\n")}\r\n\r\n${text.replaceAll("\n", "\r\n")}\r\n`;

const answer = (o: World, text: string, ...headers: string[]) =>
  message(
    [
      "From: Ann <ann@acme.test>",
      "To: sender1@ours.test",
      `Subject: Re: ${o.mails[0]?.subject}`,
      "Message-ID: <pasted@acme.test>",
      ...headers,
    ],
    text,
  );

describe("reading a message that somebody pasted", () => {
  it("200: says what it is, what it says, and what it answers; nothing is stored", async () => {
    const o = await outreach();
    const id = o.mails[0]?.message_id;
    const pasted = answer(
      o,
      "Yes, please send me more information.\n\nOn Wed, Nov 18, 2026 at 12:00 Sender <sender1@ours.test> wrote:\n> Hi",
      `In-Reply-To: <${id}>`,
    );
    const { status, json } = await read(o, pasted);
    expect([status, json]).toMatchObject([
      200,
      {
        kind: "reply",
        category: "interested",
        category_source: "rule",
        bounce: null,
        recipient: null,
        message_id: id,
        visible_text: "Yes, please send me more information.",
        return_date: null,
        matched_send: {
          campaign_id: o.campaignId,
          lead_id: o.leadIds[0],
          to: "ann@acme.test",
          message_id: id,
          matched_by: "header",
        },
      },
    ]);
    expect(json.category_words.join(" ")).toContain("send me more");
    expect(await o.t.db.select().from(threads)).toEqual([]);
    expect(await o.t.db.select().from(messages)).toHaveLength(1);
    expect(await o.enrolments()).toEqual(["in_progress"]);
  });

  it("200: finds the send by sender and subject in whatever mailbox it came", async () => {
    const o = await outreach({ mailboxes: 2 });
    expect((await read(o, answer(o, "Not now, try again in March."))).json).toMatchObject({
      category: "not_now",
      return_date: "2027-03-01",
      matched_send: { matched_by: "subject" },
    });
  });

  it("200: an absence with the day of return, a bounce with whom it did not reach, our own mail", async () => {
    const o = await outreach();
    const away = answer(
      o,
      "I am out of the office until 30 November.",
      "Auto-Submitted: auto-replied",
    );
    expect((await read(o, away)).json).toMatchObject({
      kind: "auto_reply",
      category: "out_of_office",
      return_date: "2026-12-01",
    });
    const bounce = message(
      [
        "From: MAILER-DAEMON@mx.acme.test",
        "To: sender1@ours.test",
        "Subject: Undelivered Mail Returned to Sender",
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
      ],
      `--b\n\nSorry.\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.acme.test\n\nFinal-Recipient: rfc822; ann@acme.test\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 User unknown\n--b\nContent-Type: message/rfc822\n\nMessage-ID: <${o.mails[0]?.message_id}>\nSubject: x\n\nHi\n--b--`,
    );
    expect((await read(o, bounce)).json).toMatchObject({
      kind: "bounce",
      category: "bounce",
      bounce: "hard",
      bounce_code: "5.1.1",
      recipient: "ann@acme.test",
      message_id: o.mails[0]?.message_id,
      matched_send: { matched_by: "report" },
    });
    expect(
      (await read(o, message(["From: sender1@ours.test", "Subject: x"], "Hi"))).json,
    ).toMatchObject({
      kind: "own",
      category: null,
      matched_send: null,
    });
    expect(
      (await read(o, message(["From: a@else.test", "Subject: x"], "Hi"))).json.matched_send,
    ).toBeNull();
  });

  it("413, 415, 422, 404: too long, another type, nothing, another workspace", async () => {
    const o = await outreach();
    expect((await read(o, "x".repeat(1024 * 1024 + 1))).status).toBe(413);
    expect((await read(o, "hello", "text/plain")).status).toBe(415);
    expect((await read(o, "")).status).toBe(422);
    const foreign = `/api/v1/workspaces/${o.wid + 9}/inbox/read`;
    const type = { "content-type": "message/rfc822" };
    expect((await o.t.request("POST", foreign, "x", type)).status).toBe(404);
  });

  it("200: whatever was pasted", async () => {
    const o = await outreach();
    for (const body of [
      "\0\0\0",
      "no headers at all",
      `Subject: ${"=?x?".repeat(9_000)}\n\n`,
      "\n\n\n",
    ]) {
      expect((await read(o, body)).status).toBe(200);
    }
  });
});
