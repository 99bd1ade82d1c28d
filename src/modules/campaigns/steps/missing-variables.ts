import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { subjectOfStep } from "#modules/campaigns/rules/template/subject.ts";
import { labelOf } from "#modules/campaigns/rules/variants.ts";
import { type Draft, writeCopy } from "#modules/campaigns/words/write-copy.ts";
import type { DraftSender } from "#modules/campaigns/drafts/draft-store.ts";
import type { StepRow } from "./steps-store.ts";
import type { CampaignRow } from "#modules/campaigns/campaigns/store.ts";

/** The footer has no variables, so its words and link do not matter here. */
const NOWHERE = {
  url: "",
  words: { unsubscribeText: null, company: null, postalAddress: null },
};

/** A step at which a lead would be held, and the variables that its mail lacks. */
export type Gap = { readonly position: number; readonly names: readonly string[] };

/** The steps after `currentStep` at which a lead would be held, in order; writes the mails as sending would. */
export function* gapsOf(
  ctx: WorkspaceCtx,
  campaign: CampaignRow,
  steps: readonly StepRow[],
  { lead, currentStep }: { readonly lead: Draft["lead"]; readonly currentStep: number },
  sender: Omit<DraftSender, "id">,
): Generator<Gap> {
  const emails = steps.filter(({ task }) => task === null);
  for (const [index, stepRow] of emails.entries()) {
    if (stepRow.position <= currentStep) continue;
    const variant = labelOf(stepRow, lead.id);
    const thread = { ...subjectOfStep(emails, index, lead.id), earlier: [] };
    const draft = { campaign, lead, stepRow, step: stepRow.position, variant };
    const written = writeCopy(ctx, draft, sender, thread, NOWHERE);
    if (!written.ok && written.reason === "missing_variable") {
      yield { position: stepRow.position, names: written.missing };
    }
  }
}
