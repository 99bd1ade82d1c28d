import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { type Mentioned, mentionedIn } from "#modules/campaigns/rules/template/mentioned.ts";
import type { LeadId } from "#platform/rules/ids.ts";
import { PLACEHOLDER_SENDER } from "#modules/campaigns/drafts/draft-mail.ts";
import {
  type DraftSender,
  selectDraftLeads,
  selectNextSender,
} from "#modules/campaigns/drafts/draft-store.ts";
import { gapsOf } from "#modules/campaigns/steps/missing-variables.ts";
import type { StepRow } from "#modules/campaigns/steps/steps-store.ts";
import type { CampaignRow } from "#modules/campaigns/campaigns/store.ts";

/** Leads whose mails are written at most: a second or two. */
const MAX_LEADS = 5_000;
/** Leads of one query. */
const PAGE = 500;

/** What finds out which leads would be held at which step. */
export type HeldLeads = {
  /** What the copies name of a lead; null where any may lack something. */
  readonly mentioned: Mentioned | null;
  /** The first step at which each of these is held, by lead; `complete` false where there were too many to look at. */
  find(
    leads: readonly { readonly leadId: LeadId; readonly currentStep: number }[],
  ): Promise<{ readonly heldAt: ReadonlyMap<LeadId, number>; readonly complete: boolean }>;
};

/** Looks for leads that lack a variable, with the mailbox whose turn it is as the sender. */
export async function heldLeads(
  ctx: WorkspaceCtx,
  campaign: CampaignRow,
  steps: readonly StepRow[],
): Promise<HeldLeads> {
  const sender =
    (await selectNextSender(ctx.db, ctx.workspaceId, campaign.id)) ?? PLACEHOLDER_SENDER;
  const mentioned = mentionedIn(
    steps.flatMap((step) => [
      step.subject,
      step.bodyHtml,
      step.bodyText,
      ...step.variants.flatMap((arm) => [arm.subject, arm.body_html, arm.body_text]),
    ]),
  );
  return {
    mentioned: mentioned.any || lacksOwn(mentioned, sender) ? null : mentioned,
    async find(leads) {
      const heldAt = new Map<LeadId, number>();
      const looked = leads.slice(0, MAX_LEADS);
      for (let i = 0; i < looked.length; i += PAGE) {
        const page = new Map(looked.slice(i, i + PAGE).map((lead) => [lead.leadId, lead]));
        for (const lead of await selectDraftLeads(ctx.db, ctx.workspaceId, [...page.keys()])) {
          const place = { lead, currentStep: page.get(lead.id)?.currentStep ?? 0 };
          const [first] = gapsOf(ctx, campaign, steps, place, sender);
          if (first) heldAt.set(lead.id, first.position);
        }
      }
      return { heldAt, complete: looked.length === leads.length };
    },
  };
}

/** Whether something is named that the sender lacks, and so every lead's mail. */
const lacksOwn = ({ own }: Mentioned, sender: Omit<DraftSender, "id">): boolean =>
  (own.has("sender_name") && sender.fromName.trim() === "") ||
  (own.has("sender_signature") &&
    (sender.signatureText.trim() === "" || sender.signatureHtml.trim() === ""));
