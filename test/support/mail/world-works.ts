import { ImapFlow } from "imapflow";
import { createTransport } from "nodemailer";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { MailWorld, Sender, startSandbox } from "./sandbox.ts";
import type { AcceptedMail, Refusal } from "./smtp-server.ts";

const ANN: Sender = { email: "ann@agency.test", name: "Ann", password: "pw-of-ann" };

/** What the demo needs of a mail world. `reports`: refusals come back by mail, not at once. */
export function worldWorks(start: typeof startSandbox, reports: boolean): void {
  const accepted: AcceptedMail[] = [];
  const refused: Refusal[] = [];
  let world: MailWorld;

  beforeAll(async () => {
    world = await start({
      senders: [ANN],
      refuses: (recipient) => recipient.startsWith("gone"),
      onAccepted: (mail) => accepted.push(mail),
      onRefused: (refusal) => refused.push(refusal),
    });
  });
  afterAll(async () => {
    await world.stop();
  });

  const transport = (password = ANN.password) =>
    createTransport({
      host: world.access.smtp_host,
      port: world.access.smtp_port,
      requireTLS: world.access.smtp_security === "starttls",
      ignoreTLS: world.access.smtp_security === "none",
      tls: { rejectUnauthorized: false },
      auth: { user: ANN.email, pass: password },
    });
  const mail = (to: string) => ({
    from: ANN.email,
    to,
    subject: "Grüße",
    text: "Hello.",
    messageId: `<${to.split("@")[0]}.1@agency.test>`,
  });

  async function inbox(): Promise<string[]> {
    const client = new ImapFlow({
      host: world.access.imap_host,
      port: world.access.imap_port,
      secure: false,
      doSTARTTLS: world.access.imap_security === "starttls",
      tls: { rejectUnauthorized: false },
      auth: { user: ANN.email, pass: ANN.password },
      logger: false,
    });
    client.on("error", () => {});
    await client.connect();
    const { exists } = await client.mailboxOpen("INBOX");
    const mails = exists === 0 ? [] : await client.fetchAll("1:*", { source: true });
    await client.logout();
    return mails.map(({ source }) => source?.toString() ?? "");
  }

  test("a sender's mail reaches the recipient, parsed", async () => {
    await transport().sendMail(mail("bo@lead.example"));
    await vi.waitFor(() => expect(accepted).toHaveLength(1), 30_000);
    expect(accepted[0]).toMatchObject({
      from: ANN.email,
      to: ["bo@lead.example"],
      email: { subject: "Grüße", messageId: "<bo.1@agency.test>" },
    });
  });

  test("a wrong password does not send", async () => {
    await expect(transport("wrong").sendMail(mail("bo@lead.example"))).rejects.toMatchObject({
      code: "EAUTH",
      responseCode: 535,
    });
  });

  test("a reply lies in the sender's inbox", async () => {
    await world.deliverTo(
      ANN.email,
      "From: bo@lead.example\r\nTo: ann@agency.test\r\nSubject: Re: Grüße\r\n\r\nYes.\r\n",
    );
    await vi.waitFor(
      async () => expect(await inbox()).toEqual([expect.stringContaining("Yes.")]),
      30_000,
    );
  });

  test("an unknown recipient is refused, at once or by a report", async () => {
    const sending = transport().sendMail(mail("gone@lead.example"));
    const answer = sending.then(
      () => "accepted",
      (cause: unknown) => String(cause),
    );
    const told = async () => (reports ? (await inbox()).at(-1) : await answer);
    await vi.waitFor(async () => expect(await told()).toContain("5.1.1"), 30_000);
    expect(await told()).toContain(reports ? "<gone.1@agency.test>" : "550");
    expect(refused).toMatchObject([{ recipient: "gone@lead.example", from: ANN.email }]);
  });
}
