import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import {
  connect,
  getCACertificates,
  type SecureContextOptions,
  setDefaultCACertificates,
} from "node:tls";
import { SMTPServer } from "smtp-server";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { testConnection } from "#companion/test-connection.ts";
import type { Connection } from "#platform/wire/companion.ts";
import { openSmtpSession } from "#smtp/session.ts";
import { createTestCertificate } from "#test/support/mail/certificate.ts";
import { createImapServer, type ImapServerOptions } from "#test/support/mail/imap-server.ts";
import { type ScriptedSmtpOptions, startScriptedSmtp } from "#test/support/mail/scripted-smtp.ts";

const paths = createTestCertificate();
const tls = { key: readFileSync(paths.key), cert: readFileSync(paths.cert) };
const open: { close(): unknown }[] = [];
afterEach(() => Promise.all(open.splice(0).map((server) => server.close())));

const trusted = getCACertificates("default");
const trust = () => setDefaultCACertificates([...trusted, readFileSync(paths.ca, "utf8")]);
beforeAll(trust);
afterAll(() => setDefaultCACertificates(trusted));

const account = (port: number, over: Partial<Connection> = {}): Connection => ({
  host: "localhost",
  port,
  security: "auto",
  username: "ann",
  password: "right",
  ...over,
});

/** npm's smtp-server with a log-in. */
async function smtpServer(
  secure: boolean,
  more: SecureContextOptions = {},
): Promise<{ port: number; bodies: string[] }> {
  const bodies: string[] = [];
  const server = new SMTPServer({
    ...tls,
    ...more,
    secure,
    logger: false,
    allowInsecureAuth: false,
    onAuth: ({ username, password }, _session, done) =>
      username === "ann" && password === "right"
        ? done(null, { user: username })
        : done(Object.assign(new Error("no"), { responseCode: 535 })),
    onData(stream, _session, done) {
      let body = "";
      stream.on("data", (chunk: Buffer) => (body += chunk.toString()));
      stream.on("end", () => done(null, `queued ${bodies.push(body)}`));
    },
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push({ close: () => new Promise<void>((resolve) => server.close(() => resolve())) });
  return { port: (server.server.address() as { port: number }).port, bodies };
}

async function smtpResult(port: number, over: Partial<Connection> = {}, allowPrivate = true) {
  const request = { smtp: account(port, over), imap: null, allow_private: allowPrivate };
  const { smtp } = await testConnection(request);
  if (!smtp) throw new Error("no result");
  return smtp;
}

describe("SMTP", () => {
  test.each([
    ["STARTTLS", false, "auto"],
    ["required STARTTLS", false, "starttls"],
    ["implicit TLS", true, "tls"],
  ] as const)(
    "%s and a log-in pass, and a mail goes out over it",
    async (_name, secure, security) => {
      const { port, bodies } = await smtpServer(secure);
      expect(await smtpResult(port, { security })).toMatchObject({
        ok: true,
        step: "ok",
        error_code: null,
      });
      const session = await openSmtpSession(account(port, { security }));
      const facts = await session.send({
        envelope: { from: "a@x.test", to: ["b@y.test"] },
        raw: Buffer.from("Subject: hi\r\n\r\nhello\r\n"),
        intend: async () => true,
      });
      session.close();
      expect([facts.ending, bodies.length]).toEqual(["accepted", 1]);
    },
  );

  test("a certificate that is not trusted fails at its step", async () => {
    setDefaultCACertificates(trusted);
    try {
      const [clear, secure] = [await smtpServer(false), await smtpServer(true)];
      expect(await smtpResult(clear.port)).toMatchObject({
        step: "starttls",
        error_code: "tls_failed",
      });
      expect(await smtpResult(secure.port, { security: "tls" })).toMatchObject({
        step: "tls",
        error_code: "tls_failed",
      });
    } finally {
      trust();
    }
  });

  const cases: [string, ScriptedSmtpOptions, Partial<Connection>, [string, string]][] = [
    ["the greeting", { greeting: "554 5.7.1 secret-banner" }, {}, ["greeting", "protocol_error"]],
    ["STARTTLS missing", {}, { security: "starttls" }, ["starttls", "starttls_missing"]],
    ["STARTTLS garbage", { startTls: "garbage" }, {}, ["starttls", "tls_failed"]],
    ["the password", { auth: "535 5.7.8 secret-banner" }, {}, ["auth", "auth_failed"]],
    ["AUTH missing", {}, {}, ["auth", "auth_missing"]],
    ["TLS", {}, { security: "tls" }, ["tls", "tls_failed"]],
    ["the name", {}, { host: "no-such-host.invalid" }, ["dial", "dns_failed"]],
  ];
  test.each(cases)(
    "names %s, with a hint and without the server's words",
    async (_name, options, over, expected) => {
      const server = await startScriptedSmtp(options);
      open.push(server);
      const result = await smtpResult(server.port, over);
      expect([result.ok, result.step, result.error_code]).toEqual([false, ...expected]);
      expect(result.message && result.hint).toBeTruthy();
      expect(JSON.stringify(result)).not.toMatch(/secret-banner|scripted/);
    },
  );

  test("a closed port, and one inside the network that may not be dialled", async () => {
    const server = await startScriptedSmtp();
    await server.close();
    expect(await smtpResult(server.port)).toMatchObject({
      step: "dial",
      error_code: "connection_refused",
    });
    const dialled: number[] = [];
    const listener = createServer(() => dialled.push(1));
    await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
    open.push({ close: () => new Promise<void>((resolve) => listener.close(() => resolve())) });
    const { port } = listener.address() as { port: number };
    for (const host of [
      "127.0.0.1",
      "localhost",
      "127.1",
      "2130706433",
      "::1",
      "::ffff:7f00:1",
      "0.0.0.0",
    ]) {
      expect(await smtpResult(port, { host }, false)).toMatchObject({
        step: "dial",
        error_code: "address_refused",
      });
    }
    expect(dialled).toEqual([]);
  });

  test("a server that knows nothing newer than TLS 1.1 fails at its step", async () => {
    const old = {
      minVersion: "TLSv1.1",
      maxVersion: "TLSv1.1",
      ciphers: "ALL:@SECLEVEL=0",
    } as const;
    const { port } = await smtpServer(true, old);
    const socket = connect({ host: "localhost", port, ...old });
    await once(socket, "secureConnect");
    expect(socket.getProtocol()).toBe("TLSv1.1");
    socket.destroy();
    expect(await smtpResult(port, { security: "tls" })).toMatchObject({
      step: "tls",
      error_code: "tls_failed",
    });
  });

  test("no password leaves in clear for a server elsewhere", async () => {
    const server = await startScriptedSmtp({ auth: "235 ok" });
    open.push(server);
    // Linux answers for all of 127/8; only the word of our own rule tells it from a remote server.
    const result = await openSmtpSession(account(server.port), {
      dial: async () => {
        const { connect } = await import("node:net");
        const socket = connect(server.port, "127.0.0.1");
        await new Promise((resolve) => socket.once("connect", resolve));
        Object.defineProperty(socket, "remoteAddress", { value: "203.0.113.7" });
        return socket;
      },
    }).catch((error: unknown) => error);
    expect(result).toMatchObject({ step: "starttls", errorCode: "starttls_missing" });
    expect(server.commands.some((line) => line.startsWith("AUTH"))).toBe(false);
  });
});

describe("IMAP", () => {
  async function imapResult(options: ImapServerOptions, over: Partial<Connection> = {}) {
    const server = createImapServer(options);
    server.addUser("ann", "right");
    open.push(server);
    const imap = account(await server.listen(), over);
    const result = await testConnection({ smtp: null, imap, allow_private: true });
    if (!result.imap) throw new Error("no result");
    return result.imap;
  }

  test.each([
    ["in clear on this machine", {}, "auto"],
    ["STARTTLS", { tls }, "starttls"],
    ["implicit TLS", { tls, implicitTls: true }, "tls"],
  ] as const)("%s passes and names the folders", async (_name, options, security) => {
    expect(await imapResult(options, { security })).toMatchObject({
      ok: true,
      step: "ok",
      folders: { inbox: "INBOX", sent: "Sent", junk: "Junk" },
    });
  });

  const breaking = (at: string): ImapServerOptions => ({
    fault(command, session) {
      if (command === at) session.destroy();
      return command === at;
    },
  });
  test.each([
    ["the password", {}, { password: "wrong" }, ["auth", "auth_failed"]],
    ["STARTTLS missing", {}, { security: "starttls" }, ["starttls", "starttls_missing"]],
    ["TLS", {}, { security: "tls" }, ["tls", "tls_failed"]],
    ["a break at the log-in", breaking("AUTHENTICATE"), {}, ["auth", "protocol_error"]],
    ["a break at INBOX", breaking("EXAMINE"), {}, ["select", "protocol_error"]],
    ["an empty password", {}, { password: "" }, ["auth", "auth_missing"]],
    ["the name", {}, { host: "no-such-host.invalid" }, ["dial", "dns_failed"]],
  ] as const)("names %s", async (_name, options, over, expected) => {
    const result = await imapResult(options, over);
    expect([result.ok, result.step, result.error_code]).toEqual([false, ...expected]);
  });

  test.each([
    ["ends at once", "", ["greeting", "protocol_error"]],
    ["says goodbye", "* BYE secret-banner\r\n", ["greeting", "protocol_error"]],
  ])("a server that %s fails at the greeting", async (_name, words, expected) => {
    const server = createServer((socket) => socket.end(words));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    open.push({ close: () => new Promise<void>((resolve) => server.close(() => resolve())) });
    const { port } = server.address() as { port: number };
    const { imap } = await testConnection({ smtp: null, imap: account(port), allow_private: true });
    expect([imap?.step, imap?.error_code]).toEqual(expected);
    expect(JSON.stringify(imap)).not.toContain("secret-banner");
  });
});

/** A server that says these lines, one after each that it hears, and then not a word more. */
async function silentAfter(lines: readonly string[]): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    const left = [...lines];
    const say = () => {
      const line = left.shift();
      if (line !== undefined) socket.write(line);
    };
    say();
    socket.on("data", say);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push({
    close: () => {
      sockets.forEach((socket) => socket.destroy());
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  });
  return (server.address() as { port: number }).port;
}

describe("a server that falls silent or breaks off", () => {
  const EHLO = "250-silent.test\r\n250-AUTH PLAIN LOGIN\r\n250 STARTTLS\r\n";
  const CAPABLE = "* OK [CAPABILITY IMAP4rev1 STARTTLS AUTH=PLAIN] ready\r\n";
  test.each([
    ["SMTP, before the greeting", "smtp", [], "none", "greeting"],
    ["SMTP, in the handshake of TLS", "smtp", [], "tls", "tls"],
    ["SMTP, after EHLO", "smtp", ["220 silent.test\r\n"], "none", "greeting"],
    ["SMTP, at STARTTLS", "smtp", ["220 silent.test\r\n", EHLO], "starttls", "starttls"],
    [
      "SMTP, in the handshake after STARTTLS",
      "smtp",
      ["220 x\r\n", EHLO, "220 go\r\n"],
      "starttls",
      "starttls",
    ],
    ["SMTP, at the log-in", "smtp", ["220 silent.test\r\n", EHLO], "none", "auth"],
    ["IMAP, before the greeting", "imap", [], "none", "greeting"],
    ["IMAP, in the handshake of TLS", "imap", [], "tls", "tls"],
    [
      "IMAP, at the log-in",
      "imap",
      ["* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN] ready\r\n"],
      "none",
      "auth",
    ],
    ["IMAP, at STARTTLS", "imap", [CAPABLE], "starttls", "starttls"],
  ] as const)("%s: is named with its step", async (_name, side, lines, security, step) => {
    const port = await silentAfter(lines);
    const began = performance.now();
    const at = account(port, { security });
    const request =
      side === "smtp"
        ? { smtp: at, imap: null, allow_private: true }
        : { smtp: null, imap: at, allow_private: true };
    const result = (await testConnection(request, { stepMs: 1_000 }))[side];
    expect([result?.ok, result?.step]).toEqual([false, step]);
    expect(["timeout", "tls_failed", "protocol_error"]).toContain(result?.error_code);
    expect(result?.hint).toBeTruthy();
    expect(performance.now() - began).toBeLessThan(8_000);
  });

  test("one that hangs up at the log-in, and one that lies about what it is", async () => {
    const hangUp = await startScriptedSmtp({ auth: "421 4.3.2 closing secret-banner" });
    open.push(hangUp);
    const result = await smtpResult(hangUp.port, { security: "none" });
    expect([result.ok, result.step]).toEqual([false, "auth"]);
    const http = createServer((socket) => {
      socket.on("error", () => {});
      socket.end("HTTP/1.1 400 Bad Request secret-banner\r\n\r\n");
    });
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
    open.push({ close: () => new Promise<void>((resolve) => http.close(() => resolve())) });
    const { port } = http.address() as { port: number };
    for (const side of ["smtp", "imap"] as const) {
      const request = { smtp: null, imap: null, allow_private: true, [side]: account(port) };
      const told = (await testConnection(request, { stepMs: 1_000 }))[side];
      expect([side, told?.ok, told?.step]).toEqual([side, false, "greeting"]);
      expect(JSON.stringify(told)).not.toContain("secret-banner");
    }
  });
});
