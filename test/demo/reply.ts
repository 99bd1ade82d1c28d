import MailComposer from "nodemailer/lib/mail-composer";
import type { AcceptedMail } from "#test/support/mail/smtp-server.ts";
import { headerOf } from "./mail-parts.ts";
import type { Person } from "./people.ts";

/** What interested people write. */
export const REPLY = "Sounds interesting – tell me more.";

/** An answer as mail programs write it: threaded, the mail quoted below. */
export const writeReply = (person: Person, mail: AcceptedMail): Promise<Buffer> =>
  write(person, mail, REPLY, {});

/** What a mailbox answers by itself while its owner is away (RFC 3834). */
export const writeAutoReply = (person: Person, mail: AcceptedMail): Promise<Buffer> =>
  write(person, mail, "Ich bin derzeit nicht im Büro.", {
    "Auto-Submitted": "auto-replied",
    "X-Auto-Response-Suppress": "All",
  });

function write(
  person: Person,
  { email }: AcceptedMail,
  words: string,
  headers: Record<string, string>,
): Promise<Buffer> {
  const subject = email.subject ?? "";
  const earlier = headerOf(email, "references") ?? "";
  const quoted = (email.text ?? "").trim().replaceAll(/^/gm, "> ");
  const domain = person.email.slice(person.email.indexOf("@") + 1);
  return new MailComposer({
    from: { name: `${person.firstName} ${person.lastName}`.trim(), address: person.email },
    to: email.from?.address ?? "",
    subject: /^re:/i.test(subject) ? subject : `Re: ${subject}`,
    messageId: `<${crypto.randomUUID()}@${domain}>`,
    inReplyTo: email.messageId ?? "",
    references: `${earlier} ${email.messageId}`.trim(),
    text: `${words}\n\nOn ${email.date ?? "that day"}, ${email.from?.name} wrote:\n${quoted}\n`,
    headers,
  })
    .compile()
    .build();
}
