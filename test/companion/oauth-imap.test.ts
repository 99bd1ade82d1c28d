import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { connectImap, ImapFailure } from "#companion/imap/connect.ts";
import { createImapPool } from "#companion/imap/pool.ts";
import { renewalMs } from "#companion/imap/renewal.ts";
import { createWatcher, type Watcher } from "#companion/imap/watch.ts";
import { testConnection } from "#companion/test-connection.ts";
import type { Connection } from "#platform/wire/companion.ts";
import type { ImapFace } from "#test/support/mail/imap/session.ts";
import { createImapServer, type ImapServer } from "#test/support/mail/imap-server.ts";
import { EXCHANGE, exchangeImap, GMAIL, gmailImap } from "#test/support/oauth/faces.ts";
import { createTokenDesk, type TokenDesk } from "#test/support/oauth/token-desk.ts";
import { until } from "./app-double.ts";

const ANN = "ann@contoso.test";
const FACES = [
  ["Exchange", exchangeImap],
  ["Gmail", gmailImap],
] as const;

let imap: ImapServer;
let desk: TokenDesk;
let port = 0;
/** Commands of every connection, and answers to some instead of the server's own. */
let commands: string[] = [];
let answers: Record<string, string> = {};
const ends: (() => unknown)[] = [];

beforeEach(() => {
  desk = createTokenDesk();
  [commands, answers] = [[], {}];
});
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function serve(face: ImapFace): Promise<void> {
  imap = createImapServer({
    face,
    fault(command, session) {
      commands.push(command);
      const answer = answers[command];
      if (answer === undefined) return false;
      session.send(`${session.tag} ${answer}`);
      return true;
    },
  });
  imap.addUser(ANN, "no password opens it");
  port = await imap.listen();
  ends.push(() => imap.close());
}

const byToken = (over: Partial<Connection> = {}): Connection => ({
  host: "127.0.0.1",
  port,
  security: "none",
  username: ANN,
  password: "",
  oauth: { grant: ANN, generation: 1 },
  ...over,
});
const connect = (over: Partial<Connection> = {}) =>
  connectImap(byToken(over), true, { tokens: desk.source });
const auths = () => commands.filter((command) => command === "AUTHENTICATE").length;
const put = () => imap.append(ANN, "INBOX", "From: bo@y.test\r\nSubject: hi\r\n\r\nhello\r\n");

async function codeOf(opening: Promise<unknown>): Promise<string> {
  const error = await opening.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ImapFailure)) throw new Error("it opened", { cause: error });
  return error.failure.error_code;
}

describe.each(FACES)("%s", (_name, face) => {
  beforeEach(async () => {
    await serve(face((user, token) => desk.judge(user, token)));
  });

  test("a token of 6,000 characters signs in by one AUTHENTICATE and reads", async () => {
    desk = createTokenDesk({ size: 6_000 });
    put();
    const session = await connect();
    expect((await session.client.mailboxOpen("INBOX")).exists).toBe(1);
    expect(session.until).toBeGreaterThan(Date.now() + 3_500_000);
    session.client.close();
    expect([auths(), desk.asked.length]).toEqual([1, 1]);
  });

  test("a refused token is renewed once and tried on another connection", async () => {
    desk.spoil(ANN);
    const { client } = await connect();
    client.close();
    expect([auths(), desk.given.length]).toEqual([2, 2]);
  });

  test("the same token is not tried again", async () => {
    desk.spoil(ANN);
    desk.stick(ANN);
    expect(await codeOf(connect())).toBe("auth_failed");
    expect([auths(), desk.asked.length]).toEqual([1, 2]);
  });

  test("no token: the server is not dialled", async () => {
    desk.refuse(ANN, "reconnect_required");
    expect(await codeOf(connect())).toBe("reconnect_required");
    expect(commands).toEqual([]);
  });

  test("a test of the connection names the token, not a password", async () => {
    desk.spoil(ANN);
    desk.stick(ANN);
    const request = { smtp: null, imap: byToken(), allow_private: true };
    const { imap: told } = await testConnection(request, { tokens: desk.source });
    expect(told).toMatchObject({ step: "auth", error_code: "auth_failed" });
    expect(`${told?.message} ${told?.hint}`).toContain("access token");
    expect(`${told?.message} ${told?.hint}`).not.toMatch(/password|username/);
  });

  test("a pooled connection whose token ended is replaced in the same call", async () => {
    const pool = createImapPool(desk.source);
    ends.push(() => pool.close());
    put();
    const uids = () =>
      pool.use(byToken(), true, async (client) => {
        await client.mailboxOpen("INBOX");
        return client.search({ all: true }, { uid: true });
      });
    expect(await uids()).toEqual([1]);
    desk.spoil(ANN);
    imap.byeAll();
    expect(await uids()).toEqual([1]);
    // The first log-in, the refusal of the spoiled token, the new token.
    expect(auths()).toBe(3);
  });
});

