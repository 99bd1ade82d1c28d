import type { MailboxFault, MailboxSummary } from "#modules/mailboxes/contract/mailbox-summary.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import {
  type FaultRow,
  selectFaults,
  selectGroups,
  selectKinds,
  selectTags,
} from "./summary-store.ts";

const MOST_NAMES = 500;
const MOST_FAULTS = 50;
const NAMED_OF_A_FAULT = 3;

/** What the workspace's mailboxes can be chosen by, and why which of them do not send. */
export async function summariseMailboxes(ctx: WorkspaceCtx): Promise<MailboxSummary> {
  const { db, workspaceId } = ctx;
  const [kinds, groups, tags, faults] = await Promise.all([
    selectKinds(db, workspaceId),
    selectGroups(db, workspaceId, MOST_NAMES),
    selectTags(db, workspaceId, MOST_NAMES),
    selectFaults(db, workspaceId, ctx.now(), MOST_FAULTS * NAMED_OF_A_FAULT),
  ]);
  return {
    total: kinds.reduce((sum, { mailboxes }) => sum + mailboxes, 0),
    statuses: summed(kinds, ({ status }) => status).map(([status, mailboxes]) => ({
      status,
      mailboxes,
    })),
    providers: summed(kinds, ({ provider }) => provider).map(([provider, mailboxes]) => ({
      provider,
      mailboxes,
    })),
    groups,
    tags,
    faults: faultsOf(faults).slice(0, MOST_FAULTS),
  };
}

function summed<T extends { readonly mailboxes: number }, K extends string>(
  rows: readonly T[],
  by: (row: T) => K,
): [K, number][] {
  const sums = [...Map.groupBy(rows, by)].map(([key, those]): [K, number] => [
    key,
    those.reduce((sum, { mailboxes }) => sum + mailboxes, 0),
  ]);
  return sums.sort(([, a], [, b]) => b - a);
}

const faultsOf = (rows: readonly FaultRow[]): MailboxFault[] =>
  [
    ...Map.groupBy(rows, ({ code, kind, provider, message }) =>
      JSON.stringify([code, kind, provider, message]),
    ).values(),
  ].flatMap((those) => {
    const [first] = those;
    if (!first) return [];
    const { email: _, ...fault } = first;
    return [{ ...fault, emails: those.map(({ email }) => email) }];
  });
