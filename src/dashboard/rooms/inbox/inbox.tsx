import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { ListFilter as FilterIcon } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import type { Thread } from "#modules/inbox/contract/threads.ts";
import type { ThreadStatus } from "#modules/campaigns/rules/thread-status.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { campaignsQuery, mailboxesQuery } from "#dashboard/api/workspace.ts";
import { count, words } from "#dashboard/lib/format.ts";
import { distance, when } from "#dashboard/lib/time.ts";
import { useKeys } from "#dashboard/lib/use-keys.ts";
import { useIsPhone, useMedia } from "#dashboard/lib/use-media.ts";
import { ask } from "#dashboard/parts/ask.tsx";
import { Button } from "#dashboard/parts/button.tsx";
import { SelectField } from "#dashboard/parts/field.tsx";
import { Popover } from "#dashboard/parts/popover.tsx";
import { buttonClass } from "#dashboard/parts/button.tsx";
import { Empty, Failure, Note } from "#dashboard/parts/states.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { Page } from "#dashboard/shell/page.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { ContextPane } from "./context-pane.tsx";
import { KeysDialog } from "./keys-dialog.tsx";
import { laterTimes } from "./later-times.ts";
import {
  listsChanged,
  membersQuery,
  patchThread,
  setStatus,
  showThread,
  threadsQuery,
} from "./queries.ts";
import type { InboxSearch } from "./search.ts";
import { NUMBER_KEYS } from "./status-bar.tsx";
import { ThreadList } from "./thread-list.tsx";
import { ThreadPane } from "./thread-pane.tsx";

