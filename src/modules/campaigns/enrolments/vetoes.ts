import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { CampaignId, EnrolmentId, UnixMs } from "#platform/rules/ids.ts";
import type { LeadFacts } from "#modules/campaigns/rules/leaving/facts.ts";
import { DAY_MS, later } from "#platform/rules/time.ts";
import { firstContactWaits } from "#modules/campaigns/first-contacts/first-contacts.ts";
import { installSuppressedAmong } from "#modules/leads/install-suppressions/install-suppressed.ts";
import { ownSuppressedAmong } from "#modules/leads/suppressions/suppress.ts";
import { selectAnsweredCompanies, selectContacted } from "./veto-store.ts";

/** Reasons against a mail that lie outside the lead's own row. */
export type Vetoes = {
  /** Addresses. */
  readonly suppressed: ReadonlySet<string>;
  /** Addresses, by the installation. */
  readonly installSuppressed: ReadonlySet<string>;
  /** Addresses that get no first mail before then. */
  readonly firstContact: ReadonlyMap<string, UnixMs>;
  /** Somebody else of the company has answered (`stop_for_company`). */
  readonly answered: ReadonlySet<EnrolmentId>;
  /** Another campaign wrote first (`skip_if_contacted_days`). */
  readonly contacted: ReadonlySet<EnrolmentId>;
};

type CampaignOf = (
  id: CampaignId,
) => { readonly stopForCompany: boolean; readonly skipIfContactedDays: number } | undefined;
type Asked = {
  readonly enrolmentId: EnrolmentId;
  readonly campaignId: CampaignId;
  readonly domain: string;
  readonly currentStep: number;
};

/** Asks for them where a campaign's rules want to know. Two to seven queries. */
export async function vetoesOn(
  ctx: WorkspaceCtx,
  leads: readonly (Asked & { readonly email: string })[],
  campaignOf: CampaignOf,
): Promise<Vetoes> {
  const [suppressed, install, outside] = await Promise.all([
    ownSuppressedAmong(
      ctx,
      leads.map((e) => e.email),
    ),
    installVetoes(ctx, leads),
    outsideVetoes(ctx, leads, campaignOf),
  ]);
  return { suppressed, ...install, ...outside };
}

/** Those of the installation, the same for every workspace. Two queries, three where it has a rule of first mails. */
export async function installVetoes(
  ctx: WorkspaceCtx,
  leads: readonly Pick<Asked & { readonly email: string }, "email" | "currentStep">[],
): Promise<Pick<Vetoes, "installSuppressed" | "firstContact">> {
  const [installSuppressed, firstContact] = await Promise.all([
    installSuppressedAmong(
      ctx,
      leads.map(({ email }) => email),
    ),
    firstContactWaits(
      ctx,
      leads.flatMap(({ email, currentStep }) => (currentStep === 0 ? [email] : [])),
    ),
  ]);
  return { installSuppressed, firstContact };
}

/** Those that mails to others tell. None to two queries. */
export async function outsideVetoes(
  ctx: WorkspaceCtx,
  leads: readonly Asked[],
  campaignOf: CampaignOf,
): Promise<Pick<Vetoes, "answered" | "contacted">> {
  const { db, workspaceId } = ctx;
  const now = ctx.now();
  const { free } = await ctx.tables.addresses();
  const companies = leads.filter(
    (e) => campaignOf(e.campaignId)?.stopForCompany && !free.has(e.domain),
  );
  const firsts = leads.flatMap((e) => {
    const days = campaignOf(e.campaignId)?.skipIfContactedDays ?? 0;
    if (days === 0 || e.currentStep > 0) return [];
    return [{ id: e.enrolmentId, since: later(now, -days * DAY_MS) }];
  });
  const none: ReadonlySet<EnrolmentId> = new Set();
  const [answered, contacted] = await Promise.all([
    companies.length === 0
      ? none
      : selectAnsweredCompanies(
          db,
          workspaceId,
          companies.map((e) => e.enrolmentId),
        ),
    firsts.length === 0 ? none : selectContacted(db, workspaceId, firsts),
  ]);
  return { answered, contacted };
}

/** What rules ask of a lead. */
export const leadFactsOf = (
  row: {
    readonly enrolmentId: EnrolmentId;
    readonly email: string;
    readonly domain: string;
    readonly unsubscribedAt: UnixMs | null;
    readonly bouncedAt: UnixMs | null;
    readonly validationStatus: LeadFacts["lead"]["validationStatus"];
  },
  vetoes: Vetoes,
): LeadFacts["lead"] => ({
  domain: row.domain,
  unsubscribed: row.unsubscribedAt !== null,
  bounced: row.bouncedAt !== null,
  suppressed: vetoes.suppressed.has(row.email),
  installSuppressed: vetoes.installSuppressed.has(row.email),
  validationStatus: row.validationStatus,
  companyAnswered: vetoes.answered.has(row.enrolmentId),
  contacted: vetoes.contacted.has(row.enrolmentId),
});
