import { Link } from "#dashboard/routing/link.tsx";
import { Fragment, type ReactNode } from "react";
import type { SendingDay } from "#modules/campaigns/contract/sending-day.ts";
import { capital, count } from "#dashboard/lib/format.ts";
import type { Tab } from "#dashboard/rooms/campaigns/search.ts";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { Say } from "#dashboard/words/say.tsx";
import { t } from "#dashboard/words/words.ts";

type Blocked = SendingDay["held"][number];

/** A rule in words, and where its setting is changed. */
type Rule = { readonly says: string; readonly tab: Tab; readonly verb: string };

const RULES: Readonly<Record<Blocked["code"], Rule>> = {
  healthy: { says: t("waiting in the queue"), tab: "mailboxes", verb: t("View mailboxes") },
  campaign_draft: {
    says: t("the campaign is not started"),
    tab: "steps",
    verb: t("Open campaign"),
  },
  campaign_paused: { says: t("the campaign is paused"), tab: "steps", verb: t("Open campaign") },
  campaign_completed: {
    says: t("the campaign is completed"),
    tab: "steps",
    verb: t("Open campaign"),
  },
  out_of_schedule: {
    says: t("no sending hours left today"),
    tab: "schedule",
    verb: t("Edit schedule"),
  },
  waiting_for_leads: { says: t("the leads are paused"), tab: "leads", verb: t("View leads") },
  waiting_for_followup_delay: {
    says: t("waiting for the next step"),
    tab: "steps",
    verb: t("Edit steps"),
  },
  campaign_daily_limit_met: {
    says: t("daily limit of the campaign reached"),
    tab: "settings",
    verb: t("Edit limit"),
  },
  mailbox_daily_limit_met: {
    says: t("daily limits of its mailboxes reached"),
    tab: "mailboxes",
    verb: t("Edit mailboxes"),
  },
  new_lead_limit_met: {
    says: t("limit for new leads reached"),
    tab: "settings",
    verb: t("Edit limit"),
  },
  domain_limit_reached: {
    says: t("limit per recipient domain reached"),
    tab: "settings",
    verb: t("Edit limit"),
  },
  provider_hold: {
    says: t("a provider of recipients asked to slow down"),
    tab: "mailboxes",
    verb: t("View mailboxes"),
  },
  provider_limit_reached: {
    says: t("limit for a provider of recipients reached"),
    tab: "mailboxes",
    verb: t("View mailboxes"),
  },
  quota_reached: {
    says: t("this month's quota of the workspace used up"),
    tab: "settings",
    verb: t("View settings"),
  },
  disk_full: { says: t("the server disk is full"), tab: "mailboxes", verb: t("View mailboxes") },
  client_paused: {
    says: t("an admin paused the workspace"),
    tab: "mailboxes",
    verb: t("View mailboxes"),
  },
  suppressions_behind: {
    says: t("the suppression list is being updated"),
    tab: "mailboxes",
    verb: t("View mailboxes"),
  },
  move_behind: {
    says: t("opt-outs of the product it moved in from are not stored yet"),
    tab: "mailboxes",
    verb: t("View mailboxes"),
  },
  no_steps: { says: t("the campaign has no steps"), tab: "steps", verb: t("Add a step") },
  no_mailboxes: {
    says: t("the campaign has no mailboxes"),
    tab: "mailboxes",
    verb: t("Add a mailbox"),
  },
  all_mailboxes_unhealthy: {
    says: t("none of its mailboxes can send"),
    tab: "mailboxes",
    verb: t("View problems"),
  },
  waiting_for_esp_match: {
    says: t("no mailbox with the provider of the leads"),
    tab: "mailboxes",
    verb: t("Add a mailbox"),
  },
  bounce_protect: {
    says: t("auto-paused for bounces or complaints"),
    tab: "leads",
    verb: t("View leads"),
  },
  template_error: { says: t("a step has a template error"), tab: "steps", verb: t("Fix step") },
};

/** As many campaigns are named of each cause. */
const NAMED = 3;

/** Emails that are due today and cannot be sent: how many, which rule blocks them, and where to change it. */
export function BlockedToday({ blocked }: { blocked: SendingDay["held"] }) {
  if (blocked.length === 0) return null;
  return (
    <section
      className="grid gap-2 border-t border-line pt-3 text-13"
      aria-labelledby="blocked-today"
    >
      <h3 id="blocked-today">
        <b>{headOf(blocked)}</b>
      </h3>
      <ul className="grid gap-2">
        {[...Map.groupBy(blocked, ({ code }) => code)].map(([code, all]) => (
          <li
            key={code}
            className="grid grid-cols-[3rem_minmax(0,1fr)] items-baseline gap-x-3 wide:grid-cols-[3rem_minmax(0,1fr)_auto]"
          >
            <b className="num">{totalOf(all)}</b>
            <Cause rule={RULES[code]} all={all} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** One campaign has the verb at its side; of several, each leads to where it is changed. */
function Cause({ rule: { says, verb, tab }, all }: { rule: Rule; all: readonly Blocked[] }) {
  const [first, ...more] = all;
  if (!first) return null;
  if (more.length === 0) {
    return (
      <>
        <span className="text-text-2">
          {first.campaign_name}: {says}
        </span>
        <CampaignLink
          one={first}
          tab={tab}
          verb={verb}
          className="justify-self-start max-wide:col-start-2"
        >
          {verb}
        </CampaignLink>
      </>
    );
  }
  const left = all.slice(NAMED);
  const cause = capital(says);
  const campaigns = all.slice(0, NAMED).map((one, index) => (
    <Fragment key={one.campaign_id}>
      {index > 0 && ", "}
      <CampaignLink one={one} tab={tab} verb={verb}>
        {one.campaign_name}
      </CampaignLink>{" "}
      ({totalOf([one])})
    </Fragment>
  ));
  return (
    <span className="text-text-2 wide:col-span-2">
      {left.length === 0 ? (
        <>
          {cause}: {campaigns}
        </>
      ) : (
        <Say
          id={
            "{cause}: {campaigns}, and {total} in {left, plural, one {# more campaign} other {# more campaigns}}"
          }
          values={{ cause, campaigns, total: totalOf(left), left: left.length }}
          parts={{}}
        />
      )}
    </span>
  );
}

function CampaignLink({
  one,
  tab,
  verb,
  className,
  children,
}: {
  one: Blocked;
  tab: Tab;
  verb: string;
  className?: string;
  children: ReactNode;
}) {
  const { wid } = useWorkspace();
  return (
    <Link
      to="/w/$wid/campaigns/$id"
      params={{ wid: String(wid), id: String(one.campaign_id) }}
      search={tab === "steps" ? {} : { tab }}
      className={className}
      aria-label={`${verb}: ${one.campaign_name}`}
    >
      {children}
    </Link>
  );
}

const totalOf = (blocked: readonly Blocked[]): string => {
  const mails = blocked.reduce((sum, one) => sum + one.mails, 0);
  return `${count(mails)}${blocked.some(({ has_more }) => has_more) ? "+" : ""}`;
};

function headOf(blocked: readonly Blocked[]): string {
  const mails = blocked.reduce((sum, one) => sum + one.mails, 0);
  const isMore = blocked.some(({ has_more }) => has_more);
  return isMore
    ? t("Not sent today: more than {mails, plural, one {# email} other {# emails}}", { mails })
    : t("Not sent today: {mails, plural, one {# email} other {# emails}}", { mails });
}
