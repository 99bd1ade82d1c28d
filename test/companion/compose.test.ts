import fc from "fast-check";
import MailComposer from "nodemailer/lib/mail-composer";
import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import { compose, Unsendable } from "#smtp/compose.ts";
import { serialise } from "#smtp/mime.ts";
import { loopback, mailTo } from "./mails.ts";

const full = mailTo(loopback(25), "bo@y.test", {
  message_id: "c1.s2.l3@sender.test",
  cc: [{ address: "cy@y.test", name: "" }],
  reply_to: "team@sender.test",
  in_reply_to: "before@y.test",
  references: ["first@y.test", "before@y.test"],
  subject: "Grüße aus Köln — ein Vorschlag",
  list_unsubscribe: { url: `https://track.test/unsubscribe/${"t".repeat(180)}` },
  headers: { "X-Campaign": "7" },
  text: "Grüße\n.\nEnde",
  html: "<p>Grüße</p>",
});

test("the message says what it was given, and nothing about the program", async () => {
  const raw = compose(full);
  const email = await PostalMime.parse(raw);
  const header = (name: string) => email.headers.find(({ key }) => key === name)?.value;
  expect(header("message-id")).toBe("<c1.s2.l3@sender.test>");
  expect(header("in-reply-to")).toBe("<before@y.test>");
  expect(header("references")).toBe("<first@y.test> <before@y.test>");
  expect(header("list-unsubscribe")).toBe(`<https://track.test/unsubscribe/${"t".repeat(180)}>`);
  expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  expect(header("date")).toBe("Fri, 15 Jan 2027 08:00:00 +0000");
  expect(header("x-campaign")).toBe("7");
  expect(header("x-mailer")).toBeUndefined();
  expect(header("bcc")).toBeUndefined();
  expect(header("content-type")).toMatch(/^multipart\/alternative; boundary="?=_[0-9a-f]{32}"?$/);
  expect(raw.toString()).not.toMatch(/nodemailer|_NmP|-Part_/i);
  expect(email.subject).toBe("Grüße aus Köln — ein Vorschlag");
  expect(email.from).toMatchObject({ address: "ann@sender.test", name: "Ann Example" });
  expect([email.text?.trim(), email.html?.trim()]).toEqual(["Grüße\n.\nEnde", "<p>Grüße</p>"]);
  expect(
    Math.max(
      ...raw
        .toString("latin1")
        .split("\r\n")
        .map((line) => line.length),
    ),
  ).toBeLessThanOrEqual(998);
});

test("an answer may name two ids of one mail", async () => {
  const email = await PostalMime.parse(
    compose({ ...full, in_reply_to: "theirs@x.test ours@y.test" }),
  );
  const header = email.headers.find(({ key }) => key === "in-reply-to");
  expect(header?.value).toBe("<theirs@x.test> <ours@y.test>");
  expect(() => compose({ ...full, in_reply_to: "theirs@x.test  ours@y.test" })).toThrow(Unsendable);
});

test("equal input gives equal bytes", () => {
  expect(compose(full).equals(compose(structuredClone(full)))).toBe(true);
});

test("the parts are written as the MIME library itself writes them", async () => {
  const words = fc.oneof(
    fc.string({ unit: "binary", maxLength: 400 }),
    fc.string({ unit: "grapheme", maxLength: 400 }),
    fc
      .array(
        fc.constantFrom("word ", "Grüße, ", "=20", "\t", " \r\n", "\n", "\r", ".\r\n", "\u{1F600}"),
      )
      .map((all) => all.join("")),
    fc.constantFrom("a é ".repeat(20_000), "line\n".repeat(15_000), "x".repeat(70_000)),
  );
  const given = fc.record({ text: words, html: words, subject: fc.string({ unit: "grapheme" }) });
  await fc.assert(
    fc.asyncProperty(given, async (parts) => {
      const tree = () =>
        new MailComposer({
          ...parts,
          date: new Date(0),
          messageId: "<a@b.test>",
          baseBoundary: "b",
          newline: "windows",
        }).compile();
      const [own, built] = [serialise(tree()), await tree().build()].map(String);
      expect(unfolded(own)).toBe(unfolded(built));
      expect(own?.split("\r\n").filter((line) => line.length > 78)).toEqual([]);
    }),
    {
      numRuns: 40,
      examples: [
        [{ text: "", html: "Grüße, Grüße, word Grüße, 😀=20😀word Grüße, ", subject: "" }],
      ],
    },
  );
});

/** The library folds the last line of a part elsewhere when it streams; no reader sees such a fold. */
const unfolded = (mail = ""): string => mail.replaceAll("=\r\n", "");

test("no text, name or header value can add a header", async () => {
  const usual = (await PostalMime.parse(compose(full))).headers.map(({ key }) => key);
  // A message with one part alone has its encoding among its own headers.
  const expected = [...usual, "content-transfer-encoding"];
  const nasty = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom(
      "a\r\nBcc: x@y.test",
      "\nX: 1",
      "a\rb",
      "\0",
      "=?utf-8?q?=0D=0ABcc:_x?=",
      "\u2028X: 1",
      "a\u0085b",
      '"<>,;',
    ),
  );
  await fc.assert(
    fc.asyncProperty(
      nasty,
      fc.constantFrom("subject", "name", "header", "html", "text"),
      async (value, where) => {
        const mail = {
          ...full,
          ...(where === "subject" ? { subject: value } : {}),
          ...(where === "name" ? { from: { ...full.from, name: value } } : {}),
          ...(where === "header" ? { headers: { "X-Campaign": value } } : {}),
          ...(where === "html" ? { html: value } : {}),
          ...(where === "text" ? { text: value } : {}),
        };
        const refusable = where !== "html" && where !== "text" && /[\r\n\0]/.test(value);
        const raw = composedUnless(refusable, mail);
        const keys = raw ? (await PostalMime.parse(raw)).headers.map(({ key }) => key) : [];
        expect(raw === null).toBe(refusable);
        expect(keys.filter((key) => !expected.includes(key))).toEqual([]);
        expect(new Set(keys).size).toBe(keys.length);
      },
    ),
    { numRuns: 400 },
  );
});

test.each([
  { from: { address: "ann@sender.test>\r\nX: 1", name: "" } },
  { to: [{ address: "no address", name: "" }] },
  { reply_to: "a@b.test\nBcc: c@d.test" },
  { message_id: "a> <b" },
  { references: ["a\r\nX: 1"] },
  { list_unsubscribe: { url: "javascript:alert(1)" } },
  { list_unsubscribe: { url: "https://a.test/>\r\nX: 1" } },
  { headers: { "X-Bad: y\r\nX": "1" } },
  { headers: { Bcc: "c@d.test" } },
  { headers: { "Content-Type": "text/plain" } },
])("refuses %j", (over) => {
  expect(() => compose({ ...full, ...over })).toThrow(Unsendable);
});

/** Null where it was refused, as it may be. */
function composedUnless(refusable: boolean, mail: Parameters<typeof compose>[0]): Buffer | null {
  try {
    return compose(mail);
  } catch (error) {
    if (refusable && error instanceof Unsendable) return null;
    throw error;
  }
}
