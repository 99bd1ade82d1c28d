import type { ImapFlow } from "imapflow";
import { limitParallel } from "#companion/limit.ts";
import type { Connection } from "#platform/wire/companion.ts";
import { accountKey } from "#smtp/account-key.ts";
import type { TokenSource } from "#smtp/with-token.ts";
import { connectImap, ImapFailure } from "./connect.ts";

/** One connection per mailbox, reused between calls. */
export type ImapPool = {
  /**
   * Runs `work` with exclusive use of the mailbox's connection. A connection that was lost while
   * idle is replaced once.
   */
  use<T>(
    imap: Connection,
    allowPrivate: boolean,
    work: (client: ImapFlow) => Promise<T>,
  ): Promise<T>;
  close(): void;
};

type Slot = {
  client: ImapFlow | null;
  turn: Promise<unknown>;
  users: number;
  idle: NodeJS.Timeout | undefined;
};

const CLOSE_IDLE_AFTER_MS = 90_000;
/** Shorter than the app waits; it calls again later. */
const WORK_MS = 100_000;
/** Mailboxes read at the same time; each can use several megabytes. */
const MAX_PARALLEL = 20;

/** One connection per mailbox, used by one call at a time, closed when idle. */
export function createImapPool(tokens?: TokenSource): ImapPool {
  const slots = new Map<string, Slot>();
  const limit = limitParallel(MAX_PARALLEL);

  async function run<T>(
    slot: Slot,
    imap: Connection,
    allowPrivate: boolean,
    work: (client: ImapFlow) => Promise<T>,
  ): Promise<T> {
    let endedByServer = false;
    for (let reused = slot.client?.usable === true; ; reused = false) {
      if (!slot.client?.usable)
        slot.client = (await connectImap(imap, allowPrivate, { tokens })).client;
      const client = slot.client;
      let late = false;
      const timer = setTimeout(() => {
        late = true;
        client.close();
      }, WORK_MS);
      try {
        const done = await work(client);
        // After the server's BYE, commands of imapflow answer nothing instead of failing: once more over
        // a new connection. Work that ended just before it is safe to repeat.
        if (client.usable || !client.byeReason || endedByServer) return done;
        endedByServer = true;
        slot.client = null;
        continue;
      } catch (cause) {
        client.close();
        slot.client = null;
        if (late) throw new ImapFailure("select", "timeout", { cause });
        if (reused) continue;
        throw cause instanceof ImapFailure
          ? cause
          : new ImapFailure("select", "protocol_error", { cause });
      } finally {
        clearTimeout(timer);
      }
    }
  }

  function letGo(key: string, slot: Slot): void {
    if (--slot.users > 0) return;
    slot.idle = setTimeout(() => {
      slots.delete(key);
      slot.client?.close();
    }, CLOSE_IDLE_AFTER_MS);
    slot.idle.unref();
  }

  return {
    use(imap, allowPrivate, work) {
      const key = accountKey(imap, allowPrivate);
      const slot = slots.get(key) ?? {
        client: null,
        turn: Promise.resolve(),
        users: 0,
        idle: undefined,
      };
      slots.set(key, slot);
      slot.users++;
      clearTimeout(slot.idle);
      const mine = () => limit(() => run(slot, imap, allowPrivate, work));
      const result = slot.turn.then(mine, mine);
      slot.turn = result.catch(() => {});
      return result.finally(() => letGo(key, slot));
    },
    close() {
      for (const slot of slots.values()) {
        clearTimeout(slot.idle);
        slot.client?.close();
      }
      slots.clear();
    },
  };
}
