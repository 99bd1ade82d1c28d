import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createMailParser } from "#companion/inbound/mail-parser.ts";
import { parseMail } from "#companion/inbound/parse-mail.ts";
import { InboundMail } from "#platform/wire/mail-reading.ts";
import { startRig } from "./rig.ts";
import { needs } from "#test/support/needs.ts";
import { cpuMs } from "#test/support/cpu-time.ts";

const FACTS = { uid: 7, received_at: 1_800_000_000_000, size: 100 };
const mail = (...lines: string[]): Buffer => Buffer.from(lines.join("\r\n"));
const parse = (raw: Uint8Array) => parseMail(raw, FACTS);

test("a reply tells its thread, its people and its words", async () => {
  const parsed = await parse(
    mail(
      "From: =?utf-8?q?Bj=C3=B6rn?= <bo@y.test>",
      "To: Team: ann@sender.test, Cy <cy@y.test>;",
      "Subject: =?utf-8?q?Re=3A_Gr=C3=BC=C3=9Fe?=",
      "Message-ID: <r1@y.test>",
      "In-Reply-To: <c1.s2@sender.test>",
      "References: <c0@sender.test>",
      " <c1.s2@sender.test>",
      "Auto-Submitted: no",
      "",
      "Yes, let us talk.",
    ),
  );
  expect(parsed).toMatchObject({
    ...FACTS,
    message_id: "r1@y.test",
    in_reply_to: ["c1.s2@sender.test"],
    references: ["c0@sender.test", "c1.s2@sender.test"],
    from: { address: "bo@y.test", name: "Björn" },
    to: [
      { address: "ann@sender.test", name: "" },
      { address: "cy@y.test", name: "Cy" },
    ],
    subject: "Re: Grüße",
    headers: { "auto-submitted": "no" },
    report: null,
    unparsed: false,
  });
  expect(parsed.text.trim()).toBe("Yes, let us talk.");
  expect(parsed.content_hash).toMatch(/^[0-9a-f]{64}$/);
});

describe("text in another character set than its label says", () => {
  const said = async (label: string, body: Buffer, encoding = "8bit") => {
    const head = mail(
      "From: bo@y.test",
      `Content-Type: text/plain${label}`,
      `Content-Transfer-Encoding: ${encoding}`,
      "",
      "",
    );
    return (await parse(Buffer.concat([head, body]))).text.trim();
  };
  const words = "Schöne Grüße aus München – 5 €";

  test.each([
    ["; charset=iso-8859-1", Buffer.from(words)],
    ["; charset=us-ascii", Buffer.from(words)],
    ['; charset="utf-8;"', Buffer.from(words)],
    ["; charset=x-unknown", Buffer.from(words)],
    ["; charset=utf-8", Buffer.from(words.replace("–", "-").replace("€", "EUR"), "latin1")],
    ["", Buffer.from(words.replace("–", "-").replace("€", "EUR"), "latin1")],
  ])("is read as what it is: %s", async (label, body) => {
    expect((await said(label, body)).replace("-", "–").replace("EUR", "€")).toBe(words);
  });

  test("is read line by line, and stays where it is right", async () => {
    const mixed = Buffer.concat([
      Buffer.from("Für Sie\r\n"),
      Buffer.from("Für Dich\r\n", "latin1"),
    ]);
    expect(await said("; charset=utf-8", mixed)).toBe("Für Sie\nFür Dich");
    expect(await said("; charset=iso-8859-1", Buffer.from("Ã und ¼: größer", "latin1"))).toBe(
      "Ã und ¼: größer",
    );
    expect(await said("; charset=utf-8", Buffer.from("lost \uFFFD sign"))).toBe("lost \uFFFD sign");
    expect(
      await said("; charset=iso-8859-1", Buffer.from("=46=C3=BCr", "latin1"), "quoted-printable"),
    ).toBe("Für");
  });
});

describe("a calendar part", () => {
  const withCalendar = (lines: string[], type = "text/calendar; method=REPLY; charset=utf-8") =>
    mail(
      "From: bo@y.test",
      "Subject: Demo",
      "Auto-Submitted: auto-generated",
      `Content-Type: ${type}`,
      "",
      "BEGIN:VCALENDAR",
      ...lines,
      "END:VCALENDAR",
    );

  test.each([
    ["accepted", ["METHOD:REPLY", "ATTENDEE;CN=Bo;PARTSTAT=ACC", " EPTED:mailto:bo@y.test"]],
    ["tentative", ["METHOD:REPLY", "ATTENDEE;PARTSTAT=TENTATIVE:mailto:bo@y.test"]],
    ["tentative", ["METHOD:COUNTER", "ATTENDEE;PARTSTAT=TENTATIVE:mailto:bo@y.test"]],
    ["declined", ["METHOD:REPLY", "ATTENDEE;PARTSTAT=DECLINED:mailto:bo@y.test"]],
    ["invited", ["METHOD:REQUEST", "ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:ann@x.test"]],
    ["cancelled", ["METHOD:CANCEL"]],
    [undefined, ["METHOD:PUBLISH"]],
  ])("tells %s", async (said, lines) => {
    const parsed = await parse(withCalendar(lines));
    expect(parsed.calendar).toBe(said);
    expect(InboundMail.parse(parsed).calendar).toBe(said);
  });
});

