import { LINKS, SENDERS } from "./copy.ts";
import { headerOf, partsOf } from "./mail-parts.ts";
import type { Recipients } from "./recipients.ts";
import { type Row, row } from "./report.ts";

type Delivered = Recipients["mails"][number];

/** What a campaign mail must be, each counted over all mails that were delivered. */
export function auditMails(mails: readonly Delivered[]): Row[] {
  const firsts = new Map(
    mails.filter(({ step }) => step === 1).map((one) => [one.person.email, one]),
  );
  const seconds = mails.filter(({ step }) => step === 2);
  const all = (name: string, of: readonly Delivered[], holds: (one: Delivered) => boolean) =>
    row(name, of.length, of.filter(holds).length);
  return [
    row(
      "different Message-IDs",
      mails.length,
      new Set(mails.map(({ mail }) => mail.email.messageId)).size,
    ),
    all(
      "no tag or spintax left",
      mails,
      ({ mail }) =>
        !/\{\{|\}\}|\{%|%\}|\{[^{}]*\|/.test(
          `${mail.email.subject}\n${mail.email.text}\n${mail.email.html}`,
        ),
    ),
    all(
      "text and HTML part",
      mails,
      ({ mail }) => (mail.email.text ?? "").length > 20 && mail.email.html !== undefined,
    ),
    all("names the lead as the file does", mails, ({ mail, person, step }) =>
      readsLike(mail.email.text ?? "", [
        person.firstName === "" ? (step === 1 ? "there" : "Hello again") : person.firstName,
        step === 1 ? person.company : "",
        step === 1 ? person.city : "",
      ]),
    ),
    all("original links in the text part", mails, ({ mail, step }) => {
      const wanted = step === 1 ? Object.values(LINKS) : [LINKS.call];
      return wanted.every(({ url }) => (mail.email.text ?? "").includes(url));
    }),
    all(
      "List-Unsubscribe with one click",
      mails,
      ({ mail }) =>
        headerOf(mail.email, "list-unsubscribe-post") === "List-Unsubscribe=One-Click" &&
        partsOf(mail).unsubscribe !== null,
    ),
    all(
      "addressed to one person alone",
      mails,
      ({ mail, person }) =>
        mail.to.length === 1 &&
        mail.email.to?.length === 1 &&
        mail.email.to[0]?.address === person.email,
    ),
    all("from a mailbox of the campaign, by its name", mails, ({ mail }) =>
      SENDERS.some(
        ({ email, name }) =>
          email === mail.from &&
          email === mail.email.from?.address &&
          name === mail.email.from.name,
      ),
    ),
    row("mailboxes that wrote", SENDERS.length, new Set(mails.map(({ mail }) => mail.from)).size),
    all("step 2 in the thread of step 1", seconds, ({ mail, person }) => {
      const first = firsts.get(person.email)?.mail.email;
      return (
        first !== undefined &&
        headerOf(mail.email, "in-reply-to") === first.messageId &&
        (headerOf(mail.email, "references") ?? "").includes(first.messageId ?? "none") &&
        mail.email.subject === `Re: ${first.subject}`
      );
    }),
    all(
      "step 2 from the mailbox of step 1",
      seconds,
      ({ mail, person }) =>
        mail.email.from?.address === firsts.get(person.email)?.mail.email.from?.address,
    ),
  ];
}

/** Whether all of these are in a text, however its lines are broken. */
function readsLike(text: string, parts: readonly string[]): boolean {
  const flat = (value: string) => value.replaceAll(/\s+/g, " ").trim();
  return parts.every((part) => flat(text).includes(flat(part)));
}
