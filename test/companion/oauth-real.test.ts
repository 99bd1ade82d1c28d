import { readFileSync } from "node:fs";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectImap, ImapFailure } from "#companion/imap/connect.ts";
import { createWatcher } from "#companion/imap/watch.ts";
import { OpenError, openSmtpSession } from "#smtp/session.ts";
import type { Connection } from "#platform/wire/companion.ts";
import { createTestCertificate } from "#test/support/mail/certificate.ts";
import { REAL_MAIL_PARTS, startRealMail } from "#test/support/mail/real-mail.ts";
import type { MailWorld } from "#test/support/mail/sandbox.ts";
import type { AcceptedMail } from "#test/support/mail/smtp-server.ts";
import { needs } from "#test/support/needs.ts";
import { createTokenDesk, type TokenDesk } from "#test/support/oauth/token-desk.ts";
import { startTokenInfo, type TokenInfo } from "#test/support/oauth/token-info.ts";
import { until } from "./app-double.ts";

const ANN = "ann@agency.test";
const BEN = "ben@agency.test";

describe("Dovecot and Postfix that take tokens", needs(...REAL_MAIL_PARTS), () => {
  const trusted = getCACertificates("default");
  const accepted: AcceptedMail[] = [];
  /** Those of the current test. */
  let desk: TokenDesk = createTokenDesk();
  let info: TokenInfo;
  let world: MailWorld;

  beforeAll(async () => {
    const ca = readFileSync(createTestCertificate().ca, "utf8");
    setDefaultCACertificates([...trusted, ca]);
    info = await startTokenInfo([ANN, BEN], (user, token) => desk.judge(user, token));
    world = await startRealMail({
      senders: [{ email: "old@agency.test", name: "Old", password: "a password" }],
      refuses: () => false,
      onAccepted: (mail) => accepted.push(mail),
      onRefused: () => {},
      tokenInfo: info.url,
    });
  });
  afterAll(async () => {
    setDefaultCACertificates(trusted);
    await world?.stop();
    await info?.close();
  });

  const connection = (side: "smtp" | "imap", user = ANN): Connection => ({
    host: world.access[`${side}_host`],
    port: world.access[`${side}_port`],
    security: "starttls",
    username: user,
    password: "",
    oauth: { grant: user, generation: 1 },
  });
  const openSmtp = () => openSmtpSession(connection("smtp"), { tokens: desk.source });
  const openImap = () => connectImap(connection("imap"), true, { tokens: desk.source });
  const codeOf = (opening: Promise<unknown>) =>
    opening.then(
      () => "it opened",
      (thrown: unknown) => {
        if (thrown instanceof OpenError) return thrown.errorCode;
        return thrown instanceof ImapFailure ? thrown.failure.error_code : String(thrown);
      },
    );
  const deliver = (to: string) =>
    world.deliverTo(to, `From: bo@lead.test\r\nTo: ${to}\r\nSubject: Re: hi\r\n\r\nYes.\r\n`);

  test.each([2_000, 6_000])("a token of %i characters sends and reads", async (size) => {
    desk = createTokenDesk({ size });
    const session = await openSmtp();
    const before = accepted.length;
    const facts = await session.send({
      envelope: { from: ANN, to: ["bo@lead.test"] },
      raw: Buffer.from("From: ann@agency.test\r\nSubject: hi\r\n\r\nhello\r\n"),
      intend: async () => true,
    });
    session.close();
    expect(facts.ending).toBe("accepted");
    await until(() => accepted.length > before);
    const { client } = await openImap();
    expect((await client.mailboxOpen("INBOX")).path).toBe("INBOX");
    client.close();
    expect(desk.given).toHaveLength(1);
  });

  test("a refused token is renewed once, over SMTP and over IMAP", async () => {
    desk = createTokenDesk();
    desk.spoil(ANN);
    (await openSmtp()).close();
    desk.spoil(ANN);
    (await openImap()).client.close();
    expect(desk.given).toHaveLength(3);
  });

  test("the token of another mailbox opens neither", async () => {
    desk = createTokenDesk();
    const tokens: TokenDesk["source"] = () => desk.source({ grant: BEN });
    expect(await codeOf(openSmtpSession(connection("smtp"), { tokens }))).toBe("auth_failed");
    expect(await codeOf(connectImap(connection("imap"), true, { tokens }))).toBe("auth_failed");
  });

  test("a token is no password, and a password still opens what has one", async () => {
    desk = createTokenDesk();
    const { oauth: _, ...plain } = connection("imap");
    const token = await desk.source({ grant: ANN });
    const password = "token" in token ? token.token : "";
    expect(await codeOf(connectImap({ ...plain, password }, true))).toBe("auth_failed");
    const old = { ...plain, username: "old@agency.test", password: "a password" };
    (await connectImap(old, true)).client.close();
  });

  test("IDLE with tokens of 3 s goes on hearing of mail", async () => {
    desk = createTokenDesk({ lifeMs: 3_000 });
    const arrived: string[] = [];
    const watcher = createWatcher({
      onMail: (id) => void arrived.push(id),
      log: () => {},
      tokens: desk.source,
    });
    try {
      watcher.setList({
        version: "v1",
        allow_private: true,
        mailboxes: [{ id: "1:1", imap: connection("imap"), folder: "INBOX" }],
      });
      await until(() => watcher.listening() === 1);
      while (desk.given.length < 4) {
        const before = arrived.length;
        await deliver(ANN);
        await until(() => arrived.length > before);
      }
      expect(watcher.listening()).toBeGreaterThan(0);
    } finally {
      watcher.close();
    }
  });
});
