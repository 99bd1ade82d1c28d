import { useQuery } from "@tanstack/react-query";
import { Download, X } from "lucide-react";
import { type CSSProperties, useEffect, useRef, useState } from "react";
import type { MailboxImport } from "#modules/mailboxes/contract/mailbox-imports.ts";
import { changed } from "#dashboard/api/workspace.ts";
import { count } from "#dashboard/lib/format.ts";
import { keep, readKept } from "#dashboard/lib/kept.ts";
import { Button, buttonClass } from "#dashboard/parts/button.tsx";
import { Status } from "#dashboard/parts/status.tsx";
import { mailboxImportsQuery } from "#dashboard/rooms/mailboxes/queries.ts";
import { fromServer, t } from "#dashboard/words/words.ts";

/** A finished import is shown for a day, unless somebody closed it. */
const SHOWN_MS = 24 * 3_600_000;
/** So often the list below shows what an import has added meanwhile. */
const RELIST_MS = 15_000;

const isNumber = (value: unknown): value is number => typeof value === "number";

/** Imports under way with their progress, and those that have just ended; the server does them, so they survive a reload. */
export function ImportsProgress({ wid }: { wid: number }) {
  const { data } = useQuery(mailboxImportsQuery(wid));
  const imports = data?.data ?? [];
  const [closed, setClosed] = useState(() => readKept(`imports-seen.${wid}`, isNumber) ?? 0);
  const running = imports.filter(({ status }) => status === "running");
  const stored = running.reduce((sum, one) => sum + one.stored + one.tested, 0);
  const last = imports.find(({ status }) => status === "completed")?.import_id ?? 0;
  useRelist(wid, data && { last, stored });
  const ended = imports.find(
    (one) =>
      one.status === "completed" &&
      one.import_id > closed &&
      Date.now() - Date.parse(one.finished_at ?? one.created_at) < SHOWN_MS,
  );
  const close = (id: number): void => {
    keep(`imports-seen.${wid}`, id);
    setClosed(id);
  };
  return (
    <>
      {running.map((one) => (
        <Progress key={one.import_id} job={one} />
      ))}
      {ended && <Progress job={ended} onClose={() => close(ended.import_id)} />}
    </>
  );
}

/** Lists mailboxes again when an import has ended, and now and then while it adds some. */
function useRelist(wid: number, seen: { last: number; stored: number } | undefined): void {
  const before = useRef<{ last: number; stored: number; at: number } | null>(null);
  const { last, stored } = seen ?? { last: null, stored: 0 };
  useEffect(() => {
    if (last === null) return;
    const was = before.current;
    const isOver = was !== null && last > was.last;
    const isDue = was !== null && stored > was.stored && Date.now() - was.at > RELIST_MS;
    const at = isOver || isDue || was === null ? Date.now() : was.at;
    before.current = { last, stored, at };
    if (isOver || isDue) void changed(wid, "mailboxes", "stats", "warmup");
  }, [wid, last, stored]);
}

function Progress({ job, onClose }: { job: MailboxImport; onClose?: () => void }) {
  const { name, total, stored, tested, active, failed, skipped, causes } = job;
  const isRunning = job.status === "running";
  const settled = active + failed + skipped;
  const share = (n: number): CSSProperties =>
    ({ "--v": total === 0 ? 0 : (n / total) * 100 }) as CSSProperties;
  return (
    <section className="panel" aria-label={t("Import of {name}", { name })}>
      <div className="body flex flex-wrap items-center gap-4">
        <div className="grid min-w-64 flex-1 gap-2">
          <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <h2 className="min-w-0 break-words">
              {isRunning ? t("Importing “{name}”", { name }) : t("“{name}” is imported", { name })}
            </h2>
            <span className="text-12 text-text-2" role="status">
              {isRunning
                ? t("{stored} of {total} stored, {tested} tested. You can close this page.", {
                    stored: count(stored),
                    total: count(total),
                    tested: count(tested),
                  })
                : t(
                    "{active, plural, one {# mailbox} other {# mailboxes}} connected of {total, plural, one {# row} other {# rows}}.",
                    { active, total },
                  )}
            </span>
          </div>
          <div
            className="meter"
            role="progressbar"
            aria-valuemin={0}
            aria-valuemax={total}
            aria-valuenow={settled}
            aria-label={t("Import of {name}", { name })}
          >
            <i className="ok" style={share(active)} />
            <i className="bad" style={share(failed)} />
            <i className="past" style={share(skipped)} />
          </div>
          <div className="flex flex-wrap gap-x-5 gap-y-1">
            <Status tone="ok" shape="tick">
              {t("{active} connected", { active: count(active) })}
            </Status>
            <Status tone="bad" shape="octagon">
              {t("{failed} failed", { failed: count(failed) })}
            </Status>
            <Status shape="ring">{t("{skipped} skipped", { skipped: count(skipped) })}</Status>
          </div>
          {causes.length > 0 && (
            <ul className="grid gap-1 text-13 text-text-2 max-wide:hidden">
              {causes.slice(0, 3).map(({ code, message, rows }) => (
                <li key={code} className="break-words">
                  {t("{n, plural, one {# row} other {# rows}}", { n: rows })}: {fromServer(message)}
                </li>
              ))}
            </ul>
          )}
        </div>
        {(failed > 0 || onClose) && (
          <span className="flex items-center gap-2">
            {failed > 0 && (
              <a className={buttonClass({})} href={job.errors_url} download>
                <Download size={16} aria-hidden="true" />
                {failed === 1
                  ? t("Download failed row")
                  : t("Download {failed} failed rows", { failed: count(failed) })}
              </a>
            )}
            {onClose && (
              <Button look="ghost" icon aria-label={t("Close")} onClick={onClose}>
                <X size={16} aria-hidden="true" />
              </Button>
            )}
          </span>
        )}
      </div>
    </section>
  );
}
