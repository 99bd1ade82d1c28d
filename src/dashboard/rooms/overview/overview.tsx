import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "#dashboard/routing/use-place.ts";
import { ExternalLink } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { buttonClass } from "#dashboard/parts/button.tsx";
import { isShort } from "#dashboard/api/freshness.ts";
import { dayQuery, publicReportQuery, sendingQuery, statsQuery } from "#dashboard/api/workspace.ts";
import { isText, keep, readKept } from "#dashboard/lib/kept.ts";
import { day } from "#dashboard/lib/time.ts";
import { useNow } from "#dashboard/lib/timers.ts";
import { Bone, Failure, ListSkeleton } from "#dashboard/parts/states.tsx";
import { isNew } from "#dashboard/shell/first-steps.ts";
import { Page } from "#dashboard/shell/page.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { CampaignsPanel } from "./campaigns-panel.tsx";
import { FIGURES, historyOf, ledeOf, periodOf } from "./figures.ts";
import {
  atMost,
  daysSince,
  ownDays,
  readOverviewSearch,
  type SearchChange,
  type PeriodDays,
  PERIODS,
} from "./search.ts";
import { AttentionPanel } from "./attention-panel.tsx";
import { HistoryPanel } from "./history-panel.tsx";
import { QuotaNote } from "./quota-note.tsx";
import { PeriodChoice } from "./period-choice.tsx";
import { TodayPanel } from "./today-panel.tsx";
import { Begin } from "./begin.tsx";

const BEGINNING = {
  big: t("No emails sent yet"),
  small: t("Complete four steps to send your first email."),
};
/** What a client sees of it, where that is public. */
function ReportLink() {
  const { wid, workspace } = useWorkspace();
  const { data: isPublic } = useQuery(publicReportQuery(wid));
  if (!isPublic || !workspace) return null;
  return (
    <a
      className={`${buttonClass({})} max-wide:hidden`}
      href={`/report/${workspace.slug}`}
      target="_blank"
      rel="noreferrer"
    >
      <ExternalLink size={16} aria-hidden="true" />
      {t("Client report")}
    </a>
  );
}

/** Results, running campaigns, and what needs attention. */
export function Overview() {
  const { wid, may } = useWorkspace();
  const search = useSearch({ from: "/w/$wid" });
  const navigate = useNavigate({ from: "/w/$wid" });
  const id = useId();
  const now = useNow(60_000);
  const own = ownDays(search);
  const span: PeriodDays = search.days ?? 30;
  const days = own?.days ?? span;
  const { data, error, refetch } = useQuery({
    ...statsQuery(wid, atMost(historyOf(days) + (own ? daysSince(own.to) : 0))),
    // This page always shows current figures.
    refetchOnMount: () => isShort() || "always",
  });
  // All load at the same time, whichever is shown; what is below today's panel comes with it, so
  // that nothing moves.
  const isSendingRead = !useQuery(sendingQuery(wid)).isPending;
  const isDayRead = !useQuery(dayQuery(wid)).isPending;
  const [begun] = useState(() => readKept("begun", isText));
  const isBegun = data ? !isNew(data) : error !== null || begun === String(wid);
  useEffect(() => {
    if (data) keep("begun", isNew(data) ? null : String(wid));
  }, [data, wid]);
  const go = (change: SearchChange): void =>
    void navigate({
      search: (old) => readOverviewSearch({ ...old, ...change }),
      replace: true,
    });
  const figure = FIGURES.find(({ name }) => name === search.show) ?? FIGURES[3];
  const period = data ? periodOf(data, days, own ? Date.parse(own.to) : now) : null;
  const lede =
    data && isNew(data) && may("campaigns.edit")
      ? BEGINNING
      : period
        ? ledeOf(
            period,
            own
              ? t("from {from} to {to}", { from: day(own.from), to: day(own.to) })
              : PERIODS[span],
          )
        : null;
  return (
    <Page
      title={t("Overview")}
      actions={data && !isNew(data) && may("settings.read") && <ReportLink />}
    >
      {error && !data && (
        <Failure
          what={t("The figures could not be loaded.")}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      <section className="lede">
        <div className="min-h-16 max-w-full">
          {lede ? (
            <>
              <p className="big">{lede.big}</p>
              <p className="text-text-2">{lede.small}</p>
            </>
          ) : (
            !error && (
              <div className="sk-late grid w-96 max-w-full gap-3 pt-2">
                <Bone width="80%" />
                <Bone width="55%" />
              </div>
            )
          )}
        </div>
        <PeriodChoice own={own} days={span} onChoose={go} />
      </section>
      {data && isNew(data) && <Begin stats={data} />}
      {!data && !isBegun && (
        <section className="panel">
          <ListSkeleton label={t("Loading the overview")} rows={4} />
        </section>
      )}
      {isBegun && (
        <>
          <QuotaNote />
          <TodayPanel />
          {isSendingRead && isDayRead && (
            <>
              <div className="two">
                <HistoryPanel
                  id={id}
                  period={period}
                  figure={figure}
                  onChoose={(show) => go({ show })}
                />
                <AttentionPanel />
              </div>
              <CampaignsPanel />
            </>
          )}
        </>
      )}
    </Page>
  );
}
