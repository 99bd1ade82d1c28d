import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Simulation } from "#modules/campaigns/contract/campaign-tools.ts";
import type { CampaignDetail } from "#modules/campaigns/contract/campaigns.ts";
import { count } from "#dashboard/lib/format.ts";
import { day, fully, weekday } from "#dashboard/lib/time.ts";
import { BarChart } from "#dashboard/parts/bar-chart.tsx";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { Scroll } from "#dashboard/parts/scroll.tsx";
import { Segmented } from "#dashboard/parts/segmented.tsx";
import { Failure, ListSkeleton, Note } from "#dashboard/parts/states.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { campaignKey, postSimulation } from "#dashboard/rooms/campaigns/queries.ts";
import { UNITS } from "#dashboard/lib/units.ts";
import { t } from "#dashboard/words/words.ts";
import { Say } from "#dashboard/words/say.tsx";

/** Who gets what when, before anybody gets anything. */
export function SimulateDialog({
  campaign,
  open,
  onClose,
  onStart,
}: {
  campaign: CampaignDetail;
  open: boolean;
  onClose: () => void;
  /** Null where it runs already. */
  onStart: (() => void) | null;
}) {
  const { wid } = useWorkspace();
  const [days, setDays] = useState(14);
  const { data, error, refetch } = useQuery({
    queryKey: [...campaignKey(wid, campaign.id), "simulation", days],
    queryFn: () => postSimulation(wid, campaign.id, days),
    enabled: open,
    staleTime: 0,
  });
  return (
    <Dialog
      open={open}
      broad
      onClose={onClose}
      title={t("Simulation of “{name}”", { name: campaign.name })}
      acts={
        <>
          <Button onClick={onClose}>{t("Close")}</Button>
          {onStart && (
            <Button
              look="primary"
              onClick={() => {
                onClose();
                onStart();
              }}
            >
              {t("Start campaign")}
            </Button>
          )}
        </>
      }
    >
      <Segmented
        label={t("Period")}
        value={days}
        options={[
          [7, t("7 days")],
          [14, t("14 days")],
          [30, t("30 days")],
          [90, t("90 days")],
        ]}
        onChoose={setDays}
      />
      {error ? (
        <Failure
          what={t("The simulation could not run.")}
          error={error}
          onRetry={() => void refetch()}
        />
      ) : data ? (
        <Outcome simulation={data} zone={campaign.schedule.timezone} />
      ) : (
        <ListSkeleton label={t("Loading the simulation")} rows={5} />
      )}
    </Dialog>
  );
}

/** Where leads go on that a rule takes out. */
function GoesOn({ in: campaigns }: { in: Simulation["goes_on"] }) {
  return campaigns.map(({ campaign_id: id, name, status, step, leads, first_at: at }) => (
    <p key={id} className="text-13 text-text-2">
      {at
        ? t(
            "{leads, plural, one {# lead} other {# leads}} would go on in “{name}” at step {step}, the first on {day}.",
            { leads, name, step, day: day(at) },
          )
        : t(
            "{leads, plural, one {# lead} other {# leads}} would go on in “{name}” at step {step}. {status, select, active {That campaign is active, so they wait there.} paused {That campaign is paused, so they wait there.} completed {That campaign is completed, so they wait there.} other {That campaign is draft, so they wait there.}}",
            { leads, name, step, status },
          )}
    </p>
  ));
}

const SKIPPED: Readonly<Record<keyof Simulation["left_out"], (n: number) => string>> = {
  finished: (n) => t("{n, plural, other {# finished}}", { n }),
  paused: (n) => t("{n, plural, other {# paused}}", { n }),
  suppressed: (n) => t("{n, plural, other {# suppressed}}", { n }),
  invalid: (n) => t("{n, plural, other {# invalid}}", { n }),
  risky_blocked: (n) => t("{n, plural, other {# risky blocked}}", { n }),
  task: (n) => t("{n, plural, other {# task}}", { n }),
  missing_variable: (n) => t("{n, plural, other {# missing variable}}", { n }),
};

function Outcome({ simulation, zone }: { simulation: Simulation; zone: string }) {
  const { totals, leads, finishes_at, left_out, mails, days, mailboxes, truncated } = simulation;
  const out = (Object.keys(SKIPPED) as (keyof typeof SKIPPED)[]).filter((why) => left_out[why] > 0);
  if (totals.sent === 0) {
    return (
      <>
        <Note tone="warn" title={t("Nothing would be sent")}>
          {leads === 0
            ? t("The campaign has no leads. Add leads first.")
            : simulation.left_by_rule > 0
              ? t("Follow-up rules take the leads out first.")
              : t("Check the steps, mailboxes and schedule.")}
        </Note>
        <GoesOn in={simulation.goes_on} />
      </>
    );
  }
  return (
    <>
      <p className="text-15">
        <Say
          id={
            "<0>{sent, plural, one {# email} other {# emails}}</0> to {leads, plural, one {# lead} other {# leads}}: {firstEmails, plural, one {# first email} other {# first emails}}, {followUps, plural, one {# follow-up} other {# follow-ups}}."
          }
          values={{
            sent: totals.sent,
            leads,
            firstEmails: totals.first_mails,
            followUps: totals.follow_ups,
          }}
          parts={{ 0: <b /> }}
        />{" "}
        {finishes_at
          ? t("The last one is sent on {day}.", { day: day(finishes_at) })
          : t(
              "{n, plural, one {# lead would not be finished.} other {# leads would not be finished.}}",
              {
                n: totals.unfinished,
              },
            )}
      </p>
      {out.length > 0 && (
        <p className="text-13 text-text-2">
          {t("Skipped: {reasons}.", {
            reasons: out.map((why) => SKIPPED[why](left_out[why])).join(", "),
          })}
        </p>
      )}
      {simulation.left_by_rule > 0 && (
        <p className="text-13 text-text-2">
          {t(
            "{n, plural, one {# lead} other {# leads}} would leave by a follow-up rule, if nobody replies.",
            { n: simulation.left_by_rule },
          )}
        </p>
      )}
      <GoesOn in={simulation.goes_on} />
      {simulation.not_foreseen.length > 0 && (
        <p className="text-13 text-text-2">
          {t("Not foreseen: {rules}", { rules: simulation.not_foreseen.join(" ") })}
        </p>
      )}
      {truncated && (
        <p className="text-13 text-text-2">{t("The simulation covers only part of the leads.")}</p>
      )}
      <BarChart
        bars={days.map(({ date, sent }) => ({ date, value: sent }))}
        unit={UNITS.emails}
        label={t(
          "Emails per day: {sent, plural, one {# email} other {# emails}} in {days, plural, one {# day} other {# days}}.",
          { sent: totals.sent, days: days.length },
        )}
      />
      <p className="text-13 text-text-2">
        {mailboxes.map(({ email, sent }) => `${email} ${count(sent)}`).join(", ")}
      </p>
      <Scroll label={t("First emails")} className="plot-table rounded-2 border border-line">
        <table className="tbl">
          <TableHead columns={[t("When"), t("To"), t("Step"), [t("From"), "wide"]]} />
          <tbody>
            {mails.map(({ at, email, step, variant, mailbox, lead_id }) => (
              <tr key={`${lead_id}-${step}`}>
                <td title={fully(at, zone)} className="whitespace-nowrap">
                  {weekday(at)}
                </td>
                <td className="max-w-48 truncate">{email}</td>
                <td>
                  {step}
                  {variant === "control" ? "" : variant}
                </td>
                <td className="max-w-48 truncate max-wide:hidden">{mailbox}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </>
  );
}
