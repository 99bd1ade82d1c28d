import type { OutgoingMail } from "#platform/wire/transmission.ts";
import { forCarrier } from "#smtp/carrier-headers.ts";
import { compose, envelopeAddress, Unsendable } from "#smtp/compose.ts";
import { isSignedOut, sendResult, silentFacts, type SmtpFacts } from "#smtp/facts.ts";
import { OpenError, openSmtpSession, type SmtpSession } from "#smtp/session.ts";
import type { SmtpTimeouts } from "#smtp/wire.ts";
import type { TokenSource } from "#smtp/with-token.ts";
import type { Try } from "#modules/delivery/rules/journal.ts";
import type { Channel } from "./channel.ts";
import type { Crash } from "./crash.ts";
import { guardedDial } from "./egress.ts";
import type { Journal, Result } from "./journal.ts";
import { describeBriefly, type Log } from "./log.ts";

export type DeliveryTools = {
  readonly journal: Journal;
  readonly channel: Pick<Channel, "intend">;
  readonly log: Log;
  readonly crash: Crash;
  readonly timeouts?: Partial<SmtpTimeouts>;
  readonly tokens?: TokenSource;
};

/** The only connection of a mailbox, opened when needed. */
export type SessionSlot = { session: SmtpSession | null };

/** Providers close a connection after about this many messages. */
const MESSAGES_PER_CONNECTION = 100;

/**
 * Transmits one message unless the journal forbids it, and returns its result, which is on disk by
 * then. Never rejects.
 */
export async function deliver(
  mail: OutgoingMail,
  slot: SessionSlot,
  tools: DeliveryTools,
): Promise<Result> {
  const { journal, log, crash } = tools;
  const earlier = journal.outcomeOf(mail) ?? earlierResult(mail, journal);
  const { ticket, lease, message_id } = mail;
  if (earlier) return { ...earlier, ticket, lease, message_id, replayed: true };
  // The app would grant what could not be recorded, and not know what became of it after a crash.
  if (!(await journal.writable())) return unsent(mail);

  const facts = await attempt(mail, slot, tools);
  const result: Result = { ...sendResult(mail, facts), ended_at: Date.now() };
  try {
    await journal.outcome(result);
  } catch (cause) {
    // The result is still reported to the app; only a crash right now would leave it unclear.
    log("journal.write_failed", { cause: describeBriefly(cause) }, "error");
  }
  crash("after_outcome");
  return result;
}

/** The result of a mail that was not started: the app can queue it again immediately. */
export const unsent = (mail: Try): Result => sendResult(mail, silentFacts("withheld", "connect"));

/** An accepted message is never sent again; an unclear one only when a person decided so. */
function earlierResult(mail: OutgoingMail, journal: Journal): Result | null {
  const blocking = journal.blockingResult(mail.message_id);
  return blocking && mail.again === true && blocking.ending !== "accepted" ? null : blocking;
}

async function attempt(
  mail: OutgoingMail,
  slot: SessionSlot,
  tools: DeliveryTools,
): Promise<SmtpFacts> {
  const { journal, channel, crash } = tools;
  try {
    const raw = compose(forCarrier(mail));
    const envelope = {
      from: envelopeAddress("Envelope sender", mail.envelope.from),
      to: mail.envelope.to.map((to) => envelopeAddress("Envelope recipient", to)),
    };
    for (let reused = slot.session !== null; ; reused = false) {
      const session = (slot.session ??= await open(mail, tools));
      crash("after_connect");
      let intended = false;
      const facts = await session.send({
        envelope,
        raw,
        async intend() {
          intended = true;
          if (!(await channel.intend(mail))) return false;
          if (!(await journal.intent(mail))) return false;
          crash("after_intent");
          return true;
        },
        onDot: () => crash("after_dot"),
      });
      const signedOut = isSignedOut(facts);
      if (signedOut || !session.usable() || session.tried() >= MESSAGES_PER_CONNECTION) {
        session.close();
        slot.session = null;
      }
      // The server had closed or signed out the idle connection; nothing of this message was sent.
      const stale = signedOut || facts.ending === "network" || facts.code === 421;
      if (!(reused && stale && !intended)) return facts;
    }
  } catch (thrown) {
    if (thrown instanceof Unsendable) return silentFacts("unsendable", "connect", thrown.message);
    if (thrown instanceof OpenError) return thrown.facts;
    tools.log("transmit.failed", { cause: describeBriefly(thrown) }, "error");
    return silentFacts("network", "connect");
  }
}

const open = (mail: OutgoingMail, { timeouts, tokens }: DeliveryTools): Promise<SmtpSession> =>
  openSmtpSession(mail.smtp, {
    dial: guardedDial(mail.allow_private),
    ...(timeouts ? { timeouts } : {}),
    ...(tokens ? { tokens } : {}),
  });
