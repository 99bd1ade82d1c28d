import type { LogInRefusal } from "#platform/rules/mail/log-in-refusal.ts";
import type { TokenRefusal } from "#platform/rules/mail/token-refusal.ts";
import { connect, isIP, type LookupFunction, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";

/** Stable codes for failures of connecting and signing in. */
export type ConnectionErrorCode =
  | "connection_refused"
  | "timeout"
  | "dns_failed"
  | "tls_failed"
  | "starttls_missing"
  | "auth_failed"
  | "auth_missing"
  | "imap_disabled"
  | "address_refused"
  | "protocol_error"
  | Exclude<LogInRefusal, "credentials">
  | TokenRefusal;

/** A connection that could not be opened: at the TCP level (`dial`) or in the TLS handshake. */
export class DialError extends Error {
  override readonly name = "DialError";
  readonly step: "dial" | "tls";
  readonly errorCode: ConnectionErrorCode;
  constructor(step: "dial" | "tls", errorCode: ConnectionErrorCode, options?: ErrorOptions) {
    super(`${step}: ${errorCode}`, options);
    this.step = step;
    this.errorCode = errorCode;
  }
}

export type DialTarget = { readonly host: string; readonly port: number; readonly tls: boolean };
/** Opens a connection, with implicit TLS when asked. Throws `DialError`. */
export type Dial = (target: DialTarget) => Promise<Socket>;

/** The `code` of a lookup that was rejected because connections to the address are not allowed. */
export const ADDRESS_REFUSED = "ERR_ADDRESS_REFUSED";

const DIAL_TIMEOUT_MS = 15_000;

/**
 * Connects with `node:net` and `node:tls`, which both hosts have; 15 s in total. The certificate is
 * checked against `host` even if `lookup` chose the address.
 */
export function createDial(options: { lookup?: LookupFunction; timeoutMs?: number } = {}): Dial {
  return ({ host, port, tls }) =>
    new Promise((resolve, reject) => {
      const target = { host, port, ...(options.lookup ? { lookup: options.lookup } : {}) };
      const socket = tls
        ? connectTls({ ...target, ...(isIP(host) ? {} : { servername: host }) })
        : connect(target);
      let connected = false;
      const fail = (errorCode: ConnectionErrorCode, cause?: unknown) => {
        settle();
        socket.on("error", () => {});
        socket.destroy();
        reject(new DialError(tls && connected ? "tls" : "dial", errorCode, { cause }));
      };
      const onConnect = () => {
        connected = true;
        if (!tls) succeed();
      };
      const onError = (error: NodeJS.ErrnoException) =>
        fail(tls && connected ? "tls_failed" : dialErrorCode(error.code ?? ""), error);
      const onClose = () => fail(tls && connected ? "tls_failed" : "connection_refused");
      const timer = setTimeout(() => fail("timeout"), options.timeoutMs ?? DIAL_TIMEOUT_MS);
      const settle = () => {
        clearTimeout(timer);
        socket.off("connect", onConnect);
        socket.off("secureConnect", succeed);
        socket.off("error", onError);
        socket.off("close", onClose);
      };
      const succeed = () => {
        settle();
        resolve(socket);
      };
      socket.on("connect", onConnect);
      if (tls) socket.on("secureConnect", succeed);
      socket.on("error", onError);
      socket.on("close", onClose);
    });
}

/** The failure of a TCP connection by the error code of the system. */
export function dialErrorCode(systemCode: string): ConnectionErrorCode {
  switch (systemCode) {
    case ADDRESS_REFUSED:
      return "address_refused";
    case "ENOTFOUND":
    case "EAI_AGAIN":
    case "EAI_FAIL":
    case "ENODATA":
      return "dns_failed";
    case "ETIMEDOUT":
      return "timeout";
    default:
      return "connection_refused";
  }
}
