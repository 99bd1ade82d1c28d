import type { Connection, TEST_STEPS } from "#platform/wire/companion.ts";
import { judgeLogIn } from "#platform/rules/mail/log-in-refusal.ts";
import { noTokenText } from "#platform/rules/mail/token-refusal.ts";
import { isLoopback } from "#platform/rules/net/address-class.ts";
import { BEARER, bearerAmong, bearerAuth, withoutToken } from "./bearer.ts";
import { type ConnectionErrorCode, createDial, type Dial, DialError } from "./dial.ts";
import {
  failureFacts,
  isRefusal,
  phaseOf,
  silentFacts,
  type SmtpError,
  type SmtpFacts,
} from "./facts.ts";
import { transmitMessage, type Transmission } from "./transmit.ts";
import { createWire, SMTP_TIMEOUTS, type SmtpTimeouts, type Wire } from "./wire.ts";
import { noTokens, NoToken, type TokenSource, withToken } from "./with-token.ts";

export type SessionOptions = {
  readonly dial?: Dial;
  readonly timeouts?: Partial<SmtpTimeouts>;
  /** For connections with `oauth`; without it they cannot sign in. */
  readonly tokens?: TokenSource;
};

/** An open, signed-in connection that sends messages one after the other. */
export type SmtpSession = {
  /** Sends one message and returns the result; never throws. Only one at a time. */
  send(message: Transmission): Promise<SmtpFacts>;
  /** Whether another message can be sent over it, as far as known. */
  usable(): boolean;
  /** Messages attempted so far. */
  tried(): number;
  /** Sends QUIT and closes; returns immediately. */
  close(): void;
};

/** A session that could not be opened: the failed step, and the same as facts of a transmission. */
export class OpenError extends Error {
  override readonly name = "OpenError";
  readonly step: Exclude<(typeof TEST_STEPS)[number], "select" | "ok">;
  readonly errorCode: ConnectionErrorCode;
  readonly facts: SmtpFacts;
  constructor(step: OpenError["step"], errorCode: ConnectionErrorCode, facts: SmtpFacts) {
    super(`${step}: ${errorCode}`);
    this.step = step;
    this.errorCode = errorCode;
    this.facts = facts;
  }
}

/**
 * Connects, encrypts and signs in. `auto` means implicit TLS on 465, else STARTTLS if it is
 * offered. Credentials are never sent unencrypted, so with them STARTTLS is required unless the
 * server is on this machine. A token that the server refuses is renewed and tried once more, over
 * another connection. Throws `OpenError`.
 */
export async function openSmtpSession(
  smtp: Connection,
  options: SessionOptions = {},
): Promise<SmtpSession> {
  const { oauth } = smtp;
  if (!oauth) return openWith(smtp, null, options);
  try {
    return await withToken(
      options.tokens ?? noTokens,
      oauth.grant,
      ({ token }) => openWith(smtp, token, options),
      refusesToken,
    );
  } catch (thrown) {
    if (!(thrown instanceof NoToken)) throw thrown;
    const text = noTokenText(thrown.refusal, thrown.message);
    throw new OpenError("auth", thrown.refusal, silentFacts("no_token", "auth", text));
  }
}

/** 4xx pass, and what is switched off for everybody is on no token. */
const refusesToken = (thrown: unknown): boolean =>
  thrown instanceof OpenError &&
  thrown.errorCode === "auth_failed" &&
  (thrown.facts.code ?? 0) >= 500;

async function openWith(
  smtp: Connection,
  token: string | null,
  options: SessionOptions,
): Promise<SmtpSession> {
  const timeouts = { ...SMTP_TIMEOUTS, ...options.timeouts };
  const { host, port, security, username } = smtp;
  const implicit = security === "tls" || (security === "auto" && port === 465);
  const dial = options.dial ?? createDial();
  const socket = await dial({ host, port, tls: implicit }).catch((thrown: unknown) => {
    throw dialFailure(thrown);
  });
  const local = isLoopback(socket.remoteAddress ?? host);
  const wire: Wire = createWire(
    socket,
    {
      host,
      port,
      secure: implicit,
      secured: implicit,
      requireTLS:
        security === "starttls" || (security === "auto" && !implicit && username !== "" && !local),
      ignoreTLS: security === "none",
      ...(token !== null && {
        customAuth: bearerAuth(smtp, token, () => wire.dialogue.mechanisms()),
      }),
    },
    timeouts,
  );
  try {
    await wire.run(timeouts.greeting, (done) => wire.connection.connect(done));
    if (token !== null) await logInByToken(wire, smtp, token, timeouts);
    else if (username !== "") await logIn(wire, smtp, timeouts);
  } catch (thrown) {
    wire.abort();
    throw thrown instanceof OpenError ? thrown : handshakeFailure(wire, thrown as SmtpError);
  }
  return sessionOver(wire, timeouts);
}

