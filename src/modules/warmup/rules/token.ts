import { createHmac } from "node:crypto";
import { domainOf } from "#modules/leads/rules/suppression-hash.ts";
import { macOf, sameMac } from "#modules/links/rules/mac.ts";

/**
 * The header by which a receiving mailbox of ours knows warmup mail. Its name means nothing to
 * anyone else.
 */
export const WARMUP_HEADER = "X-Reference-ID";

/**
 * The header's value: a code over the Message-ID and the recipient, so that it is good for this one
 * mail in this one mailbox.
 */
export const warmupToken = (secret: string, messageId: string, to: string): string =>
  macOf(secret, "warmup", `${messageId}\n${to.toLowerCase()}`);

/**
 * The Message-ID that we gave a received mail, where it is warmup mail that this install wrote to
 * this mailbox; null otherwise. Where a server replaced it, it stands last in References.
 */
export function warmupIdOf(
  secrets: readonly string[],
  mail: {
    readonly messageId: string | null;
    readonly references: readonly string[];
    readonly token: string | undefined;
  },
  mailbox: string,
): string | null {
  const token = mail.token?.trim();
  if (token === undefined) return null;
  const ids = [mail.messageId, mail.references.at(-1)].filter((id) => id != null);
  const isOurs = (id: string): boolean =>
    secrets.some((secret) => sameMac(token, warmupToken(secret, id, mailbox)));
  return ids.find(isOurs) ?? null;
}

/**
 * The Message-ID of a warmup mail, without angle brackets: derived from what it is (a mailbox's run,
 * day and number, or the mail that it answers), so that a repeat of the plan is the same mail.
 */
export function warmupMessageId(secret: string, key: string, senderEmail: string): string {
  const name = createHmac("sha256", secret).update(`warmup message-id:${key}`).digest("base64url");
  return `${name.slice(0, 28)}@${domainOf(senderEmail)}`;
}

/** A seed that says nothing of what it was made of. */
export const opaqueSeed = (secret: string, key: string): string =>
  createHmac("sha256", secret).update(`warmup seed:${key}`).digest("base64url").slice(0, 24);

/** What a received mail of a partner is called here: its Message-ID may be that of a mail which is sent here too. */
export const receivedName = (mailboxId: number, messageId: string): string =>
  `in:${mailboxId}:${messageId}`;

/** The Message-ID in such a name; any other as it is. */
export const idInName = (name: string): string => name.replace(/^in:\d+:/, "");
