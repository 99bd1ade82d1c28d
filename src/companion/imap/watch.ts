import { createHash } from "node:crypto";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import type { WatchRequest } from "#platform/wire/mail-reading.ts";
import { limitParallel } from "#companion/limit.ts";
import { describeBriefly, type Log } from "#companion/log.ts";
import { connectImap, ImapFailure, TIMEOUTS } from "./connect.ts";

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

/**
 * `onMail` is called with an id when its folder has new mail, and when a lost connection is back.
 */
export function createWatcher(options: {
  readonly onMail: (id: string) => void;
  readonly log: Log;
  readonly firstPauseMs?: number;
}): Watcher {
  const { onMail, log, firstPauseMs = FIRST_PAUSE_MS } = options;
  const watches = new Map<string, Watch>();
  const connecting = limitParallel(MAX_CONNECTING);
  let version: string | null = null;
  let listening = 0;

  async function watch(target: Target, allowPrivate: boolean, stop: AbortSignal): Promise<void> {
    let isAgain = false;
    for (let failures = 0; !stop.aborted;) {
      try {
        await listen(target, allowPrivate, stop, () => {
          // Mail may have arrived while the connection was lost.
          if (isAgain) onMail(target.id);
          [isAgain, failures] = [true, 0];
        });
      } catch (cause) {
        failures++;
        log("watch.broke", { id: target.id, failures, cause: describeBriefly(cause) }, "debug");
        const code = cause instanceof ImapFailure ? cause.failure.error_code : null;
        const refused = code === "auth_failed" || code === "auth_missing";
        const pause = Math.min(firstPauseMs * 2 ** Math.min(failures - 1, 10), LONGEST_PAUSE_MS);
        // Randomized, so that connections lost by a server restart do not return at the same time.
        const ms = (refused ? REFUSED_PAUSE_MS : pause) * (0.75 + Math.random() / 2);
        await wait(ms, null, { signal: stop, ref: false }).catch(() => {});
      }
    }
  }

  /** Resolves or throws when the connection ends. */
  async function listen(
    { id, imap, folder }: Target,
    allowPrivate: boolean,
    stop: AbortSignal,
    onListening: () => void,
  ): Promise<void> {
    const client = await connecting(async () => {
      if (stop.aborted) return null;
      const timeouts = { ...TIMEOUTS, command: SILENCE_MS, idle: IDLE_MS };
      return connectImap(imap, allowPrivate, timeouts);
    });
    if (!client) return;
    const close = (): void => client.close();
    stop.addEventListener("abort", close);
    const closed = once(client, "close");
    // `once` rejects on an "error" event, which imapflow emits before it closes.
    closed.catch(() => {});
    try {
      client.on("exists", ({ count, prevCount }) => {
        if (count > prevCount) onMail(id);
      });
      const opened = await client.mailboxOpen(folder, { readOnly: true });
      if (!opened) throw new ImapFailure("select", "protocol_error");
      listening++;
      onListening();
      try {
        await closed;
      } finally {
        listening--;
      }
    } finally {
      stop.removeEventListener("abort", close);
      client.close();
    }
    if (!stop.aborted) throw new ImapFailure("select", "protocol_error");
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

/** Hashed, because the password is part of it. */
const fingerprintOf = ({ imap, folder }: Target, allowPrivate: boolean): string =>
  createHash("sha256")
    .update(JSON.stringify([imap, folder, allowPrivate]))
    .digest("base64");
