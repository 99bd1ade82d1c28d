import { useMutation } from "@tanstack/react-query";
import { Pause, Pencil, Play, RotateCw, Trash2 } from "lucide-react";
import { useState } from "react";
import type { ImportLink } from "#modules/leads/contract/import-links.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { changed } from "#dashboard/api/workspace.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { deleteLater } from "#dashboard/parts/delete-later.ts";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { Status } from "#dashboard/parts/status.tsx";
import { LocalTime } from "#dashboard/parts/time.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { fromServer, t } from "#dashboard/words/words.ts";
import { Runs } from "./runs.tsx";
import { EVERY_WORDS, runResult, stateOf } from "./words.ts";

/** One link: how it is, when it runs next, what came of its last run, and its runs. */
export function LinkPanel({
  wid,
  link,
  onEdit,
}: {
  wid: number;
  link: ImportLink;
  onEdit: () => void;
}) {
  const { may } = useWorkspace();
  const [isOpen, setOpen] = useState(false);
  const { tone, shape, word } = stateOf(link);
  const { last_run: last } = link;
  return (
    <Panel
      title={link.name}
      aside={may("leads.import") && <Acts wid={wid} link={link} onEdit={onEdit} />}
    >
      <div className="grid gap-3">
        <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
          <Status tone={tone} shape={shape}>
            {word}
          </Status>
          <span className="text-text-2">{EVERY_WORDS[link.every]}</span>
          {link.next_run_at !== null && !link.is_running && (
            <span className="text-text-2">
              {t("Next run")} <LocalTime at={link.next_run_at} />
            </span>
          )}
          <span className="text-text-2">
            {link.list_name === null
              ? t("List: deleted")
              : t("List: {name}", { name: link.list_name })}
          </span>
        </div>
        <p className="text-12 break-all text-text-3">{link.url}</p>
        {last?.error ? (
          <Note tone={link.status === "waiting" ? "bad" : "warn"} title={t("The last run failed.")}>
            {fromServer(last.error.message)} {last.rows === 0 && t("Nothing was changed.")}
          </Note>
        ) : (
          <p role="status">
            {last ? (
              <>
                {runResult(last)}{" "}
                <span className="text-text-3">
                  <LocalTime at={last.finished_at ?? last.started_at} />
                </span>
              </>
            ) : (
              t("No runs yet.")
            )}
          </p>
        )}
        {last && (
          <div>
            <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? t("Hide runs") : t("Show runs")}
            </Button>
          </div>
        )}
        {isOpen && last && (
          <Runs wid={wid} id={link.id} version={`${last.id}:${last.status}`} name={link.name} />
        )}
      </div>
    </Panel>
  );
}

function Acts({ wid, link, onEdit }: { wid: number; link: ImportLink; onEdit: () => void }) {
  const path = `/workspaces/${wid}/leads/import-links/${link.id}`;
  const settled = () => changed(wid, "import-links", "leads", "lists");
  const run = useMutation({
    mutationFn: () => api.post<ImportLink>(`${path}/run`),
    onError: (error) => toast(sentenceOf(error)),
    onSettled: settled,
  });
  const isPaused = link.status === "paused";
  const pause = useMutation({
    mutationFn: () => api.put<ImportLink>(path, { active: isPaused }),
    onError: (error) => toast(sentenceOf(error)),
    onSettled: settled,
  });
  const { name } = link;
  return (
    <span className="ml-auto flex items-center gap-2">
      <Button
        busy={run.isPending || link.is_running}
        aria-label={t("Run now: {name}", { name })}
        onClick={() => run.mutate()}
      >
        <RotateCw size={16} aria-hidden="true" />
        <span className="max-wide:sr-only">{t("Run now")}</span>
      </Button>
      <Button
        look="ghost"
        icon
        aria-label={isPaused ? t("Resume {name}", { name }) : t("Pause {name}", { name })}
        busy={pause.isPending}
        onClick={() => pause.mutate()}
      >
        {isPaused ? <Play size={16} aria-hidden="true" /> : <Pause size={16} aria-hidden="true" />}
      </Button>
      <Button look="ghost" icon aria-label={t("Edit {name}", { name })} onClick={onEdit}>
        <Pencil size={16} aria-hidden="true" />
      </Button>
      <Button
        look="ghost"
        icon
        aria-label={t("Delete {name}", { name })}
        onClick={() =>
          deleteLater({
            key: `import-link:${link.id}`,
            path,
            text: t("The link is deleted. Its leads stay."),
            done: () => changed(wid, "import-links"),
          })
        }
      >
        <Trash2 size={16} aria-hidden="true" />
      </Button>
    </span>
  );
}
