import { readFileSync } from "node:fs";
import { ImapFlow } from "imapflow";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { needs } from "#test/support/needs.ts";
import { createTestCertificate } from "#test/support/mail/certificate.ts";
import {
  createImapServer,
  type ImapServer,
  type ImapServerOptions,
} from "#test/support/mail/imap-server.ts";

const ANN = "ann@agency.test";
const mail = (id: string, extra = "") =>
  `From: "Bo Lead" <bo@lead.test>\r\nTo: ${ANN}\r\nSubject: Hello\r\nMessage-ID: <${id}@lead.test>\r\n${extra}\r\nHi Ann,\r\nyes.\r\n`;

const opened: { close(): unknown }[] = [];
async function start(options: ImapServerOptions = {}) {
  const server = createImapServer(options);
  server.addUser(ANN, 'pässword "quoted"');
  const port = await server.listen();
  opened.push(server);
  return { server, port };
}
async function connect(
  port: number,
  options: Partial<ConstructorParameters<typeof ImapFlow>[0]> = {},
) {
  const client = new ImapFlow({
    host: "127.0.0.1",
    port,
    secure: false,
    auth: { user: ANN, pass: 'pässword "quoted"' },
    logger: false,
    autoIdleDelay: 20,
    tls: { rejectUnauthorized: false },
    ...options,
  });
  client.on("error", () => {});
  opened.push(client);
  await client.connect();
  return client;
}

afterEach(async () => {
  for (const thing of opened.splice(0).reverse()) await thing.close();
});

