import { Link } from "@tanstack/react-router";
import type { SendingDay } from "#modules/campaigns/contract/sending-day.ts";
import { count } from "#dashboard/lib/format.ts";
import type { Tab } from "#dashboard/rooms/campaigns/search.ts";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";

type Held = SendingDay["held"][number];

/** A rule, and where what it goes by is changed. */
type Rule = { readonly says: string; readonly tab: Tab; readonly verb: string };

const RULES: Readonly<Record<Held["code"], Rule>> = {
  healthy: { says: "wait for their turn", tab: "mailboxes", verb: "See its mailboxes" },
  campaign_draft: { says: "the campaign was not started", tab: "steps", verb: "Open it" },
  campaign_paused: { says: "the campaign was paused", tab: "steps", verb: "Open it" },
  campaign_completed: { says: "the campaign is completed", tab: "steps", verb: "Open it" },
  out_of_schedule: {
    says: "hours and gaps have no more room today",
    tab: "schedule",
    verb: "Change the hours",
  },
  waiting_for_leads: { says: "the leads are paused", tab: "leads", verb: "See its leads" },
  waiting_for_followup_delay: {
    says: "the next step waits",
    tab: "steps",
    verb: "Change the waits",
  },
  campaign_daily_limit_met: {
    says: "the campaign’s own limit",
    tab: "settings",
    verb: "Change the limit",
  },
  mailbox_daily_limit_met: {
    says: "the limits of its mailboxes",
    tab: "mailboxes",
    verb: "Change its mailboxes",
  },
  new_lead_limit_met: {
    says: "today’s number of new leads",
    tab: "settings",
    verb: "Change the limit",
  },
  domain_limit_reached: {
    says: "the limit for one company’s domain",
    tab: "settings",
    verb: "Change the limit",
  },
  disk_full: { says: "the install’s disk is full", tab: "mailboxes", verb: "See its mailboxes" },
  no_steps: { says: "the campaign has no step", tab: "steps", verb: "Write one" },
  no_mailboxes: { says: "the campaign has no mailbox", tab: "mailboxes", verb: "Assign one" },
  all_mailboxes_unhealthy: {
    says: "none of its mailboxes can send",
    tab: "mailboxes",
    verb: "See what is wrong",
  },
  waiting_for_esp_match: {
    says: "no mailbox at the leads’ provider",
    tab: "mailboxes",
    verb: "Assign one",
  },
  bounce_protect: {
    says: "paused for bounces or complaints",
    tab: "leads",
    verb: "Look at its leads",
  },
  template_error: { says: "a step cannot be written", tab: "steps", verb: "Mend it" },
};

/** As many campaigns are named. */
const NAMED = 5;

/** Mails that are due today and stay: how many, by which rule, and the way to where it is changed. */
export function HeldToday({ held }: { held: SendingDay["held"] }) {
  const { wid } = useWorkspace();
  const shown = held.slice(0, NAMED);
  const others = held.slice(NAMED);
  if (shown.length === 0) return null;
  return (
    <section className="grid gap-2 border-t border-line pt-3 text-13" aria-labelledby="held-today">
      <h3 id="held-today">
        <b>Held back today: {sumOf(held)}</b>
      </h3>
      <ul className="grid gap-2">
        {shown.map((one) => {
          const { says, tab, verb } = RULES[one.code];
          return (
            <li
              key={one.campaign_id}
              className="grid grid-cols-[3rem_minmax(0,1fr)] items-baseline gap-x-3 wide:grid-cols-[3rem_minmax(0,1fr)_auto]"
            >
              <b className="num">{countOf(one)}</b>
              <span className="text-text-2">
                {one.campaign_name}: {says}
              </span>
              <Link
                to="/w/$wid/campaigns/$id"
                params={{ wid: String(wid), id: String(one.campaign_id) }}
                search={tab === "steps" ? {} : { tab }}
                className="justify-self-start max-wide:col-start-2"
                aria-label={`${verb}: ${one.campaign_name}`}
              >
                {verb}
              </Link>
            </li>
          );
        })}
        {others.length > 0 && (
          <li className="text-text-3">
            {sumOf(others)} in {count(others.length)} more
          </li>
        )}
      </ul>
    </section>
  );
}

const countOf = ({ mails, has_more }: Held): string => `${count(mails)}${has_more ? "+" : ""}`;

function sumOf(held: readonly Held[]): string {
  const mails = held.reduce((sum, one) => sum + one.mails, 0);
  const isMore = held.some(({ has_more }) => has_more);
  return `${isMore ? "more than " : ""}${count(mails)} ${mails === 1 ? "mail" : "mails"}`;
}
