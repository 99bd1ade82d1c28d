import { afterEach, describe, expect, test } from "vitest";
import type { Connection } from "#platform/wire/companion.ts";
import { OpenError, openSmtpSession } from "#smtp/session.ts";
import { outcomeOf, troubleText } from "#modules/delivery/rules/outcome.ts";
import { EXCHANGE, exchangeSmtp, GMAIL, gmailSmtp, type Judge } from "#test/support/oauth/faces.ts";
import { createTokenDesk, type TokenDesk } from "#test/support/oauth/token-desk.ts";
import {
  type ScriptedSmtp,
  type ScriptedSmtpOptions,
  type SmtpFace,
  startScriptedSmtp,
} from "#test/support/mail/scripted-smtp.ts";
import { loopback } from "./mails.ts";

const ANN = "ann@contoso.test";
const SHORT = { greeting: 1_000, command: 1_000, dot: 1_000 };
const servers: ScriptedSmtp[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

const byToken = (port: number, over: Partial<Connection> = {}): Connection =>
  loopback(port, { username: ANN, oauth: { grant: ANN, generation: 1 }, ...over });

async function play(
  face: (judge: Judge) => SmtpFace,
  options: ScriptedSmtpOptions = {},
  desk = createTokenDesk(),
) {
  const server = await startScriptedSmtp({ ...options, face: face(desk.judge) });
  servers.push(server);
  return { server, desk };
}

const openBy = (server: ScriptedSmtp, desk: TokenDesk, over: Partial<Connection> = {}) =>
  openSmtpSession(byToken(server.port, over), { tokens: desk.source, timeouts: SHORT });

const auths = (server: ScriptedSmtp) => server.commands.filter((line) => line.startsWith("AUTH"));

async function failureOf(opening: Promise<unknown>): Promise<OpenError> {
  const error = await opening.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof OpenError)) throw new Error("it opened", { cause: error });
  return error;
}

const raw = Buffer.from("Message-ID: <1.a@contoso.test>\r\nSubject: hi\r\n\r\nhello\r\n");
const message = { envelope: { from: ANN, to: ["bo@lead.test"] }, raw, intend: async () => true };

