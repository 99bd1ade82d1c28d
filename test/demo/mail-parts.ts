import type { AcceptedMail } from "#test/support/mail/smtp-server.ts";

/** What a mail program shows and uses of a campaign mail. */
export type MailParts = {
  readonly html: string;
  /** Visible links by what they say. */
  readonly links: ReadonlyMap<string, string>;
  /** Every address that a machine would find in the HTML. */
  readonly everyLink: readonly string[];
  readonly pixel: string | null;
  readonly unsubscribe: string | null;
};

/** Takes a mail apart; null where it has nothing of the kind. */
export function partsOf({ email }: AcceptedMail): MailParts {
  const html = email.html ?? "";
  const links = new Map<string, string>();
  const everyLink: string[] = [];
  for (const [, attributes = "", label = ""] of html.matchAll(/<a\s([^>]*)>(.*?)<\/a>/gs)) {
    const href = /href="([^"]*)"/.exec(attributes)?.[1];
    if (href === undefined) continue;
    everyLink.push(decode(href));
    if (!/display:\s*none/.test(attributes)) links.set(label.trim(), decode(href));
  }
  const pixel = /<img\s[^>]*src="([^"]*\/pixel\.png)"/.exec(html)?.[1];
  const unsubscribe = /<(https?:[^>]+)>/.exec(headerOf(email, "list-unsubscribe") ?? "")?.[1];
  return {
    html,
    links,
    everyLink,
    pixel: pixel === undefined ? null : decode(pixel),
    unsubscribe: unsubscribe ?? null,
  };
}

/** A header's value by its lower-case name. */
export const headerOf = (email: AcceptedMail["email"], name: string): string | null =>
  email.headers.find(({ key }) => key === name)?.value ?? null;

const decode = (attribute: string): string =>
  attribute
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