describe("the IMAP server of the tests, used by imapflow", () => {
  let server: ImapServer;
  let port: number;
  let client: ImapFlow;
  beforeEach(async () => {
    ({ server, port } = await start());
    client = await connect(port);
  });

  test("folders are listed with their special use", async () => {
    const folders = await client.list();
    expect(folders.map(({ path, specialUse }) => [path, specialUse])).toEqual(
      expect.arrayContaining([
        ["INBOX", "\\Inbox"],
        ["Junk", "\\Junk"],
        ["Sent", "\\Sent"],
      ]),
    );
  });

  test("mail above a UID is fetched with envelope, headers, structure and source", async () => {
    for (const id of ["1", "2", "3"])
      server.append(ANN, "INBOX", mail(id, "In-Reply-To: <s1@agency.test>\r\n"));
    await client.mailboxOpen("INBOX", { readOnly: true });
    const fetched = await client.fetchAll(
      "2:*",
      {
        uid: true,
        envelope: true,
        headers: ["in-reply-to"],
        bodyStructure: true,
        source: true,
        internalDate: true,
        size: true,
      },
      { uid: true },
    );
    expect(fetched.map(({ uid }) => uid)).toEqual([2, 3]);
    expect(fetched[0]).toMatchObject({
      envelope: {
        subject: "Hello",
        messageId: "<2@lead.test>",
        from: [{ name: "Bo Lead", address: "bo@lead.test" }],
      },
      bodyStructure: { type: "text/plain" },
      size: mail("2", "In-Reply-To: <s1@agency.test>\r\n").length,
    });
    expect(fetched[0]?.headers?.toString()).toBe("In-Reply-To: <s1@agency.test>\r\n\r\n");
    expect(fetched[0]?.source?.toString()).toContain("Hi Ann,\r\nyes.\r\n");
    expect(await client.fetchAll("4:*", { uid: true }, { uid: true })).toMatchObject([{ uid: 3 }]);
  });

  test("a mail that arrives is pushed to a client that idles", async () => {
    await client.mailboxOpen("INBOX");
    const pushed = new Promise((resolve) => client.on("exists", resolve));
    void client.idle();
    server.append(ANN, "INBOX", mail("pushed"));
    expect(await pushed).toMatchObject({ path: "INBOX", count: 1 });
  });

  test("a client appends and gets the UID; bytes stay as they were", async () => {
    const raw = Buffer.from("Subject: =?utf-8?q?x?=\r\n\r\nGrüße {5}\r\n");
    const answer = await client.append("Sent", raw, ["\\Seen"]);
    expect(answer).toMatchObject({ uid: 1, destination: "Sent" });
    const [stored] = server.messages(ANN, "Sent");
    expect(stored?.raw.equals(raw)).toBe(true);
    expect([...(stored?.flags ?? [])]).toEqual(["\\Seen"]);
  });

  test("junk is moved to the inbox and keeps its content", async () => {
    server.append(ANN, "Junk", mail("junk"));
    await client.mailboxOpen("Junk");
    const moved = await client.messageMove("1:*", "INBOX", { uid: true });
    expect(moved && moved.uidMap).toEqual(new Map([[1, 1]]));
    expect(server.messages(ANN, "Junk")).toHaveLength(0);
    expect(server.messages(ANN, "INBOX")[0]?.raw.toString()).toBe(mail("junk"));
  });

  test("flags change, are seen by another session and come back by CHANGEDSINCE", async () => {
    server.append(ANN, "INBOX", mail("a"));
    server.append(ANN, "INBOX", mail("b"));
    await client.mailboxOpen("INBOX");
    const { highestModseq } = client.mailbox || {};
    const told = new Promise((resolve) => client.on("flags", resolve));
    void client.idle();
    const other = await connect(port);
    await other.mailboxOpen("INBOX");
    await other.messageFlagsAdd("2", ["\\Flagged"], { uid: true });
    expect(await told).toMatchObject({ seq: 2 });
    const changed = await client.fetchAll(
      "1:*",
      { uid: true, flags: true },
      { uid: true, changedSince: highestModseq ?? 0n },
    );
    expect(changed.map(({ uid, flags }) => [uid, [...(flags ?? [])]])).toEqual([
      [2, ["\\Flagged"]],
    ]);
  });

  test("mail is found by header, sender and flag", async () => {
    server.append(ANN, "INBOX", mail("1"), ["\\Seen"]);
    server.append(ANN, "INBOX", mail("2", "References: <x@agency.test>\r\n"));
    await client.mailboxOpen("INBOX");
    const find = (query: Parameters<ImapFlow["search"]>[0]) => client.search(query, { uid: true });
    expect(await find({ header: { references: "<x@agency.test>" } })).toEqual([2]);
    expect(await find({ from: "bo@lead.test", seen: true })).toEqual([1]);
    expect(await find({ or: [{ uid: "1" }, { not: { seen: true } }] })).toEqual([1, 2]);
  });

  test("a deleted mail is gone, and sequence numbers move up", async () => {
    for (const id of ["1", "2", "3"]) server.append(ANN, "INBOX", mail(id));
    await client.mailboxOpen("INBOX");
    await client.messageDelete("1", { uid: true });
    expect(await client.fetchAll("1:*", { uid: true })).toMatchObject([
      { seq: 1, uid: 2 },
      { seq: 2, uid: 3 },
    ]);
  });

  test("the status of a folder counts without opening it", async () => {
    server.append(ANN, "Junk", mail("1"));
    expect(
      await client.status("Junk", { messages: true, uidNext: true, unseen: true }),
    ).toMatchObject({
      messages: 1,
      uidNext: 2,
      unseen: 1,
    });
  });
});

describe("log-in and faults", () => {
  test("a wrong password is refused", async () => {
    const { port } = await start();
    await expect(connect(port, { auth: { user: ANN, pass: "wrong" } })).rejects.toMatchObject({
      authenticationFailed: true,
    });
  });

  test("LOGIN works like AUTHENTICATE PLAIN", async () => {
    const { port } = await start();
    const client = await connect(port, {
      auth: { user: ANN, pass: 'pässword "quoted"', loginMethod: "LOGIN" },
    });
    expect(client.authenticated).toBeTruthy();
  });

  test("STARTTLS and implicit TLS encrypt the session", needs("openssl"), async () => {
    const { key, cert } = createTestCertificate();
    const tls = { key: readFileSync(key), cert: readFileSync(cert) };
    const starttls = await start({ tls });
    const upgraded = await connect(starttls.port, { doSTARTTLS: true });
    expect(upgraded.secureConnection).toBe(true);
    const implicit = await start({ tls, implicitTls: true });
    const encrypted = await connect(implicit.port, { secure: true });
    expect((await encrypted.list()).length).toBe(5);
  });

  test("a fault answers in the server's place", async () => {
    const { port } = await start({
      fault(command, session) {
        if (command === "STATUS") session.destroy();
        return command === "STATUS";
      },
    });
    const client = await connect(port);
    expect(await client.status("INBOX", { messages: true })).toBe(false);
  });
});
