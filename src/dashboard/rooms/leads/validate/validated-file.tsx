import { useMutation } from "@tanstack/react-query";
import { Download, Trash2 } from "lucide-react";
import type { CSSProperties } from "react";
import type { AddressValidation } from "#modules/leads/contract/validations.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { changed } from "#dashboard/api/workspace.ts";
import { count } from "#dashboard/lib/format.ts";
import { Button, buttonClass } from "#dashboard/parts/button.tsx";
import { deleteLater } from "#dashboard/parts/delete-later.ts";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Status } from "#dashboard/parts/status.tsx";
import { LocalTime } from "#dashboard/parts/time.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { t } from "#dashboard/words/words.ts";
import { Say } from "#dashboard/words/say.tsx";
import { countedReasons } from "./reason-words.ts";

const SHOWN_REASONS = 6;

/** One validation: its progress, then what came of it and the file. */
export function ValidatedFile({ wid, job }: { wid: number; job: AddressValidation }) {
  const isOpen = job.status === "queued" || job.status === "running";
  const stop = useMutation({
    mutationFn: () =>
      api.post<AddressValidation>(`/workspaces/${wid}/validations/${job.id}/cancel`),
    onError: (error) => toast(sentenceOf(error)),
    onSettled: () => changed(wid, "address-validations"),
  });
  const title = job.name || t("Addresses, {number}", { number: count(job.total) });
  return (
    <Panel
      title={title}
      aside={
        <span className="ml-auto flex items-center gap-2">
          {isOpen ? (
            <Button busy={stop.isPending} onClick={() => stop.mutate()}>
              {t("Stop")}
            </Button>
          ) : (
            <a className={buttonClass({})} href={job.file_url} download>
              <Download size={16} aria-hidden="true" />
              {t("Download")}
            </a>
          )}
          <Button
            look="ghost"
            icon
            aria-label={t("Delete {title}", { title })}
            onClick={() =>
              deleteLater({
                key: `validation:${job.id}`,
                path: `/workspaces/${wid}/validations/${job.id}`,
                text: t("The validation is deleted."),
                done: () => changed(wid, "address-validations"),
              })
            }
          >
            <Trash2 size={16} aria-hidden="true" />
          </Button>
        </span>
      }
    >
      <div className="grid gap-4">
        <Bar job={job} label={title} />
        {!isOpen && <Reasons job={job} />}
        <p className="text-12 text-text-3">
          {job.column && <>{t("Column “{column}”.", { column: job.column })} </>}
          {!isOpen && (
            <Say
              id="Deleted with its file on <0/>."
              parts={{ 0: <LocalTime at={job.deleted_at} /> }}
            />
          )}
        </p>
      </div>
    </Panel>
  );
}

function Bar({ job, label }: { job: AddressValidation; label: string }) {
  const { counts } = job;
  const share = (n: number): CSSProperties =>
    ({ "--v": job.total === 0 ? 0 : (n / job.total) * 100 }) as CSSProperties;
  const percent = (n: number): number => Math.round((n / job.done) * 100);
  const isBegun = job.done > 0;
  return (
    <div className="grid gap-2">
      <p className="text-text-2" role="status">
        {progressOf(job)}
      </p>
      <div
        className="meter"
        role="progressbar"
        aria-valuemin={0}
        aria-valuemax={job.total}
        aria-valuenow={job.done}
        aria-label={t("Validation of {name}", { name: label })}
      >
        <i className="ok" style={share(counts.valid)} />
        <i className="warn" style={share(counts.risky)} />
        <i className="bad" style={share(counts.invalid)} />
      </div>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        <Status tone="ok">
          {isBegun
            ? t("{number} valid ({percent}%)", {
                number: count(counts.valid),
                percent: percent(counts.valid),
              })
            : t("{number} valid", { number: count(counts.valid) })}
        </Status>
        <Status tone="warn" shape="triangle">
          {isBegun
            ? t("{number} risky ({percent}%)", {
                number: count(counts.risky),
                percent: percent(counts.risky),
              })
            : t("{number} risky", { number: count(counts.risky) })}
        </Status>
        <Status tone="bad" shape="octagon">
          {isBegun
            ? t("{number} invalid ({percent}%)", {
                number: count(counts.invalid),
                percent: percent(counts.invalid),
              })
            : t("{number} invalid", { number: count(counts.invalid) })}
        </Status>
        {counts.no_address > 0 && (
          <Status>{t("{number} without an address", { number: count(counts.no_address) })}</Status>
        )}
      </div>
    </div>
  );
}

function progressOf({ status, done, total }: AddressValidation): string {
  switch (status) {
    case "queued":
      return t("Waiting for another validation to finish.");
    case "running":
      return t("{done} of {total, plural, one {# row} other {# rows}}. You can close this page.", {
        done: count(done),
        total,
      });
    case "cancelled":
      return t("Stopped after {done} of {total, plural, one {# row} other {# rows}}.", {
        done: count(done),
        total,
      });
    case "failed":
      return t("The validation failed. Validate the file again.");
    case "completed":
      return t("{total, plural, one {# row} other {# rows}} validated.", { total });
  }
}

/** The reasons of the results, the commonest first, each as a bar beside the others. */
function Reasons({ job }: { job: AddressValidation }) {
  const all = countedReasons(job.reasons);
  const most = all[0]?.[1] ?? 0;
  if (most === 0) return null;
  return (
    <section aria-label={t("Reasons")} className="grid gap-2">
      <h3 className="text-12 text-text-3">{t("Most common reasons")}</h3>
      <ul className="grid gap-1">
        {all.slice(0, SHOWN_REASONS).map(([words, n]) => (
          <li
            key={words}
            className="grid grid-cols-[minmax(0,13rem)_1fr_4rem] items-center gap-3 max-wide:grid-cols-[minmax(0,1fr)_4rem_3rem]"
          >
            <span className="truncate">{words}</span>
            <span className="meter" aria-hidden="true">
              <i className="plan" style={{ "--v": (n / most) * 100 } as CSSProperties} />
            </span>
            <span className="text-right tabular-nums">{count(n)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
