import { setTimeout as wait } from "node:timers/promises";
import type { WatchRequest } from "#platform/wire/mail-reading.ts";
import { limitParallel } from "#companion/limit.ts";
import { describeBriefly, type Log } from "#companion/log.ts";
import { accountKey } from "#smtp/account-key.ts";
import type { ConnectionErrorCode } from "#smtp/dial.ts";
import type { TokenSource } from "#smtp/with-token.ts";
import { connectImap, ImapFailure, TIMEOUTS } from "./connect.ts";
import { renewalMs } from "./renewal.ts";

/** Watches folders for new mail by IDLE, one connection each. */
export type Watcher = {
  /** Watches exactly these mailboxes from now on; unchanged ones keep their connection. */
  setList(list: WatchRequest): void;
  /** The version of the list; null before the first. */
  version(): string | null;
  /** Connections that are listening now. */
  listening(): number;
  close(): void;
};

type Target = WatchRequest["mailboxes"][number];
/** An open connection: `over` resolves when it is to be replaced, and rejects when it broke. */
type Listening = { readonly over: Promise<void>; readonly end: () => void };
type Watch = { readonly fingerprint: string; readonly stop: AbortController };

/** RFC 2177 asks for less than 29 minutes; routers forget a silent connection after five or so. */
const IDLE_MS = 4 * 60_000;
/** Longer than the interval of our own commands. */
const SILENCE_MS = 5 * 60_000;
/** Sign-ins at a time, so that a restart does not look like an attack. */
const MAX_CONNECTING = 10;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 5 * 60_000;
/** Providers lock accounts with many failed sign-ins. */
const REFUSED_PAUSE_MS = 15 * 60_000;
/** What only a person changes. A mailbox that was connected again comes with another list at once. */
const USELESS: ReadonlySet<ConnectionErrorCode> = new Set([
  "auth_failed",
  "auth_missing",
  "imap_disabled",
  "password_not_accepted",
  "sign_in_blocked",
  "reconnect_required",
  "not_granted",
]);

/**
 * `onMail` is called with an id when its folder has new mail, and when a lost connection is back or
 * one was replaced. A connection by token is replaced before the token ends: the new one listens
 * before the old one is closed.
 */
export function createWatcher(options: {
  readonly onMail: (id: string) => void;
  readonly log: Log;
  readonly firstPauseMs?: number;
  readonly tokens?: TokenSource;
}): Watcher {
  const { onMail, log, firstPauseMs = FIRST_PAUSE_MS, tokens } = options;
  const watches = new Map<string, Watch>();
  const connecting = limitParallel(MAX_CONNECTING);
  let version: string | null = null;
  let listening = 0;

  async function watch(target: Target, allowPrivate: boolean, stop: AbortSignal): Promise<void> {
    let open: Listening | null = null;
    let isAgain = false;
    for (let failures = 0; !stop.aborted;) {
      try {
        const next = await listen(target, allowPrivate, stop);
        if (!next) break;
        open?.end();
        open = next;
        // Mail may have arrived while the connection was lost, or replaced.
        if (isAgain) onMail(target.id);
        [isAgain, failures] = [true, 0];
        await open.over;
      } catch (cause) {
        if (stop.aborted) break;
        failures++;
        log("watch.broke", { id: target.id, failures, cause: describeBriefly(cause) }, "debug");
        await wait(pauseMs(cause, failures), null, { signal: stop, ref: false }).catch(() => {});
      }
    }
    open?.end();
  }

  function pauseMs(cause: unknown, failures: number): number {
    const code = cause instanceof ImapFailure ? cause.failure.error_code : null;
    const pause = Math.min(firstPauseMs * 2 ** Math.min(failures - 1, 10), LONGEST_PAUSE_MS);
    // Randomized, so that connections lost by a server restart do not return at the same time.
    return (code && USELESS.has(code) ? REFUSED_PAUSE_MS : pause) * (0.75 + Math.random() / 2);
  }

  /** Opens the folder over a connection of its own; null where nobody wants it any more. */
  async function listen(
    { id, imap, folder }: Target,
    allowPrivate: boolean,
    stop: AbortSignal,
  ): Promise<Listening | null> {
    const session = await connecting(async () => {
      if (stop.aborted) return null;
      const timeouts = { ...TIMEOUTS, command: SILENCE_MS, idle: IDLE_MS };
      return connectImap(imap, allowPrivate, { timeouts, tokens });
    });
    if (!session) return null;
    const { client, until } = session;
    const close = (): void => client.close();
    stop.addEventListener("abort", close);
    try {
      client.on("exists", ({ count, prevCount }) => {
        if (count > prevCount) onMail(id);
      });
      const opened = await client.mailboxOpen(folder, { readOnly: true });
      if (!opened || !client.usable) throw new ImapFailure("select", "protocol_error");
    } catch (cause) {
      stop.removeEventListener("abort", close);
      client.close();
      throw cause;
    }
    listening++;
    const over = new Promise<void>((resolve, reject) => {
      const renewal =
        until === null ? undefined : setTimeout(resolve, renewalMs(until, Date.now()));
      client.once("close", () => {
        listening--;
        clearTimeout(renewal);
        stop.removeEventListener("abort", close);
        // The reason of a server that ended the session is in `byeReason` alone.
        if (stop.aborted) resolve();
        else reject(new ImapFailure("select", "protocol_error", { cause: client.byeReason }));
      });
    });
    over.catch(() => {});
    return { over, end: close };
  }

  function begin(target: Target, allowPrivate: boolean, fingerprint: string): void {
    const stop = new AbortController();
    watches.set(target.id, { fingerprint, stop });
    void watch(target, allowPrivate, stop.signal);
  }

  function end(id: string): void {
    watches.get(id)?.stop.abort();
    watches.delete(id);
  }

  return {
    setList(list) {
      version = list.version;
      const wanted = new Set(list.mailboxes.map(({ id }) => id));
      for (const id of watches.keys()) if (!wanted.has(id)) end(id);
      for (const target of list.mailboxes) {
        const fingerprint = fingerprintOf(target, list.allow_private);
        if (watches.get(target.id)?.fingerprint === fingerprint) continue;
        end(target.id);
        begin(target, list.allow_private, fingerprint);
      }
    },
    version: () => version,
    listening: () => listening,
    close() {
      for (const id of watches.keys()) end(id);
    },
  };
}

const fingerprintOf = ({ imap, folder }: Target, allowPrivate: boolean): string =>
  accountKey(imap, folder, allowPrivate);
