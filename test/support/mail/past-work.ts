import { ImapFlow } from "imapflow";
import { expect, it } from "vitest";
import type { MailService } from "#platform/ctx/ports.ts";
import type { Connection } from "#platform/wire/companion.ts";
import type { PastMail } from "#platform/wire/mail-reading.ts";
import type { FoundOf } from "#modules/moving/rules/found.ts";
import { standingOf } from "#modules/moving/rules/places.ts";
import { campaign, daysAgo, place } from "#test/support/moving-world.ts";
import { HOUR_MS, MINUTE_MS } from "#platform/rules/time.ts";

const NAMES = ["José Müller", "Anna", "大輔", "Zoë-Ann O’Neil"];
const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** A date as a mail program in that zone writes it. */
function dateIn(at: number, hours: number): string {
  const local = new Date(at + hours * HOUR_MS);
  const two = (n: number) => String(n).padStart(2, "0");
  const zone = `${hours < 0 ? "-" : "+"}${two(Math.abs(hours))}00`;
  const clock = [local.getUTCHours(), local.getUTCMinutes(), local.getUTCSeconds()].map(two);
  return `${DAYS[local.getUTCDay()]}, ${local.getUTCDate()} ${MONTHS[local.getUTCMonth()]} ${local.getUTCFullYear()} ${clock.join(":")} ${zone}`;
}

const encoded = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- all of ASCII
  /[^\x00-\x7f]/.test(text) ? `=?UTF-8?B?${Buffer.from(text).toString("base64")}?=` : text;

/** The step of a lead as a rival's mailbox files it: an id that the server gave, folded, in any zone. */
const copyOf = (i: number) => {
  const at = daysAgo(20) + i * 7 * MINUTE_MS;
  const name = NAMES[i % NAMES.length] ?? "";
  return {
    email: `lead${i}@acme.test`,
    subject: `Hello ${name}`,
    at,
    given: `<given-${i}@mail.gmail.com>`,
    asked: `<asked-${i}@rival.test>`,
  };
};

const rawOf = (i: number): string => {
  const { email, subject, at, given, asked } = copyOf(i);
  return [
    `Date: ${dateIn(at, (i % 25) - 12)}`,
    `From: "Max" <max@ours.test>`,
    `To: "${email}" <${email.toUpperCase()}>`,
    `Subject: ${encoded(subject)}`,
    `Message-ID: ${given}`,
    `X-Google-Original-Message-ID:\r\n ${asked}`,
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8",
    "",
    "x".repeat(500),
  ].join("\r\n");
};

/** Reads a whole folder, a page at a time; dies and begins anew after each third page. */
async function readAll(mail: MailService, imap: Connection, since: number, limit: number) {
  const mails: PastMail[] = [];
  let mark = { validity: null as string | null, uid: 0 };
  for (let pages = 1; ; pages++) {
    const page = await mail.past({
      imap,
      allow_private: true,
      folder: "\\Sent",
      since,
      uid_validity: mark.validity,
      last_uid: mark.uid,
      limit,
    });
    expect(page.mails.length).toBeLessThanOrEqual(limit);
    // What a killed run read was not noted: the same page comes again.
    if (pages % 3 === 0) continue;
    mails.push(...page.mails);
    mark = { validity: page.uid_validity, uid: page.mails.at(-1)?.uid ?? mark.uid };
    if (!page.more) return mails;
  }
}

/** Tests of the past of a Sent folder with so many emails. */
export function pastWork(
  count: number,
  of: { readonly mail: () => MailService; readonly imap: () => Connection },
): void {
  const timeout = 60_000 + count * 60;
  it(
    `finds each of ${count} emails in Sent once, by pages, and joins them to what the rival says`,
    { timeout },
    async () => {
      const { host, port, username, password } = of.imap();
      const client = new ImapFlow({
        host,
        port,
        secure: false,
        doSTARTTLS: false,
        auth: { user: username, pass: password },
        logger: false,
      });
      await client.connect();
      for (let i = 0; i < count; i++) {
        await client.append("Sent", rawOf(i), ["\\Seen"], new Date(copyOf(i).at + MINUTE_MS));
      }
      await client.logout();
      const began = performance.now();
      const mails = await readAll(of.mail(), of.imap(), daysAgo(21), 500);
      const ms = performance.now() - began;
      expect(mails).toHaveLength(count);
      expect(new Set(mails.map(({ uid }) => uid)).size).toBe(count);
      for (const [i, mail] of mails.entries()) {
        const { email, subject, at, given, asked } = copyOf(i);
        expect(mail).toMatchObject({
          message_id: given.slice(1, -1),
          original_id: asked.slice(1, -1),
          from: "max@ours.test",
          to: [email],
          subject,
        });
        expect(Math.abs(mail.at - at)).toBeLessThan(1_000);
      }
      // Every second one is known by its id, the others by recipient, subject and time alone.
      const copies = mails.map((mail) => ({
        mailbox: "max@ours.test",
        direction: "sent" as const,
        messageId: mail.message_id,
        originalId: mail.original_id,
        inReplyTo: null,
        subject: mail.subject,
        text: "",
        automatic: false,
        at: mail.at,
      }));
      const byEmail = Map.groupBy(copies, (_, i) => copyOf(i).email);
      for (let i = 0; i < count; i++) {
        const { email, subject, at, given, asked } = copyOf(i);
        const listed: FoundOf<"mail"> = {
          kind: "mail",
          ref: `m${i}`,
          campaign: "c1",
          email,
          sender: "max@ours.test",
          direction: "sent",
          step: 1,
          message_id: i % 2 === 0 ? asked.slice(1, -1) : null,
          subject,
          text: "",
          html: "",
          at: at - 3 * MINUTE_MS,
        };
        const { mails: joined, notes } = standingOf({
          place: place(email, 1),
          mails: [listed],
          folder: byEmail.get(email) ?? [],
          steps: campaign().steps,
          senders: ["max@ours.test"],
          count: 3,
          campaigns: 1,
          now: daysAgo(0),
        });
        expect(notes).toEqual([]);
        expect(joined).toMatchObject([{ step: 1, messageId: given.slice(1, -1) }]);
      }
      console.log(`read ${count} emails in ${Math.round(ms)} ms`);
    },
  );

  it("reads nothing older than it is asked for, and says where a folder is missing", async () => {
    const since = copyOf(count).at + 3 * 24 * HOUR_MS;
    expect(await readAll(of.mail(), of.imap(), since, 500)).toEqual([]);
    const ask = { imap: of.imap(), allow_private: true, since, uid_validity: null, last_uid: 0 };
    expect(await of.mail().past({ ...ask, folder: "\\All", limit: 10 })).toEqual({
      uid_validity: null,
      mails: [],
      more: false,
    });
  });
}
