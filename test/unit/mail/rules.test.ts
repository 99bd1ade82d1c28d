import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { autoReplyKind } from "#modules/inbox/rules/kinds/auto-reply.ts";
import { readBounce } from "#modules/inbox/rules/kinds/bounce.ts";
import { classifyMail } from "#modules/inbox/rules/kinds/classify-mail.ts";
import { refuseMailHost } from "#modules/mailboxes/rules/mail-host.ts";
import { answeredIds } from "#modules/inbox/rules/match.ts";
import { forColleagues, withoutTracking } from "#modules/inbox/rules/own-copy.ts";
import { asId } from "#platform/rules/ids.ts";
import { hitToken, unsubscribeToken } from "#modules/links/rules/token.ts";
import { plainLine } from "#platform/rules/mail/plain-line.ts";
import { excerptOf, ownText } from "#modules/inbox/rules/quote.ts";
import type { MailReport, ReceivedMail } from "#platform/rules/mail/received-mail.ts";
import { classifyRefusal, judgeRefusal } from "#platform/rules/mail/refusal.ts";
import { subjectKey } from "#platform/rules/mail/subject.ts";
import { failedSyncMs, nextSyncMs } from "#modules/mailboxes/rules/sync-interval.ts";
import { readThreadCursor, threadCursor } from "#modules/inbox/rules/thread-cursor.ts";
import { THREAD_STATUSES } from "#modules/campaigns/rules/thread-status.ts";
import { namedAmong } from "#modules/inbox/rules/thread.ts";
import { unixMs } from "#platform/rules/ids.ts";
import { linkPart } from "#modules/links/rules/link.ts";
import { cpuMs } from "#test/support/cpu-time.ts";

const mail = (change: Partial<ReceivedMail> = {}): ReceivedMail => ({
  messageId: "x@y.test",
  inReplyTo: [],
  references: [],
  from: { address: "ann@acme.test", name: "Ann" },
  subject: "Re: Hello",
  text: "Yes.",
  headers: {},
  report: null,
  ...change,
});
const dsn = (report: Partial<MailReport>): ReceivedMail =>
  mail({
    report: {
      kind: "dsn",
      action: "failed",
      status: null,
      diagnostic: null,
      recipient: null,
      feedbackType: null,
      originalMessageId: null,
      ...report,
    },
  });

describe("a refusal", () => {
  it.each([
    ["5.1.1", 550, "550 5.1.1 User unknown", "hard"],
    ["5.1.10", 550, "recipient domain has a null MX", "hard"],
    [null, 550, "550 No such user here", "hard"],
    [null, 550, "550 The email account that you tried to reach does not exist.", "hard"],
    ["5.2.2", 552, "552 5.2.2 Mailbox full", "soft"],
    [null, 550, "550 user unknown is over quota", "soft"],
    ["4.1.1", 450, "450 4.1.1 User unknown, try again", "soft"],
    [null, 451, "451 Greylisted, try again later", "soft"],
    ["5.7.1", 554, "554 5.7.1 blocked by reputation", "block"],
    ["5.7.26", 550, "550 5.7.26 unauthenticated mail: SPF and DKIM", "block"],
    ["5.1.8", 550, "550 5.1.8 Sender address rejected: Domain not found", "block"],
    [null, 554, "554 spam: user unknown", "block"],
    [null, 500, "", "soft"],
    [null, null, "", "soft"],
  ] as const)("%s %s %s is %s", (enhanced, code, text, expected) => {
    expect(classifyRefusal({ code, enhanced, text })).toBe(expected);
  });

  it.each([
    ["5.4.5", 550, "550 5.4.5 Daily user sending limit exceeded.", "account"],
    ["5.4.5", 550, "550 5.4.5 Refused", "account"],
    ["5.7.139", 535, "535 5.7.139 Authentication unsuccessful", "account"],
    ["5.1.1", 550, "550 5.1.1 User unknown", "recipient"],
    ["5.7.1", 554, "554 5.7.1 blocked by reputation", "sender"],
  ] as const)("%s %s %s is about %s", (enhanced, code, text, about) => {
    expect(judgeRefusal({ code, enhanced, text }).about).toBe(about);
  });

  it("is never hard on a 4xx, whatever the words", () => {
    fc.assert(
      fc.property(fc.integer({ min: 400, max: 499 }), fc.string(), (code, text) => {
        const refusal = { code, enhanced: `4.1.1`, text: `${text} user unknown` };
        expect(classifyRefusal(refusal)).not.toBe("hard");
      }),
    );
  });
});

