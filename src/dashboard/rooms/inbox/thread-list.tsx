import { memo, type ReactNode, useCallback, useEffect, useRef } from "react";
import type { Thread, ThreadOfWorkspace } from "#modules/inbox/contract/threads.ts";
import { words } from "#dashboard/lib/format.ts";
import { placesOf, useRowsInSight } from "#dashboard/lib/rows-in-sight.ts";
import { when } from "#dashboard/lib/time.ts";
import { Find } from "#dashboard/parts/find.tsx";
import { Segmented } from "#dashboard/parts/segmented.tsx";
import { ListSkeleton } from "#dashboard/parts/states.tsx";
import { LabelChips, ThreadState } from "#dashboard/parts/statuses.tsx";
import { LocalTime } from "#dashboard/parts/time.tsx";
import { InsideWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { useWhose } from "./assign.tsx";
import { type InboxSearch, VIEWS } from "./search.ts";

/** Pixels of one conversation; fixed, so that ten thousand of them need no measuring. */
const ROW = 120;

/** The thread that is open: ids are those of its workspace. */
export type Opened = Pick<Thread, "id" | "workspace_id">;
/** Its name among threads of any workspace. */
export const threadKey = (row: Opened): string => `${row.workspace_id}.${row.id}`;
export const isOpened = (row: Thread, opened: Opened | undefined): boolean =>
  row.id === opened?.id && row.workspace_id === opened.workspace_id;

/** The conversations, the latest first; only those in sight are drawn. */
export function ThreadList({
  rows,
  loading,
  search,
  open: opened,
  total,
  onOpen,
  onChange,
  onEnd,
  empty,
  chosen,
  onChoose,
  bar,
}: {
  rows: readonly Thread[];
  loading: boolean;
  search: Pick<InboxSearch, "q" | "view">;
  open: Opened | undefined;
  total: number;
  onOpen: (row: Thread) => void;
  onChange: (next: Pick<InboxSearch, "q" | "view">) => void;
  onEnd: () => void;
  /** Shown instead of an empty list. */
  empty: ReactNode;
  /** Threads that are selected, by `threadKey`; null: nobody may change them. */
  chosen: ReadonlySet<string> | null;
  onChoose: (row: Thread) => void;
  /** Instead of the views, while threads are selected. */
  bar: ReactNode;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const sight = useRowsInSight({ count: rows.length, height: ROW, more: 6, scroller });
  const { last, reveal } = sight;
  useEffect(() => {
    if (rows.length > 0 && last >= rows.length - 15) onEnd();
    // Asked when the sight moves or more rows came.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [last, rows.length]);
  // The open one stays in sight when it was chosen by key.
  const openIndex = rows.findIndex((row) => isOpened(row, opened));
  useEffect(() => {
    if (openIndex >= 0) reveal(openIndex);
  }, [openIndex, reveal]);
  // Rows keep what they were given; what they call is always the latest.
  const latest = useRef(onOpen);
  latest.current = onOpen;
  const open = useCallback((row: Thread) => latest.current(row), []);
  return (
    <section className="threads" aria-label={t("Threads")}>
      <div className="threads-head">
        <Find label={t("Search threads")} value={search.q ?? ""} onFind={(q) => onChange({ q })} />
        {bar ?? (
          <Segmented
            fit
            label={t("View")}
            value={search.view ?? "answer"}
            options={VIEWS}
            onChoose={(view) => onChange({ view })}
          />
        )}
      </div>
      {/* A list of buttons; each has the focus itself. */}
      <div className="threads-scroll" ref={scroller} role="group" aria-label={t("Thread list")}>
        {loading ? (
          <ListSkeleton label={t("Loading threads")} rows={7} />
        ) : rows.length === 0 ? (
          <div className="p-4">{empty}</div>
        ) : (
          <ul style={{ height: rows.length * ROW }} className="relative">
            {placesOf(sight).map((index) => {
              const row = rows[index];
              return (
                row && (
                  <li
                    key={threadKey(row)}
                    aria-setsize={total}
                    aria-posinset={index + 1}
                    className="absolute inset-x-0 contain-layout"
                    style={{ height: ROW, top: index * ROW }}
                  >
                    {chosen && (
                      <input
                        type="checkbox"
                        className="thread-check"
                        aria-label={
                          row.lead.name || row.lead.email
                            ? t("Select {name}", { name: row.lead.name || row.lead.email })
                            : t("Select the thread")
                        }
                        checked={chosen.has(threadKey(row))}
                        onChange={() => onChoose(row)}
                      />
                    )}
                    <InsideWorkspace value={row.workspace_id}>
                      <Row row={row} open={isOpened(row, opened)} onOpen={open} />
                    </InsideWorkspace>
                  </li>
                )
              );
            })}
          </ul>
        )}
      </div>
    </section>
  );
}

/** What the lead wants, where its status does not say the same. */
function Wants({ row: { category, status } }: { row: Thread }) {
  if (category === null || category === "other" || category === status) return null;
  return <span className="truncate text-12 text-text-2">{words(category)}</span>;
}

/** What the search found, in its message. */
const Found = ({ match }: { match: NonNullable<Thread["match"]> }) =>
  match.segments.map(({ text, is_match: isMatch }, i) =>
    // Parts of one text: their places are their names.
    isMatch ? <mark key={i}>{text}</mark> : <span key={i}>{text}</span>,
  );

const Row = memo(function Row({
  row,
  open,
  onOpen,
}: {
  row: Thread | ThreadOfWorkspace;
  open: boolean;
  onOpen: (row: Thread) => void;
}) {
  const whose = useWhose(row);
  return (
    <button
      type="button"
      className={`thread-row ${row.is_unread ? "unread" : ""}`}
      aria-current={open ? "true" : undefined}
      onClick={() => onOpen(row)}
    >
      <span className="flex items-baseline gap-2">
        <b className="truncate">
          {row.is_unread && <span className="sr-only">{t("Unread:")} </span>}
          {row.lead.name || row.lead.email || t("Deleted lead")}
        </b>
        <span className="ml-auto flex-none text-12 text-text-3">
          <LocalTime at={row.last_message_at} />
        </span>
      </span>
      <span className="truncate text-12 text-text-3">
        {"workspace" in row && (
          <span className="font-medium text-text-2">{row.workspace.name}: </span>
        )}
        {row.lead.company || row.lead.email}
      </span>
      <span className="snippet">
        {row.match ? (
          <Found match={row.match} />
        ) : (
          <>
            {row.last_direction === "outbound" && <span className="text-text-3">{t("You:")} </span>}
            {row.snippet || row.subject}
          </>
        )}
      </span>
      <span className="flex items-center gap-2">
        <ThreadState status={row.status} />
        <Wants row={row} />
        <LabelChips labels={row.tags} />
        {row.snoozed_until && (
          <span className="truncate text-12 text-text-3">
            {t("snoozed until {when}", { when: when(row.snoozed_until) })}
          </span>
        )}
        {whose && (
          <span className="avatar small ml-auto" title={whose.said}>
            <span aria-hidden="true">{whose.initials}</span>
            <span className="sr-only">{whose.said}</span>
          </span>
        )}
      </span>
    </button>
  );
});
