import type { OutgoingMail } from "#platform/wire/transmission.ts";

/** Headers that a sending provider needs, by its SMTP servers. */
const CARRIERS: readonly {
  readonly host: RegExp;
  readonly headers: (mail: Pick<OutgoingMail, "message_id">) => Readonly<Record<string, string>>;
}[] = [
  {
    // It gives every mail its own Message-ID unless this is set, and repeats metadata in its
    // events.
    host: /(?:^|\.)postmarkapp\.com$/i,
    headers: ({ message_id: id }) => ({
      "X-PM-KeepID": "true",
      ...(id.length <= METADATA && { "X-PM-Metadata-message-id": id }),
    }),
  },
];
/** Characters of one value of Postmark's metadata; its names have up to 20. */
const METADATA = 80;

/**
 * A mail with the headers that its SMTP server needs, so that replies and events contain our
 * Message-ID.
 */
export function forCarrier(mail: OutgoingMail): OutgoingMail {
  const carrier = CARRIERS.find(({ host }) => host.test(mail.smtp.host));
  return carrier ? { ...mail, headers: { ...mail.headers, ...carrier.headers(mail) } } : mail;
}