async function logIn(wire: Wire, smtp: Connection, timeouts: SmtpTimeouts): Promise<void> {
  if (!wire.connection.allowsAuth) throw authMissing("The server offers no authentication (AUTH).");
  if (smtp.password === "") throw authMissing("The mailbox has a username but no password.");
  await wire.run(timeouts.command, (done) =>
    wire.connection.login({ user: smtp.username, pass: smtp.password }, done),
  );
}

async function logInByToken(
  wire: Wire,
  { username: user }: Connection,
  token: string,
  timeouts: SmtpTimeouts,
): Promise<void> {
  if (user === "") throw authMissing("The mailbox has no username.");
  if (!bearerAmong(wire.dialogue.mechanisms())) {
    throw authMissing("The server offers no sign-in by access token (XOAUTH2 or OAUTHBEARER).");
  }
  try {
    await wire.run(timeouts.command, (done) =>
      wire.connection.login({ user, method: BEARER }, done),
    );
  } catch (thrown) {
    const error = thrown as SmtpError;
    if (error.response === undefined) throw error;
    throw Object.assign(error, { response: withoutToken(error.response, token) });
  }
}

const authMissing = (text: string): OpenError =>
  new OpenError("auth", "auth_missing", silentFacts("auth_missing", "auth", text));

function dialFailure(thrown: unknown): OpenError {
  const { step, errorCode } =
    thrown instanceof DialError
      ? thrown
      : ({ step: "dial", errorCode: "connection_refused" } as const);
  const ending =
    errorCode === "address_refused" || errorCode === "timeout"
      ? errorCode
      : errorCode === "tls_failed"
        ? "tls"
        : "network";
  return new OpenError(step, errorCode, silentFacts(ending, "connect"));
}

function handshakeFailure(wire: Wire, error: SmtpError): OpenError {
  const { dialogue } = wire;
  const verb = isRefusal(error) ? dialogue.answered() : dialogue.open();
  const facts = failureFacts(error, phaseOf(verb, "connect"));
  const overTime = facts.ending === "timeout";
  // After the reply to STARTTLS nothing is open until the handshake is done.
  const securing = verb === "STARTTLS" || (verb === null && dialogue.answered() === "STARTTLS");
  if (securing) {
    const missing = !dialogue.offersStartTls();
    const code = missing ? "starttls_missing" : overTime ? "timeout" : "tls_failed";
    const text = missing ? "The server does not offer STARTTLS." : null;
    return new OpenError(
      "starttls",
      code,
      silentFacts(overTime ? "timeout" : "tls", "connect", text),
    );
  }
  if (verb === "AUTH") {
    return new OpenError("auth", logInCode(error, facts), facts);
  }
  return new OpenError("greeting", overTime ? "timeout" : "protocol_error", facts);
}

function logInCode(error: SmtpError, facts: SmtpFacts): ConnectionErrorCode {
  if (!isRefusal(error)) return facts.ending === "timeout" ? "timeout" : "protocol_error";
  const about = judgeLogIn({ enhanced: facts.enhanced, text: facts.response ?? "" });
  return about === "credentials" ? "auth_failed" : about;
}

function sessionOver(wire: Wire, timeouts: SmtpTimeouts): SmtpSession {
  let tried = 0;
  let needsReset = false;
  return {
    usable: () => !wire.ended(),
    tried: () => tried,
    async send(message) {
      tried++;
      const { facts, next } = await transmitMessage(wire, message, { timeouts, needsReset });
      needsReset = next === "reset";
      if (next === "close") wire.abort();
      return facts;
    },
    close() {
      if (wire.ended()) return;
      const timer = setTimeout(() => wire.abort(), 2_000);
      wire.connection.once("end", () => clearTimeout(timer));
      wire.connection.quit();
    },
  };
}
