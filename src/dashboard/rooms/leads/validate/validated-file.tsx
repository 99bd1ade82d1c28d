import { useMutation } from "@tanstack/react-query";
import { Download, Trash2 } from "lucide-react";
import type { CSSProperties } from "react";
import type { AddressValidation } from "#modules/leads/contract/validations.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { changed } from "#dashboard/api/workspace.ts";
import { count, counted } from "#dashboard/lib/format.ts";
import { Button, buttonClass } from "#dashboard/parts/button.tsx";
import { deleteLater } from "#dashboard/parts/delete-later.ts";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Status } from "#dashboard/parts/status.tsx";
import { LocalTime } from "#dashboard/parts/time.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
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
  const title = job.name || `Addresses, ${count(job.total)}`;
  return (
    <Panel
      title={title}
      aside={
        <span className="ml-auto flex items-center gap-2">
          {isOpen ? (
            <Button busy={stop.isPending} onClick={() => stop.mutate()}>
              Stop
            </Button>
          ) : (
            <a className={buttonClass({})} href={job.file_url} download>
              <Download size={16} aria-hidden="true" />
              Download
            </a>
          )}
          <Button
            look="ghost"
            icon
            aria-label={`Delete ${title}`}
            onClick={() =>
              deleteLater({
                key: `validation:${job.id}`,
                path: `/workspaces/${wid}/validations/${job.id}`,
                text: "The validation is deleted.",
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
          {job.column && <>Column “{job.column}”. </>}
          {!isOpen && (
            <>
              Deleted with its file on <LocalTime at={job.deleted_at} />.
            </>
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
  const percent = (n: number): string =>
    job.done === 0 ? "" : ` (${Math.round((n / job.done) * 100)}%)`;
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
        aria-label={`Validation of ${label}`}
      >
        <i className="ok" style={share(counts.valid)} />
        <i className="warn" style={share(counts.risky)} />
        <i className="bad" style={share(counts.invalid)} />
      </div>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        <Status tone="ok">
          {count(counts.valid)} valid{percent(counts.valid)}
        </Status>
        <Status tone="warn" shape="triangle">
          {count(counts.risky)} risky{percent(counts.risky)}
        </Status>
        <Status tone="bad" shape="octagon">
          {count(counts.invalid)} invalid{percent(counts.invalid)}
        </Status>
        {counts.no_address > 0 && <Status>{count(counts.no_address)} without an address</Status>}
      </div>
    </div>
  );
}

function progressOf({ status, done, total }: AddressValidation): string {
  switch (status) {
    case "queued":
      return "Waiting for another validation to finish.";
    case "running":
      return `${count(done)} of ${counted(total, "row")}. You can close this page.`;
    case "cancelled":
      return `Stopped after ${count(done)} of ${counted(total, "row")}.`;
    case "failed":
      return "The validation failed. Validate the file again.";
    case "completed":
      return `${counted(total, "row")} validated.`;
  }
}

/** The reasons of the results, the commonest first, each as a bar beside the others. */
function Reasons({ job }: { job: AddressValidation }) {
  const all = countedReasons(job.reasons);
  const most = all[0]?.[1] ?? 0;
  if (most === 0) return null;
  return (
    <section aria-label="Reasons" className="grid gap-2">
      <h3 className="text-12 text-text-3">Most common reasons</h3>
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
