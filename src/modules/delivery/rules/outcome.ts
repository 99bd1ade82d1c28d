import type { MailboxTrouble } from "#platform/rules/mail/mailbox.ts";
import { judgeLogIn, LOG_IN_WORDS } from "#platform/rules/mail/log-in-refusal.ts";
import { judgeRefusal } from "#platform/rules/mail/refusal.ts";
import { refusalIn, wantsPerson } from "#platform/rules/mail/token-refusal.ts";
import { unreachable } from "#platform/rules/errors.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#platform/rules/time.ts";

/** What the dialogue showed, as the companion reports it (`SendResult`). */
export type SmtpFacts = {
  readonly ending:
    | "accepted"
    | "reply"
    | "network"
    | "timeout"
    | "tls"
    | "withheld"
    | "address_refused"
    | "auth_missing"
    | "no_token"
    | "throttled"
    | "unsendable";
  readonly phase: "connect" | "auth" | "mail" | "rcpt" | "data" | "body" | "dot" | "done";
  readonly code: number | null;
  readonly enhanced: string | null;
  readonly response: string | null;
  /** By the provider's API instead of SMTP. */
  readonly road?: "api" | undefined;
  /** Of `throttled`. */
  readonly retry_after_ms?: number | undefined;
};

/**
 * What a transmission means for its send:
 * - `sent`: a server took responsibility.
 * - `bounced`: the recipient does not exist; final.
 * - `failed`: refused for good, without fault of the address. `block`: for who sent it or what it says.
 * - `retry`: nothing was delivered; try again later.
 * - `release`: nothing was tried; back to the queue at once.
 * - `mailbox`: the sender's account or server is the trouble; back to the queue, mailbox noted.
 *   `named`: it was said of a mail whose recipient was named, so that it counts as a try of it.
 * - `no_token`: its mailbox got no access token, so that nothing was tried; back to the queue.
 *   Nothing is noted: the refusal of the token itself has set the status of the mailbox.
 * - `later`: the provider asks to be left alone for a while, or the account has used up its limit;
 *   back to the queue, and no try.
 * - `unknown`: the body was on its way and no reply came. Never sent again by itself.
 */
export type Outcome =
  | { readonly kind: "sent" }
  | { readonly kind: "bounced" }
  | { readonly kind: "failed"; readonly block?: true }
  | { readonly kind: "retry" }
  | { readonly kind: "release" }
  | { readonly kind: "mailbox"; readonly trouble: MailboxTrouble; readonly named?: true }
  | { readonly kind: "no_token"; readonly until: "reconnected" | "later" }
  | { readonly kind: "later"; readonly ms: number }
  | { readonly kind: "unknown" };

/** Whatever a provider asks for: it may be asked again then. */
const LONGEST_PAUSE_MS = HOUR_MS;

/** No recipient was named yet: what is refused here says nothing about the mail. */
const BEFORE_RECIPIENT: readonly SmtpFacts["phase"][] = ["connect", "auth", "mail"];
const BEFORE_BODY: readonly SmtpFacts["phase"][] = [...BEFORE_RECIPIENT, "rcpt", "data"];

/**
 * Whether a report can be about a mail in this state under its lease. One that was given back before
 * anything was tried says nothing about a mail that was granted meanwhile: it may be on its way.
 */
export const isAboutTry = (
  state: string,
  { ending, phase }: Pick<SmtpFacts, "ending" | "phase">,
): boolean =>
  state === "leased" || (state === "sending" && !(ending === "withheld" && phase === "connect"));

/**
 * Decides by the phase of the dialogue, never by a library's error code. A refusal for good of a
 * named recipient is about that recipient alone, unless it is about the sender's account.
 */
export function outcomeOf(facts: SmtpFacts): Outcome {
  switch (facts.ending) {
    case "accepted":
      return { kind: "sent" };
    case "withheld":
      return { kind: "release" };
    case "address_refused":
      return { kind: "mailbox", trouble: "sending" };
    case "auth_missing":
      return { kind: "mailbox", trouble: "auth" };
    case "no_token":
      return {
        kind: "no_token",
        until: wantsPerson(refusalIn(facts.response ?? "")) ? "reconnected" : "later",
      };
    case "throttled":
      return { kind: "later", ms: Math.min(facts.retry_after_ms ?? 0, LONGEST_PAUSE_MS) };
    case "unsendable":
      return { kind: "failed" };
    case "network":
    case "timeout":
    case "tls":
      if (facts.phase === "connect" || facts.phase === "auth") {
        return { kind: "mailbox", trouble: "connection" };
      }
      return BEFORE_BODY.includes(facts.phase) ? { kind: "retry" } : { kind: "unknown" };
    case "reply":
      return refused(facts);
    default:
      return unreachable(facts.ending);
  }
}

function refused(facts: SmtpFacts): Outcome {
  const permanent = (facts.code ?? 0) >= 500;
  if (BEFORE_RECIPIENT.includes(facts.phase)) {
    if (!permanent) return { kind: "mailbox", trouble: "connection" };
    if (facts.phase !== "auth") return { kind: "mailbox", trouble: "sending" };
    return { kind: "mailbox", trouble: adviceOn(facts) ? "auth_disabled" : "auth" };
  }
  const { code, enhanced, response } = facts;
  const judged = judgeRefusal({ code, enhanced, text: response ?? "" });
  const ofAccount = judged.about === "account";
  // A used-up limit fills again, and no lead is to blame for it.
  if (!permanent) return ofAccount ? { kind: "later", ms: LONGEST_PAUSE_MS } : { kind: "retry" };
  if (ofAccount) return { kind: "mailbox", trouble: "sending", named: true };
  switch (judged.class) {
    case "hard":
      return { kind: "bounced" };
    case "block":
      return judged.about === "recipient" ? { kind: "failed" } : { kind: "failed", block: true };
    case "soft":
      return { kind: "failed" };
    default:
      return unreachable(judged.class);
  }
}

const SILENT: Readonly<Partial<Record<SmtpFacts["ending"], string>>> = {
  network: "the connection was lost.",
  timeout: "the server did not respond in time.",
  tls: "the encrypted connection failed. Check port, security and certificate.",
  address_refused: "connections to this address are not allowed.",
  auth_missing: "the server offers no authentication.",
};

/** What an admin can do about a refused log-in; null where it is about the password or token. */
function adviceOn({ phase, enhanced, response }: SmtpFacts): string | null {
  if (phase !== "auth") return null;
  const about = judgeLogIn({ enhanced, text: response ?? "" });
  if (about === "credentials") return null;
  const { message, hint } = LOG_IN_WORDS[about];
  return `${message} ${hint}`;
}

/** The step of the dialogue that failed and why, for the mailbox's status. */
export function troubleText(facts: SmtpFacts): string {
  const { phase, response, ending } = facts;
  const words = (response ?? "").trim();
  const advice = adviceOn(facts);
  const reply = words === "" ? (SILENT[ending] ?? ending) : words;
  const says =
    facts.road === "api"
      ? `Sending by the provider's API failed: ${reply}`
      : `SMTP failed at ${phase}: ${reply}`;
  return advice === null ? says : `${advice} ${says}`;
}

/** Waits between tries that delivered nothing; after the last the send fails. */
export const RETRY_DELAYS_MS = [
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  4 * HOUR_MS,
  DAY_MS / 2,
] as const;

/** The wait after the n-th try (from 1); null when none is left. */
export const retryDelayMs = (tries: number): number | null => RETRY_DELAYS_MS[tries - 1] ?? null;