describe("answers that say nothing about the token are not tried again", () => {
  beforeEach(() => serve(exchangeImap((user, token) => desk.judge(user, token))));

  test.each([
    ["the token's judge is away", "NO [UNAVAILABLE] Temporary authentication failure."],
    ["too many connections", GMAIL.imapTooMany],
    ["a day's bandwidth", "NO [OVERQUOTA] Account exceeded command or bandwidth limits. (Failure)"],
    ["a rate", "NO [LIMIT] LOGIN Rate limit hit."],
    ["too many tries", "NO LOGIN failed: too many login attempts"],
    ["a server in trouble", "NO Temporary authentication failure, please try again later."],
  ])("%s", async (_name, answer) => {
    answers["AUTHENTICATE"] = answer;
    expect(await codeOf(connect())).toBe("protocol_error");
    expect([auths(), desk.asked.length]).toEqual([1, 1]);
  });

  test.each([
    ["Gmail", GMAIL.imapOff],
    [
      "Zoho",
      "NO [ALERT] You are yet to enable IMAP for your account. Please contact your administrator (Failure)",
    ],
    ["elsewhere", "NO IMAP access is disabled for this mailbox."],
  ])("IMAP is switched off: %s", async (_name, answer) => {
    answers["AUTHENTICATE"] = answer;
    expect(await codeOf(connect())).toBe("imap_disabled");
    expect([auths(), desk.asked.length]).toEqual([1, 1]);
    answers["LOGIN"] = answer;
    const { oauth: _, ...rest } = byToken({ password: "pw" });
    const { imap: told } = await testConnection({ smtp: null, imap: rest, allow_private: true });
    expect(told).toMatchObject({ step: "auth", error_code: "imap_disabled" });
    expect(told?.hint).toContain("IMAP");
  });

  test("signed in but not connected is a failed log-in", async () => {
    answers["NAMESPACE"] = EXCHANGE.imapNotConnected;
    expect(await codeOf(connect())).toBe("auth_failed");
  });
});

test("a server that takes no tokens is named as such", async () => {
  const face = gmailImap(() => true);
  await serve({ ...face, capabilities: "IMAP4rev1 AUTH=PLAIN" });
  expect(await codeOf(connect())).toBe("auth_missing");
  expect(auths()).toBe(0);
});

test("a NAMESPACE that names none is no end", async () => {
  await serve(exchangeImap((user, token) => desk.judge(user, token)));
  answers["NAMESPACE"] = "OK NAMESPACE completed.";
  const { client } = await connect();
  expect(client.usable).toBe(true);
  client.close();
});

describe("watching", () => {
  let watcher: Watcher;
  let arrived: string[] = [];
  let logged: string[] = [];

  function watch(): void {
    [arrived, logged] = [[], []];
    watcher = createWatcher({
      onMail: (id) => void arrived.push(id),
      log: (event, fields) => void logged.push(JSON.stringify([event, fields])),
      firstPauseMs: 20,
      tokens: desk.source,
    });
    ends.push(() => watcher.close());
    setList(1);
  }
  const setList = (generation: number) =>
    watcher.setList({
      version: `v${generation}`,
      allow_private: true,
      mailboxes: [
        { id: "1:1", imap: byToken({ oauth: { grant: ANN, generation } }), folder: "INBOX" },
      ],
    });
  const listens = () => until(() => watcher.listening() === 1);
  async function hears(): Promise<void> {
    const before = arrived.length;
    put();
    await until(() => arrived.length > before);
  }

  test.each(FACES)(
    "%s: tokens of 1.5 s are replaced before they end, and mail is heard of all the while",
    async (_name, face) => {
      desk = createTokenDesk({ lifeMs: 1_500 });
      await serve(face((user, token) => desk.judge(user, token)));
      watch();
      await listens();
      for (let n = 0; desk.given.length < 4; n++) await hears();
      expect(logged).toEqual([]);
    },
  );

  test.each(FACES)(
    "%s: a session that it ends is back at once, with another token",
    async (_name, face) => {
      await serve(face((user, token) => desk.judge(user, token)));
      watch();
      await listens();
      desk.spoil(ANN);
      imap.byeAll();
      await until(() => desk.given.length === 2);
      await listens();
      await hears();
      expect(logged.join()).toContain(face(() => true).bye.slice("* BYE ".length));
      for (const token of desk.given) expect(logged.join()).not.toContain(token);
    },
  );

  test("a mailbox that has to be connected again asks nobody, until its list says that it was", async () => {
    await serve(exchangeImap((user, token) => desk.judge(user, token)));
    desk.refuse(ANN, "reconnect_required");
    watch();
    await until(() => logged.length === 1);
    const asked = desk.asked.length;
    setList(1);
    expect([desk.asked.length, commands]).toEqual([asked, []]);
    desk.allow(ANN);
    setList(2);
    await listens();
    await hears();
  });

  test("a provider that is away is asked again soon", async () => {
    await serve(gmailImap((user, token) => desk.judge(user, token)));
    desk.refuse(ANN, "provider_unavailable");
    watch();
    await until(() => desk.asked.length > 3);
    expect(commands).toEqual([]);
    desk.allow(ANN);
    await listens();
  });
});

test("a connection is replaced 5 minutes before its token ends, earlier in proportion where it lives shorter", () => {
  const minutes = (life: number) => renewalMs(life * 60_000, 0) / 60_000;
  for (let n = 0; n < 100; n++) {
    expect(minutes(60)).toBeGreaterThanOrEqual(53.75);
    expect(minutes(60)).toBeLessThanOrEqual(56.25);
    expect(minutes(10)).toBeGreaterThanOrEqual(7.5);
    expect(minutes(10)).toBeLessThanOrEqual(8.5);
  }
  expect(renewalMs(0, 60_000)).toBe(500);
  expect(renewalMs(Number.MAX_SAFE_INTEGER, 0)).toBe(24 * 3_600_000);
});
