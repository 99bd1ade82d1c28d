import { zoneOf } from "#modules/moving/bringing/campaigns.ts";
import { selectMoveCampaigns, selectVariables } from "#modules/moving/bringing/campaign-store.ts";
import { mailboxesNamed } from "#modules/moving/bringing/made-store.ts";
import { stepsOf } from "#modules/moving/bringing/steps-of.ts";
import type { MoveCheck, MovePreview } from "#modules/moving/contract/moves.ts";
import type { MoveRow } from "#modules/moving/moves/store.ts";
import { findMove } from "#modules/moving/moves/access.ts";
import { ourWindows } from "#modules/moving/rules/schedule-of.ts";
import { selectBoxes } from "#modules/moving/bringing/boxes-store.ts";
import {
  countFound,
  countOfCampaigns,
  countPlacesByStep,
  countFoundThreads,
  selectFound,
} from "#modules/moving/reading/found-store.ts";
import { type CallerCtx, inWorkspace } from "#platform/ctx/ctx.ts";
import type { MailboxId, MoveId, WorkspaceId } from "#platform/rules/ids.ts";
import { iso } from "#platform/rules/time.ts";
import { type MoveClientRow, selectMoveClients } from "./clients-store.ts";
import { presentMoveCampaign } from "./change-campaign.ts";
import { countBoxMails, selectNotes } from "./notes-store.ts";
import { keptSince } from "#modules/moving/bringing/conversations.ts";
import { UNCLEAR } from "#modules/moving/bringing/places.ts";

const MOST = 10_000;
const MAX_NAMES = 2_000;
const SHOWN = 1_000;
const DONE: readonly string[] = ["completed", "replied", "bounced", "unsubscribed", "stopped"];

/** What will come, and what can't, campaign by campaign, before anything is taken over. */
export async function previewMove(ctx: CallerCtx, id: MoveId): Promise<MovePreview> {
  const move = await findMove(ctx, id);
  const { install } = ctx;
  const now = ctx.now();
  const [clients, choices, found, senders, faults, counts, threads, places] = await Promise.all([
    selectMoveClients(install, id),
    selectMoveCampaigns(install, id),
    selectFound(install, id, "campaign", {}, MOST),
    selectFound(install, id, "sender", {}, MOST),
    selectFound(install, id, "fault", {}, SHOWN),
    countFound(install, id),
    countFoundThreads(install, id, keptSince(now), now),
    countPlacesByStep(install, id, now),
  ]);
  const threadsOf = new Map(threads.map(({ campaign, ...row }) => [campaign, row]));
  const emails = [
    ...senders.map(({ email }) => email),
    ...found.flatMap(({ data }) => data.senders.map((one) => one.trim().toLowerCase())),
  ];
  const boxes = await connected(ctx, move, clients, emails);
  const mailboxOf = (client: string, email: string): MailboxId | null =>
    boxes.get(client)?.get(email.trim().toLowerCase()) ?? null;
  const names = new Map<string, readonly string[]>();
  for (const client of new Set(found.map((row) => row.client))) {
    names.set(
      client,
      await selectVariables(install, id, clientsBeside(clients, client), MAX_NAMES),
    );
  }
  const campaigns = found.map(({ ref, client, data }) => {
    const choice = choices.find((one) => one.ref === ref);
    const steps = stepsOf(move.rival, data.steps, names.get(client) ?? []);
    const own = places.filter(({ campaign }) => campaign === ref);
    const sum = (rows: typeof own) => rows.reduce((all, { n }) => all + n, 0);
    const open = own.filter(({ state }) => !DONE.includes(state));
    const byStep = Map.groupBy(
      open.filter(({ step }) => step !== null),
      ({ step }) => step ?? 0,
    );
    return {
      ref,
      client,
      name: data.name,
      status: data.status,
      left_out: choice?.leftOut ?? false,
      time_zone: zoneOf(data, { timeZone: choice?.timeZone ?? null }),
      windows: ourWindows(data.windows),
      daily_limit: data.daily_limit,
      needs_look: steps.length === 0 || steps.some(({ needsLook }) => needsLook),
      steps: steps.map((step, i) => ({
        number: step.number,
        delay: step.values.delay,
        delay_unit: step.values.delayUnit,
        same_thread: i > 0 && step.values.subject === "",
        needs_look: step.needsLook,
        texts: step.texts.map((text) => ({
          ...text,
          changes: [...text.changes],
          problems: [...text.problems],
          warnings: [...text.warnings],
        })),
      })),
      left_behind: data.left_behind,
      senders: data.senders.map((email) => ({ email, mailbox_id: mailboxOf(client, email) })),
      leads: {
        total: sum(own),
        unknown: sum(open.filter(({ step }) => step === null)),
        done: sum(own) - sum(open),
        by_step: [...byStep]
          .map(([step, rows]) => ({ step, leads: sum(rows) }))
          .toSorted((a, b) => a.step - b.step),
      },
      ...(threadsOf.get(ref) ?? { emails: 0, threads: 0, conversations: 0 }),
      unknown_places: choice?.unknownPlaces ?? null,
      unknown_step: choice?.unknownStep ?? null,
      campaign_id: choice?.campaignId ?? null,
      workspace_id: choice?.workspaceId ?? null,
    };
  });
  const count = (kind: string): number =>
    counts.filter((row) => row.kind === kind).reduce((all, { n }) => all + n, 0);
  return {
    campaigns,
    suppressions: count("suppression"),
    leads: count("lead"),
    connect_first: senders.map(({ data, client }) => ({
      email: data.email,
      client,
      provider: data.provider,
      from_name: data.from_name,
      daily_limit: data.daily_limit,
      warmup_daily: data.warmup_daily,
      mailbox_id: mailboxOf(client, data.email),
    })),
    faults: faults.map(({ data: { where, line, column, reason } }) => ({
      where,
      line,
      column,
      reason,
    })),
  };
}

