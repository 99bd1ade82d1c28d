import { readFileSync } from "node:fs";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { ImapFlow } from "imapflow";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Message, ThreadWithMessages } from "#modules/inbox/contract/threads.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import { syncMailbox } from "#modules/inbox/sync/sync-mailbox.ts";
import { inWorkspace } from "#platform/ctx/ctx.ts";
import { later } from "#platform/rules/time.ts";
import { companionParts } from "#test/support/companion-parts.ts";
import { type Harness, harness } from "#test/support/harness.ts";
import { createTestCertificate } from "#test/support/mail/certificate.ts";
import { REAL_MAIL_PARTS, startRealMail } from "#test/support/mail/real-mail.ts";
import type { MailWorld } from "#test/support/mail/sandbox.ts";
import type { AcceptedMail } from "#test/support/mail/smtp-server.ts";
import { needs } from "#test/support/needs.ts";
import { seedOutreach } from "#test/support/outreach.ts";

const ANN = { email: "ann@agency.test", name: "Ann", password: "pw" };
const PDF = Buffer.from(`%PDF-1.7\n${"offer ".repeat(20_000)}`);
const LARGE = Buffer.alloc(7 * 1024 * 1024, "0123456789 large\n");

describe("files of replies by Dovecot and Postfix", needs(...REAL_MAIL_PARTS), () => {
  const trusted = getCACertificates("default");
  const accepted: AcceptedMail[] = [];
  let world: MailWorld;
  let parts: Awaited<ReturnType<typeof companionParts>>;
  let t: Harness;
  let path: string;
  let cookie: string;
  let inbound: Message;
  let work: () => Promise<void>;
  let client: ImapFlow;

  beforeAll(async () => {
    setDefaultCACertificates([...trusted, readFileSync(createTestCertificate().ca, "utf8")]);
    world = await startRealMail({
      senders: [ANN],
      refuses: () => false,
      onAccepted: (mail) => accepted.push(mail),
      onRefused: () => {},
    });
    parts = await companionParts();
    t = await harness({ mail: parts.mail(() => t), settings: { ALLOW_PRIVATE_NETWORKS: "true" } });
    const { wid, cookie: signedIn } = await t.signUp();
    cookie = signedIn;
    const { access } = world;
    const seeded = await seedOutreach(t, wid, {
      leads: ["bo@lead.example"],
      steps: [{ subject: "Hello", bodyText: "Hi" }],
      mailboxes: [
        {
          email: ANN.email,
          smtpHost: access.smtp_host,
          smtpPort: access.smtp_port,
          smtpSecurity: access.smtp_security,
          smtpUsername: ANN.email,
          imapHost: access.imap_host,
          imapPort: access.imap_port,
          imapSecurity: access.imap_security,
          imapUsername: ANN.email,
          imapPassword: await t.deps.vault.seal("pw", `mailboxes:imap_password:${wid}`),
          saveToSent: true,
        },
      ],
    });
    work = async () => {
      await t.tick();
      await t.drain();
    };
    await work();
    await vi.waitUntil(() => accepted.length === 1, 20_000);
    const id = accepted[0]?.email.messageId ?? "";
    await world.deliverTo(ANN.email, answerWith(id));
    const ctx = inWorkspace(t.deps, seeded.workspaceId);
    await vi.waitUntil(async () => {
      for (const mailbox of seeded.mailboxIds) await syncMailbox(ctx, mailbox);
      return (await t.db.select().from(threads)).length === 1;
    }, 20_000);
    path = `/api/v1/workspaces/${wid}/threads/${(await t.db.select().from(threads))[0]?.id}`;
    const { messages } = (await t.get(path)).json as ThreadWithMessages;
    inbound = messages.find((m) => m.direction === "inbound") as Message;
    client = new ImapFlow({
      host: access.imap_host,
      port: access.imap_port,
      secure: false,
      auth: { user: ANN.email, pass: ANN.password },
      logger: false,
    });
    await client.connect();
  }, 60_000);
  afterAll(async () => {
    setDefaultCACertificates(trusted);
    await client?.logout();
    await parts?.close();
    await world?.stop();
  });

  const answerWith = (id: string): string =>
    [
      "From: Bo <bo@lead.example>",
      `To: ${ANN.email}`,
      "Message-ID: <bo-1@lead.example>",
      `In-Reply-To: ${id}`,
      "Subject: Re: Hello",
      "MIME-Version: 1.0",
      'Content-Type: multipart/mixed; boundary="b"',
      "",
      "--b\r\nContent-Type: text/plain\r\n\r\nOur offer.\r\n",
      "--b\r\nContent-Type: text/plain; name=offer.pdf\r\nContent-Disposition: attachment; filename=offer.pdf\r\nContent-Transfer-Encoding: base64\r\n",
      `${PDF.toString("base64").replace(/.{76}/g, "$&\r\n")}\r\n--b--\r\n`,
    ].join("\r\n");

  const inFolder = async (use: string): Promise<number> => {
    const folder = (await client.list()).find(({ specialUse }) => specialUse === use);
    if (!folder) return 0;
    const status = await client.status(folder.path, { messages: true });
    return status ? (status.messages ?? 0) : 0;
  };

  test("an attachment is listed by its bytes and comes whole from the mailbox", async () => {
    expect(inbound.attachments).toMatchObject([
      { number: 1, name: "offer.pdf", type: "application/pdf" },
    ]);
    const got = await t.app.request(`${path}/messages/${inbound.id}/attachments/1`, {
      headers: { cookie },
    });
    expect(Buffer.from(await got.arrayBuffer()).equals(PDF)).toBe(true);
  });

  test("a reply waits as a draft, leaves whole, and moves to what was sent", async () => {
    const form = new FormData();
    form.append("body_html", "<p>Here are <b>both</b>.</p>");
    form.append("delay_seconds", "10");
    form.append("files", new Blob([new Uint8Array(PDF)]), "Grüße.pdf");
    form.append("files", new Blob([new Uint8Array(LARGE)]), "large.txt");
    const kept = await t.post(`${path}/reply`, form);
    expect([kept.status, await inFolder("\\Drafts")]).toEqual([202, 1]);
    t.clock.now = later(t.clock.now, 60_000);
    await work();
    await vi.waitFor(() => expect(accepted).toHaveLength(2), 20_000);
    const files = accepted[1]?.email.attachments ?? [];
    expect(files.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
      ["Grüße.pdf", "application/pdf"],
      ["large.txt", "text/plain"],
    ]);
    expect(files.map(({ content }) => Buffer.from(content as ArrayBuffer).length)).toEqual([
      PDF.length,
      LARGE.length,
    ]);
    expect(Buffer.from(files[1]?.content as ArrayBuffer).equals(LARGE)).toBe(true);
    await work();
    expect([await inFolder("\\Drafts"), await inFolder("\\Sent")]).toEqual([0, 1]);
  }, 60_000);

  test("a message is passed on with its file, and what was taken back leaves no draft", async () => {
    const answer = await t.post(`${path}/messages/${inbound.id}/forward`, {
      to: ["kim@else.example"],
      text: "Have a look.",
    });
    expect(answer.status).toBe(201);
    await vi.waitFor(() => expect(accepted).toHaveLength(3), 20_000);
    expect(accepted[2]).toMatchObject({ to: ["kim@else.example"] });
    const [file] = accepted[2]?.email.attachments ?? [];
    expect(Buffer.from(file?.content as ArrayBuffer).equals(PDF)).toBe(true);

    const form = new FormData();
    form.append("body_text", "Wait.");
    form.append("delay_seconds", "10");
    form.append("files", new Blob([new Uint8Array(PDF)]), "offer.pdf");
    const kept = await t.post(`${path}/reply`, form);
    expect(await inFolder("\\Drafts")).toBe(1);
    await t.delete(`${path}/messages/${kept.json.id}`);
    expect(await inFolder("\\Drafts")).toBe(0);
  }, 60_000);
});
