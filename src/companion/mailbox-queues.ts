import type { OutgoingMail } from "#platform/wire/transmission.ts";
import { accountKey } from "#smtp/account-key.ts";
import type { SessionSlot } from "./deliver.ts";

/** Messages that wait or are being sent, one queue per mailbox. */
export type MailboxQueues = {
  /**
   * Accepts messages; a message with the same lease that was accepted before is ignored. False: the
   * queues are full.
   */
  take(mails: readonly OutgoingMail[]): boolean;
  waiting(): number;
  sending(): number;
  /**
   * Returns the messages that were not started, and resolves when running ones are done, or after
   * `ms`.
   */
  stop(ms: number): Promise<readonly OutgoingMail[]>;
};

type MailboxQueue = SessionSlot & {
  readonly key: string;
  readonly mails: OutgoingMail[];
  busy: boolean;
  idle: NodeJS.Timeout | undefined;
};

/** More than any app claims at once; above that the app keeps its messages. */
const MAX_WAITING = 10_000;
/** Mailboxes that send at the same time. */
const MAX_PARALLEL = 200;
const CLOSE_IDLE_AFTER_MS = 20_000;

/**
 * Sends one message at a time per mailbox over one reused connection, for many mailboxes in turn.
 * So a crash leaves at most one unclear result per mailbox. A message that was handed over again
 * with a new lease is returned under the old one without contacting the server: otherwise expired
 * leases could keep a slow server busy. If `run` returns that the mailbox cannot be used at all,
 * its waiting messages are returned too: trying a wrong password once per message would lock the
 * account.
 */
export function createMailboxQueues(
  run: (mail: OutgoingMail, slot: SessionSlot) => Promise<boolean>,
  returnUnsent: (mail: OutgoingMail) => void,
): MailboxQueues {
  const queues = new Map<string, MailboxQueue>();
  const accepted = new Set<string>();
  /** The latest attempt of each message. */
  const latest = new Map<string, string>();
  const ready: MailboxQueue[] = [];
  let waiting = 0;
  let sending = 0;
  let stopped = false;

  function pump(): void {
    while (!stopped && sending < MAX_PARALLEL) {
      const queue = ready.shift();
      if (!queue) return;
      const mail = nextOf(queue);
      if (mail) void advance(queue, mail);
      else rest(queue);
    }
  }

  function nextOf(queue: MailboxQueue): OutgoingMail | null {
    for (let mail = queue.mails.shift(); mail; mail = queue.mails.shift()) {
      waiting--;
      if (latest.get(mail.message_id) === tryKey(mail)) return mail;
      forget(mail);
      returnUnsent(mail);
    }
    return null;
  }

  function forget(mail: OutgoingMail): void {
    const key = tryKey(mail);
    accepted.delete(key);
    if (latest.get(mail.message_id) === key) latest.delete(mail.message_id);
  }

  function clear(queue: MailboxQueue): void {
    for (const mail of queue.mails.splice(0)) {
      waiting--;
      forget(mail);
      returnUnsent(mail);
    }
  }

  async function advance(queue: MailboxQueue, mail: OutgoingMail): Promise<void> {
    sending++;
    queue.busy = true;
    const isUsable = await run(mail, queue);
    forget(mail);
    if (!isUsable) clear(queue);
    queue.busy = false;
    sending--;
    // At the end, so that a long queue does not keep its place.
    if (queue.mails.length > 0) ready.push(queue);
    else rest(queue);
    pump();
  }

  function rest(queue: MailboxQueue): void {
    queue.idle = setTimeout(() => close(queue), CLOSE_IDLE_AFTER_MS);
  }

  function close(queue: MailboxQueue): void {
    queue.session?.close();
    queues.delete(queue.key);
  }

  function add(mail: OutgoingMail): void {
    const key = mailboxKey(mail);
    const queue = queues.get(key) ?? {
      key,
      mails: [],
      session: null,
      busy: false,
      idle: undefined,
    };
    queues.set(key, queue);
    clearTimeout(queue.idle);
    accepted.add(tryKey(mail));
    latest.set(mail.message_id, tryKey(mail));
    queue.mails.push(mail);
    waiting++;
    if (!queue.busy && queue.mails.length === 1) ready.push(queue);
  }

  return {
    take(mails) {
      if (stopped || waiting + mails.length > MAX_WAITING) return false;
      for (const mail of mails) if (!accepted.has(tryKey(mail))) add(mail);
      pump();
      return true;
    },
    waiting: () => waiting,
    sending: () => sending,
    async stop(ms) {
      stopped = true;
      const left = [...queues.values()].flatMap(({ mails }) => mails.splice(0));
      waiting = 0;
      const until = Date.now() + ms;
      while (sending > 0 && Date.now() < until) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      for (const queue of queues.values()) {
        clearTimeout(queue.idle);
        queue.session?.close();
      }
      return left;
    },
  };
}

const tryKey = (mail: OutgoingMail): string => `${mail.message_id}\n${mail.ticket}\n${mail.lease}`;

/** A mailbox: an account on a server, and the sender. */
const mailboxKey = ({ smtp, envelope, allow_private }: OutgoingMail): string =>
  accountKey(smtp, envelope.from, allow_private);