describe("a bounce", () => {
  it("by report: class, code, words, recipient and the mail that it is about", () => {
    expect(
      readBounce(
        dsn({
          action: "failed (no such user)",
          status: "5.1.1",
          diagnostic: "smtp; 550 5.1.1 <bo@acme.test> User unknown",
          recipient: "bo@acme.test",
          originalMessageId: "1.2@ours.test",
        }),
      ),
    ).toEqual({
      class: "hard",
      about: "recipient",
      final: true,
      code: "5.1.1",
      reason: "550 5.1.1 <bo@acme.test> User unknown",
      recipients: ["bo@acme.test"],
      returnedIds: ["1.2@ours.test"],
    });
    expect(readBounce(dsn({ action: "delayed", status: "4.4.1" }))).toMatchObject({
      final: false,
      class: "soft",
    });
    expect(readBounce(dsn({ action: "delivered" }))).toBeNull();
  });

  it("by words: what stands before the returned mail counts", () => {
    const text = [
      "This is the mail system. Your message could not be delivered:",
      "<bo@acme.test>: 550 No such user here",
      "------ This is a copy of the message, including all the headers. ------",
      "Message-ID: <1.2@ours.test>",
      "We will keep trying to be spam free.",
    ].join("\n");
    const bounce = readBounce(
      mail({
        from: { address: "mailer-daemon@mx.test", name: "" },
        subject: "Mail delivery failed",
        text,
      }),
    );
    expect(bounce).toMatchObject({
      class: "hard",
      final: true,
      recipients: ["bo@acme.test"],
      returnedIds: ["1.2@ours.test"],
    });
  });

  it("is not what a person says about mail", () => {
    expect(
      readBounce(
        mail({ subject: "Re: Delivery failed again?", text: "550 people, user unknown." }),
      ),
    ).toBeNull();
  });
});

describe("an automatic answer", () => {
  it.each([
    [{ headers: { "auto-submitted": "auto-replied" } }, "other"],
    [{ headers: { "auto-submitted": "auto-replied (vacation)" } }, "absence"],
    [{ headers: { "auto-submitted": "no" } }, null],
    [{ headers: { precedence: "auto_reply" } }, "other"],
    [{ headers: { precedence: "bulk" } }, null],
    [{ headers: { "x-autoreply": "yes" } }, "other"],
    [{ headers: { "return-path": "<>" } }, "other"],
    [{ headers: { "return-path": "<ann@acme.test>" } }, null],
    [{ subject: "Automatic reply: Hello" }, "other"],
    [{ subject: "Abwesenheitsnotiz: Hallo" }, "absence"],
    [{ subject: "Out of Office" }, "absence"],
    [{ subject: "Réponse automatique : Bonjour" }, "other"],
    [{ subject: "Fuera de la oficina" }, "absence"],
    [{ subject: "自動返信" }, "other"],
    [{ subject: "Re: your out of office" }, null],
    [{ subject: "Re: automatic replies for your team" }, null],
  ] as const)("%j is %s", (change, expected) => {
    expect(autoReplyKind(mail(change))).toBe(expected);
  });

  it("is looked for after our own mail and after reports", () => {
    const isOurs = (address: string) => address === "me@ours.test";
    expect(classifyMail(mail({ from: { address: "Me@Ours.test", name: "" } }), isOurs).kind).toBe(
      "own",
    );
    const arf = (feedbackType: string) => ({ ...dsn({ kind: "arf", feedbackType }) });
    expect(classifyMail(arf("abuse"), isOurs).kind).toBe("complaint");
    expect(classifyMail(arf("not-spam"), isOurs).kind).toBe("auto_reply");
    expect(classifyMail(dsn({ action: "relayed" }), isOurs).kind).toBe("delivered");
  });
});

