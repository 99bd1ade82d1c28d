import { type BounceClass, classifyRefusal } from "#domain/mail/refusal.ts";

/** Services that carry mail and tell what became of it (contract 2.15). */
export const PROVIDERS = ["ses", "sendgrid", "mailgun", "postmark", "resend"] as const;
export type Provider = (typeof PROVIDERS)[number];

/** What a provider tells of one message and one recipient. */
export type ProviderNotice = {
  readonly kind: BounceClass | "complaint" | "delivered";
  /** Message-IDs as we gave them, without angle brackets. */
  readonly messageIds: readonly string[];
  /** The provider's own names of the message; its server told them when it took the mail. */
  readonly providerIds: readonly string[];
  /** Lower case; null where it is not told. */
  readonly recipient: string | null;
  /** RFC 3463 or SMTP code, "" where none is told. */
  readonly code: string;
  /** The provider's words. */
  readonly reason: string;
};

/**
 * The class of a bounce that a provider calls permanent. It says so of refused content and full
 * mailboxes, too: where the receiver's own enhanced code tells that, the code decides.
 */
export function permanentClass(enhanced: string | null, text: string): BounceClass {
  const status = enhanced ?? /\b5\.\d{1,3}\.\d{1,3}\b/.exec(text)?.[0] ?? "";
  if (!/^5\.(?:2\.2|7\.)/.test(status)) return "hard";
  return classifyRefusal({ code: null, enhanced: status, text });
}

/** The address out of `Name <address>`, in lower case; null for none. */
export function addressIn(text: string | null | undefined): string | null {
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
