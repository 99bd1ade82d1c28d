import { afterEach, describe, expect, test } from "vitest";
import type { Connection } from "#platform/wire/companion.ts";
import { OpenError, openSmtpSession } from "#smtp/session.ts";
import type { SmtpTimeouts } from "#smtp/wire.ts";
import { loopback } from "./mails.ts";
import {
  type Fault,
  type ScriptedSmtp,
  type ScriptedSmtpOptions,
  startScriptedSmtp,
} from "#test/support/mail/scripted-smtp.ts";

const SHORT: SmtpTimeouts = { greeting: 1_000, command: 1_000, dot: 1_000 };
const servers: ScriptedSmtp[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

async function serve(options: ScriptedSmtpOptions = {}): Promise<ScriptedSmtp> {
  const server = await startScriptedSmtp(options);
  servers.push(server);
  return server;
}

const raw = Buffer.from("Subject: hi\r\n\r\n.leading dot\r\nbye\r\n");
const large = Buffer.concat([raw, Buffer.alloc(20_000_000, "x".repeat(70) + "\r\n")]);

async function transmit(server: ScriptedSmtp, options: { body?: Buffer; grant?: boolean } = {}) {
  const asked: number[] = [];
  const session = await openSmtpSession(loopback(server.port), { timeouts: SHORT });
  const facts = await session.send({
    envelope: { from: "a@x.test", to: ["b@y.test"] },
    raw: options.body ?? raw,
    intend: async () => {
      asked.push(server.bodyBytes());
      return options.grant ?? true;
    },
  });
  return { facts, asked, session };
}

describe.each([true, false])("with pipelining: %s", (pipelining) => {
  const cases: [string, Fault, Record<string, unknown>][] = [
    [
      "450 at RCPT",
      { at: "rcpt", reply: "450 4.2.0 greylisted" },
      { ending: "reply", phase: "rcpt", code: 450, enhanced: "4.2.0" },
    ],
    [
      "550 at RCPT in two lines",
      { at: "rcpt", reply: "550-5.1.1 no\r\n550 5.1.1 such user" },
      { ending: "reply", phase: "rcpt", code: 550, enhanced: "5.1.1" },
    ],
    [
      "421 at RCPT and the end",
      { at: "rcpt", reply: "421 4.7.0 slow down", close: true },
      { ending: "reply", phase: "rcpt", code: 421 },
    ],
    [
      "554 at MAIL",
      { at: "mail", reply: "554 5.7.1 not you" },
      { ending: "reply", phase: "mail", code: 554 },
    ],
    ["drop at MAIL", { at: "mail", act: "drop" }, { ending: "network", phase: "mail", code: null }],
    ["drop at RCPT", { at: "rcpt", act: "drop" }, { ending: "network", phase: "rcpt" }],
    ["drop at DATA", { at: "data", act: "drop" }, { ending: "network", phase: "data" }],
    [
      "554 at DATA",
      { at: "data", reply: "554 5.7.1 no" },
      { ending: "reply", phase: "data", code: 554 },
    ],
    ["silence at RCPT", { at: "rcpt", act: "silence" }, { ending: "timeout", phase: "rcpt" }],
    ["drop after the dot", { at: "dot", act: "drop" }, { ending: "network", phase: "dot" }],
    ["silence after the dot", { at: "dot", act: "silence" }, { ending: "timeout", phase: "dot" }],
    [
      "accepted, then drop",
      { at: "dot", act: "accept-then-drop" },
      { ending: "network", phase: "dot" },
    ],
    [
      "451 after the dot",
      { at: "dot", reply: "451 4.3.0 later" },
      { ending: "reply", phase: "dot", code: 451 },
    ],
    [
      "554 after the dot",
      { at: "dot", reply: "554 5.7.1 spam" },
      { ending: "reply", phase: "dot", code: 554, enhanced: "5.7.1" },
    ],
    [
      "421 after the dot",
      { at: "dot", reply: "421 4.3.2 going down", close: true },
      { ending: "reply", phase: "dot", code: 421 },
    ],
  ];
  test.each(cases)("tells facts: %s", async (_name, fault, expected) => {
    const server = await serve({ pipelining, script: () => fault });
    const { facts } = await transmit(server);
    expect(facts).toMatchObject(expected);
    expect(server.accepted).toHaveLength(
      "act" in fault && fault.act === "accept-then-drop" ? 1 : 0,
    );
  });

  test("tells that a large body broke off before its dot", async () => {
    const server = await serve({ pipelining, script: () => ({ at: "body", act: "drop" }) });
    const { facts } = await transmit(server, { body: large });
    expect(facts).toMatchObject({ ending: "network", phase: "body" });
  });

  test("asks for the intent after 354, before the first body byte, once", async () => {
    const server = await serve({ pipelining });
    const { facts, asked } = await transmit(server);
    expect(facts).toMatchObject({
      ending: "accepted",
      phase: "done",
      code: 250,
      enhanced: "2.0.0",
    });
    expect(asked).toEqual([0]);
    expect(server.accepted[0]?.raw).toContain("\r\n..leading dot\r\n");
  });

  test("does not ask for the intent when the recipient is refused", async () => {
    const server = await serve({
      pipelining,
      script: () => ({ at: "rcpt", reply: "550 5.1.1 no" }),
    });
    expect((await transmit(server)).asked).toEqual([]);
  });

  test("sends no byte of a message whose intent is refused", async () => {
    const server = await serve({ pipelining });
    const { facts, session } = await transmit(server, { grant: false });
    expect(facts).toMatchObject({ ending: "withheld", phase: "data" });
    expect(session.usable()).toBe(false);
    expect([server.bodyBytes(), server.accepted.length]).toEqual([0, 0]);
  });
});

test("one connection carries several messages, also after a refusal", async () => {
  const server = await serve({
    script: ({ to }) => (to === "bad@y.test" ? { at: "rcpt", reply: "550 5.1.1 no" } : undefined),
  });
  const session = await openSmtpSession(loopback(server.port));
  const send = (to: string) =>
    session.send({ envelope: { from: "a@x.test", to: [to] }, raw, intend: async () => true });
  const endings = [];
  for (const to of ["1@y.test", "bad@y.test", "2@y.test"]) endings.push((await send(to)).ending);
  session.close();
  expect(endings).toEqual(["accepted", "reply", "accepted"]);
  expect([server.connections(), server.commands.filter((line) => line === "RSET").length]).toEqual([
    1, 1,
  ]);
});

test("a break while the intent is asked is told after the intent was answered", async () => {
  const server = await serve();
  const session = await openSmtpSession(loopback(server.port), { timeouts: SHORT });
  let answered = false;
  const facts = await session.send({
    envelope: { from: "a@x.test", to: ["b@y.test"] },
    raw,
    intend: () =>
      new Promise((resolve) => {
        server.disconnectAll();
        setTimeout(() => {
          answered = true;
          resolve(true);
        }, 60);
      }),
  });
  expect([facts.ending, facts.phase, answered]).toEqual(["network", "data", true]);
});

test("a message above the server's SIZE, or to a malformed address, is unsendable", async () => {
  const server = await serve({ maxSize: 1_000_000 });
  const session = await openSmtpSession(loopback(server.port));
  const send = (to: string, body: Buffer) =>
    session.send({ envelope: { from: "a@x.test", to: [to] }, raw: body, intend: async () => true });
  expect((await send("b@y.test", large)).ending).toBe("unsendable");
  expect((await send("b@y.test>\r\nRCPT TO:<c@z.test", raw)).ending).toBe("unsendable");
  expect((await send("b@y.test", raw)).ending).toBe("accepted");
  session.close();
  expect(server.commands.join("\n")).not.toContain("c@z.test");
});

describe("opening names the failing step", () => {
  const cases: [
    string,
    ScriptedSmtpOptions,
    Partial<Connection>,
    [string, string, string, number | null],
  ][] = [
    [
      "greeting 421",
      { greeting: "421 4.7.0 busy" },
      {},
      ["greeting", "protocol_error", "reply", 421],
    ],
    [
      "greeting 554",
      { greeting: "554 5.7.1 blocked" },
      {},
      ["greeting", "protocol_error", "reply", 554],
    ],
    ["dropped greeting", { greeting: "drop" }, {}, ["greeting", "protocol_error", "network", null]],
    ["silent greeting", { greeting: "silence" }, {}, ["greeting", "timeout", "timeout", null]],
    [
      "STARTTLS missing",
      {},
      { security: "starttls" },
      ["starttls", "starttls_missing", "tls", null],
    ],
    ["STARTTLS refused", { startTls: "refused" }, {}, ["starttls", "tls_failed", "tls", null]],
    ["STARTTLS garbage", { startTls: "garbage" }, {}, ["starttls", "tls_failed", "tls", null]],
    [
      "535",
      { auth: "535 5.7.8 no" },
      { username: "u", password: "p" },
      ["auth", "auth_failed", "reply", 535],
    ],
    [
      "454",
      { auth: "454 4.7.0 later" },
      { username: "u", password: "p" },
      ["auth", "auth_failed", "reply", 454],
    ],
    [
      "AUTH missing",
      {},
      { username: "u", password: "p" },
      ["auth", "auth_missing", "auth_missing", null],
    ],
    ["TLS to a clear port", {}, { security: "tls" }, ["tls", "tls_failed", "tls", null]],
  ];
  test.each(cases)("%s", async (_name, options, over, expected) => {
    const server = await serve(options);
    const error = await failureOf(
      openSmtpSession(loopback(server.port, over), { timeouts: SHORT }),
    );
    expect([error.step, error.errorCode, error.facts.ending, error.facts.code]).toEqual(expected);
  });

  test("nobody listens", async () => {
    const server = await startScriptedSmtp();
    await server.close();
    const error = await failureOf(openSmtpSession(loopback(server.port)));
    expect([error.step, error.errorCode, error.facts.phase]).toEqual([
      "dial",
      "connection_refused",
      "connect",
    ]);
  });
});

async function failureOf(opening: Promise<unknown>): Promise<OpenError> {
  const error = await opening.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof OpenError)) throw new Error("it opened", { cause: error });
  return error;
}
