import type { MessageId, SendId, WarmupMailId, WorkspaceId } from "#platform/rules/ids.ts";

/** How the companion names a send: opaque to it, `send:<workspace>:<send>` to us. */
export const sendTicket = (workspaceId: WorkspaceId, id: SendId): string =>
  `send:${workspaceId}:${id}`;

/** The send behind a ticket; null for anything else. */
export function readSendTicket(ticket: string): { workspaceId: WorkspaceId; id: SendId } | null {
  const match = /^send:(\d{1,15}):(\d{1,15})$/.exec(ticket);
  return match
    ? { workspaceId: Number(match[1]) as WorkspaceId, id: Number(match[2]) as SendId }
    : null;
}

/** How the companion names one more try of a send whose outcome is unclear: `again:<workspace>:<send>` to us. */
export const againTicket = (workspaceId: WorkspaceId, id: SendId): string =>
  `again:${workspaceId}:${id}`;

/** The send behind such a ticket; null for anything else. */
export function readAgainTicket(ticket: string): { workspaceId: WorkspaceId; id: SendId } | null {
  const match = /^again:(\d{1,15}):(\d{1,15})$/.exec(ticket);
  return match
    ? { workspaceId: Number(match[1]) as WorkspaceId, id: Number(match[2]) as SendId }
    : null;
}

/** How the companion names a mail that a person wrote: `message:<workspace>:<message>` to us. */
export const messageTicket = (workspaceId: WorkspaceId, id: MessageId): string =>
  `message:${workspaceId}:${id}`;

/** The message behind a ticket; null for anything else. */
export function readMessageTicket(
  ticket: string,
): { workspaceId: WorkspaceId; id: MessageId } | null {
  const match = /^message:(\d{1,15}):(\d{1,15})$/.exec(ticket);
  return match
    ? { workspaceId: Number(match[1]) as WorkspaceId, id: Number(match[2]) as MessageId }
    : null;
}

/** How the companion names a mail of the install itself, such as a password reset: nothing about it is settled. */
export const noticeTicket = (key: string): string => `notice:${key}`;

/** How the companion names a test mail: it is in no ledger either. */
export const testTicket = (key: string): string => `test:${key}`;

/** Whether a ticket stands for a mail that is in no ledger, so that nothing but its own request decides. */
export const isNotice = (ticket: string): boolean => /^(?:notice|test):/.test(ticket);

/** How the companion names a warmup mail: `warmup:<workspace>:<mail>` to us. */
export const warmupTicket = (workspaceId: WorkspaceId, id: WarmupMailId): string =>
  `warmup:${workspaceId}:${id}`;

/** The warmup mail behind a ticket; null for anything else. */
export function readWarmupTicket(
  ticket: string,
): { workspaceId: WorkspaceId; id: WarmupMailId } | null {
  const match = /^warmup:(\d{1,15}):(\d{1,15})$/.exec(ticket);
  return match
    ? { workspaceId: Number(match[1]) as WorkspaceId, id: Number(match[2]) as WarmupMailId }
    : null;
}
