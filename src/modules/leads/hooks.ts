import type {
  LastEvent,
  LeadDeletion,
  LeadDetails,
  LeadPlace,
} from "#modules/leads/contract/leads.ts";
import type { LeadFilter, Part } from "#modules/leads/choices/lead-filter-sql.ts";
import type { LeadStands } from "#modules/leads/rules/standing.ts";
import type { Caller, PublicCtx, WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { hook } from "#platform/ctx/hooks.ts";
import type { InstallStatement, Statement } from "#platform/db/db.ts";
import type { CampaignId, LeadId, ListId, WorkspaceId } from "#platform/rules/ids.ts";
import type { SQL } from "drizzle-orm";

/** The conditions of a filter that its asker knows no tables for. */
export const leadFilters =
  hook<(workspaceId: WorkspaceId, filter: LeadFilter) => readonly Part[]>("leads.filters");

/** What leads are in the middle of. `those` is a condition on `workspace_id` and `lead_id`. */
export const leadUses =
  hook<(ctx: WorkspaceCtx, those: SQL) => Promise<Partial<LeadUses>>>("leads.uses");
export type LeadUses = Pick<
  LeadDeletion,
  "in_sequence" | "campaigns" | "scheduled_mails" | "threads"
>;

/** Ends what waits for leads that are deleted in the same batch, and keeps what was sent; `those` as in `leadUses`. */
export const leadsDeleted =
  hook<(ctx: WorkspaceCtx, those: SQL) => readonly Statement[]>("leads.deleted");

/** Blanks a person in rows that outlive the lead; counts, times and states stay. `those` as in `leadUses`. */
export const leadsErased =
  hook<(ctx: WorkspaceCtx, those: SQL, email: string) => readonly Statement[]>("leads.erased");

/** Blanks a person in what the install keeps of it, in a batch before that of the workspace. */
export const personErased =
  hook<(ctx: WorkspaceCtx, email: string) => readonly InstallStatement[]>("leads.person_erased");

/** Forgets what identifies the owner of an address, in the batch that erases it. */
export const addressErased =
  hook<(ctx: WorkspaceCtx, email: string) => readonly Statement[]>("leads.address_erased");

/** Notes that entries of the list of suppressions go in the same batch; `those` is a condition on them, by their bare columns. */
export const suppressionsLifted =
  hook<(ctx: WorkspaceCtx, those: SQL) => readonly Statement[]>("suppressions.lifted");

/** Notes that the owners of addresses take their opt-out back in the same batch, if `guard` is true. */
export const optOutsLifted = hook<
  (ctx: WorkspaceCtx, emails: readonly string[], guard: SQL) => readonly Statement[]
>("suppressions.opt_outs_lifted");

/** Follows a lead to its new address. */
export const leadsRenamed =
  hook<(ctx: WorkspaceCtx, id: LeadId, email: string) => readonly Statement[]>("leads.renamed");

/** Forgets a list that is deleted in the same batch. */
export const listsDeleted =
  hook<(ctx: WorkspaceCtx, id: ListId) => readonly Statement[]>("lists.deleted");

/**
 * Adds leads to a campaign in the batch that stores them; `those` finds them there. Throws
 * `not_found` for a foreign campaign.
 */
export const leadsEnrolled =
  hook<(ctx: EnrolCtx, campaignId: CampaignId, those: Part) => Promise<Enrolment>>(
    "leads.enrolled",
  );
/** Who adds them: a caller, or a job in somebody's name. */
export type EnrolCtx = WorkspaceCtx &
  Pick<PublicCtx, "clientAddress"> & { readonly caller?: Caller | undefined };
export type Enrolment = {
  /** How many of them would be added. */
  readonly added: SQL;
  /** Answers `id` and `outcome` of each of them: `added`, or why not. Before the others. */
  readonly outcomes: Statement;
  readonly statements: readonly Statement[];
  /** What has to be done before those who were added are written to; null for nothing. */
  readonly afterwards: (added: number) => Promise<string | null>;
};

/** The campaigns in which a lead is, the oldest first. */
export const leadCampaigns =
  hook<(ctx: WorkspaceCtx, id: LeadId) => Promise<LeadDetails["campaigns"]>>("leads.campaigns");

/** Where each of these leads stands in campaigns, and what happened last; for a page of a list. */
export const leadStanding =
  hook<
    (
      ctx: WorkspaceCtx,
      leads: readonly ({ readonly id: LeadId } & LeadStands)[],
    ) => Promise<ReadonlyMap<LeadId, LeadStanding>>
  >("leads.standing");
export type LeadStanding = {
  readonly campaign: LeadPlace | null;
  readonly lastEvent: LastEvent | null;
};

/** When an answer came last to a mail to this lead at this address; null without one. */
export const leadReplied =
  hook<(workspaceId: WorkspaceId, id: SQL, email: SQL) => SQL>("leads.replied");

/**
 * What happened to a lead: a SELECT for each table that says so, read by its index on leads. Its
 * columns are those of `ActivityRow` in their order: when, what, the id of the row that says so,
 * campaign, step, thread, subject and detail.
 */
export const leadActivity =
  hook<(workspaceId: WorkspaceId, id: LeadId) => readonly SQL[]>("leads.activity");

/** The name of a campaign by its id, as part of a SELECT. */
export const campaignName = hook<(workspaceId: WorkspaceId, id: SQL) => SQL>("leads.campaign_name");