/** Every conversation of every mailbox: the list, the thread, and who it is. */
export function Inbox() {
  const { wid, me, may } = useWorkspace();
  const search = useSearch({ from: "/app/w/$wid/inbox" });
  const navigate = useNavigate({ from: "/w/$wid/inbox" });
  const { view = "answer", q, mailbox, campaign, whose } = search;
  const isPhone = useIsPhone();
  const isBroad = useMedia("(min-width: 1241px)");
  const [keys, setKeys] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
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

  /** At once on screen, true after the server answered, back when it refused. */
  const change = async (
    thread: Thread,
    show: Partial<Thread>,
    send: () => Promise<Thread>,
  ): Promise<boolean> => {
    setFailure(null);
    showThread(wid, thread.id, show);
    try {
      showThread(wid, thread.id, await send());
      return true;
    } catch (error) {
      showThread(wid, thread.id, thread);
      setFailure(sentenceOf(error));
      return false;
    }
  };
  const sort = async (thread: Thread, status: ThreadStatus): Promise<void> => {
    if (status === thread.status) return;
    if (status === "do_not_contact") {
      const sure = await ask({
        title: `Never write to ${thread.lead.email || "this person"} again?`,
        text: "The address joins the suppression list, in every campaign of this workspace.",
        yes: "Never write again",
        no: "Leave as it is",
      });
      if (!sure) return;
    }
    const before = thread.status;
    const done = await change(thread, { status }, () => setStatus(wid, thread.id, status));
    if (!done) return;
    toast(`${thread.lead.name || thread.lead.email || "The thread"}: ${words(status)}.`, () => {
      void change({ ...thread, status }, { status: before }, () =>
        setStatus(wid, thread.id, before),
      );
    });
  };
  const archive = async (thread: Thread): Promise<void> => {
    step(1);
    await sort(thread, "closed");
    listsChanged(wid);
  };
  const snooze = async (thread: Thread, until: string | null): Promise<void> => {
    const put = (at: string | null) => () => patchThread(wid, thread.id, { snoozed_until: at });
    if (until !== null && view !== "all") step(1);
    if (!(await change(thread, { snoozed_until: until }, put(until)))) return;
    listsChanged(wid);
    toast(until ? `Put off until it comes back ${when(until)}.` : "It is back.", () => {
      const before = thread.snoozed_until;
      void change({ ...thread, snoozed_until: until }, { snoozed_until: before }, put(before)).then(
        () => listsChanged(wid),
      );
    });
  };
  const assign = async (thread: Thread, to: number | null): Promise<void> => {
    if (to === thread.assigned_to) return;
    const give = (id: number | null) => () => patchThread(wid, thread.id, { assigned_to: id });
    if (!(await change(thread, { assigned_to: to }, give(to)))) return;
    if (whose !== undefined) listsChanged(wid);
    toast(
      to === null ? "It belongs to nobody now." : to === me.user?.id ? "It is yours." : "Given.",
      () => {
        const before = thread.assigned_to;
        void change({ ...thread, assigned_to: to }, { assigned_to: before }, give(before));
      },
    );
  };
  const markUnread = (thread: Thread): Promise<boolean> =>
    change(thread, { is_unread: true }, () => patchThread(wid, thread.id, { is_unread: true }));

  const mayAnswer = may("threads.answer");
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    "?": () => setKeys(true),
    r: () => replyField.current?.focus(),
    e: () => mayAnswer && openRow && void archive(openRow),
    s: () => {
      const [, tomorrow] = laterTimes()[1] ?? [];
      if (mayAnswer && openRow && tomorrow) void snooze(openRow, tomorrow);
    },
    a: () => mayAnswer && openRow && me.user && void assign(openRow, me.user.id),
    u: () => mayAnswer && openRow && void markUnread(openRow),
    ...Object.fromEntries(
      NUMBER_KEYS.map((status, index) => [
        String(index + 1),
        () => mayAnswer && openRow && void sort(openRow, status),
      ]),
    ),
  });

  const waits = view === "answer" ? rows.at(-1) : undefined;
  const said = total
    ? view === "answer"
      ? `${count(total.total ?? total.total_at_least ?? 0)} to answer${waits && !list.hasNextPage ? `, the oldest came ${distance(waits.last_message_at)}` : ""}`
      : `${count(total.total ?? total.total_at_least ?? 0)} conversations`
    : "";
  return (
    <Page
      title="Inbox"
      flush
      status={<span className="truncate text-12 text-text-2 max-wide:hidden">{said}</span>}
      actions={<Filters search={search} onChange={go} active={filtered} />}
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
          <Empty
            title="Nobody has written yet"
            action={
              <Link
                to="/w/$wid/campaigns"
                params={{ wid: String(wid) }}
                className={buttonClass({})}
              >
                Go to the campaigns
              </Link>
            }
          >
            Replies of every mailbox come together here, within a minute. Automatic answers and
            bounces are told apart.
          </Empty>
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
            empty={
              <Empty
                title={
                  view === "answer"
                    ? "Everybody has an answer"
                    : view === "later"
                      ? "Nothing is put off"
                      : "Nothing here"
                }
              >
                {view === "answer"
                  ? "The next reply appears by itself."
                  : view === "later"
                    ? "What you put off waits here, and comes back unread when its time has come."
                    : "Change the view or the search to see other conversations."}
              </Empty>
            }
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
              onSort={(thread, status) => void sort(thread, status)}
              onArchive={(thread) => void archive(thread)}
              onUnread={(thread) => void markUnread(thread)}
              onSnooze={(thread, until) => void snooze(thread, until)}
              onAssign={(thread, to) => void assign(thread, to)}
              notice={failure && <Note tone="bad" title={failure} />}
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

/** One mailbox, one campaign or one person alone. */
function Filters({
  search,
  onChange,
  active,
}: {
  search: InboxSearch;
  onChange: (next: Partial<InboxSearch>) => void;
  active: boolean;
}) {
  return (
    <Popover
      title="Filters"
      align="end"
      trigger={
        <Button>
          <FilterIcon size={16} aria-hidden="true" />
          <span className="max-wide:sr-only">{active ? "Filtered" : "Everything"}</span>
        </Button>
      }
    >
      <FilterFields search={search} onChange={onChange} />
    </Popover>
  );
}

function FilterFields({
  search,
  onChange,
}: {
  search: InboxSearch;
  onChange: (next: Partial<InboxSearch>) => void;
}) {
  const { wid, me } = useWorkspace();
  const mailboxes = useQuery(mailboxesQuery(wid)).data?.data ?? [];
  const campaigns = useQuery(campaignsQuery(wid)).data?.data ?? [];
  const members = useQuery(membersQuery(wid)).data?.data ?? [];
  return (
    <div className="grid w-72 gap-4 p-4">
      <SelectField
        label="Belongs to"
        value={search.whose ?? ""}
        onChange={(event) => {
          const { value } = event.target;
          onChange({ whose: value === "none" ? "none" : Number(value) || 0 });
        }}
      >
        <option value="">Anybody</option>
        {me.user && <option value={me.user.id}>You</option>}
        <option value="none">Nobody yet</option>
        {members
          .filter(({ id }) => id !== me.user?.id)
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </SelectField>
      <SelectField
        label="Mailbox"
        value={search.mailbox ?? ""}
        onChange={(event) => onChange({ mailbox: Number(event.target.value) || 0 })}
      >
        <option value="">All mailboxes</option>
        {mailboxes.map(({ id, email }) => (
          <option key={id} value={id}>
            {email}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Campaign"
        value={search.campaign ?? ""}
        onChange={(event) => onChange({ campaign: Number(event.target.value) || 0 })}
      >
        <option value="">All campaigns</option>
        {campaigns.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