describe.each([
  ["Exchange", exchangeSmtp],
  ["Gmail", gmailSmtp],
] as const)("%s", (_name, face) => {
  test("a token of 6,000 characters signs in on a line of its own, by one AUTH, and a mail goes out", async () => {
    const { server, desk } = await play(face, {}, createTokenDesk({ size: 6_000 }));
    const session = await openBy(server, desk);
    expect(await session.send(message)).toMatchObject({ ending: "accepted", code: 250 });
    session.close();
    expect(auths(server)).toEqual(["AUTH XOAUTH2"]);
    const line = server.commands[server.commands.indexOf("AUTH XOAUTH2") + 1] ?? "";
    expect(Buffer.from(line, "base64").toString()).toBe(
      `user=${ANN}\u0001auth=Bearer ${desk.given[0]}\u0001\u0001`,
    );
    expect(desk.asked).toEqual([{ grant: ANN }]);
  });

  test("a refused token is renewed once, and the new one tried on another connection", async () => {
    const { server, desk } = await play(face);
    desk.spoil(ANN);
    const session = await openBy(server, desk);
    expect((await session.send(message)).ending).toBe("accepted");
    session.close();
    expect([server.connections(), auths(server).length, desk.given.length]).toEqual([2, 2, 2]);
    expect(desk.asked).toEqual([
      { grant: ANN },
      { grant: ANN, refused: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
    ]);
  });

  test("the same token is not tried again", async () => {
    const { server, desk } = await play(face);
    desk.spoil(ANN);
    desk.stick(ANN);
    const { errorCode, facts } = await failureOf(openBy(server, desk));
    expect([errorCode, facts.ending, facts.phase, facts.code]).toEqual([
      "auth_failed",
      "reply",
      "auth",
      535,
    ]);
    expect([server.connections(), auths(server).length, desk.asked.length]).toEqual([1, 1, 2]);
    expect(JSON.stringify(facts)).not.toContain(desk.given[0]);
  });

  test("a new token that is refused as well is a failed log-in, after two in all", async () => {
    const { server, desk } = await play((judge) =>
      face((user, token) => judge(user, token) && false),
    );
    const { errorCode, facts } = await failureOf(openBy(server, desk));
    expect([errorCode, auths(server).length, desk.asked.length]).toEqual(["auth_failed", 2, 2]);
    expect(outcomeOf(facts)).toEqual({ kind: "mailbox", trouble: "auth" });
  });
});

describe("what no other token helps is tried once", () => {
  test.each([
    ["SMTP AUTH off for the tenant", EXCHANGE.tenantOff, "smtp_auth_disabled", "auth_disabled"],
    ["SMTP AUTH off for the mailbox", EXCHANGE.mailboxOff, "smtp_auth_disabled", "auth_disabled"],
    ["security defaults", EXCHANGE.securityDefaults, "sign_in_blocked", "auth_disabled"],
    ["log-ins too fast", GMAIL.tooManyLogIns, "auth_failed", "connection"],
    ["too many connections", EXCHANGE.tooMany, "auth_failed", "connection"],
  ] as const)("%s", async (_name, auth, code, trouble) => {
    const { server, desk } = await play(exchangeSmtp, { auth });
    const { errorCode, facts } = await failureOf(openBy(server, desk));
    expect([errorCode, auths(server).length, desk.asked.length]).toEqual([code, 1, 1]);
    expect(facts.response).toBe(auth.replaceAll("\r\n", " "));
    expect(outcomeOf(facts)).toEqual(trouble ? { kind: "mailbox", trouble } : { kind: "retry" });
  });

  test("the words for the admin come first", async () => {
    const { server, desk } = await play(exchangeSmtp, { auth: EXCHANGE.tenantOff });
    const { facts } = await failureOf(openBy(server, desk));
    expect(facts.enhanced).toBe("5.7.139");
    expect(troubleText(facts)).toMatch(
      /^SMTP AUTH is switched off for this mailbox or its organisation\. An admin can switch it on, or send by Microsoft's API\. SMTP failed at auth: 535 5\.7\.139 /,
    );
  });
});

describe("a password", () => {
  const open = (server: ScriptedSmtp) =>
    openSmtpSession(loopback(server.port, { username: ANN, password: "secret" }), {
      timeouts: SHORT,
    });

  test.each([
    ["is gone", EXCHANGE.basicGone, "password_not_accepted", "auth_disabled"],
    ["is switched off", EXCHANGE.basicOff, "password_not_accepted", "auth_disabled"],
    ["is wrong, by Exchange's words", EXCHANGE.wrongPassword, "auth_failed", "auth"],
    ["is wrong, by Gmail's words", GMAIL.badToken, "auth_failed", "auth"],
    ["is no app password", GMAIL.wantsAppPassword, "auth_failed", "auth"],
  ] as const)("%s", async (_name, auth, code, trouble) => {
    const { server } = await play(exchangeSmtp, { auth });
    const { errorCode, facts } = await failureOf(open(server));
    expect([errorCode, auths(server).length]).toEqual([code, 1]);
    expect(outcomeOf(facts)).toEqual({ kind: "mailbox", trouble });
  });

  test("where only tokens are taken, the way out is named", async () => {
    const { server } = await play(exchangeSmtp);
    const { facts } = await failureOf(open(server));
    expect(troubleText(facts)).toContain("Connect it with Microsoft instead of a password.");
  });
});

describe("no token", () => {
  test.each([
    ["reconnect_required", "reconnected"],
    ["not_granted", "reconnected"],
    ["provider_unavailable", "later"],
    ["client_refused", "later"],
  ] as const)("%s: the server is not dialled, the mail goes back", async (refusal, until) => {
    const { server, desk } = await play(exchangeSmtp);
    desk.refuse(ANN, refusal);
    const { step, errorCode, facts } = await failureOf(openBy(server, desk));
    expect([step, errorCode, server.connections()]).toEqual(["auth", refusal, 0]);
    expect(facts).toMatchObject({
      ending: "no_token",
      code: null,
      response: `The provider said no. [${refusal}]`,
    });
    expect(outcomeOf(facts)).toEqual({ kind: "no_token", until });
  });

  test("where the renewal is refused, that counts and not the server's refusal", async () => {
    const { server, desk } = await play(exchangeSmtp);
    desk.spoil(ANN);
    const tokens: TokenDesk["source"] = (request) => {
      if (request.refused !== undefined) desk.refuse(ANN, "provider_unavailable");
      return desk.source(request);
    };
    const opening = openSmtpSession(byToken(server.port), { tokens, timeouts: SHORT });
    expect((await failureOf(opening)).errorCode).toBe("provider_unavailable");
    expect(auths(server)).toHaveLength(1);
  });

  test("without a source of tokens there is none", async () => {
    const { server } = await play(exchangeSmtp);
    const opening = openSmtpSession(byToken(server.port), { timeouts: SHORT });
    expect((await failureOf(opening)).errorCode).toBe("not_granted");
  });
});

test("OAUTHBEARER is spoken where it alone is offered, and its refusal ends the exchange", async () => {
  const only = (judge: Judge): SmtpFace => ({
    ...gmailSmtp(judge),
    extensions: ["AUTH PLAIN OAUTHBEARER"],
  });
  const { server, desk } = await play(only);
  desk.spoil(ANN);
  const session = await openBy(server, desk);
  expect((await session.send(message)).ending).toBe("accepted");
  session.close();
  expect(auths(server)).toEqual(["AUTH OAUTHBEARER", "AUTH OAUTHBEARER"]);
  expect(server.commands).toContain("AQ==");
});

test("a server without either is named as such, and gets no token", async () => {
  const none = (judge: Judge): SmtpFace => ({ ...gmailSmtp(judge), extensions: ["AUTH PLAIN"] });
  const { server, desk } = await play(none);
  const { errorCode, facts } = await failureOf(openBy(server, desk));
  expect([errorCode, facts.ending]).toEqual(["auth_missing", "auth_missing"]);
  expect(auths(server)).toEqual([]);
});

test("a server that repeats the token gets it into no fact", async () => {
  const echoing = (judge: Judge): SmtpFace => {
    let last = "";
    return {
      ...exchangeSmtp((user, token) => {
        last = token;
        return judge(user, token) && false;
      }),
      get badToken() {
        return `535 5.7.8 what is ${last} or ${Buffer.from(last).toString("base64")}`;
      },
    };
  };
  const { server, desk } = await play(echoing, {}, createTokenDesk({ size: 40 }));
  const { facts } = await failureOf(openBy(server, desk));
  expect(facts.response).toBe("535 5.7.8 what is (token) or (token)");
});

describe("after the log-in", () => {
  test("Exchange's own Message-ID is told, without brackets", async () => {
    const { server, desk } = await play(exchangeSmtp);
    const session = await openBy(server, desk);
    const facts = await session.send(message);
    session.close();
    expect(facts.server_message_id).toMatch(/^FR2P281MB0001\w+@\S+\.PROD\.OUTLOOK\.COM$/);
    expect(server.accepted[0]?.raw).toContain(`Message-ID: <${facts.server_message_id}>`);
  });

  test("a server that keeps ours tells none", async () => {
    const { server, desk } = await play(gmailSmtp);
    const session = await openBy(server, desk);
    expect(await session.send(message)).not.toHaveProperty("server_message_id");
    session.close();
  });

  test.each([
    [
      "sends as another",
      "dot",
      EXCHANGE.notAs,
      { kind: "mailbox", trouble: "sending", named: true },
    ],
    ["too many at once", "data", EXCHANGE.tooMany, { kind: "retry" }],
    [
      "the day's limit",
      "dot",
      GMAIL.overLimit,
      { kind: "mailbox", trouble: "sending", named: true },
    ],
    ["signed out at MAIL", "mail", EXCHANGE.notLoggedIn, { kind: "mailbox", trouble: "sending" }],
  ] as const)("%s", async (_name, at, reply, outcome) => {
    const { server, desk } = await play(exchangeSmtp, { script: () => ({ at, reply }) });
    const session = await openBy(server, desk);
    expect(outcomeOf(await session.send(message))).toEqual(outcome);
    session.close();
    expect(auths(server)).toHaveLength(1);
  });
});