describe("what a person wrote", () => {
  it.each([
    ["Yes.\n\nOn Wed, Nov 18, 2026 at 12:00 Al <al@x.test> wrote:\n> Hi", "Yes."],
    ["Ja.\r\n\r\nAm 18.11.2026 um 12:00 schrieb Al Beispiel <al@x.test>:\r\n> Hallo", "Ja."],
    ["Oui.\n\nLe mer. 18 nov. 2026 à 12:00, Al <al@x.test> a écrit :\n> Salut", "Oui."],
    ["Sí.\n\nEl mié, 18 nov 2026 a las 12:00, Al (<al@x.test>) escribió:\n> Hola", "Sí."],
    ["Ok.\n\n-----Original Message-----\nFrom: Al\nSubject: x", "Ok."],
    ["Ok.\n\nVon: Al <al@x.test>\nGesendet: Mittwoch\nAn: Bo\nBetreff: x\n\nHallo", "Ok."],
    ["Ok.\n\n________________________________\nFrom: Al", "Ok."],
    ["Ok.\n-- \nBo\nAcme Ltd", "Ok."],
    ["Ok.\n\nSent from my iPhone", "Ok."],
    ["> Shall we?\n\nYes.\n\n> When?\n\nNow.", "> Shall we?\n\nYes.\n\n> When?\n\nNow."],
    ["> only a quotation", "> only a quotation"],
    ["On Monday we wrote:\nall of it ourselves.", "On Monday we wrote:\nall of it ourselves."],
    ["", ""],
  ])("%j", (text, expected) => {
    expect(ownText(text) === "" ? text : ownText(text)).toBe(expected);
  });

  it("is one line of 200 characters in the excerpt", () => {
    const excerpt = excerptOf(`${"word ".repeat(100)}\u202Eevil\r\nline`);
    expect(excerpt.length).toBeLessThanOrEqual(200);
    expect(excerpt).not.toMatch(/[\r\n\u202E]/);
    expect(plainLine("a\0b\u2028c", 10)).toBe("a b c");
  });
});

describe("matching", () => {
  it.each([
    "Hello",
    "Re: Hello",
    "AW: RE: hello",
    "Fwd: WG: Hello",
    "Re[2]: Hello",
    "SV: Hello ",
    "RE : Hello",
    "回复：Hello",
    "R: Hello",
    "I: R: Hello",
    "Antwort: Hello",
    "VB: SV: Hello",
    "Απ: Hello",
    "На: Hello",
    "回覆: Hello",
    "답장: Hello",
    "[EXTERNAL] Re: Hello",
    "Re: [EXT] Hello",
    "AW: [Extern] Hello",
    "External: RE: Hello",
    "[Ticket#2026112010000017] Re: Hello",
    "Re: [#4711] Hello",
    "Automatic reply: Hello",
    "Automatische Antwort: Re: Hello",
  ])("%s has the key of its first mail", (subject) => expect(subjectKey(subject)).toBe("hello"));

  it("takes In-Reply-To first, then References from the end, each once", () => {
    expect(answeredIds(mail({ inReplyTo: ["<b@x>"], references: ["a@x", "b@x", "c@x"] }))).toEqual([
      "b@x",
      "c@x",
      "a@x",
    ]);
    expect(
      answeredIds(mail({ references: Array.from({ length: 5_000 }, (_, i) => `${i}@x`) })),
    ).toHaveLength(50);
  });
});

