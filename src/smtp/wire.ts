import type { Socket } from "node:net";
import SMTPConnection, { type SMTPConnectionOptions } from "nodemailer/lib/smtp-connection";
import { type Dialogue, followDialogue } from "./dialogue.ts";

/** Milliseconds; shorter than in RFC 5321, whose timeouts do not fit into a lease. */
export type SmtpTimeouts = {
  readonly greeting: number;
  /** For each reply, and for each piece of the body. */
  readonly command: number;
  /** From the final dot to its reply. */
  readonly dot: number;
};
export const SMTP_TIMEOUTS: SmtpTimeouts = { greeting: 30_000, command: 60_000, dot: 120_000 };

type Done<T> = (error?: Error | null, value?: T) => void;

/** One connection and the only operation that may run on it. */
export type Wire = {
  readonly connection: SMTPConnection;
  readonly dialogue: Dialogue;
  /** Runs an operation; rejects with its error, with the connection's, or with ETIMEDOUT. */
  run<T>(withinMs: number, start: (done: Done<T>) => void): Promise<T | undefined>;
  /** Limits the running operation to this time from now. */
  extend(ms: number): void;
  ended(): boolean;
  /** Closes immediately, without QUIT. */
  abort(): void;
};

/** nodemailer's own timers are disabled: ours know the phase. */
const NEVER_MS = 15 * 60_000;

/** Runs the SMTP client on an open socket. */
export function createWire(
  socket: Socket,
  options: SMTPConnectionOptions,
  timeouts: SmtpTimeouts,
): Wire {
  let current: ((error: Error) => void) | null = null;
  let ended = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const extend = (ms: number) => {
    clearTimeout(timer);
    if (current) timer = setTimeout(expire, ms);
  };
  const dialogue = followDialogue(() => extend(timeouts.command));
  const connection = new SMTPConnection({
    ...options,
    connection: socket,
    connectionTimeout: NEVER_MS,
    greetingTimeout: NEVER_MS,
    socketTimeout: NEVER_MS,
    socketCloseTimeout: 0,
    maxResponseSize: 64 * 1024,
    logger: dialogue.logger,
    transactionLog: true,
  });
  function expire(): void {
    current?.(Object.assign(new Error("no reply in time"), { code: "ETIMEDOUT" }));
    connection.close();
  }
  connection.on("error", (error: Error) => current?.(error));
  connection.once("end", () => {
    ended = true;
    // A 421 closes the connection before its error is reported, in the same turn.
    queueMicrotask(() => current?.(new Error("the connection was closed")));
  });

  // The client listens only one turn after it got the socket; an end in between would be lost.
  for (const event of ["end", "error", "close"]) {
    socket.once(event, () =>
      setTimeout(() => {
        ended = true;
        current?.(new Error("the connection was closed"));
      }, 0),
    );
  }

  return {
    connection,
    dialogue,
    extend,
    ended: () => ended,
    abort: () => connection.close(),
    run: (withinMs, start) =>
      new Promise((resolve, reject) => {
        const settle = () => {
          current = null;
          clearTimeout(timer);
        };
        const fail = (error: Error) => {
          if (current !== fail) return;
          settle();
          reject(error);
        };
        current = fail;
        extend(withinMs);
        start((error, value) => {
          if (error) fail(error);
          else if (current === fail) {
            settle();
            resolve(value);
          }
        });
      }),
  };
}
