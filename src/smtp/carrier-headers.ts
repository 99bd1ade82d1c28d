import type { OutgoingMail } from "#platform/wire/transmission.ts";

/** What a carrier wants to be told in the mail itself, by its SMTP servers. */
const CARRIERS: readonly {
  readonly host: RegExp;
  readonly headers: (mail: Pick<OutgoingMail, "message_id">) => Readonly<Record<string, string>>;
}[] = [
  {
    // It gives every mail a Message-ID of its own unless told not to, and repeats metadata in its events.
    host: /(?:^|\.)postmarkapp\.com$/i,
    headers: ({ message_id: id }) => ({
      "X-PM-KeepID": "true",
      ...(id.length <= METADATA && { "X-PM-Metadata-message-id": id }),
    }),
  },
];
/** Characters of one value of Postmark's metadata; its names have 20 at most. */
const METADATA = 80;

/** A mail with the headers that its SMTP server asks for, so that answers and events name it as we do. */
export function forCarrier(mail: OutgoingMail): OutgoingMail {
  const carrier = CARRIERS.find(({ host }) => host.test(mail.smtp.host));
  return carrier ? { ...mail, headers: { ...mail.headers, ...carrier.headers(mail) } } : mail;
}
