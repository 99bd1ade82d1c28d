import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { CampaignId, EnrolmentId } from "#platform/rules/ids.ts";
import { endOf } from "#modules/campaigns/rules/leaving/ask.ts";
import type { LeadFacts } from "#modules/campaigns/rules/leaving/facts.ts";
import type { LeadEnd } from "#modules/campaigns/rules/leaving/rule.ts";
import { LEAD_RULES } from "#modules/campaigns/rules/leaving/rules.ts";
import type { ActiveCampaign } from "#modules/campaigns/claim/due-store.ts";
import { installVetoes, outsideVetoes } from "#modules/campaigns/enrolments/vetoes.ts";
import { type Line, selectLines, selectTriedAgain, type WaitingRow } from "./world-store.ts";

/** Which leads a forecast looks at. */
export type Wanted = {
  /** Of those that are new, in their sequence and tried again: the first so many of all campaigns together. */
  readonly most: number;
  /** And the first of each of these campaigns, however many are due before them. */
  readonly ofEach: { readonly ids: readonly CampaignId[]; readonly most: number };
  /** One whenever it is due, whatever stands against it. */
  readonly watched: EnrolmentId | null;
};

export const NO_LEAST: Wanted["ofEach"] = { ids: [], most: 0 };

/** Leads of one line in one answer: some hundred kilobytes. */
const SLICE = 2_000;
/** Leads that are asked about what lies outside their rows: those due first. */
const LOOKED_UP = 500;

/** Leads of these campaigns that the claim would find and not end, those due first, tries that wait included. */
export async function waitingLeads(
  ctx: WorkspaceCtx,
  campaigns: readonly ActiveCampaign[],
  wanted: Wanted,
): Promise<readonly WaitingRow[]> {
  const { db, workspaceId } = ctx;
  const ids = campaigns.map(({ id }) => id);
  const { most, watched } = wanted;
  const [first, others] = await Promise.all([
    firstDue(ctx, ids, wanted),
    selectTriedAgain(db, workspaceId, ids, watched, most),
  ]);
  const due = first.filter(({ enrolmentId }) => enrolmentId !== watched);
  const all = await withInstall(ctx, [...due, ...others], watched);
  return withoutEnded(ctx, campaigns, all, watched);
}

/** Without those whom the installation suppresses, and with the waits that it imposes: those due first. */
async function withInstall(
  ctx: WorkspaceCtx,
  waiting: readonly WaitingRow[],
  watched: EnrolmentId | null,
): Promise<readonly WaitingRow[]> {
  const first = byDue(waiting).slice(0, LOOKED_UP);
  const { installSuppressed, firstContact } = await installVetoes(ctx, first);
  if (installSuppressed.size + firstContact.size === 0) return waiting;
  return waiting.flatMap((row) => {
    if (installSuppressed.has(row.email) && row.enrolmentId !== watched) return [];
    const notBefore = row.currentStep === 0 ? firstContact.get(row.email) : undefined;
    return notBefore === undefined ? [row] : [{ ...row, notBefore }];
  });
}

const KINDS = ["pending", "in_progress"] as const;

/** Reads each campaign's line so far that nobody who is due among the first of all is missing. */
async function firstDue(
  { db, workspaceId }: WorkspaceCtx,
  ids: readonly CampaignId[],
  { most, ofEach }: Wanted,
): Promise<WaitingRow[]> {
  let each = Math.min(SLICE, Math.ceil((most + 1) / Math.max(1, ids.length)));
  const reported = new Set(ofEach.ids);
  const lines = KINDS.flatMap((status) =>
    ids.map((campaignId) => {
      const least = reported.has(campaignId) ? ofEach.most : 0;
      return { campaignId, status, least, rows: [] as WaitingRow[] };
    }),
  );
  let unread = lines;
  while (unread.length > 0) {
    const asked = unread.map(({ campaignId, status, rows }): Line => {
      return { campaignId, status, after: rows.at(-1) ?? { dueAt: 0, enrolmentId: 0 } };
    });
    const found = await selectLines(db, workspaceId, asked, each);
    for (const [i, rows] of found.entries()) unread[i]?.rows.push(...rows);
    const full = unread.filter((_, i) => found[i]?.length === each);
    each = Math.min(SLICE, 2 * each);
    const enough = new Map(KINDS.map((status) => [status, ofKind(lines, status)[most - 1]?.dueAt]));
    unread = full.filter(
      ({ status, rows, least }) =>
        rows.length < least || (rows.at(-1)?.dueAt ?? 0) < (enough.get(status) ?? Infinity),
    );
  }
  const first = KINDS.flatMap((status) => ofKind(lines, status).slice(0, most));
  return [...new Set([...first, ...lines.flatMap(({ rows, least }) => rows.slice(0, least))])];
}

const ofKind = (
  lines: readonly { readonly status: Line["status"]; readonly rows: readonly WaitingRow[] }[],
  kind: Line["status"],
): WaitingRow[] => byDue(lines.flatMap(({ status, rows }) => (status === kind ? rows : [])));

const byDue = (rows: readonly WaitingRow[]): WaitingRow[] =>
  rows.toSorted((a, b) => a.dueAt - b.dueAt || a.enrolmentId - b.enrolmentId);

/** What SQL has asked of these leads already. */
const ASKED = {
  unsubscribed: false,
  bounced: false,
  suppressed: false,
  installSuppressed: false,
  validationStatus: null,
};

/** Without those that the claim would end by the rules that SQL can't ask. */
async function withoutEnded(
  ctx: WorkspaceCtx,
  campaigns: readonly ActiveCampaign[],
  waiting: readonly WaitingRow[],
  watched: EnrolmentId | null,
): Promise<readonly WaitingRow[]> {
  const byId = new Map(campaigns.map((campaign) => [campaign.id, campaign]));
  const asking = waiting.filter(({ campaignId, enrolmentId }) => {
    const campaign = byId.get(campaignId);
    const asks = campaign?.stopForCompany === true || (campaign?.skipIfContactedDays ?? 0) > 0;
    return asks && enrolmentId !== watched;
  });
  if (asking.length === 0) return waiting;
  const first = byDue(asking).slice(0, LOOKED_UP);
  const { answered, contacted } = await outsideVetoes(ctx, first, (id) => byId.get(id));
  const ended = new Set(
    first.filter(({ campaignId, enrolmentId, domain }) => {
      const wishes = byId.get(campaignId);
      const lead: LeadFacts["lead"] = {
        ...ASKED,
        domain,
        companyAnswered: answered.has(enrolmentId),
        contacted: contacted.has(enrolmentId),
      };
      return wishes && endOf<LeadFacts, LeadEnd>(LEAD_RULES, { lead, wishes }) !== null;
    }),
  );
  return waiting.filter((row) => !ended.has(row));
}
