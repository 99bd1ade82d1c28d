import { Socket } from "node:net";
import { createSecureContext, type SecureContext } from "node:tls";
import { ImapFlow, type ImapFlowError } from "imapflow";
import type { Connection } from "#platform/wire/companion.ts";
import { publicLookup, assertLiteral } from "#companion/egress.ts";
import { isLoopback } from "#platform/rules/net/address-class.ts";
import { type ConnectionErrorCode, DialError, dialErrorCode } from "#smtp/dial.ts";
import type { FetchFailure } from "#platform/wire/mail-reading.ts";
import { wordsFor } from "#companion/words.ts";

/** Milliseconds. */
export type ImapTimeouts = {
  readonly dial: number;
  readonly greeting: number;
  readonly command: number;
  /** Idles by itself when nothing is asked, and says something after so long; without it never. */
  readonly idle?: number;
};
export const TIMEOUTS: ImapTimeouts = { dial: 15_000, greeting: 30_000, command: 60_000 };
/** What arrives between a command and IDLE is told late, so the pause is short. */
const IDLE_AFTER_MS = 250;

/** A hostile server must not fill our memory. */
const MAX_LITERAL_BYTES = 8 * 1024 * 1024;

/**
 * Connects and logs in. As with SMTP, `auto` asks for STARTTLS before a password leaves the machine.
 * Throws `ImapFailure` naming the step; nothing stays open then.
 */
export async function connectImap(
  imap: Connection,
  allowPrivate: boolean,
  timeouts: ImapTimeouts = TIMEOUTS,
): Promise<ImapFlow> {
  const { host, port, security, username, password } = imap;
  if (username === "" || password === "") throw new ImapFailure("auth", "auth_missing");
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
    auth: { user: username, pass: password },
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
    // Goes to net.connect and tls.connect alike.
    tls: { secureContext: contextOfAll(), ...(allowPrivate ? {} : { lookup: publicLookup }) },
  });
  // Without a listener an error of an idle connection would end the process.
  client.on("error", () => {});
  let reached = false;
  try {
    assertLiteral(host, allowPrivate);
    const connected = client.connect();
    // Before TLS has anything to say.
    socketOf(client)?.once("connect", () => (reached = true));
    await connected;
    return client;
  } catch (cause) {
    const upgrading = mustUpgrade && !client.secureConnection;
    client.close();
    throw connectFailure(cause, client, { secure, reached, upgrading });
  }
}

/** The library's socket, there as soon as it dials; its types keep it to themselves. */
function socketOf(client: ImapFlow): Socket | null {
  const { socket } = client as unknown as { socket?: unknown };
  return socket instanceof Socket ? socket : null;
}

let context: SecureContext | undefined;
/** One for all connections: each of its own would hold memory for as long as it idles. */
const contextOfAll = (): SecureContext => (context ??= createSecureContext());

/** How far the connection had come. */
type Progress = {
  readonly secure: boolean;
  /** The server took the connection. */
  readonly reached: boolean;
  /** STARTTLS was asked for and not done yet. */
  readonly upgrading: boolean;
};

function connectFailure(
  cause: unknown,
  client: ImapFlow,
  { secure, reached, upgrading }: Progress,
): ImapFailure {
  const fail = (step: ImapFailure["failure"]["step"], code: ConnectionErrorCode) =>
    new ImapFailure(step, code, { cause });
  if (cause instanceof DialError) return fail(cause.step, cause.errorCode);
  const error = cause as ImapFlowError & {
    tlsFailed?: boolean;
    authenticationFailed?: boolean;
    responseStatus?: string;
    serverResponseCode?: string;
  };
  const code = error.code ?? "";
  if (error.message === "Login is disabled") return fail("auth", "auth_missing");
  // The library calls whatever ends a log-in a failure of it; only the server's own word is one.
  const isRefusal = error.responseStatus === "NO" || error.responseStatus === "BAD";
  if (error.authenticationFailed && isRefusal && !PASSING.has(error.serverResponseCode ?? "")) {
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

/** A log-in that is refused for these says nothing about the password (RFC 5530). */
const PASSING = new Set(["UNAVAILABLE", "SERVERBUG", "INUSE", "LIMIT", "CONTACTADMIN"]);

const DIALLING =
  /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ETIMEDOUT|ENOTFOUND|EAI_\w+|ENODATA|ERR_ADDRESS_REFUSED)$/;

/** IMAP did not do what was asked: the step, a stable code, and words for a person. */
export class ImapFailure extends Error {
  override readonly name = "ImapFailure";
  readonly failure: FetchFailure & { readonly error_code: ConnectionErrorCode };
  constructor(step: FetchFailure["step"], code: ConnectionErrorCode, options?: ErrorOptions) {
    super(`${step}: ${code}`, options);
    this.failure = { step, error_code: code, message: wordsFor(code).message };
  }
}
