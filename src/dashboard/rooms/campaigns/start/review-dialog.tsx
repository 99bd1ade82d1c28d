import { useQuery } from "@tanstack/react-query";
import { Link } from "#dashboard/routing/link.tsx";
import { useState } from "react";
import type { Simulation } from "#modules/campaigns/contract/campaign-tools.ts";
import type { CampaignDetail } from "#modules/campaigns/contract/campaigns.ts";
import { count } from "#dashboard/lib/format.ts";
import { day, when } from "#dashboard/lib/time.ts";
import { BarChart } from "#dashboard/parts/bar-chart.tsx";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { ListSkeleton, Note } from "#dashboard/parts/states.tsx";
import { MailboxState } from "#dashboard/parts/statuses.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { needsOf } from "#dashboard/rooms/campaigns/needs.ts";
import type { Tab } from "#dashboard/rooms/campaigns/search.ts";
import { UNITS } from "#dashboard/lib/units.ts";
import { fromServer, t } from "#dashboard/words/words.ts";
import { FirstMail } from "./first-mail.tsx";
import { LeftOutLeads } from "./left-out.tsx";
import { ProviderChecksList } from "./provider-checks.tsx";
import { readinessQuery, reviewSimulationQuery } from "./queries.ts";

/** Where a warning is followed to. */
const PLACE_OF: Readonly<Record<string, readonly [Tab, string]>> = {
  no_delay: ["steps", t("Open steps")],
  few_to_compare: ["steps", t("Open steps")],
  winner_untracked: ["settings", t("Open settings")],
  schedule_over: ["schedule", t("Open schedule")],
};
/** `needsOf` says these. */
const SAID: readonly string[] = [
  "no_steps",
  "no_subject",
  "no_mailboxes",
  "all_mailboxes_unhealthy",
  "no_leads",
];
const MAILBOXES_SHOWN = 6;

/** Everything that a start sets going, on one sheet, before anything leaves. */
export function ReviewDialog({
  campaign,
  onClose,
  onStart,
}: {
  campaign: CampaignDetail;
  onClose: () => void;
  onStart: () => void;
}) {
  const { wid, may } = useWorkspace();
  const readiness = useQuery(readinessQuery(wid, campaign.id));
  const mayLeads = may("leads.read");
  const simulation = useQuery({
    ...reviewSimulationQuery(wid, campaign.id),
    enabled: mayLeads,
  });
  const missing = needsOf(campaign).filter(({ done }) => !done);
  const isInVain = missing.length === 0 && campaign.stats.leads > 0 && simulation.data?.leads === 0;
  const errors = readiness.data?.errors ?? [];
  const warnings = (readiness.data?.warnings ?? []).filter(
    ({ code }) => !SAID.includes(code) && !code.startsWith("provider_"),
  );
  return (
    <Dialog
      open
      broad
      onClose={onClose}
      title={t("Start “{name}”", { name: campaign.name })}
      acts={
        <>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button
            look="primary"
            disabled={errors.length > 0}
            onClick={() => {
              onClose();
              onStart();
            }}
          >
            {missing.length > 0 || isInVain ? t("Start anyway") : t("Start campaign")}
          </Button>
        </>
      }
    >
      {missing.length > 0 && (
        <Note tone="warn" title={t("Nothing is sent until this is fixed")}>
          <ul className="grid gap-1">
            {missing.map(({ tab, without, verb }) => (
              <li key={tab} className="flex flex-wrap gap-x-2">
                {without}
                <Follow campaign={campaign} tab={tab} onClose={onClose}>
                  {verb}
                </Follow>
              </li>
            ))}
          </ul>
        </Note>
      )}
      {isInVain && simulation.data && (
        <InVain campaign={campaign} simulation={simulation.data} onClose={onClose} />
      )}
      {errors.map(({ path, message }) => (
        <Note
          key={path}
          tone="bad"
          title={t("A step has an error, so the campaign can't start")}
          action={
            <Follow campaign={campaign} tab="steps" onClose={onClose}>
              {t("Open steps")}
            </Follow>
          }
        >
          {fromServer(message)}
        </Note>
      ))}
      {warnings.map(({ code, message }) => {
        const place = PLACE_OF[code];
        return (
          <Note
            key={code + message}
            tone="warn"
            title={fromServer(message)}
            action={
              place && (
                <Follow campaign={campaign} tab={place[0]} onClose={onClose}>
                  {place[1]}
                </Follow>
              )
            }
          />
        );
      })}
      {mayLeads &&
        (simulation.data ? (
          <>
            <LeftOutLeads
              campaign={campaign}
              simulation={simulation.data}
              lists={readiness.data?.lists ?? []}
            />
            <Pace campaign={campaign} simulation={simulation.data} />
          </>
        ) : (
          <Waiting
            what={t("forecast")}
            rows={4}
            error={simulation.error}
            onRetry={() => void simulation.refetch()}
          />
        ))}
      <Mailboxes campaign={campaign} onClose={onClose} />
      {mayLeads && campaign.steps.some(({ type }) => type === "email") && simulation.data && (
        <FirstMail campaign={campaign} simulation={simulation.data} />
      )}
      {campaign.mailboxes.length > 0 && <ProviderChecksList campaign={campaign} />}
      {readiness.isPending && <ListSkeleton label={t("Loading warnings")} rows={1} />}
    </Dialog>
  );
}

