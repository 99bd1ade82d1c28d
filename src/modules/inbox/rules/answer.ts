import { replyTo } from "#modules/campaigns/rules/template/subject.ts";
import type { MessageType } from "#modules/delivery/rules/message-types.ts";
import {
  inReplyToOf,
  fitsHeader,
  sentIdsOf,
  type SentIds,
} from "#modules/delivery/rules/server-message-id.ts";

/** A mail of a conversation, as an answer needs it. */
export type EarlierMail = SentIds & {
  readonly direction: "inbound" | "outbound";
  readonly type: MessageType;
  readonly fromEmail: string;
  /** Where its sender wants answers, when elsewhere. */
  readonly replyTo: string | null;
  readonly subject: string;
  /** Without angle brackets, like all of them; a mail without a Message-ID has "" for it. */
  readonly inReplyTo: string | null;
  readonly references: readonly string[];
};

/** The headers of an answer. */
export type AnswerHeaders = {
  /** Null where nobody is known to answer to. */
  readonly to: string | null;
  readonly subject: string;
  readonly inReplyTo: string | null;
  readonly references: readonly string[];
};

/** The first and the latest: what a chain of any length is cut to, well below a header's limit. */
const MAX_REFERENCES = 40;
const ADDRESS = /^[^\s@<>"(),;:\\]+@[^\s@<>"(),;:\\]+$/;

/**
 * How to answer a thread (RFC 5322 3.6.4): to the person who wrote last, or to the lead if nobody
 * did; below the last mail, with its whole ancestry. `earlier` comes oldest first; bounce reports
 * among them are skipped. Ids that are not allowed in a header are left out.
 */
export function answerHeaders(
  earlier: readonly EarlierMail[],
  lead: { readonly email: string | null; readonly subject: string },
): AnswerHeaders {
  const said = earlier.filter((mail) => mail.type !== "bounce");
  const parent = said.at(-1);
  const written = said.filter((mail) => mail.direction === "inbound");
  const writer = written.findLast((mail) => mail.type === "reply") ?? written.at(-1);
  return {
    to: addressIn(writer?.replyTo) ?? addressIn(writer?.fromEmail) ?? addressIn(lead.email),
    subject: replyTo(parent?.subject ? parent.subject : lead.subject),
    inReplyTo: parent && fitsHeader(parent.messageId) ? inReplyToOf(parent) : null,
    references: parent ? chainTo(parent, said) : [],
  };
}

function chainTo(parent: EarlierMail, said: readonly EarlierMail[]): string[] {
  // Some programs write only In-Reply-To, and some neither; then the thread's own ids are used.
  const named = parent.inReplyTo?.split(" ").reverse() ?? [];
  const listed = parent.references.length > 0 ? parent.references : named;
  const ancestors = listed.some((id) => fitsHeader(id)) ? listed : said.flatMap(sentIdsOf);
  const own = sentIdsOf(parent);
  const chain = [...ancestors.filter((id) => !own.includes(id)), ...own];
  const ids = [...new Set(chain.filter((id) => fitsHeader(id)))];
  return ids.length <= MAX_REFERENCES
    ? ids
    : [...ids.slice(0, 1), ...ids.slice(-(MAX_REFERENCES - 1))];
}

const addressIn = (text: string | null | undefined): string | null => {
  const address = (text ?? "").trim().toLowerCase();
  return ADDRESS.test(address) && address.length <= 254 ? address : null;
};