describe("hostile mail", () => {
  const long = 400_000;
  const hostile: [string, string][] = [
    ["dashes", "-".repeat(long)],
    ["spaces", " ".repeat(long)],
    ["quotes", ">".repeat(long)],
    ["lines of quotes", "> ".repeat(long / 2).replaceAll("> ", ">\n")],
    ["an open attribution", `On ${"a ".repeat(long / 2)}`],
    ["many attributions", "On 1 Nov Al <a@x.test> said\n".repeat(long / 28)],
    ["headers", "From: a\nTo: b\n".repeat(long / 14)],
    ["addresses", "a@".repeat(long / 2)],
    ["dots", "a.".repeat(long / 2)],
    ["user unknowns", "user ".repeat(long / 5)],
    ["an unfinished phrase", "unknown a-a-a-a-a-a-a ".repeat(long / 22)],
    ["codes", "550 5.1.1 ".repeat(long / 10)],
    ["message ids", `message-id: <${"a".repeat(long)}`],
    ["surrogates", "\uD800".repeat(long)],
    ["zero bytes", "\0".repeat(long)],
    ["subjects", "Re: ".repeat(long / 4)],
  ];

  it.each(hostile)("%s cost no time and end in a class", (_, text) => {
    const started = cpuMs();
    for (const from of [null, { address: "mailer-daemon@x.test", name: text }]) {
      const kind = classifyMail(
        mail({
          from,
          text,
          subject: text,
          headers: { "return-path": "<>", "x-failed-recipients": text },
          references: [text],
        }),
        () => false,
      );
      expect(kind.kind).toMatch(/^(?:bounce|reply|auto_reply)$/);
    }
    expect(excerptOf(text).length).toBeLessThanOrEqual(200);
    expect(subjectKey(text).length).toBeLessThanOrEqual(1_000);
    withoutTracking(text, ["s".repeat(32)]);
    expect(cpuMs() - started).toBeLessThan(500);
  });

  it("of any kind ends in a class, and its own text is part of it", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }),
        fc.string(),
        fc.dictionary(fc.string(), fc.string()),
        (text, subject, headers) => {
          classifyMail(mail({ text, subject, headers }), () => false);
          expect(text.replaceAll("\r", "\n")).toContain(ownText(text).split("\n")[0]?.trim() ?? "");
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe("small things", () => {
  it("a thread's status is read however it is written", () => {
    expect(
      ["Meeting Booked", "MEETING_BOOKED", " meeting-booked "].map((text) =>
        namedAmong(THREAD_STATUSES, text),
      ),
    ).toEqual(Array(3).fill("meeting_booked"));
    expect(namedAmong(THREAD_STATUSES, "maybe")).toBeNull();
  });

  it("a cursor is read back, and no other text is", () => {
    const place = { at: unixMs(1_795_000_000_000), id: 42 as never };
    expect(readThreadCursor(threadCursor(place))).toEqual(place);
    fc.assert(fc.property(fc.string(), (text) => readThreadCursor(text) === null));
  });

  it("a busy mailbox is read each tick, a quiet one twice a minute, a refusing one ever later", () => {
    const now = unixMs(1_000_000_000_000);
    const sentAt = unixMs(now - 60_000);
    const every = (tickSeconds: number, quietSeconds = 30) => ({ tickSeconds, quietSeconds });
    expect(nextSyncMs({ lastSentAt: sentAt, found: false }, now, every(0.1))).toBe(5_000);
    expect(nextSyncMs({ lastSentAt: sentAt, found: false }, now, every(20))).toBe(20_000);
    expect(nextSyncMs({ lastSentAt: null, found: true }, now, every(5, 900))).toBe(5_000);
    const before = { lastSentAt: unixMs(now - 180_000), found: false };
    expect(nextSyncMs(before, now, every(5))).toBe(30_000);
    expect(nextSyncMs(before, now, every(5, 300))).toBe(300_000);
    expect([1, 2, 3, 9].map((n) => failedSyncMs(n, true))).toEqual([
      60_000, 120_000, 240_000, 900_000,
    ]);
  });

  it("our own mail is shown without its pixel and with the links that it was written with", () => {
    const secret = "s".repeat(32);
    const token = hitToken(secret, asId(1), asId(2));
    const part = linkPart(secret, token, "https://example.com/a?b=1&c=%22");
    const base = `https://track.example.com/t/${token}`;
    const html = `<a href="${base}/link/${part}">x</a><a href="${base}/link/${"z".repeat(30)}">y</a><img src="${base}/pixel.png" width="1">`;
    expect(withoutTracking(html, [secret])).toBe(
      '<a href="https://example.com/a?b=1&amp;c=%22">x</a><a href="#">y</a>',
    );
  });

  it("a colleague's look at a mail of ours, or at one quoted, neither clicks nor unsubscribes", () => {
    const secret = "s".repeat(32);
    const [hit, leave] = [
      hitToken(secret, asId(1), asId(2)),
      unsubscribeToken(secret, asId(1), asId(2)),
    ];
    const part = linkPart(secret, hit, "https://example.com/a");
    const others = `<a href="https://else.test/unsubscribe/${"z".repeat(30)}">no more</a>`;
    const html = `<a href="https://t.test/t/${hit}/link/${part}">x</a><a href='https://t.test/unsubscribe/${leave}?a=1'>y</a><img src="https://t.test/t/${hit}/pixel.png">${others}`;
    expect(forColleagues(html, [secret])).toBe(
      `<a href="https://example.com/a">x</a><a href='#'>y</a><img src="#">${others}`,
    );
    // However many stand in one word, at whatever place the word around one is cut, none stays.
    for (let before = 0; before < 80; before++) {
      const word = "x".repeat(before) + `/t/${hit}`.repeat(40);
      expect(forColleagues(`<p>${word} end</p>`, [secret])).toMatch(/^<p>#[^<]* end<\/p>$/);
      expect(forColleagues(`<p>${word} end</p>`, [secret])).not.toContain(hit);
    }
  });

  it("only mail ports of public servers are dialled", () => {
    const code = (host: string, port = 587) =>
      refuseMailHost(host, port, { allowPrivate: false })?.code;
    expect([25, 465, 587, 2525, 143, 993].map((port) => code("smtp.example.com", port))).toEqual(
      Array(6).fill(undefined),
    );
    for (let port = 1; port <= 1_024; port++)
      expect(code("127.0.0.1", port)).toMatch(/_not_allowed$/);
    expect(refuseMailHost("127.0.0.1", 1, { allowPrivate: true })).toBeNull();
  });
});
