import {
  type BounceClass,
  judgeRefusal,
  type RefusalSubject,
} from "#platform/rules/mail/refusal.ts";
import type { OutsideText } from "#platform/rules/outside-text.ts";

/** Why an address is on a provider's own list. */
export type ListReason = "bounced" | "complained" | "unsubscribed";

/**
 * What became of a mail:
 * - `delivered`, `complaint`, `unsubscribed`: as the words say.
 * - `deferred`: not yet delivered, or given up for trouble that may pass.
 * - `refused`: the receiver did not take it. `as` is what the provider takes it for, and counts
 *   where code and words say nothing.
 * - `listed`: the provider's own list blocked it; no server was asked.
 */
export type Meaning =
  | { readonly is: "delivered" | "complaint" | "unsubscribed" | "deferred" }
  | { readonly is: "refused"; readonly as?: BounceClass | undefined }
  | { readonly is: "listed"; readonly list: ListReason };

/** The fields of one provider's event about one recipient: all that is particular to a provider. */
export type ProviderEvent = {
  /** Null: nothing that concerns us. */
  readonly means: Meaning | null;
  readonly messageIds: readonly (string | null | undefined)[];
  readonly providerIds: readonly (string | null | undefined)[];
  readonly recipient: string | null | undefined;
  /** SMTP code, if it is reported separately. */
  readonly code?: number | string | null | undefined;
  /** RFC 3463. */
  readonly enhanced?: string | null | undefined;
  /** The receiver's words. */
  readonly words: string;
  /** The provider's own sentence for people: shown, and never judged; it names causes at random. */
  readonly prose?: string | null | undefined;
};

/** What a provider reports about one message and one recipient. */
export type ProviderNotice = {
  readonly kind: BounceClass | "complaint" | "delivered" | "unsubscribed" | "listed";
  /** Of a refusal, whom it is about. */
  readonly about: RefusalSubject;
  /** Of `listed`, for what. */
  readonly list: ListReason;
  /** Message-IDs as we gave them, without angle brackets. */
  readonly messageIds: readonly string[];
  /** The provider's own ids of the message; its server returned them when it took the mail. */
  readonly providerIds: readonly string[];
  /** Lower case; null if not reported. */
  readonly recipient: string | null;
  /** RFC 3463 or SMTP code, "" if none is reported. */
  readonly code: string;
  /** The provider's words. */
  readonly reason: string;
};

/** The notices of a provider's events; what concerns nobody here is left out. */
export const noticesOf = (events: readonly ProviderEvent[]): ProviderNotice[] =>
  events.flatMap((event) => (event.means === null ? [] : [noticeOf(event, event.means)]));

function noticeOf(event: ProviderEvent, means: Meaning): ProviderNotice {
  const { enhanced, words } = event;
  const number = Number(event.code ?? 0);
  const judged = judgedOf(means, {
    code: number >= 400 && number < 600 ? number : null,
    enhanced: enhanced || null,
    text: words,
  });
  return {
    ...judged,
    list: means.is === "listed" ? means.list : "bounced",
    messageIds: bareIds(event.messageIds),
    providerIds: bareIds(event.providerIds),
    recipient: addressIn(event.recipient),
    code: enhanced || String(event.code ?? "") || enhancedIn(words),
    reason: [words, event.prose].filter(Boolean).join(" "),
  };
}

type Words = Parameters<typeof judgeRefusal>[0];

function judgedOf(means: Meaning, words: Words): Pick<ProviderNotice, "kind" | "about"> {
  if (means.is === "refused") {
    const found = judgeRefusal({ ...words, providerClass: means.as ?? null });
    return { kind: found.class, about: found.about };
  }
  return means.is === "deferred"
    ? { kind: "soft", about: judgeRefusal(words).about }
    : { kind: means.is, about: "recipient" };
}

/** Why an address is on a list, by what is said of it; a list without a reason is one of bounces. */
export function listReason(words: OutsideText): ListReason {
  const said = words.slice(0, 1_000);
  if (/unsubscri|opt(?:ed)?[ -]?out/i.test(said)) return "unsubscribed";
  return /complain|spam[ -]?report/i.test(said) ? "complained" : "bounced";
}

/** A code within words. */
const enhancedIn = (words: string): string =>
  /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(words.slice(0, 4_000))?.[0] ?? "";

/** `hard` where a provider calls a refusal permanent and nothing else is known about it. */
export const permanentWithout = (...said: readonly (string | null | undefined)[]) =>
  said.every((one) => (one ?? "").trim() === "") ? ("hard" as const) : undefined;

/** The address out of `Name <address>`, in lower case; null for none. */
export function addressIn(text: OutsideText | null | undefined): string | null {
  const address = /[^\s<>",;]{1,64}@[^\s<>",;]{1,253}/.exec((text ?? "").slice(0, 1_000))?.[0];
  return address?.toLowerCase() ?? null;
}

/** Message-IDs without their angle brackets; what is empty or no text is left out. */
export const bareIds = (ids: readonly (string | null | undefined)[]): string[] => [
  ...new Set(
    ids.flatMap((id) => {
      const bare = (id ?? "").trim().replace(/^<|>$/g, "");
      return bare === "" || bare.length > 998 ? [] : [bare];
    }),
  ),
];