const dsn = (part: string) =>
  mail(
    "From: MAILER-DAEMON@mx.test",
    "Content-Type: multipart/report; report-type=delivery-status; boundary=b",
    "",
    "--b",
    "Content-Type: text/plain",
    "",
    "It could not be delivered.",
    "--b",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mx.test",
    "",
    "Final-Recipient: rfc822; ok@y.test",
    "Action: delivered",
    "Status: 2.0.0",
    "",
    "Final-Recipient: rfc822; Nobody@y.test",
    "Action: failed",
    "Status: 5.1.1 (no such user)",
    "Diagnostic-Code: smtp; 550 5.1.1",
    "  no such user",
    "--b",
    `Content-Type: ${part}`,
    "",
    "From: ann@sender.test",
    "Message-ID:",
    " <c1.s2.l3@sender.test>",
    "Subject: hi",
    "",
    "--b--",
  );

test.each(["message/rfc822", "text/rfc822-headers"])("a delivery report with %s", async (part) => {
  expect((await parse(dsn(part))).report).toEqual({
    kind: "dsn",
    action: "failed",
    status: "5.1.1",
    diagnostic: "550 5.1.1 no such user",
    recipient: "nobody@y.test",
    feedback_type: null,
    original_message_id: "c1.s2.l3@sender.test",
  });
});

test("a complaint", async () => {
  const { report } = await parse(
    mail(
      "Content-Type: multipart/report; report-type=feedback-report; boundary=b",
      "",
      "--b",
      "Content-Type: message/feedback-report",
      "",
      "Feedback-Type: abuse",
      "Original-Rcpt-To: <bo@y.test>",
      "--b",
      "Content-Type: message/rfc822",
      "",
      "Message-ID: <c1@sender.test>",
      "",
      "hi",
      "--b--",
    ),
  );
  expect(report).toMatchObject({
    kind: "arf",
    feedback_type: "abuse",
    recipient: "bo@y.test",
    original_message_id: "c1@sender.test",
  });
});

test("HTML comes without scripts, handlers, styles and remote images; words come from it when there is no text", async () => {
  const parsed = await parse(
    mail(
      "Content-Type: text/html",
      "",
      '<style>p{}</style><p onclick="x()">A &amp; B<br>C</p><script>alert(1)</script>',
      '<img src="https://spy.test/1.png"><a href="javascript:alert(1)">x</a><a href="https://y.test">y</a>',
      '<iframe src="https://y.test"></iframe><form action="/x"><input></form><svg onload=alert(1)>',
    ),
  );
  expect(parsed.html).not.toMatch(/script|onclick|style|spy|iframe|form|input|svg|alert/);
  expect(parsed.html).toContain('<a href="https://y.test">y</a>');
  expect(parsed.text).toMatch(/^A & B\nC\n/);
});

