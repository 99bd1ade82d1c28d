import { createHash } from "node:crypto";
import type { OutgoingMail } from "#platform/wire/transmission.ts";
import type { SessionSlot } from "./deliver.ts";

/** Messages waiting and under way, mailbox by mailbox. */
export type Lanes = {
  /** Takes messages over; what is already in hand under the same lease is passed by. False: no room. */
  take(mails: readonly OutgoingMail[]): boolean;
  waiting(): number;
  underWay(): number;
  /** Gives back what has not begun, and resolves when what has begun is done, or after `ms`. */
  stop(ms: number): Promise<readonly OutgoingMail[]>;
};

type Lane = SessionSlot & {
  readonly key: string;
  readonly queue: OutgoingMail[];
  busy: boolean;
  idle: NodeJS.Timeout | undefined;
};

/** More than any app's claim; beyond it the app keeps its messages. */
const MAX_WAITING = 10_000;
/** Mailboxes that send at the same time. */
const MAX_PARALLEL = 200;
const CLOSE_IDLE_AFTER_MS = 20_000;

/**
 * One message at a time per mailbox and many mailboxes in turn, each over one connection that is
 * kept for a while. A crash therefore leaves at most one unclear outcome per mailbox. What was
 * handed over again under another lease is given back under the old one without a word to the
 * server: a slow server could otherwise be kept busy by nothing but leases that have run out. Where
 * `run` answers that the mailbox cannot be used at all, what waits for it is given back too: a wrong
 * password tried once for each message would lock the account.
 */
export function createLanes(
  run: (mail: OutgoingMail, slot: SessionSlot) => Promise<boolean>,
  giveBack: (mail: OutgoingMail) => void,
): Lanes {
  const lanes = new Map<string, Lane>();
  const inHand = new Set<string>();
  /** The latest try of each message. */
  const latest = new Map<string, string>();
  const ready: Lane[] = [];
  let waiting = 0;
  let underWay = 0;
  let stopped = false;

  function pump(): void {
    while (!stopped && underWay < MAX_PARALLEL) {
      const lane = ready.shift();
      if (!lane) return;
      const mail = nextOf(lane);
      if (mail) void advance(lane, mail);
      else rest(lane);
    }
  }

  function nextOf(lane: Lane): OutgoingMail | null {
    for (let mail = lane.queue.shift(); mail; mail = lane.queue.shift()) {
      waiting--;
      if (latest.get(mail.message_id) === tryKey(mail)) return mail;
      forget(mail);
      giveBack(mail);
    }
    return null;
  }

  function forget(mail: OutgoingMail): void {
    const key = tryKey(mail);
    inHand.delete(key);
    if (latest.get(mail.message_id) === key) latest.delete(mail.message_id);
  }

  function clear(lane: Lane): void {
    for (const mail of lane.queue.splice(0)) {
      waiting--;
      forget(mail);
      giveBack(mail);
    }
  }

  async function advance(lane: Lane, mail: OutgoingMail): Promise<void> {
    underWay++;
    lane.busy = true;
    const isUsable = await run(mail, lane);
    forget(mail);
    if (!isUsable) clear(lane);
    lane.busy = false;
    underWay--;
    // Behind the others, so that a long queue does not keep a place for itself.
    if (lane.queue.length > 0) ready.push(lane);
    else rest(lane);
    pump();
  }

  function rest(lane: Lane): void {
    lane.idle = setTimeout(() => close(lane), CLOSE_IDLE_AFTER_MS);
  }

  function close(lane: Lane): void {
    lane.session?.close();
    lanes.delete(lane.key);
  }

  function add(mail: OutgoingMail): void {
    const key = laneKey(mail);
    const lane = lanes.get(key) ?? { key, queue: [], session: null, busy: false, idle: undefined };
    lanes.set(key, lane);
    clearTimeout(lane.idle);
    inHand.add(tryKey(mail));
    latest.set(mail.message_id, tryKey(mail));
    lane.queue.push(mail);
    waiting++;
    if (!lane.busy && lane.queue.length === 1) ready.push(lane);
  }

  return {
    take(mails) {
      if (stopped || waiting + mails.length > MAX_WAITING) return false;
      for (const mail of mails) if (!inHand.has(tryKey(mail))) add(mail);
      pump();
      return true;
    },
    waiting: () => waiting,
    underWay: () => underWay,
    async stop(ms) {
      stopped = true;
      const left = [...lanes.values()].flatMap(({ queue }) => queue.splice(0));
      waiting = 0;
      const until = Date.now() + ms;
      while (underWay > 0 && Date.now() < until) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      for (const lane of lanes.values()) {
        clearTimeout(lane.idle);
        lane.session?.close();
      }
      return left;
    },
  };
}

const tryKey = (mail: OutgoingMail): string => `${mail.message_id}\n${mail.ticket}\n${mail.lease}`;

/** A mailbox: an account on a server, and the sender. Hashed, since the password is part of it. */
function laneKey({ smtp, envelope, allow_private }: OutgoingMail): string {
  const { host, port, security, username, password } = smtp;
  const parts = [host, port, security, username, password, envelope.from, allow_private];
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64");
}
