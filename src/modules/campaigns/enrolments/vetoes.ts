import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { CampaignId, EnrolmentId } from "#platform/rules/ids.ts";
import { DAY_MS, later } from "#platform/rules/time.ts";
import { suppressedAmong } from "#modules/leads/suppressions/suppress.ts";
import { selectAnsweredCompanies, selectContacted } from "./veto-store.ts";

/** Reasons against a mail that lie outside the lead's own row. */
export type Vetoes = {
  /** Addresses. */
  readonly suppressed: ReadonlySet<string>;
  /** Somebody else of the company has answered (`stop_for_company`). */
  readonly answered: ReadonlySet<EnrolmentId>;
  /** Another campaign wrote first (`skip_if_contacted_days`). */
  readonly contacted: ReadonlySet<EnrolmentId>;
};

/** Asks for them where a campaign's rules want to know. One to three queries. */
export async function vetoesOn(
  ctx: WorkspaceCtx,
  leads: readonly {
    readonly enrolmentId: EnrolmentId;
    readonly campaignId: CampaignId;
    readonly email: string;
    readonly domain: string;
    readonly currentStep: number;
  }[],
  campaignOf: (
    id: CampaignId,
  ) => { readonly stopForCompany: boolean; readonly skipIfContactedDays: number } | undefined,
): Promise<Vetoes> {
  const { db, workspaceId } = ctx;
  const now = ctx.now();
  const companies = leads.filter(
    (e) => campaignOf(e.campaignId)?.stopForCompany && !ctx.tables().free.has(e.domain),
  );
  const firsts = leads.flatMap((e) => {
    const days = campaignOf(e.campaignId)?.skipIfContactedDays ?? 0;
    if (days === 0 || e.currentStep > 0) return [];
    return [{ id: e.enrolmentId, since: later(now, -days * DAY_MS) }];
  });
  const none: ReadonlySet<EnrolmentId> = new Set();
  const [suppressed, answered, contacted] = await Promise.all([
    suppressedAmong(
      ctx,
      leads.map((e) => e.email),
    ),
    companies.length === 0
      ? none
      : selectAnsweredCompanies(
          db,
          workspaceId,
          companies.map((e) => e.enrolmentId),
        ),
    firsts.length === 0 ? none : selectContacted(db, workspaceId, firsts),
  ]);
  return { suppressed, answered, contacted };
}
