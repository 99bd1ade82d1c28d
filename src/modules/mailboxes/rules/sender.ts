import { domainOf } from "#modules/leads/rules/suppression-hash.ts";
import type { OutsideText } from "#platform/rules/outside-text.ts";
import type { ReceivedMail } from "#platform/rules/mail/received-mail.ts";
import { isAnswerSubject, subjectKey } from "#platform/rules/mail/subject.ts";

/** RFC 5321 4.5.3.1.3. */
const MAX_ADDRESS = 320;

/** A sender's address in lower case, and without its tag: `ann+work@acme.test` is `ann@acme.test` as well. */
export function senderAddresses(address: OutsideText): readonly string[] {
  if (address.length > MAX_ADDRESS) return [];
  const full = address.trim().toLowerCase();
  const at = full.lastIndexOf("@");
  const plus = full.indexOf("+");
  if (at < 1) return full === "" ? [] : [full];
  return plus > 0 && plus < at ? [full, full.slice(0, plus) + full.slice(at)] : [full];
}

/**
 * The domain that a sender shares with colleagues: "" for one that gives addresses to everybody,
 * where the same domain says nothing.
 */
export function companyDomain(address: OutsideText, free: ReadonlySet<string>): string {
  if (address.length > MAX_ADDRESS || !address.includes("@")) return "";
  const domain = domainOf(address.trim());
  return free.has(domain) ? "" : domain;
}

type Sent = { readonly leadId: number; readonly subject: string; readonly toEmail: string };

/**
 * Of mails that were sent to a company, newest first, the one that a colleague of its recipient
 * answers: our subject with an answer's mark. Where several people of the company got that subject,
 * the one whose address the answer names; null if it names none or several.
 */
export function answeredByColleague<T extends Sent>(
  mail: Pick<ReceivedMail, "subject" | "text">,
  sent: readonly T[],
): T | null {
  const key = subjectKey(mail.subject);
  if (key === "" || !isAnswerSubject(mail.subject)) return null;
  const same = sent.filter((send) => subjectKey(send.subject) === key);
  const text = mail.text.slice(0, MAX_TEXT).toLowerCase();
  const isOne = (some: readonly T[]): boolean => new Set(some.map((s) => s.leadId)).size === 1;
  if (isOne(same)) return same[0] ?? null;
  const named = same.filter(({ toEmail }) => text.includes(toEmail.toLowerCase()));
  return isOne(named) ? (named[0] ?? null) : null;
}

/** The attribution and the header of the quoted mail, which name its recipient, come early. */
const MAX_TEXT = 32_000;
