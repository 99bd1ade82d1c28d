import { useQuery } from "@tanstack/react-query";
import type { CampaignDetail } from "#modules/campaigns/contract/campaigns.ts";
import type { CampaignStats } from "#modules/campaigns/contract/stats.ts";
import type { Contest } from "#modules/campaigns/contract/winners.ts";
import { shareRange } from "#modules/campaigns/rules/winners/leader.ts";
import { count, percent } from "#dashboard/lib/format.ts";
import { day } from "#dashboard/lib/time.ts";
import { Meter } from "#dashboard/parts/meter.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { RangeMark } from "#dashboard/parts/range-mark.tsx";
import { Scroll } from "#dashboard/parts/scroll.tsx";
import { Failure } from "#dashboard/parts/states.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { METRIC_NAMES } from "#dashboard/rooms/campaigns/settings-fields.ts";
import { letterOf } from "#dashboard/rooms/campaigns/steps/use-variants.ts";
import { contestsQuery } from "#dashboard/rooms/campaigns/queries.ts";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { fromServer, t } from "#dashboard/words/words.ts";
import { WinnerActs } from "./winner-acts.tsx";

type Arm = CampaignStats["by_variant"][number];
type Step = CampaignDetail["steps"][number];

/** Each step with more than one text: which of them wins, and what they did so far. */
export function ContestPanels({
  stats,
  campaign,
}: {
  stats: CampaignStats;
  campaign: CampaignDetail;
}) {
  const { wid } = useWorkspace();
  const { data, error, refetch } = useQuery(contestsQuery(wid, campaign.id));
  const sent = Map.groupBy(stats.by_variant, (arm) => arm.step_id);
  const steps = new Set([
    ...(data?.data ?? []).map((contest) => contest.step_id),
    ...[...sent].flatMap(([stepId, arms]) => (arms.length > 1 ? [stepId] : [])),
  ]);
  return (
    <>
      {error !== null && !data && (
        <Failure
          what={t("The comparison of the variants could not be loaded.")}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {[...steps].map((stepId) => (
        <ContestPanel
          key={stepId}
          campaign={campaign}
          contest={data?.data.find((one) => one.step_id === stepId) ?? null}
          arms={(sent.get(stepId) ?? []).toSorted((a, b) =>
            letterOf(a.variant) < letterOf(b.variant) ? -1 : 1,
          )}
          step={campaign.steps.find(({ id }) => id === stepId)}
        />
      ))}
    </>
  );
}

function ContestPanel({
  campaign,
  contest,
  arms,
  step,
}: {
  campaign: CampaignDetail;
  contest: Contest | null;
  arms: readonly Arm[];
  step: Step | undefined;
}) {
  const title = step
    ? t("Variants of step {position}", { position: step.position })
    : t("Variants of a deleted step");
  return (
    <Panel
      title={title}
      flush
      aside={
        contest?.started_at && (
          <span className="text-12 text-text-3">
            {contest.number > 1
              ? t("Started again {day}", { day: day(contest.started_at) })
              : t("Started {day}", { day: day(contest.started_at) })}
          </span>
        )
      }
      footer={t(
        "Each lead is randomly assigned one variant. Machine opens, machine clicks and auto-replies do not count.",
      )}
    >
      {contest && (
        <>
          <div className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-3">
            <p className="min-w-60 flex-1" role="status">
              {fromServer(contest.message)}
            </p>
            {step && <WinnerActs campaign={campaign} contest={contest} />}
          </div>
          {contest.started_at && <Compared contest={contest} title={title} step={step} />}
        </>
      )}
      {arms.length > 0 && <SoFar arms={arms} title={title} step={step} />}
    </Panel>
  );
}

/** What decides: emails whose window is over. */
function Compared({
  contest,
  title,
  step,
}: {
  contest: Contest;
  title: string;
  step: Step | undefined;
}) {
  const top = Math.max(...contest.arms.map((arm) => shareRange(sampleOf(arm))?.high ?? 0));
  return (
    <Scroll label={t("{title}: comparison", { title })}>
      <table className="tbl">
        <caption className="px-4 pt-3 text-left text-13 text-text-2">
          {t(
            "{metric, select, click {Compared by clicks} open {Compared by opens} other {Compared by replies}} within {days} days",
            { metric: contest.metric, days: contest.window_days },
          )}
        </caption>
        <TableHead
          columns={[
            t("Variant"),
            [t("Share"), "wide"],
            [t("Emails counted"), "num"],
            [METRIC_NAMES[contest.metric], "num"],
            [t("Rate"), "num"],
            t("Evidence"),
          ]}
        />
        <tbody>
          {contest.arms.map((arm) => (
            <tr key={arm.variant}>
              <td>
                <b className="font-medium">
                  {t("Variant {letter}", { letter: letterOf(arm.variant) })}
                </b>
                <Standing arm={arm} contest={contest} />
                <Subject step={step} label={arm.variant} />
              </td>
              <td className="max-wide:hidden">{shareOf(contest, arm.weight)}</td>
              <td className="num">
                {count(arm.mails)}
                {arm.waiting > 0 && (
                  <span className="block text-12 text-text-3">
                    {t("{n, plural, other {# wait}}", { n: arm.waiting })}
                  </span>
                )}
              </td>
              <td className="num">{count(arm.hits)}</td>
              <Rate hits={arm.hits} mails={arm.mails} top={top} />
              <td className="min-w-28">
                <Meter
                  label={t("{points} of 100 on the way to a proven winner", {
                    points: Math.round(arm.evidence * 100),
                  })}
                  parts={[
                    {
                      value: arm.evidence * 100,
                      ...(contest.winner === arm.variant && { tone: "ok" as const }),
                    },
                  ]}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

const shareOf = ({ arms }: Contest, weight: number): string => {
  const all = arms.reduce((sum, arm) => sum + arm.weight, 0);
  return all === 0 ? "–" : percent(weight / all, 0);
};

function Standing({ arm, contest }: { arm: Contest["arms"][number]; contest: Contest }) {
  const says =
    contest.winner === arm.variant
      ? t("Winner")
      : arm.is_out
        ? t("Beaten")
        : arm.weight === 0
          ? t("Off")
          : "";
  return says === "" ? null : <span className="ml-2 text-12 text-text-2">{says}</span>;
}

/** All emails of each variant, counted as everywhere else. */
function SoFar({
  arms,
  title,
  step,
}: {
  arms: readonly Arm[];
  title: string;
  step: Step | undefined;
}) {
  return (
    <Scroll label={t("{title}: all emails so far", { title })}>
      <table className="tbl">
        <caption className="px-4 pt-3 text-left text-13 text-text-2">
          {t("All emails so far")}
        </caption>
        <TableHead
          columns={[
            t("Variant"),
            [t("Delivered"), "num"],
            [t("Opened"), "num"],
            [t("Clicked"), "num"],
            [t("Replied"), "num"],
            [t("Meetings"), "num"],
            [t("Unsubscribed"), "num"],
          ]}
        />
        <tbody>
          {arms.map((arm) => (
            <tr key={arm.variant}>
              <td>
                <b className="font-medium">
                  {t("Variant {letter}", { letter: letterOf(arm.variant) })}
                </b>
                <Subject step={step} label={arm.variant} />
              </td>
              <td className="num">{count(arm.delivered)}</td>
              <Rate hits={arm.unique_opens} mails={arm.delivered} />
              <Rate hits={arm.unique_clicks} mails={arm.delivered} />
              <Rate hits={arm.unique_replies} mails={arm.delivered} />
              <td className="num">{count(arm.meetings_booked)}</td>
              <td className="num">{count(arm.unsubscribes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function Subject({ step, label }: { step: Step | undefined; label: string }) {
  const own = step?.variants.find((arm) => arm.label === label)?.subject.trim();
  return (
    <span className="block max-w-72 truncate text-12 text-text-3 max-wide:hidden">
      {own || step?.subject}
    </span>
  );
}

const sampleOf = ({ hits, mails }: { hits: number; mails: number }) => ({
  hits: Math.min(hits, mails),
  mails,
});

/** A rate and where the true one lies in 95 of 100 cases; with `top`, drawn as well. */
function Rate({ hits, mails, top }: { hits: number; mails: number; top?: number }) {
  const some = sampleOf({ hits, mails });
  const range = shareRange(some);
  return (
    <td
      className="num"
      title={t("{hits} of {mails} emails", { hits: count(some.hits), mails: count(mails) })}
    >
      {percent(mails === 0 ? null : some.hits / mails)}
      {range && (
        <span className="block text-12 whitespace-nowrap text-text-3">
          {t("{low} to {high}", {
            low: Math.round(range.low * 100),
            high: percent(range.high, 0),
          })}
        </span>
      )}
      {range && top !== undefined && <RangeMark {...range} at={some.hits / mails} top={top} />}
    </td>
  );
}
