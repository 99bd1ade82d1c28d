import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import type { Connection } from "#platform/wire/companion.ts";
import type { Log } from "#companion/log.ts";
import { createTokenSource } from "#companion/tokens.ts";
import { outcomeOf } from "#modules/delivery/rules/outcome.ts";
import { EXCHANGE, exchangeSmtp } from "#test/support/oauth/faces.ts";
import { createTokenDesk, type TokenDesk } from "#test/support/oauth/token-desk.ts";
import type { ScriptedSmtpOptions } from "#test/support/mail/scripted-smtp.ts";
import { until } from "./app-double.ts";
import { loopback, mailTo } from "./mails.ts";
import { type Rig, startRig } from "./rig.ts";

const ANN = "ann@contoso.test";
let rig: Rig | null = null;
let written = "";
afterEach(async () => {
  await rig?.close();
  rig = null;
  vi.restoreAllMocks();
});

/** The companion before Exchange, with an app that gives out the desk's tokens; log lines are kept. */
async function start(desk: TokenDesk, options: ScriptedSmtpOptions = {}): Promise<Rig> {
  written = "";
  vi.spyOn(process.stderr, "write").mockImplementation((line) => {
    written += String(line);
    return true;
  });
  rig = await startRig({ face: exchangeSmtp(desk.judge), logLevel: "debug", ...options });
  rig.app.tokens = desk.source;
  return rig;
}

const byToken = (port: number, over: Partial<Connection> = {}): Connection =>
  loopback(port, { username: ANN, oauth: { grant: ANN, generation: 1 }, ...over });

const auths = ({ smtp }: Rig) => smtp.commands.filter((line) => line.startsWith("AUTH")).length;

/** Nothing that the companion says, logs or keeps holds a token, clear or encoded. */
function expectNoToken(of: Rig, desk: TokenDesk): void {
  const journal = readFileSync(join(of.dataDir, "companion-journal.ndjson"), "utf8");
  const all = `${written}\n${journal}\n${JSON.stringify([of.app.results, of.app.intents])}`;
  for (const token of desk.given) {
    expect(all).not.toContain(token.slice(0, 40));
    expect(all).not.toContain(Buffer.from(token).toString("base64").slice(0, 40));
  }
}

test("a mail goes out by token, and the server's Message-ID comes back, also from the journal of an earlier run", async () => {
  const desk = createTokenDesk();
  const running = await start(desk);
  const { app, smtp } = running;
  const sent = mailTo(byToken(smtp.port), "bo@y.test");
  app.settle = () => false;
  await running.mail().transmit([sent]);
  await until(() => app.results.length > 0);
  const [result] = app.results;
  expect(result).toMatchObject({ ending: "accepted", message_id: sent.message_id });
  expect(result?.server_message_id).toMatch(/PROD\.OUTLOOK\.COM$/);

  await running.restart();
  app.results.length = 0;
  app.settle = () => true;
  await until(() => app.results.length > 0);
  expect(app.results[0]).toMatchObject({
    replayed: true,
    server_message_id: result?.server_message_id,
  });
  await running.mail().transmit([{ ...sent, lease: "second" }]);
  await until(() => app.results.length > 1);
  expect(app.results[1]).toMatchObject({
    lease: "second",
    replayed: true,
    server_message_id: result?.server_message_id,
  });
  expect(smtp.accepted).toHaveLength(1);
  expectNoToken(running, desk);
});

test("a queue of mails outlives its tokens, and none is sent twice", async () => {
  const desk = createTokenDesk({ lifeMs: 300 });
  let mails = 0;
  // Every fifth mail the server ends the connection after its dot, so that the next signs in again.
  const running = await start(desk, {
    replyMs: 20,
    script: ({ at }) =>
      at === "mail" && ++mails % 5 === 0
        ? { at, reply: "421 4.3.2 Service not available", close: true }
        : undefined,
  });
  const { app, smtp } = running;
  const queue = Array.from({ length: 60 }, (_, n) => mailTo(byToken(smtp.port), `lead${n}@y.test`));
  await running.mail().transmit(queue);
  await until(() => app.results.length >= queue.length);
  const ids = smtp.accepted.map(({ to }) => to[0]);
  expect(new Set(ids).size).toBe(ids.length);
  expect(desk.given.length).toBeGreaterThan(2);
  const ended = app.results.map(({ ending }) => ending);
  expect(ended.filter((ending) => ending === "accepted")).toHaveLength(ids.length);
  expect(ended.every((ending) => ["accepted", "reply"].includes(ending))).toBe(true);
  expectNoToken(running, desk);
});

