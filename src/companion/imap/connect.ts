import { Socket } from "node:net";
import { createSecureContext, type SecureContext } from "node:tls";
import { ImapFlow, type ImapFlowError } from "imapflow";
import type { Connection } from "#platform/wire/companion.ts";
import { publicLookup, assertLiteral } from "#companion/egress.ts";
import { IMAP_DISABLED } from "#platform/rules/mail/refusal-words.ts";
import { isLoopback } from "#platform/rules/net/address-class.ts";
import { type ConnectionErrorCode, DialError, dialErrorCode } from "#smtp/dial.ts";
import type { FetchFailure } from "#platform/wire/mail-reading.ts";
import { wordsFor } from "#companion/words.ts";
import { NoToken, noTokens, type TokenSource, withToken } from "#smtp/with-token.ts";

/** Milliseconds. */
export type ImapTimeouts = {
  readonly dial: number;
  readonly greeting: number;
  readonly command: number;
  /**
   * Uses IDLE when there is nothing else to do, and sends something after this time; never if not
   * set.
   */
  readonly idle?: number;
};
export const TIMEOUTS: ImapTimeouts = { dial: 15_000, greeting: 30_000, command: 60_000 };
/** Mail that arrives between a command and IDLE is reported late, so the pause is short. */
const IDLE_AFTER_MS = 250;

/** A malicious server must not fill our memory. */
const MAX_LITERAL_BYTES = 8 * 1024 * 1024;

export type ImapOptions = {
  readonly timeouts?: ImapTimeouts;
  /** For connections with `oauth`; without it they cannot sign in. */
  readonly tokens?: TokenSource | undefined;
};

/** A signed-in connection. */
export type ImapSession = {
  readonly client: ImapFlow;
  /** When its token ends, in Unix milliseconds; null for a password. */
  readonly until: number | null;
};

/**
 * Connects and signs in. As with SMTP, `auto` requires STARTTLS before a password or token is sent,
 * and a token that the server refuses is renewed and tried once more. Throws `ImapFailure` with the
 * step; nothing stays open then.
 */
export async function connectImap(
  imap: Connection,
  allowPrivate: boolean,
  { timeouts = TIMEOUTS, tokens = noTokens }: ImapOptions = {},
): Promise<ImapSession> {
  const { username: user, password: pass, oauth } = imap;
  if (user === "" || (pass === "" && !oauth)) throw failureOf(imap, "auth", "auth_missing");
  const connect = (auth: Auth) => connectAs(auth, imap, allowPrivate, timeouts);
  if (!oauth) return { client: await connect({ user, pass }), until: null };
  try {
    return await withToken(
      tokens,
      oauth.grant,
      async ({ token, until }) => ({ client: await connect({ user, accessToken: token }), until }),
      (thrown) => thrown instanceof ImapFailure && thrown.failure.error_code === "auth_failed",
    );
  } catch (thrown) {
    throw thrown instanceof NoToken ? failureOf(imap, "auth", thrown.refusal) : thrown;
  }
}

type Auth =
  | { readonly user: string; readonly pass: string }
  | { readonly user: string; readonly accessToken: string };

async function connectAs(
  auth: Auth,
  imap: Connection,
  allowPrivate: boolean,
  timeouts: ImapTimeouts,
): Promise<ImapFlow> {
  const { host, port, security } = imap;
  const secure = security === "tls" || (security === "auto" && port === 993);
  const mustUpgrade =
    security === "starttls" || (security === "auto" && !secure && !isLoopback(host));
  const client = new ImapFlow({
    host,
    port,
    secure,
    ...(secure || security === "none"
      ? { doSTARTTLS: false }
      : mustUpgrade
        ? { doSTARTTLS: true }
        : {}),
    auth,
    clientInfo: { name: "Outrider" },
    logger: false,
    ...(timeouts.idle === undefined
      ? { disableAutoIdle: true }
      : { autoIdleDelay: IDLE_AFTER_MS, maxIdleTime: timeouts.idle }),
    disableCompression: true,
    connectionTimeout: timeouts.dial,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.command,
    maxLineLength: 2 * MAX_LITERAL_BYTES,
    maxLiteralSize: MAX_LITERAL_BYTES,
    maxResponseSize: 2 * MAX_LITERAL_BYTES,
    // Passed to both net.connect and tls.connect.
    tls: { secureContext: contextOfAll(), ...(allowPrivate ? {} : { lookup: publicLookup }) },
  });
  // Without a listener, an error of an idle connection would end the process.
  client.on("error", () => {});
  let reached = false;
  try {
    assertLiteral(host, allowPrivate);
    const connected = client.connect();
    // Before TLS has started.
    socketOf(client)?.once("connect", () => (reached = true));
    await connected;
    return client;
  } catch (cause) {
    const upgrading = mustUpgrade && !client.secureConnection;
    client.close();
    throw connectFailure(cause, client, { imap, secure, reached, upgrading });
  }
}

