import { asId, type WorkspaceId } from "#platform/rules/ids.ts";

/**
 * The kinds of mail that are in a ledger, as tickets begin. Tickets outlive updates: no name ever
 * changes.
 */
export const TICKET_KINDS = ["send", "again", "message", "warmup", "placement"] as const;
export type TicketKind = (typeof TICKET_KINDS)[number];

/** A mail of a ledger. */
export type Ticket = {
  readonly kind: TicketKind;
  readonly workspaceId: WorkspaceId;
  readonly id: number;
};

/** How the companion names a mail: opaque to it, `<kind>:<workspace>:<row>` to us. */
export const ticketOf = (kind: TicketKind, workspaceId: WorkspaceId, id: number): string =>
  `${kind}:${workspaceId}:${id}`;

/** The mail behind a ticket; null for a mail in no ledger, and for anything else. */
export function readTicket(ticket: string): Ticket | null {
  const match = /^([a-z]{1,20}):(\d{1,15}):(\d{1,15})$/.exec(ticket);
  const kind = TICKET_KINDS.find((name) => name === match?.[1]);
  if (!match || !kind) return null;
  return { kind, workspaceId: asId<WorkspaceId>(Number(match[2])), id: Number(match[3]) };
}

/** How the companion names a mail of the install itself, such as a password reset: nothing about it is settled. */
export const noticeTicket = (key: string): string => `notice:${key}`;

/** How the companion names a test mail: it is in no ledger either. */
export const testTicket = (key: string): string => `test:${key}`;

/** Whether a ticket stands for a mail that is in no ledger, so that nothing but its own request decides. */
export const isNotice = (ticket: string): boolean => /^(?:notice|test):/.test(ticket);
