import type { UnixMs } from "#platform/rules/ids.ts";
import { unreachable } from "#platform/rules/errors.ts";
import { later } from "#platform/rules/time.ts";
import { type Outcome, retryDelayMs, type SmtpFacts, isAboutTry } from "./outcome.ts";

/** A mail as far as a report looks at it. */
export type Standing = {
  readonly state: string;
  readonly lease: string | null;
  readonly messageId: string;
};

/** What is reported of a try. */
export type Report = Pick<SmtpFacts, "ending" | "phase"> & {
  readonly lease: string;
  readonly message_id: string;
};

/** Where a mail stands that may still turn out to have arrived. */
const OPEN: readonly string[] = ["queued", "leased", "sending", "unknown"];

/**
 * Whether a report still has something to say about a mail as it stands. That a server took it is a
 * fact, whatever lease it went out under; anything else needs the lease that it names. A refusal
 * that comes late says of an unclear mail that it did not arrive.
 */
export function reportApplies(mail: Standing, report: Report): boolean {
  if (mail.messageId !== report.message_id) return false;
  if (report.ending === "accepted") return OPEN.includes(mail.state);
  if (mail.lease === null || mail.lease !== report.lease) return false;
  return isAboutTry(mail.state, report) || (mail.state === "unknown" && report.ending === "reply");
}

/** Where a mail goes: `queued` until `dueAt`, `counted` where it was a try. */
export type Verdict =
  | { readonly to: "sent" | "unknown" | "failed" }
  | { readonly to: "queued"; readonly dueAt: UnixMs; readonly counted: boolean };

/** What a kind of mail decides of it. */
export type Patience = {
  readonly waits: { readonly away: number; readonly trouble: number };
  readonly onTrouble: (
    trouble: (Outcome & { kind: "mailbox" })["trouble"],
  ) => "wait" | "retry" | "fail";
};

/**
 * Where a try leads. `fellSilent`: its holder is gone, so that nobody has to be waited for. What is
 * unclear is never queued by itself, whatever is reported of it.
 */
export function verdictOn(
  outcome: Outcome,
  mail: { readonly state: string; readonly attempts: number },
  patience: Patience,
  now: UnixMs,
  fellSilent: boolean,
): Verdict {
  if (outcome.kind === "sent" || outcome.kind === "unknown") return { to: outcome.kind };
  if (mail.state === "unknown") return { to: "failed" };
  const wait = (ms: number, counted: boolean): Verdict => ({
    to: "queued",
    dueAt: later(now, ms),
    counted,
  });
  const again = (): Verdict => {
    const delay = retryDelayMs(mail.attempts);
    return delay === null ? { to: "failed" } : wait(delay, true);
  };
  switch (outcome.kind) {
    case "release":
      return wait(fellSilent ? 0 : patience.waits.away, false);
    case "retry":
      return again();
    case "mailbox": {
      const means = patience.onTrouble(outcome.trouble);
      if (means === "fail") return { to: "failed" };
      if (means === "retry") return again();
      // Who sends for nobody now may have refused this one for good: it is not tried for ever.
      if (outcome.named && retryDelayMs(mail.attempts) === null) return { to: "failed" };
      return wait(patience.waits.trouble, outcome.named === true);
    }
    case "no_token": {
      const means = patience.onTrouble(outcome.until === "reconnected" ? "auth" : "connection");
      if (means === "fail") return { to: "failed" };
      return means === "retry" ? again() : wait(patience.waits.trouble, false);
    }
    case "later":
      return wait(Math.max(outcome.ms, patience.waits.away), false);
    case "failed":
    case "bounced":
      return { to: "failed" };
    default:
      return unreachable(outcome);
  }
}
