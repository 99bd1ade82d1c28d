import type { EnrolmentListItem, EnrolmentsQuery } from "#modules/campaigns/contract/campaigns.ts";
import { enrolmentInterest } from "#modules/campaigns/hooks.ts";
import { paginationOf } from "#platform/contract/common.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { asId, type CampaignId, type LeadId } from "#platform/rules/ids.ts";
import { countEnrolments, selectEnrolled, selectEnrolmentsPage } from "./enrolments-store.ts";
import { findCampaign } from "#modules/campaigns/campaigns/read-campaign.ts";
import { afterCursor, COUNTED_TO, cutPage, pageOf } from "#platform/http/paging.ts";
import { keptBackBy, lastEventOf } from "#modules/campaigns/rules/lead-standing.ts";
import { selectPlaceSigns } from "#modules/campaigns/leads/standing-store.ts";
import { suppressedAmong } from "#modules/leads/suppressions/suppress.ts";
import { presentEnrolment } from "#modules/campaigns/campaigns/present.ts";

/** The leads of a campaign and where each stands. Throws `not_found`. */
export async function listEnrolments(ctx: WorkspaceCtx, id: CampaignId, query: EnrolmentsQuery) {
  const { db, workspaceId } = ctx;
  const campaign = await findCampaign(ctx, id);
  const cursor = afterCursor(query.cursor);
  const after = cursor === null ? null : asId<LeadId>(cursor);
  const found = await selectEnrolmentsPage(
    db,
    workspaceId,
    id,
    query,
    after,
    ctx.hooks.one(enrolmentInterest),
  );
  const { rows, nextCursor } = cutPage(found, query, (row) => row.leadId);
  const filtered = query.status !== undefined || (query.q ?? "").trim() !== "";
  const [signs, suppressed] = await Promise.all([
    selectPlaceSigns(
      db,
      workspaceId,
      rows.map((row) => row.id),
    ),
    suppressedAmong(
      ctx,
      rows.map((row) => row.email),
    ),
  ]);
  const now = ctx.now();
  const kept = filtered ? null : await selectEnrolled(db, workspaceId, id);
  return {
    data: rows.map((row): EnrolmentListItem => {
      const sign = signs.get(row.id);
      return {
        ...presentEnrolment(row),
        last_event: sign ? lastEventOf(sign, id) : null,
        decided_by: keptBackBy(
          { ...row, hasTask: sign?.hasTask === 1 },
          {
            bounced: row.bouncedAt !== null,
            unsubscribed: row.unsubscribedAt !== null,
            suppressed: suppressed.has(row.email),
            validation: row.validationStatus,
          },
          campaign,
          now,
        ),
      };
    }),
    pagination:
      kept === null
        ? pageOf(
            query,
            await countEnrolments(db, workspaceId, id, query, COUNTED_TO + 1),
            nextCursor,
          )
        : paginationOf(query, kept, nextCursor),
  };
}
