import { createHash } from "node:crypto";
import type { ImapFlow } from "imapflow";
import type { Connection } from "#contract/companion.ts";
import { connectImap } from "./connect.ts";
import { ImapFailure } from "./failure.ts";

/** One connection per mailbox, kept for a while between calls. */
export type ImapPool = {
  /** Runs `work` alone on the mailbox's connection. A connection that broke while idle is replaced once. */
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

export function createImapPool(): ImapPool {
  const slots = new Map<string, Slot>();

  async function run<T>(
    slot: Slot,
    imap: Connection,
    allowPrivate: boolean,
    work: (client: ImapFlow) => Promise<T>,
  ): Promise<T> {
    for (let reused = slot.client?.usable === true; ; reused = false) {
      if (!slot.client?.usable) slot.client = await connectImap(imap, allowPrivate);
      const client = slot.client;
      try {
        return await work(client);
      } catch (cause) {
        client.close();
        slot.client = null;
        if (reused) continue;
        throw cause instanceof ImapFailure
          ? cause
          : new ImapFailure("select", "protocol_error", { cause });
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
      const key = keyOf(imap, allowPrivate);
      const slot = slots.get(key) ?? {
        client: null,
        turn: Promise.resolve(),
        users: 0,
        idle: undefined,
      };
      slots.set(key, slot);
      slot.users++;
      clearTimeout(slot.idle);
      const mine = () => run(slot, imap, allowPrivate, work);
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

/** Hashed, since the password is part of it. */
const keyOf = (
  { host, port, security, username, password }: Connection,
  allowPrivate: boolean,
): string =>
  createHash("sha256")
    .update(JSON.stringify([host, port, security, username, password, allowPrivate]))
    .digest("base64");