/** A start that would send nothing: why is below it, and what to fix is one press away. */
function InVain({
  campaign,
  simulation,
  onClose,
}: {
  campaign: CampaignDetail;
  simulation: Simulation;
  onClose: () => void;
}) {
  return (
    <Note
      tone="warn"
      title={t("Nobody gets an email: all leads are left out")}
      action={
        simulation.left_out.missing_variable > 0 && (
          <Follow campaign={campaign} tab="steps" onClose={onClose}>
            {t("Open steps")}
          </Follow>
        )
      }
    />
  );
}

/** A link to where something is put right; the sheet closes. */
function Follow({
  campaign,
  tab,
  onClose,
  children,
}: {
  campaign: CampaignDetail;
  tab: Tab;
  onClose: () => void;
  children: string;
}) {
  const { wid } = useWorkspace();
  return (
    <Link
      className="link"
      to="/w/$wid/campaigns/$id"
      params={{ wid: String(wid), id: String(campaign.id) }}
      search={{ tab }}
      onClick={onClose}
    >
      {children}
    </Link>
  );
}

/** How fast it goes, and when it is over. */
function Pace({ campaign, simulation }: { campaign: CampaignDetail; simulation: Simulation }) {
  const [first] = simulation.mails;
  const { ramp, daily_limit: limit, max_new_leads_per_day: fresh } = campaign;
  if (!first) return null;
  const [limit1, limit2, limit3] = [
    ramp.enabled &&
      t(
        "starts with {start, plural, one {# email} other {# emails}} a day and grows by {increment} to {ceiling}",
        { start: ramp.start, increment: count(ramp.increment), ceiling: count(ramp.ceiling) },
      ),
    limit !== null &&
      t("sends at most {limit, plural, one {# email} other {# emails}} a day", { limit }),
    fresh > 0 &&
      t("contacts at most {fresh, plural, one {# new lead} other {# new leads}} a day", { fresh }),
  ].filter((part) => part !== false);
  const { finishes_at: end, totals, days, truncated } = simulation;
  return (
    <section className="grid gap-2" aria-label={t("Forecast")}>
      <h3>{t("Forecast")}</h3>
      <p>
        {t("The first email is sent {at}.", { at: when(first.at) })}{" "}
        {end
          ? t("The last one is sent on {end}, if nobody replies.", { end: day(end) })
          : t(
              "After {days, plural, one {# day} other {# days}} {unfinished, plural, one {# lead} other {# leads}} would not be finished.",
              { days: REVIEW_DAYS, unfinished: totals.unfinished },
            )}
        {truncated && " " + t("The forecast covers only part of the leads.")}
      </p>
      {limit1 !== undefined && (
        <p className="text-13 text-text-2">
          {limit2 === undefined
            ? t("The campaign {limit1}.", { limit1 })
            : limit3 === undefined
              ? t("The campaign {limit1}, and {limit2}.", { limit1, limit2 })
              : t("The campaign {limit1}, and {limit2}, and {limit3}.", {
                  limit1,
                  limit2,
                  limit3,
                })}
        </p>
      )}
      <BarChart
        bars={days.map(({ date, sent }) => ({ date, value: sent }))}
        unit={UNITS.emails}
        label={t(
          "Emails per day: {sent, plural, one {# email} other {# emails}} in {days, plural, one {# day} other {# days}}.",
          { sent: totals.sent, days: days.length },
        )}
      />
    </section>
  );
}
/** As far as the forecast looks. */
const REVIEW_DAYS = 90;

/** Who sends, with what is wrong first. */
function Mailboxes({ campaign, onClose }: { campaign: CampaignDetail; onClose: () => void }) {
  const [isWhole, setWhole] = useState(false);
  const { mailboxes } = campaign;
  if (mailboxes.length === 0) return null;
  const working = mailboxes.filter(({ status }) => status === "active").length;
  const sorted = mailboxes.toSorted(
    (a, b) => Number(a.status === "active") - Number(b.status === "active"),
  );
  const shown = isWhole ? sorted : sorted.slice(0, MAILBOXES_SHOWN);
  return (
    <section className="grid gap-2" aria-label={t("Mailboxes")}>
      <h3 className="flex flex-wrap items-baseline gap-x-3">
        {t("Mailboxes")}
        <span className="text-13 font-normal text-text-2">
          {working === mailboxes.length
            ? t("{working, plural, other {# can send}}", { working })
            : t("{working, plural, other {# of {all} can send}}", {
                working,
                all: count(mailboxes.length),
              })}
        </span>
        <span className="ml-auto text-13 font-normal">
          <Follow campaign={campaign} tab="mailboxes" onClose={onClose}>
            {t("Change")}
          </Follow>
        </span>
      </h3>
      <ul className="grid gap-1 text-13">
        {shown.map(({ id, email, status }) => (
          <li key={id} className="flex min-w-0 items-center gap-3">
            <span className="min-w-0 flex-1 truncate" title={email}>
              {email}
            </span>
            <MailboxState status={status} />
          </li>
        ))}
      </ul>
      {shown.length < mailboxes.length && (
        <button type="button" className="link w-fit text-13" onClick={() => setWhole(true)}>
          {t("{mailboxes, plural, one {Show all # mailbox} other {Show all # mailboxes}}", {
            mailboxes: mailboxes.length,
          })}
        </button>
      )}
    </section>
  );
}
