import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "#dashboard/routing/link.tsx";
import { useNavigate, useSearch } from "#dashboard/routing/use-place.ts";
import { useMemo } from "react";
import { buttonClass } from "#dashboard/parts/button.tsx";
import { Empty } from "#dashboard/parts/states.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { InboxFilters } from "./filters.tsx";
import { InboxPanes } from "./inbox-panes.tsx";
import { PasteMessage } from "./paste/paste-dialog.tsx";
import { threadsQuery } from "./queries.ts";
import type { InboxSearch } from "./search.ts";
import { WaitingLater } from "#dashboard/rooms/inbox/later/later-parts.tsx";
import { TellMe } from "#dashboard/rooms/inbox/later/tell-me.tsx";
import { t } from "#dashboard/words/words.ts";

/** Every conversation of every mailbox: the list, the thread, and who it is. */
export function Inbox() {
  const { wid, may } = useWorkspace();
  const search = useSearch({ from: "/w/$wid/inbox" });
  const navigate = useNavigate({ from: "/w/$wid/inbox" });
  const { view = "answer", thread: opened, ...filter } = search;
  const { q, mailbox, campaign, whose, category, label } = filter;
  const list = useInfiniteQuery(threadsQuery(wid, { view, ...filter }));
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.data) ?? [], [list.data]);
  const filtered = [mailbox, campaign, whose, category, label].some((one) => one !== undefined);
  // An inbox that was answered and one that nobody wrote to are empty alike.
  const isEmpty = list.data !== undefined && rows.length === 0 && !q && !filtered;
  const every = useInfiniteQuery({
    ...threadsQuery(wid, { view: "all" }),
    enabled: isEmpty,
    // Whatever comes in is unread, and the beat tells that: this takes no turn from the list.
    refetchInterval: false,
  });
  const isNew = isEmpty && every.data?.pages[0]?.data.length === 0;
  const go = (next: Partial<InboxSearch>, replace = true): void =>
    void navigate({ search: (old) => ({ ...old, ...next }), replace, resetScroll: false });
  return (
    <InboxPanes
      title={t("Inbox")}
      search={search}
      rows={rows}
      total={list.data?.pages[0]?.pagination}
      list={list}
      loading={isEmpty && every.isPending}
      opened={opened === undefined ? undefined : { id: opened, workspace_id: wid }}
      actions={
        <>
          {may("threads.waiting") && <WaitingLater wid={wid} />}
          <PasteMessage />
          <TellMe />
          <InboxFilters search={search} onChange={go} active={filtered} />
        </>
      }
      instead={isNew ? <NobodyWrote wid={wid} /> : null}
      onOpen={({ id }, replace) => go({ thread: id }, replace)}
      onChange={go}
      onBack={() => {
        const { thread: _, ...rest } = search;
        void navigate({ search: rest, replace: true });
      }}
    />
  );
}

function NobodyWrote({ wid }: { wid: number }) {
  return (
    <Empty
      picture="inbox"
      title={t("No replies yet")}
      action={
        <Link to="/w/$wid/campaigns" params={{ wid: String(wid) }} className={buttonClass({})}>
          {t("Go to campaigns")}
        </Link>
      }
    >
      {t(
        "Replies from all mailboxes appear here within a minute. Auto-replies and bounces are marked.",
      )}
    </Empty>
  );
}
