import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { assertApproved } from "#modules/campaigns/approvals/assert-approved.ts";
import { campaignStillThere } from "#modules/campaigns/campaigns/store.ts";
import type { PublishAnswer } from "#modules/campaigns/contract/publishing/drafts.ts";
import { countDraftChanges } from "#modules/campaigns/rules/publishing/changes.ts";
import { changedMeanwhile } from "#modules/campaigns/status/expected-version.ts";
import type { MemberCtx } from "#platform/ctx/ctx.ts";
import { isMissingValue, runBatch } from "#platform/db/db.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { CampaignId } from "#platform/rules/ids.ts";
import { countConcerned } from "./concerned-store.ts";
import {
  deleteDraftRow,
  whileAll,
  whileCampaign,
  whileRevision,
  whileSteps,
} from "./draft-store.ts";
import { loadDraft, type SeenDraft } from "./load-draft.ts";
import { byOf } from "./present.ts";
import { publishStatements, settingsSeen } from "./publish-statements.ts";
import { listVersions } from "./read-versions.ts";
import { assertRevision } from "./save-draft.ts";
import { fillVersion, keepPublished, openVersion } from "./versions-store.ts";

/**
 * Makes a draft take effect, in one batch: all of it, or nothing. Throws `not_found`; `invalid_state`
 * where nothing differs; `conflict` where the draft is not of the `expected` revision, or where a
 * field was changed where it is published since, unless that may be overwritten; `approval_required`.
 */
export async function publishDraft(
  ctx: MemberCtx,
  id: CampaignId,
  { overwrite }: { readonly overwrite: boolean },
  expected: string | null = null,
): Promise<PublishAnswer> {
  const { db, workspaceId } = ctx;
  const seen = await loadDraft(ctx, id);
  assertRevision(seen, expected);
  const { draft, changes, campaign } = seen;
  if (!draft || changes.length === 0) {
    throw new AppError("invalid_state", "The draft does not differ from what is published.");
  }
  if (!overwrite) assertNoClash(seen);
  const approvalId =
    campaign.status === "draft" ? null : await assertApproved(ctx, id, seen.merged.steps);
  const leads = await countConcerned(db, workspaceId, id, changes);
  const now = ctx.now();
  const guard = whileAll(
    whileRevision(workspaceId, id, draft.revision),
    whileSteps(workspaceId, id, seen.rows),
    whileCampaign(workspaceId, id, settingsSeen(seen)),
  );
  const nobody = { byUser: null, byKey: null, restored: null, approvalId: null, now };
  const there = campaignStillThere(workspaceId, id);
  await runBatch(db, [
    // What was changed without publishing can be brought back as well.
    ...(campaign.status === "draft"
      ? []
      : [keepPublished(db, workspaceId, id, { kind: "direct", ...nobody }, there)]),
    openVersion(
      db,
      workspaceId,
      id,
      { ...byOf(ctx.caller), kind: "published", restored: draft.restored, approvalId, now },
      guard,
    ),
    auditStatement(ctx, {
      action: "campaign.published",
      workspaceId,
      target: { type: "campaign", id },
      details: { changes: countDraftChanges(changes), leads: leads.all },
    }),
    ...publishStatements(ctx, seen),
    fillVersion(db, workspaceId, id),
    deleteDraftRow(db, workspaceId, id, draft.revision),
  ]).catch((cause: unknown) => {
    throw isMissingValue(cause) ? changedMeanwhile() : cause;
  });
  const {
    data: [version],
  } = await listVersions(ctx, id, { limit: 1, before: null });
  if (!version) throw changedMeanwhile();
  return { version, leads: leads.all };
}

function assertNoClash({ merged, changes }: SeenDraft): void {
  if (merged.clashes.length === 0) return;
  const places = new Map(changes.map(({ stepId, position }) => [stepId, position]));
  throw new AppError(
    "conflict",
    "Somebody changed what is published since the draft began. Look at the changes, then publish over it or change the draft.",
    {
      errors: merged.clashes.map(({ stepId, field }) => {
        const place = places.get(stepId);
        const at = stepId === null ? "settings" : `steps.${(place ?? 1) - 1}`;
        const name = field.replaceAll("_", " ");
        return {
          path: field === "step" ? "steps" : `${at}.${field}`,
          code: "changed_since",
          message:
            field === "step"
              ? "A step that the draft changes was deleted."
              : `The ${name}${place ? ` of step ${place}` : ""} was changed since.`,
        };
      }),
    },
  );
}
