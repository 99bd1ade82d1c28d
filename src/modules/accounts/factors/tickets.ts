import { createHash, randomBytes } from "node:crypto";
import type { Deps } from "#platform/ctx/ctx.ts";
import type { InstallStatement } from "#platform/db/db.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { UnixMs, UserId } from "#platform/rules/ids.ts";
import { later, MINUTE_MS } from "#platform/rules/time.ts";
import {
  countAnswer,
  deleteExpiredTickets,
  insertTicket,
  selectTicket,
  spendTicket,
  type TicketPurpose,
  type TicketRow,
} from "./ticket-store.ts";

const TICKET_MS = 5 * MINUTE_MS;
/** Answers to one ticket: typos, not guesses. */
export const MAX_ANSWERS = 5;

/** What came before a factor. */
export type FirstStep = TicketRow["firstStep"];

export type OpenedTicket = {
  readonly ticket: string;
  /** What an authenticator is to sign, base64url. */
  readonly challenge: string;
  readonly expiresAt: UnixMs;
  readonly statement: InstallStatement;
};

/** A ticket for one step, with its challenge. It is stored as a hash, by `statement`. */
export function newTicket(
  deps: Pick<Deps, "install" | "now">,
  of: {
    purpose: TicketPurpose;
    user: { id: UserId; sessionVersion: number } | null;
    sessionId: string | null;
    rpId: string | null;
    userHandle?: string;
    firstStep?: FirstStep;
  },
): OpenedTicket {
  const ticket = randomBytes(32).toString("base64url");
  const challenge = randomBytes(32).toString("base64url");
  const expiresAt = later(deps.now(), TICKET_MS);
  const statement = insertTicket(deps.install, {
    hash: ticketHash(ticket),
    purpose: of.purpose,
    userId: of.user?.id ?? null,
    sessionVersion: of.user?.sessionVersion ?? null,
    sessionId: of.sessionId,
    challenge,
    rpId: of.rpId,
    userHandle: of.userHandle ?? null,
    firstStep: of.firstStep ?? "password",
    expiresAt,
  });
  return { ticket, challenge, expiresAt, statement };
}

/**
 * Counts an answer to a ticket of this purpose and session. Throws `ticket_unknown` for one that is
 * unknown, used, too old, of something else, or was answered wrongly too often.
 */
export async function answerTicket(
  deps: Pick<Deps, "install" | "now">,
  ticket: string,
  purpose: TicketPurpose,
  sessionId: string | null,
): Promise<TicketRow> {
  const hash = ticketHash(ticket);
  const [row] = await countAnswer(deps.install, hash, purpose, sessionId, MAX_ANSWERS, deps.now());
  if (!row) throw ticketUnknown();
  return row;
}

/** Looks at a ticket without an answer to it. Throws `ticket_unknown` for one that no answer would be taken of. */
export async function peekTicket(
  deps: Pick<Deps, "install" | "now">,
  ticket: string,
  purpose: TicketPurpose,
): Promise<TicketRow> {
  const rows = await selectTicket(
    deps.install,
    ticketHash(ticket),
    purpose,
    MAX_ANSWERS,
    deps.now(),
  );
  const [row] = rows;
  if (!row) throw ticketUnknown();
  return row;
}

/** Uses it up. Throws `ticket_unknown` where somebody was first. */
export async function useTicket(
  deps: Pick<Deps, "install" | "now">,
  row: TicketRow,
): Promise<void> {
  const spent = await spendTicket(deps.install, row.hash, row.purpose, deps.now());
  if (spent.length === 0) throw ticketUnknown();
}

export const ticketUnknown = (): AppError =>
  new AppError(
    "ticket_unknown",
    "This step was used already, or took longer than 5 minutes. Start again.",
  );

const ticketHash = (ticket: string): string =>
  createHash("sha256").update(`auth-ticket:${ticket}`).digest("hex");

/** Sweep: tickets whose time is over. */
export const forgetExpiredTickets = (deps: Deps): Promise<void> =>
  deleteExpiredTickets(deps.install, deps.now());