/** The socket of the library, available as soon as it connects; its types hide it. */
function socketOf(client: ImapFlow): Socket | null {
  const { socket } = client as unknown as { socket?: unknown };
  return socket instanceof Socket ? socket : null;
}

let context: SecureContext | undefined;
/** One for all connections: one each would use memory for as long as they are idle. */
const contextOfAll = (): SecureContext => (context ??= createSecureContext());

/** The step that the connection had reached. */
type Progress = {
  readonly imap: Connection;
  readonly secure: boolean;
  /** The server accepted the connection. */
  readonly reached: boolean;
  /** STARTTLS was requested and is not done yet. */
  readonly upgrading: boolean;
};

function connectFailure(
  cause: unknown,
  client: ImapFlow,
  { imap, secure, reached, upgrading }: Progress,
): ImapFailure {
  const fail = (step: ImapFailure["failure"]["step"], code: ConnectionErrorCode) =>
    failureOf(imap, step, code, cause);
  if (cause instanceof DialError) return fail(cause.step, cause.errorCode);
  const error = cause as ImapFlowError & {
    tlsFailed?: boolean;
    authenticationFailed?: boolean;
    responseStatus?: string;
    serverResponseCode?: string;
    response?: unknown;
  };
  const code = error.code ?? "";
  if (NO_WAY_IN.has(error.message)) return fail("auth", "auth_missing");
  // The library reports any error during sign-in as a failed sign-in; only a response of the server
  // counts.
  const isRefusal = error.responseStatus === "NO" || error.responseStatus === "BAD";
  const words = typeof error.response === "string" ? error.response : "";
  const said = error.serverResponseCode ?? "";
  const passes =
    PASSING.has(said) ||
    (said !== "AUTHENTICATIONFAILED" && FOR_NOW.test(words.slice(0, MAX_WORDS)));
  if (error.authenticationFailed && IMAP_DISABLED.test(words.slice(0, MAX_WORDS))) {
    return fail("auth", "imap_disabled");
  }
  if (error.authenticationFailed && !passes && (isRefusal || NOT_CONNECTED.test(words))) {
    return fail("auth", "auth_failed");
  }
  if (code === "UPGRADE_TIMEOUT") return fail("starttls", "timeout");
  if (error.tlsFailed) {
    return fail("starttls", code === "" ? "starttls_missing" : "tls_failed");
  }
  if (code === "CONNECT_TIMEOUT") return fail(reached && secure ? "tls" : "dial", "timeout");
  if (code === "GREETING_TIMEOUT") return fail("greeting", "timeout");
  if (client.greeting !== undefined) {
    return fail(
      upgrading ? "starttls" : "auth",
      code === "ETIMEOUT" ? "timeout" : "protocol_error",
    );
  }
  if (code.startsWith("ClosedAfterConnect")) return fail("greeting", "protocol_error");
  if (DIALLING.test(code)) return fail("dial", dialErrorCode(code));
  if (secure) return fail("tls", "tls_failed");
  return fail("greeting", code === "ETIMEOUT" ? "timeout" : "protocol_error");
}

/** A sign-in that is rejected with these codes says nothing about the password (RFC 5530). */
const PASSING = new Set([
  "UNAVAILABLE",
  "SERVERBUG",
  "INUSE",
  "LIMIT",
  "OVERQUOTA",
  "CONTACTADMIN",
]);

/** Characters of a refusal that are looked at. */
const MAX_WORDS = 1_000;

/** The same in words: too much at once, or the server's own trouble. */
const FOR_NOW =
  /too many (?:simultaneous |concurrent )?(?:connections|log-?ins|sessions|(?:log-?in |auth(?:entication)? )?attempts)|exceeded (?:command or )?bandwidth|rate limit|temporar(?:y|ily) (?:\w{1,20} ){0,2}(?:failure|problem|error|unavailable)|try again later/i;

/** Exchange's OK to a sign-in that opens no mailbox, which shows at the next command. */
const NOT_CONNECTED = /user is authenticated but not connected/i;

/** imapflow's own words where the server offers nothing that fits. */
const NO_WAY_IN = new Set(["Login is disabled", "Unsupported authentication mechanism"]);

const DIALLING =
  /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ETIMEDOUT|ENOTFOUND|EAI_\w+|ENODATA|ERR_ADDRESS_REFUSED)$/;

/** A failure of IMAP: the step, a stable code, and a text for people. */
export class ImapFailure extends Error {
  override readonly name = "ImapFailure";
  readonly failure: FetchFailure & { readonly error_code: ConnectionErrorCode };
  constructor(
    step: FetchFailure["step"],
    code: ConnectionErrorCode,
    options: ErrorOptions & Pick<Connection, "oauth"> = {},
  ) {
    super(`${step}: ${code}`, options);
    this.failure = { step, error_code: code, message: wordsFor(code, options).message };
  }
}

const failureOf = (
  { oauth }: Connection,
  step: FetchFailure["step"],
  code: ConnectionErrorCode,
  cause?: unknown,
): ImapFailure => new ImapFailure(step, code, { cause, ...(oauth && { oauth }) });
