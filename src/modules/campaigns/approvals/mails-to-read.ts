import { readSettings } from "#modules/accounts/settings/read-settings.ts";
import type { CampaignRow } from "#modules/campaigns/campaigns/store.ts";
import type { ApprovalToDecide } from "#modules/campaigns/contract/publishing/approvals.ts";
import { NO_SEND, PLACEHOLDER_SENDER } from "#modules/campaigns/drafts/draft-mail.ts";
import { selectNextSender } from "#modules/campaigns/drafts/draft-store.ts";
import { valuesOfStep } from "#modules/campaigns/publishing/load-draft.ts";
import type { ContentStep } from "#modules/campaigns/rules/publishing/content.ts";
import { SAMPLE_LEAD, withPlaceholders } from "#modules/campaigns/rules/sample.ts";
import { subjectOfStep } from "#modules/campaigns/rules/template/subject.ts";
import { CONTROL } from "#modules/campaigns/rules/variants.ts";
import { footerWords } from "#modules/campaigns/words/compose-mail.ts";
import { type Draft, writeCopy } from "#modules/campaigns/words/write-copy.ts";
import { workspaceLinkBase } from "#modules/links/tracking-domains/own-host.ts";
import { unsubscribeUrl } from "#modules/links/rules/urls.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";

type MailToRead = ApprovalToDecide["mails"][number];

/** Every email of a sequence, each with its variants, as an invented lead would read it. */
export async function mailsToRead(
  ctx: WorkspaceCtx,
  campaign: CampaignRow,
  steps: readonly ContentStep[],
): Promise<MailToRead[]> {
  const [sender, base, settings] = await Promise.all([
    selectNextSender(ctx.db, ctx.workspaceId, campaign.id),
    workspaceLinkBase(ctx),
    readSettings(ctx),
  ]);
  const optOut = { url: unsubscribeUrl(base, NO_SEND), words: footerWords(settings) };
  const rows = steps.map((step, index) => ({
    ...valuesOfStep(step),
    id: step.id,
    version: -1,
    step: index + 1,
    wait: waitOf(step, index),
    isTask: step.task !== null,
  }));
  const emails = rows.filter(({ isTask }) => !isTask);
  return emails.flatMap((row, index) =>
    [CONTROL, ...row.variants.map(({ label }) => label)].map((variant) => {
      const own = row.variants.find(({ label }) => label === variant)?.subject ?? "";
      const thread = own.trim() === "" ? threadAt(emails, index) : startingWith(own);
      const write = (lead: Draft["lead"]) =>
        writeCopy(
          ctx,
          { campaign, lead, stepRow: row, step: row.step, variant },
          sender ?? PLACEHOLDER_SENDER,
          thread,
          optOut,
        );
      const first = write(SAMPLE_LEAD);
      const isLacking = !first.ok && first.reason === "missing_variable";
      const written = isLacking ? write(withPlaceholders(SAMPLE_LEAD, first.missing)) : first;
      const copy = "copy" in written ? written.copy : null;
      return {
        position: row.step,
        variant,
        wait: row.wait,
        subject: copy?.subject ?? "",
        html: copy?.html ?? null,
        text: copy?.text ?? "This email cannot be shown: its template has an error.",
      };
    }),
  );
}

/** The subject of a step's own text, or of the thread that it continues. */
const threadAt = (emails: Parameters<typeof subjectOfStep>[0], index: number) => {
  const own = emails.map((step) => ({ ...step, variants: [] }));
  return { ...subjectOfStep(own, index, SAMPLE_LEAD.id), earlier: [] };
};

const startingWith = (subject: string) => ({
  subject,
  seed: `${SAMPLE_LEAD.id}:${subject}`,
  sameThread: false,
  earlier: [],
});

function waitOf({ delay, delay_unit: unit }: ContentStep, index: number): string {
  if (index === 0) return delay === 0 ? "First" : `After ${delay} ${unit}`;
  return delay === 0 ? "At once after the one before" : `${delay} ${unit} after the one before`;
}