test("a connection that is signed out between two mails is replaced, and the mail goes out once", async () => {
  const desk = createTokenDesk();
  let mails = 0;
  const running = await start(desk, {
    script: ({ at }) =>
      at === "mail" && ++mails === 2 ? { at, reply: EXCHANGE.notLoggedIn } : undefined,
  });
  const { app, smtp } = running;
  await running.mail().transmit([1, 2, 3].map((n) => mailTo(byToken(smtp.port), `${n}@y.test`)));
  await until(() => app.results.length === 3);
  expect(app.results.map(({ ending }) => ending)).toEqual(Array(3).fill("accepted"));
  expect(smtp.accepted.map(({ to }) => to[0])).toEqual(["1@y.test", "2@y.test", "3@y.test"]);
  expect(auths(running)).toBe(2);
});

test("a mailbox without a token gives all of its mails back, and asks once", async () => {
  const desk = createTokenDesk();
  desk.refuse(ANN, "reconnect_required");
  const running = await start(desk);
  const { app, smtp } = running;
  const queue = Array.from({ length: 5 }, () => mailTo(byToken(smtp.port), "bo@y.test"));
  await running.mail().transmit(queue);
  await until(() => app.results.length === 5);
  expect(app.results.map((result) => outcomeOf(result).kind)).toEqual([
    "no_token",
    ...Array<string>(4).fill("release"),
  ]);
  expect(app.results[0]?.response).toBe("The provider said no. [reconnect_required]");
  expect([desk.asked.length, smtp.connections()]).toEqual([1, 0]);
});

test("an app that does not answer says nothing about the mailbox", async () => {
  const desk = createTokenDesk();
  const running = await start(desk);
  const { app, smtp } = running;
  app.tokens = () => Promise.reject(new Error("no"));
  await running.mail().transmit([mailTo(byToken(smtp.port), "bo@y.test")]);
  await until(() => app.results.length === 1);
  expect(app.results.map(outcomeOf)).toEqual([{ kind: "no_token", until: "later" }]);
  expect(written).toContain("tokens.unanswered");
});

test("SMTP AUTH that is switched off is asked for once for a whole queue", async () => {
  const desk = createTokenDesk();
  const running = await start(desk, { auth: EXCHANGE.tenantOff });
  const { app, smtp } = running;
  await running.mail().transmit([1, 2, 3].map(() => mailTo(byToken(smtp.port), "bo@y.test")));
  await until(() => app.results.length === 3);
  expect([auths(running), desk.asked.length]).toEqual([1, 1]);
  expect(app.results.map((result) => outcomeOf(result).kind)).toEqual([
    "mailbox",
    "release",
    "release",
  ]);
});

test("a mailbox that was connected again signs in over another connection, a renewed token does not", async () => {
  const desk = createTokenDesk();
  const running = await start(desk);
  const { app, smtp } = running;
  for (const generation of [1, 1, 2]) {
    const before = app.results.length;
    const smtpOf = byToken(smtp.port, { oauth: { grant: ANN, generation } });
    await running.mail().transmit([mailTo(smtpOf, "bo@y.test")]);
    await until(() => app.results.length > before);
  }
  expect([smtp.accepted.length, auths(running)]).toEqual([3, 2]);
});

test("a test of the connection names what to do", async () => {
  const desk = createTokenDesk();
  const running = await start(desk, { auth: EXCHANGE.mailboxOff });
  const { smtp } = running;
  const told = await running
    .mail()
    .test({ smtp: byToken(smtp.port), imap: null, allow_private: true });
  expect(told.smtp).toMatchObject({
    ok: false,
    step: "auth",
    error_code: "smtp_auth_disabled",
    message: "SMTP AUTH is switched off for this mailbox or its organisation.",
    hint: "An admin can switch it on, or send by Microsoft's API.",
  });
});

test("log-ins at the same moment share one call, and nothing of it is kept or logged", async () => {
  let calls = 0;
  const log = vi.fn<Log>();
  const source = createTokenSource(async (_path, _body, answer) => {
    calls++;
    await new Promise(setImmediate);
    return answer.parse({ token: `secret-${calls}`, until: 1 });
  }, log);
  const both = await Promise.all([source({ grant: "a" }), source({ grant: "a" })]);
  expect(both).toEqual(Array(2).fill({ token: "secret-1", until: 1 }));
  expect(await source({ grant: "a" })).toEqual({ token: "secret-2", until: 1 });
  const broken = createTokenSource(
    async (_path, _body, answer) => answer.parse(JSON.parse('{"token":"secret')),
    log,
  );
  expect(await broken({ grant: "a" })).toMatchObject({ refusal: "provider_unavailable" });
  const wrong = createTokenSource(
    async (_path, _body, answer) => answer.parse({ token: "secret", until: "secret" }),
    log,
  );
  expect(await wrong({ grant: "a" })).toMatchObject({ refusal: "provider_unavailable" });
  expect(log).toHaveBeenCalledTimes(2);
  expect(JSON.stringify(log.mock.calls)).not.toContain("secret");
});
