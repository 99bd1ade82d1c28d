import { useQuery } from "@tanstack/react-query";
import { Link } from "#dashboard/routing/link.tsx";
import type { Readiness, Simulation } from "#modules/campaigns/contract/campaign-tools.ts";
import type { CampaignDetail } from "#modules/campaigns/contract/campaigns.ts";
import { count } from "#dashboard/lib/format.ts";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { Say } from "#dashboard/words/say.tsx";
import { firstMailQuery } from "./queries.ts";

type Reason = keyof Simulation["left_out"];
type HowMany = (n: number) => string;
const REASONS: Readonly<Record<Reason, HowMany>> = {
  suppressed: (n) => t("{n, plural, other {# suppressed, unsubscribed or bounced}}", { n }),
  invalid: (n) => t("{n, plural, other {# with an invalid address}}", { n }),
  risky_blocked: (n) => t("{n, plural, other {# with a risky address}}", { n }),
  missing_variable: (n) => t("{n, plural, other {# without a value for a variable}}", { n }),
  paused: (n) => t("{n, plural, other {# paused}}", { n }),
  task: (n) => t("{n, plural, other {# waiting for a task}}", { n }),
  finished: (n) => t("{n, plural, other {# finished}}", { n }),
};
const NOT_ADDED: Readonly<Record<keyof Readiness["lists"][number]["left_out"], HowMany>> = {
  suppressed: (n) => t("{n, plural, other {# suppressed}}", { n }),
  unsubscribed: (n) => t("{n, plural, other {# unsubscribed}}", { n }),
  bounced: (n) => t("{n, plural, other {# bounced}}", { n }),
  invalid: (n) => t("{n, plural, other {# invalid}}", { n }),
  risky_blocked: (n) => t("{n, plural, other {# risky}}", { n }),
  in_other_campaign: (n) => t("{n, plural, other {# in another campaign}}", { n }),
};
/** What the leads room shows of a list for a reason. */
const FOUND_BY = { invalid: "invalid", risky_blocked: "risky" } as const;

/** Who gets emails, and who does not and why; each group opens. */
export function LeftOutLeads({
  campaign,
  simulation,
  lists,
}: {
  campaign: CampaignDetail;
  simulation: Simulation;
  lists: Readiness["lists"];
}) {
  const { wid } = useWorkspace();
  const out = (Object.keys(REASONS) as Reason[])
    .map((reason) => [reason, simulation.left_out[reason]] as const)
    .filter(([, many]) => many > 0);
  const all = out.reduce((sum, [, many]) => sum + many, 0);
  const absent = lists.filter(
    ({ left_out, not_added }) => not_added > 0 || Object.values(left_out).some((n) => n > 0),
  );
  if (campaign.stats.leads === 0 && absent.length === 0) return null;
  return (
    <section className="grid gap-2" aria-label={t("Leads")}>
      <h3>{t("Leads")}</h3>
      <p>
        <Say
          id="{leads, plural, one {<0># lead</0> gets emails.} other {<0># leads</0> get emails.}}"
          values={{ leads: simulation.leads }}
          parts={{ 0: <b /> }}
        />{" "}
        {all > 0 &&
          t(
            "{n, plural, one {# in the campaign is left out:} other {# in the campaign are left out:}}",
            { n: all },
          )}
      </p>
      {out.map(([reason, many]) => {
        const leads = simulation.left_out_leads.filter((lead) => lead.reason === reason);
        return (
          <details key={reason}>
            <summary className="cursor-pointer text-13">{REASONS[reason](many)}</summary>
            <ul className="mt-1 grid gap-1 pl-4 text-13">
              {leads.map(({ lead_id: id, email }) => (
                <li key={id} className="min-w-0">
                  <Link
                    className="link block truncate"
                    to="/w/$wid/leads/$leadId"
                    params={{ wid: String(wid), leadId: String(id) }}
                  >
                    {email}
                  </Link>
                </li>
              ))}
              {many > leads.length && (
                <li className="text-text-3">
                  {t("and {n} more", { n: count(many - leads.length) })}
                </li>
              )}
            </ul>
          </details>
        );
      })}
      {simulation.left_out.missing_variable > 0 && (
        <EmptyVariables campaign={campaign} simulation={simulation} />
      )}
      {absent.map((list) => (
        <NotAdded key={list.id} list={list} />
      ))}
    </section>
  );
}

/** Which variables are empty: the first email's own request knows them. */
function EmptyVariables({
  campaign,
  simulation,
}: {
  campaign: CampaignDetail;
  simulation: Simulation;
}) {
  const { wid } = useWorkspace();
  const [first] = simulation.mails;
  const preview = useQuery(firstMailQuery(wid, campaign.id, first?.lead_id ?? null)).data;
  if (!preview || preview.preflight.variables.length === 0) return null;
  const { held, checked, variables } = preview.preflight;
  return (
    <p className="text-13 text-text-2">
      {t("{blocked} of {checked} leads cannot be sent to: {variables} is empty. Add a fallback.", {
        blocked: count(held),
        checked: count(checked),
        variables: variables.map(({ name }) => name).join(", "),
      })}
    </p>
  );
}

/** Leads of a list that are not in the campaign. */
function NotAdded({ list }: { list: Readiness["lists"][number] }) {
  const { wid } = useWorkspace();
  const reasons = (Object.keys(NOT_ADDED) as (keyof typeof NOT_ADDED)[]).filter(
    (reason) => list.left_out[reason] > 0,
  );
  const missing = reasons.reduce((sum, reason) => sum + list.left_out[reason], 0);
  return (
    <p className="text-13 text-text-2">
      {!list.complete && t("Of the first 20,000 leads:") + " "}
      {missing > 0 &&
        t(
          "{missing, plural, one {# lead of “{name}” was not added:} other {# leads of “{name}” were not added:}}",
          { missing, name: list.name },
        ) + " "}
      {reasons.map((reason, index) => {
        const status = reason in FOUND_BY ? FOUND_BY[reason as keyof typeof FOUND_BY] : undefined;
        return (
          <span key={reason}>
            {index > 0 && ", "}
            <Link
              className="link"
              to="/w/$wid/leads"
              params={{ wid: String(wid) }}
              search={{ list: list.id, ...(status && { status }) }}
            >
              {NOT_ADDED[reason](list.left_out[reason])}
            </Link>
          </span>
        );
      })}
      {missing > 0 && ". "}
      {list.not_added > 0 &&
        t("{n, plural, one {# lead} other {# leads}} came into “{name}” later and can be added.", {
          n: list.not_added,
          name: list.name,
        })}
    </p>
  );
}
