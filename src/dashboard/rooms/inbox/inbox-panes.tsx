import { type ReactNode, useRef, useState } from "react";
import type { Thread } from "#modules/inbox/contract/threads.ts";
import type { Pagination } from "#platform/contract/common.ts";
import { distance } from "#dashboard/lib/time.ts";
import { useKeys } from "#dashboard/lib/use-keys.ts";
import { useIsPhone, useMedia } from "#dashboard/lib/use-media.ts";
import { Empty, Failure, Note } from "#dashboard/parts/states.tsx";
import { Page } from "#dashboard/shell/page.tsx";
import { shortcutsOpen } from "#dashboard/shell/palette-store.ts";
import { InsideWorkspace, useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { ContextPane } from "./context-pane.tsx";
import { laterTimes } from "./later-times.ts";
import type { InboxSearch, View } from "./search.ts";
import { useThreadActs } from "./use-thread-acts.ts";
import { NUMBER_KEYS } from "./status-bar.tsx";
import { ManyBar } from "./many/many-bar.tsx";
import { isOpened, threadKey, type Opened, ThreadList } from "./thread-list.tsx";
import { ThreadLater } from "./later/later-parts.tsx";

/** What the panes need of the query behind their list. */
type Listing = {
  readonly data: unknown;
  readonly error: Error | null;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly refetch: () => unknown;
  readonly fetchNextPage: () => unknown;
};

/** An inbox, of one workspace or of all: the list, the thread, and who it is, with its keys. */
export function InboxPanes({
  title,
  search,
  rows,
  total,
  list,
  loading,
  opened,
  actions,
  instead,
  onOpen,
  onChange,
  onBack,
}: {
  title: string;
  search: Pick<InboxSearch, "view" | "q" | "whose">;
  rows: readonly Thread[];
  total: Pagination | undefined;
  list: Listing;
  /** Besides the list's own first load. */
  loading: boolean;
  /** The thread that the address names. */
  opened: Opened | undefined;
  actions: ReactNode;
  /** Shown in place of an inbox to which nobody ever wrote. */
  instead: ReactNode;
  onOpen: (thread: Thread, replace: boolean) => void;
  onChange: (next: Pick<InboxSearch, "view" | "q">) => void;
  onBack: () => void;
}) {
  const { view = "answer" } = search;
  const isPhone = useIsPhone();
  const isBroad = useMedia("(min-width: 1241px)");
  // On a wide screen something is always open; on a phone the list comes first.
  const open: Opened | undefined = opened ?? (isPhone ? undefined : rows[0]);
  const openRow = rows.find((row) => isOpened(row, open));
  const replyField = useRef<HTMLTextAreaElement>(null);
  const openThread = (thread: Thread): void => onOpen(thread, !isPhone);
  const step = (by: 1 | -1): void => {
    const at = rows.findIndex((row) => isOpened(row, open));
    const next = rows[Math.max(0, Math.min(rows.length - 1, at + by))];
    if (next) openThread(next);
    if (by === 1 && at > rows.length - 10 && list.hasNextPage) void list.fetchNextPage();
  };

  const acts = useThreadActs(search, () => step(1));
  const many = useChosen(rows);
  useInboxKeys(openRow, {
    step,
    reply: () => replyField.current?.focus(),
    choose: () => openRow && many.toggle(openRow),
    ...acts,
  });

  const said = total ? standing(view, total, rows, list.hasNextPage) : "";
  return (
    <Page
      title={title}
      flush
      status={<span className="truncate text-12 text-text-2 max-wide:hidden">{said}</span>}
      actions={actions}
    >
      {list.error && !list.data ? (
        <div className="p-6">
          <Failure
            what={t("The inbox could not be loaded.")}
            error={list.error}
            onRetry={() => void list.refetch()}
          />
        </div>
      ) : instead ? (
        <div className="p-6">{instead}</div>
      ) : (
        <div className="inbox" data-open={opened !== undefined}>
          <ThreadList
            rows={rows}
            loading={!list.data || loading}
            search={search}
            open={open}
            total={total?.total ?? total?.total_at_least ?? rows.length}
            onOpen={openThread}
            onChange={onChange}
            empty={<NothingHere view={view} />}
            chosen={many.keys}
            onChoose={many.toggle}
            bar={many.rows.length > 0 ? <ManyBar chosen={many.rows} onDone={many.clear} /> : null}
            onEnd={() => {
              if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
            }}
          />
          {open === undefined ? (
            <section className="thread max-wide:hidden" />
          ) : (
            <InsideWorkspace value={open.workspace_id}>
              <ThreadLater
                key={`${open.workspace_id}.${open.id}`}
                id={open.id}
                row={openRow}
                replyField={replyField}
                onBack={onBack}
                onSort={(thread, status) => void acts.sort(thread, status)}
                onCategorise={(thread, category) => void acts.categorise(thread, category)}
                onArchive={(thread) => void acts.archive(thread)}
                onUnread={(thread) => void acts.markUnread(thread)}
                onSnooze={(thread, until) => void acts.snooze(thread, until)}
                onAssign={(thread, to) => void acts.assign(thread, to)}
                onLabel={(thread, labels) => void acts.label(thread, labels)}
                notice={acts.failure && <Note tone="bad" title={acts.failure} />}
              />
              {isBroad && openRow && (
                <ContextPane thread={openRow} onKeys={() => shortcutsOpen.set(true)} />
              )}
            </InsideWorkspace>
          )}
        </div>
      )}
    </Page>
  );
}

/** How many there are, and in the view of what is to do since when. */
function standing(
  view: View,
  { total, total_at_least: atLeast }: Pagination,
  rows: readonly Thread[],
  hasMore: boolean,
): string {
  const threads = total ?? atLeast ?? 0;
  if (view !== "answer") {
    return t("{threads, plural, one {# thread} other {# threads}}", { threads });
  }
  const oldest = hasMore ? undefined : rows.at(-1);
  return oldest
    ? t("{threads, plural, one {# thread} other {# threads}} to reply to, oldest from {distance}", {
        threads,
        distance: distance(oldest.last_message_at),
      })
    : t("{threads, plural, one {# thread} other {# threads}} to reply to", { threads });
}

/** Which of these threads are selected. */
function useChosen(rows: readonly Thread[]) {
  const { may } = useWorkspace();
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  return {
    keys: may("threads.answer") ? keys : null,
    rows: rows.filter((row) => keys.has(threadKey(row))),
    toggle: (row: Thread) =>
      setKeys((old) => {
        const next = new Set(old);
        if (!next.delete(threadKey(row))) next.add(threadKey(row));
        return next;
      }),
    clear: () => setKeys(new Set()),
  };
}

function useInboxKeys(
  openRow: Thread | undefined,
  acts: ReturnType<typeof useThreadActs> & {
    step: (by: 1 | -1) => void;
    reply: () => void;
    choose: () => void;
  },
): void {
  const { me, may } = useWorkspace();
  const mayAnswer = may("threads.answer");
  useKeys({
    j: () => acts.step(1),
    k: () => acts.step(-1),
    r: acts.reply,
    x: () => mayAnswer && acts.choose(),
    e: () => mayAnswer && openRow && void acts.archive(openRow),
    s: () => {
      const [, tomorrow] = laterTimes()[1] ?? [];
      if (mayAnswer && openRow && tomorrow) void acts.snooze(openRow, tomorrow);
    },
    a: () => mayAnswer && openRow && me.user && void acts.assign(openRow, me.user.id),
    u: () => mayAnswer && openRow && void acts.markUnread(openRow),
    ...Object.fromEntries(
      NUMBER_KEYS.map((status, index) => [
        String(index + 1),
        () => mayAnswer && openRow && void acts.sort(openRow, status),
      ]),
    ),
  });
}

function NothingHere({ view }: { view: View }) {
  return (
    <Empty
      title={
        view === "answer"
          ? t("All caught up")
          : view === "later"
            ? t("No snoozed threads")
            : t("No threads")
      }
    >
      {view === "answer"
        ? t("New replies appear automatically.")
        : view === "later"
          ? t("Snoozed threads are kept here and return to the inbox as unread.")
          : t("Change the view, filters or search to see other threads.")}
    </Empty>
  );
}