/** Clients that share a workspace share the names of their variables. */
function clientsBeside(clients: readonly MoveClientRow[], ref: string): string[] {
  const own = clients.find((one) => one.ref === ref);
  if (own?.workspaceId == null) return [ref];
  return clients.filter((one) => one.workspaceId === own.workspaceId).map((one) => one.ref);
}

/** Mailboxes that are connected, by client and address. */
async function connected(
  ctx: CallerCtx,
  move: MoveRow,
  clients: readonly MoveClientRow[],
  emails: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, MailboxId>>> {
  const known = new Map<WorkspaceId, ReadonlyMap<string, MailboxId>>();
  const found = new Map<string, ReadonlyMap<string, MailboxId>>();
  for (const { ref, ...client } of clients) {
    const workspaceId = client.workspaceId ?? move.workspaceId;
    if (workspaceId === null) continue;
    const boxes =
      known.get(workspaceId) ??
      (await mailboxesNamed(inWorkspace(ctx, workspaceId).db, workspaceId, emails));
    known.set(workspaceId, boxes);
    found.set(ref, boxes);
  }
  return found;
}

/** What was taken over, what lies in the mailboxes, and what a person should look at before the start. */
export async function checkMove(ctx: CallerCtx, id: MoveId): Promise<MoveCheck> {
  await findMove(ctx, id);
  const { install } = ctx;
  const [choices, found, boxes, counts, notes, mails] = await Promise.all([
    selectMoveCampaigns(install, id),
    selectFound(install, id, "campaign", {}, MOST),
    selectBoxes(install, id),
    countOfCampaigns(install, id),
    selectNotes(install, id, UNCLEAR, SHOWN),
    countBoxMails(install, id),
  ]);
  const missing = new Set(
    boxes.filter(({ mailboxId }) => mailboxId === null).map((b) => `${b.workspaceId}/${b.email}`),
  );
  return {
    campaigns: choices.map((choice) => {
      const data = found.find(({ ref }) => ref === choice.ref)?.data;
      const places = counts.find((c) => c.campaign === choice.ref && c.kind === "place");
      return {
        ...presentMoveCampaign(choice),
        name: data?.name ?? choice.ref,
        leads: places?.n ?? 0,
        waiting: places?.waiting ?? 0,
        unknown: notes.unclear.get(choice.ref) ?? 0,
        noted: places?.noted ?? 0,
        not_connected: (data?.senders ?? [])
          .map((one) => one.trim().toLowerCase())
          .filter((email) => missing.has(`${choice.workspaceId}/${email}`)),
      };
    }),
    mailboxes: boxes.map((box) => {
      const own = mails.filter((m) => m.mailbox === box.email && m.workspaceId === box.workspaceId);
      const sum = (isSent: boolean) =>
        own
          .filter(({ direction }) => (direction === "sent") === isSent)
          .reduce((all, { n }) => all + n, 0);
      return {
        workspace_id: box.workspaceId,
        email: box.email,
        mailbox_id: box.mailboxId,
        checked_at: box.checkedAt ? iso(box.checkedAt) : null,
        problem: box.problem,
        sent: sum(true),
        received: sum(false),
      };
    }),
    notes: notes.rows,
  };
}
