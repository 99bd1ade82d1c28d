import MailComposer from "nodemailer/lib/mail-composer";
import type { AcceptedMail } from "#test/support/mail/smtp-server.ts";
import type { DashboardWorld } from "./world.ts";

/** An answer as a mail program writes it, with the mail quoted below: into the sender's mailbox. */
export async function answer(
  world: DashboardWorld,
  mail: AcceptedMail,
  words: string,
  options: {
    name?: string;
    html?: string;
    headers?: Record<string, string>;
    attachments?: { filename: string; content: Buffer }[];
  } = {},
): Promise<void> {
  const { email, to } = mail;
  const from = to[0] ?? "";
  const quoted = (email.text ?? "").trim().replaceAll(/^/gm, "> ");
  const raw = await new MailComposer({
    from: { name: options.name ?? "", address: from },
    to: email.from?.address ?? "",
    subject: `Re: ${email.subject ?? ""}`,
    messageId: `<${crypto.randomUUID()}@${from.slice(from.indexOf("@") + 1)}>`,
    inReplyTo: email.messageId ?? "",
    references: email.messageId ?? "",
    text: `${words}\n\nOn ${email.date ?? "that day"}, ${email.from?.name} wrote:\n${quoted}\n`,
    ...(options.html && { html: options.html }),
    ...(options.attachments && { attachments: options.attachments }),
    headers: options.headers ?? {},
  })
    .compile()
    .build();
  await world.mail.deliverTo(email.from?.address ?? "", raw);
}

/** The mail that this address got last; waits for it a minute. */
export async function mailTo(world: DashboardWorld, address: string): Promise<AcceptedMail> {
  const until = performance.now() + 60_000;
  for (;;) {
    const found = world.accepted.findLast(({ to }) => to.includes(address));
    if (found) return found;
    if (performance.now() > until) throw new Error(`no mail reached ${address}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