describe("hostile input", () => {
  const nested = Array.from(
    { length: 50_000 },
    (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n`,
  ).join("");
  const html = (body: string) => Buffer.from(`Content-Type: text/html\r\n\r\n${body}`);
  const bombs: [string, Buffer, boolean][] = [
    ["50,000 levels", Buffer.from(nested), true],
    [
      "500,000 parts",
      Buffer.from(
        `Content-Type: multipart/mixed; boundary=b\r\n\r\n${"--b\r\n\r\nx\r\n".repeat(500_000)}`,
      ),
      true,
    ],
    [
      "a header of 4 MB",
      Buffer.from(
        `From: bo@y.test\r\nMessage-ID: <m@y.test>\r\nX-A: ${"a".repeat(4_000_000)}\r\n\r\nhi`,
      ),
      true,
    ],
    [
      "a sender of 270 kB above 2,500 lines of dashes",
      Buffer.from(`From: ${"a".repeat(270_000)}\r\n\r\n${"--\r\n".repeat(2_500)}`),
      true,
    ],
    ["a million lines", Buffer.from(`From: bo@y.test\r\n\r\n${"\n".repeat(1_000_000)}`), true],
    ["tabs within what is shown as it is", html(`<pre>x${"\t".repeat(250_000)}x</pre>`), false],
    ["unclosed tags", html("<br".repeat(150_000)), false],
    ["spaces", html(`${" \t".repeat(250_000)}x`), false],
    ["100,000 open elements", html("<div>".repeat(100_000)), false],
    ["quotes in an address", Buffer.from(`To: ${'"'.repeat(200_000)}\r\n\r\nhi`), false],
  ];
  test.each(bombs)("%s ends in time", async (_name, raw, given_up) => {
    const began = cpuMs();
    const parsed = await parse(raw);
    expect(cpuMs() - began).toBeLessThan(5_000);
    expect(parsed.unparsed).toBe(given_up);
  });

  test("what is given up still tells its sender and id", async () => {
    const parsed = await parse(bombs[2]?.[1] ?? Buffer.alloc(0));
    expect(parsed).toMatchObject({
      from: { address: "bo@y.test" },
      message_id: "m@y.test",
      unparsed: true,
    });
  });

  test("every mail is parsed aside and comes out alike", async () => {
    const parser = createMailParser();
    for (const words of [1, 20_000]) {
      const raw = Buffer.from(`From: bo@y.test\r\n\r\n${"words ".repeat(words)}`);
      const [aside, here] = [await parser.parse(raw, FACTS), await parse(raw)];
      expect(aside).toEqual(here);
    }
    parser.close();
  });

  test("a mail that takes too long is kept with its envelope, the process never stops, and the next is parsed", async () => {
    const parser = createMailParser({ limitMs: 300 });
    const slow = mail(
      "From: =?utf-8?q?Bj=C3=B6rn?= <bo@y.test>",
      "To: ann@sender.test",
      "Subject: =?utf-8?q?Re=3A_Gr=C3=BC=C3=9Fe?=",
      "Message-ID: <m@y.test>",
      "In-Reply-To: <c1.s2@sender.test>",
      "",
      "\n".repeat(140_000),
    );
    let longest = 0;
    let last = performance.now();
    const beat = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 5);
    const [kept, next] = await Promise.all([
      parser.parse(slow, FACTS),
      parser.parse(mail("From: cy@y.test", "", "hi"), FACTS),
    ]);
    clearInterval(beat);
    parser.close();
    expect(kept).toMatchObject({
      ...FACTS,
      unparsed: true,
      from: { address: "bo@y.test", name: "Björn" },
      to: [{ address: "ann@sender.test", name: "" }],
      subject: "Re: Grüße",
      message_id: "m@y.test",
      in_reply_to: ["c1.s2@sender.test"],
    });
    expect(next).toMatchObject({ unparsed: false, from: { address: "cy@y.test" } });
    expect(longest).toBeLessThan(200);
  });

  test("any bytes give a mail of the agreed shape", async () => {
    const bytes = fc.uint8Array({ maxLength: 2_000 });
    const mutated = fc.tuple(fc.nat(1_000), bytes).map(([at, noise]) => {
      const raw = Buffer.from(dsn("message/rfc822"));
      raw.set(noise.subarray(0, Math.max(0, raw.length - at)), Math.min(at, raw.length));
      return new Uint8Array(raw);
    });
    await fc.assert(
      fc.asyncProperty(fc.oneof(bytes, mutated), async (raw) => {
        expect(InboundMail.safeParse(await parse(raw)).success).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

test("real bounces: most tell their status, recipient and original", needs("corpora"), async () => {
  const folder = join(process.env["CORPORA_DIR"] ?? "", "mail/sisimai");
  const counts = { dsn: 0, arf: 0, original: 0, recipient: 0, unparsed: 0 };
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".eml")) continue;
    const { report, unparsed } = await parse(readFileSync(join(folder, name)));
    if (unparsed) counts.unparsed++;
    if (report) counts[report.kind]++;
    if (report?.original_message_id) counts.original++;
    if (report?.recipient) counts.recipient++;
  }
  expect(counts.unparsed).toBe(0);
  expect(counts.dsn).toBeGreaterThan(180);
  expect(counts.arf).toBeGreaterThanOrEqual(6);
  expect(counts.original).toBeGreaterThan(170);
  expect(counts.recipient).toBeGreaterThan(185);
});

test("a message that lies in no mailbox is parsed for the app that sends it", async () => {
  const rig = await startRig();
  const raw = mail("From: bo@y.test", "Subject: Hi", "", "Hello.").toString("base64");
  const parsed = await rig.mail().parse({ raw, received_at: FACTS.received_at });
  expect(parsed).toMatchObject({ subject: "Hi", text: "Hello.\n", received_at: FACTS.received_at });
  await rig.close();
});
