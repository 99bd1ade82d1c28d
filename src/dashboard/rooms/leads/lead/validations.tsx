import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { type CSSProperties, useEffect, useRef } from "react";
import type { LeadList } from "#modules/leads/contract/leads.ts";
import type { ValidationJob } from "#modules/leads/contract/validation.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { count } from "#dashboard/lib/format.ts";
import { createStore, useStore } from "#dashboard/lib/store.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Status } from "#dashboard/parts/status.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { validationsQuery } from "#dashboard/rooms/leads/queries.ts";
import { t } from "#dashboard/words/words.ts";

/** What a validation came to is shown for so long, unless somebody puts it away. */
const SHOWN_MS = 60 * 60_000;
const putAway = createStore<ReadonlySet<number>>(new Set());

/** Validations under way, with their progress, and the newest that just ended; the server does them, so a reload keeps them. */
export function Validations({ wid, lists }: { wid: number; lists: readonly LeadList[] }) {
  const queries = useQueryClient();
  const jobs = useQuery(validationsQuery(wid)).data?.data ?? [];
  const open = jobs.filter(({ status }) => status === "queued" || status === "running");
  const away = useStore(putAway);
  const ended = jobs
    .filter(
      ({ job_id: id, finished_at: at }) =>
        at !== null && Date.now() - new Date(at).getTime() < SHOWN_MS && !away.has(id),
    )
    .slice(0, 1);
  const before = useRef(open.length);
  useEffect(() => {
    if (open.length < before.current) {
      void queries.invalidateQueries({ queryKey: ["w", wid, "leads"] });
    }
    before.current = open.length;
  }, [open.length, queries, wid]);
  return (
    <>
      {[...open, ...ended].map((job) => (
        <Progress
          key={job.job_id}
          wid={wid}
          job={job}
          name={lists.find(({ id }) => id === job.list_id)?.name ?? t("a list")}
        />
      ))}
    </>
  );
}

function Progress({ wid, job, name }: { wid: number; job: ValidationJob; name: string }) {
  const { may } = useWorkspace();
  const queries = useQueryClient();
  const stop = useMutation({
    mutationFn: () =>
      api.post<ValidationJob>(`/workspaces/${wid}/leads/validate/${job.job_id}/cancel`),
    onSuccess: () => toast(t("Validation stopped. Results so far are kept.")),
    onError: (error) => toast(sentenceOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ["w", wid, "validations"] }),
  });
  const isOver = job.finished_at !== null;
  const share = (n: number): CSSProperties =>
    ({ "--v": job.total === 0 ? 0 : (n / job.total) * 100 }) as CSSProperties;
  return (
    <section className="panel" aria-label={t("Validation of {name}", { name })}>
      <div className="body flex flex-wrap items-center gap-4">
        <div className="grid min-w-64 flex-1 gap-2">
          <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <h2>
              {isOver ? t("Validation of “{name}”", { name }) : t("Validating “{name}”", { name })}
            </h2>
            <span className="text-12 text-text-2" role="status">
              {progressOf(job)}
            </span>
          </div>
          <div
            className="meter"
            role="progressbar"
            aria-valuemin={0}
            aria-valuemax={job.total}
            aria-valuenow={job.done}
            aria-label={t("Validation of {name}", { name })}
          >
            <i className="ok" style={share(job.counts.valid)} />
            <i className="warn" style={share(job.counts.risky)} />
            <i className="bad" style={share(job.counts.invalid)} />
          </div>
          <div className="flex flex-wrap gap-x-5 gap-y-1">
            <Status tone="ok">{t("{number} valid", { number: count(job.counts.valid) })}</Status>
            <Status tone="warn" shape="triangle">
              {t("{number} risky", { number: count(job.counts.risky) })}
            </Status>
            <Status tone="bad" shape="octagon">
              {t("{number} invalid", { number: count(job.counts.invalid) })}
            </Status>
          </div>
        </div>
        {isOver ? (
          <Button
            look="ghost"
            icon
            aria-label={t("Close the result of {name}", { name })}
            onClick={() => putAway.set(new Set([...putAway.get(), job.job_id]))}
          >
            <X size={16} aria-hidden="true" />
          </Button>
        ) : (
          may("leads.validate") && (
            <Button busy={stop.isPending} onClick={() => stop.mutate()}>
              {t("Stop")}
            </Button>
          )
        )}
      </div>
    </section>
  );
}

function progressOf(job: ValidationJob): string {
  const { status, done, total } = job;
  switch (status) {
    case "queued":
      return t("Waiting for another validation to finish.");
    case "running":
      return runningWords(job);
    case "completed":
      return t("{leads, plural, one {# lead validated.} other {# leads validated.}}", {
        leads: done,
      });
    case "cancelled":
      return t("Stopped after {done} of {total}.", { done: count(done), total: count(total) });
    case "failed":
      return t("The validation failed. Start it again.");
  }
}

/** With the minutes that are left, from the pace so far; without them before there is one. */
function runningWords(job: ValidationJob): string {
  const done = count(job.done);
  const total = count(job.total);
  if (!job.started_at || job.done < 20) {
    return t("{done} of {total}. You can close this page.", { done, total });
  }
  const passed = Date.now() - new Date(job.started_at).getTime();
  const minutes = Math.round(((passed / job.done) * (job.total - job.done)) / 60_000);
  return minutes < 1
    ? t("{done} of {total}, less than a minute left. You can close this page.", { done, total })
    : t("{done} of {total}, about {minutes} min left. You can close this page.", {
        done,
        total,
        minutes: count(minutes),
      });
}
