import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo, useRef, useState } from "react";
import type { Thread } from "#modules/inbox/contract/threads.ts";
import { counted } from "#dashboard/lib/format.ts";
import { distance } from "#dashboard/lib/time.ts";
import { useKeys } from "#dashboard/lib/use-keys.ts";
import { useIsPhone, useMedia } from "#dashboard/lib/use-media.ts";
import { buttonClass } from "#dashboard/parts/button.tsx";
import { Empty, Failure, Note } from "#dashboard/parts/states.tsx";
import { Page } from "#dashboard/shell/page.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { ContextPane } from "./context-pane.tsx";
import { KeysDialog } from "./keys-dialog.tsx";
import { laterTimes } from "./later-times.ts";
import { threadsQuery } from "./queries.ts";
import { InboxFilters } from "./filters.tsx";
import type { InboxSearch, View } from "./search.ts";
import { useThreadActs } from "./use-thread-acts.ts";
import { NUMBER_KEYS } from "./status-bar.tsx";
import { ThreadList } from "./thread-list.tsx";
import { ThreadPane } from "./thread-pane.tsx";

/** Every conversation of every mailbox: the list, the thread, and who it is. */
export function Inbox() {
  const { wid } = useWorkspace();
  const search = useSearch({ from: "/app/w/$wid/inbox" });
  const navigate = useNavigate({ from: "/w/$wid/inbox" });
  const { view = "answer", q, mailbox, campaign, whose } = search;
  const isPhone = useIsPhone();
  const isBroad = useMedia("(min-width: 1241px)");
  const [keys, setKeys] = useState(false);
  const list = useInfiniteQuery(threadsQuery(wid, { view, ...pick(q, mailbox, campaign, whose) }));
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.data) ?? [], [list.data]);
  const total = list.data?.pages[0]?.pagination;
  const filtered = mailbox !== undefined || campaign !== undefined || whose !== undefined;
  // An inbox that was answered and one that nobody wrote to are empty alike.
  const isEmpty = list.data !== undefined && rows.length === 0 && !q && !filtered;
  const every = useInfiniteQuery({ ...threadsQuery(wid, { view: "all" }), enabled: isEmpty });
  const isNew = isEmpty && every.data?.pages[0]?.data.length === 0;
  // On a wide screen something is always open; on a phone the list comes first.
  const openId = search.thread ?? (isPhone ? undefined : rows[0]?.id);
  const openRow = rows.find(({ id }) => id === openId);
  const replyField = useRef<HTMLTextAreaElement>(null);

  const go = (next: Partial<InboxSearch>, replace = true): void =>
    void navigate({
      search: (old) => ({ ...old, ...next }),
      replace,
      resetScroll: false,
    });
  const openThread = (id: number): void => go({ thread: id }, !isPhone);
  const step = (by: 1 | -1): void => {
    const at = rows.findIndex(({ id }) => id === openId);
    const next = rows[Math.max(0, Math.min(rows.length - 1, at + by))];
    if (next) openThread(next.id);
    if (by === 1 && at > rows.length - 10 && list.hasNextPage) void list.fetchNextPage();
  };

  const acts = useThreadActs(search, () => step(1));
  useInboxKeys(openRow, {
    step,
    help: () => setKeys(true),
    reply: () => replyField.current?.focus(),
    ...acts,
  });

  const waits = view === "answer" ? rows.at(-1) : undefined;
  const said = total
    ? view === "answer"
      ? `${counted(total.total ?? total.total_at_least ?? 0, "thread")} to reply to${waits && !list.hasNextPage ? `, oldest from ${distance(waits.last_message_at)}` : ""}`
      : counted(total.total ?? total.total_at_least ?? 0, "thread")
    : "";
  return (
    <Page
      title="Inbox"
      flush
      status={<span className="truncate text-12 text-text-2 max-wide:hidden">{said}</span>}
      actions={<InboxFilters search={search} onChange={go} active={filtered} />}
    >
      {list.error && !list.data ? (
        <div className="p-6">
          <Failure
            what="The inbox could not be loaded."
            error={list.error}
            onRetry={() => void list.refetch()}
          />
        </div>
      ) : isNew ? (
        <div className="p-6">
          <NobodyWrote wid={wid} />
        </div>
      ) : (
        <div className="inbox" data-open={search.thread !== undefined}>
          <ThreadList
            rows={rows}
            loading={!list.data || (isEmpty && every.isPending)}
            search={search}
            openId={openId}
            total={total?.total ?? total?.total_at_least ?? rows.length}
            onOpen={openThread}
            onChange={go}
            empty={<NothingHere view={view} />}
            onEnd={() => {
              if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
            }}
          />
          {openId === undefined ? (
            <section className="thread max-wide:hidden" />
          ) : (
            <ThreadPane
              key={openId}
              id={openId}
              row={openRow}
              replyField={replyField}
              onBack={() => {
                const { thread: _, ...rest } = search;
                void navigate({ search: rest, replace: true });
              }}
              onSort={(thread, status) => void acts.sort(thread, status)}
              onArchive={(thread) => void acts.archive(thread)}
              onUnread={(thread) => void acts.markUnread(thread)}
              onSnooze={(thread, until) => void acts.snooze(thread, until)}
              onAssign={(thread, to) => void acts.assign(thread, to)}
              notice={acts.failure && <Note tone="bad" title={acts.failure} />}
            />
          )}
          {isBroad && openRow && <ContextPane thread={openRow} onKeys={() => setKeys(true)} />}
        </div>
      )}
      <KeysDialog open={keys} onClose={() => setKeys(false)} />
    </Page>
  );
}

const pick = (
  q: string | undefined,
  mailbox: number | undefined,
  campaign: number | undefined,
  whose: InboxSearch["whose"],
): Pick<InboxSearch, "q" | "mailbox" | "campaign" | "whose"> => ({
  ...(q && { q }),
  ...(mailbox && { mailbox }),
  ...(campaign && { campaign }),
  ...(whose && { whose }),
});

function useInboxKeys(
  openRow: Thread | undefined,
  acts: ReturnType<typeof useThreadActs> & {
    step: (by: 1 | -1) => void;
    help: () => void;
    reply: () => void;
  },
): void {
  const { me, may } = useWorkspace();
  const mayAnswer = may("threads.answer");
  useKeys({
    j: () => acts.step(1),
    k: () => acts.step(-1),
    "?": acts.help,
    r: acts.reply,
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
        view === "answer" ? "All caught up" : view === "later" ? "No snoozed threads" : "No threads"
      }
    >
      {view === "answer"
        ? "New replies appear automatically."
        : view === "later"
          ? "Snoozed threads are kept here and return to the inbox as unread."
          : "Change the view, filters or search to see other threads."}
    </Empty>
  );
}

function NobodyWrote({ wid }: { wid: number }) {
  return (
    <Empty
      title="No replies yet"
      action={
        <Link to="/w/$wid/campaigns" params={{ wid: String(wid) }} className={buttonClass({})}>
          Go to campaigns
        </Link>
      }
    >
      Replies from all mailboxes appear here within a minute. Auto-replies and bounces are marked.
    </Empty>
  );
}
