import { useQuery } from "@tanstack/react-query";
import { Archive, ChevronLeft, Clock, Ellipsis, MailOpen, Tag, UserRound } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import type { Message, Thread, ThreadWithMessages } from "#modules/inbox/contract/threads.ts";
import type { ReplyCategory } from "#modules/delivery/rules/reply-categories.ts";
import type { ThreadStatus } from "#modules/campaigns/rules/thread-status.ts";
import { pulseKey, queryClient } from "#dashboard/api/query-client.ts";
import { useKeys } from "#dashboard/lib/use-keys.ts";
import { fully, when } from "#dashboard/lib/time.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Menu, MenuItem, MenuLabel } from "#dashboard/parts/menu.tsx";
import { LabelChips } from "#dashboard/parts/statuses.tsx";
import { Bone, Failure } from "#dashboard/parts/states.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { CategoryLine } from "./category/category-line.tsx";
import { Assign, useWhose } from "./assign.tsx";
import { laterTimes } from "./later-times.ts";
import { MessageView } from "./message-view.tsx";
import { markThreadRead, showThread, threadQuery } from "./queries.ts";
import { Reply } from "./reply/reply.tsx";
import { StatusBar } from "./status-bar.tsx";
import {
  ForwardLater,
  LabelsLater,
  NotesLater,
  PickTimeLater,
} from "#dashboard/rooms/inbox/later/later-parts.tsx";
import { t } from "#dashboard/words/words.ts";

/** Looked at so long, it counts as read. */
const READ_MS = 900;

type ThreadActs = {
  onBack: () => void;
  onArchive: (thread: Thread) => void;
  onUnread: (thread: Thread) => void;
  onSnooze: (thread: Thread, until: string | null) => void;
  onAssign: (thread: Thread, id: number | null) => void;
  onLabel: (thread: Thread, labels: string[]) => void;
};

/** One conversation, opened at its newest message. */
export function ThreadPane({
  id,
  row,
  replyField,
  onBack,
  onSort,
  onCategorise,
  onArchive,
  onUnread,
  onSnooze,
  onAssign,
  onLabel,
  notice,
}: {
  id: number;
  /** What the list knows of it already. */
  row: Thread | undefined;
  replyField: RefObject<HTMLTextAreaElement | null>;
  onSort: (thread: Thread, status: ThreadStatus) => void;
  onCategorise: (thread: Thread, category: ReplyCategory | null) => void;
  notice: ReactNode;
} & ThreadActs) {
  const { wid, may } = useWorkspace();
  // Walking past it by key does not fetch it.
  const [rested, setRested] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setRested(true), 140);
    return () => clearTimeout(timer);
  }, []);
  const { data, error, refetch } = useQuery({ ...threadQuery(wid, id), enabled: rested });
  const thread = data ?? row;
  const mayAnswer = may("threads.answer");
  const mayForward = may("threads.forward");
  const [forwarding, setForwarding] = useState<Message>();
  useKeys({
    f: () => {
      const newest = data?.messages.findLast(({ direction }) => direction === "inbound");
      if (mayForward && newest) setForwarding(newest);
    },
  });
  const convo = useRef<HTMLDivElement>(null);
  const many = data?.messages.length;
  useEffect(() => {
    const box = convo.current;
    if (box && many) box.scrollTop = box.scrollHeight;
  }, [many]);
  useReading(wid, id, data, mayAnswer);
  if (!thread) {
    return (
      <section className="thread" aria-label={t("Thread")}>
        <div className="p-6">
          {error ? (
            <Failure
              what={t("This thread could not be loaded.")}
              error={error}
              onRetry={() => void refetch()}
            />
          ) : (
            <Bones />
          )}
        </div>
      </section>
    );
  }
  return (
    <section className="thread" aria-label={t("Thread")}>
      <ThreadHead
        thread={thread}
        mayAnswer={mayAnswer}
        {...{ onBack, onArchive, onUnread, onSnooze, onAssign, onLabel }}
      />
      <StatusBar
        status={thread.status}
        disabled={!mayAnswer}
        onSort={(status) => onSort(thread, status)}
      />
      <CategoryLine
        thread={thread}
        disabled={!mayAnswer}
        onCategorise={(category) => onCategorise(thread, category)}
      />
      {/* It scrolls by keyboard as well. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="convo" ref={convo} role="log" aria-label={t("Messages")} tabIndex={0}>
        {notice}
        {error && !data && (
          <Failure
            what={t("The messages could not be loaded.")}
            error={error}
            onRetry={() => void refetch()}
          />
        )}
        {data ? (
          data.messages
            .filter(isThere)
            .map((message) => (
              <MessageView
                key={message.id}
                message={message}
                thread={data}
                onForward={mayForward ? () => setForwarding(message) : null}
              />
            ))
        ) : (
          <Bones />
        )}
        {data && may("threads.notes") && <NotesLater thread={id} />}
      </div>
      {forwarding && data && (
        <ForwardLater thread={data} message={forwarding} onClose={() => setForwarding(undefined)} />
      )}
      {mayAnswer && data && <Reply key={id} thread={data} field={replyField} />}
    </section>
  );
}

/** Marks a thread read once it was looked at. */
function useReading(
  wid: number,
  id: number,
  data: ThreadWithMessages | undefined,
  mayAnswer: boolean,
): void {
  const unread = data?.is_unread;
  const newest = data?.messages.at(-1)?.id;
  /** The message up to which it was read here: who marks it unread afterwards keeps it so. */
  const readUpTo = useRef<number>(undefined);
  useEffect(() => {
    if (unread === undefined || !mayAnswer) return;
    if (!unread) readUpTo.current = newest;
    if (!unread || readUpTo.current === newest) return;
    const timer = setTimeout(() => {
      readUpTo.current = newest;
      showThread(wid, id, { is_unread: false });
      void markThreadRead(wid, id).then(
        () => queryClient.invalidateQueries({ queryKey: pulseKey(wid) }),
        () => undefined,
      );
    }, READ_MS);
    return () => clearTimeout(timer);
  }, [wid, id, mayAnswer, unread, newest]);
}

/** What it is about, and what can be done with it. */
function ThreadHead({
  thread,
  mayAnswer,
  onBack,
  onArchive,
  onUnread,
  onSnooze,
  onAssign,
  onLabel,
}: { thread: Thread; mayAnswer: boolean } & ThreadActs) {
  const { me } = useWorkspace();
  const [labelling, setLabelling] = useState(false);
  return (
    <header className="thread-head">
      <Button
        look="ghost"
        icon
        className="wide:hidden"
        aria-label={t("Back to the list")}
        onClick={onBack}
      >
        <ChevronLeft size={18} aria-hidden="true" />
      </Button>
      <div className="min-w-0 flex-1">
        <h2 className="truncate" title={thread.subject}>
          {thread.subject || t("No subject")}
        </h2>
        <p className="line-clamp-2 text-12 text-text-3">
          <Standing thread={thread} />
        </p>
        {thread.tags.length > 0 && (
          <p className="flex gap-1">
            <LabelChips labels={thread.tags} />
          </p>
        )}
      </div>
      {mayAnswer && (
        <>
          <Button
            look="ghost"
            icon
            aria-label={t("Archive")}
            title={t("Archive (E)")}
            onClick={() => onArchive(thread)}
          >
            <Archive size={16} aria-hidden="true" />
          </Button>
          <span className="max-wide:hidden">
            <Assign thread={thread} onAssign={(to) => onAssign(thread, to)} />
          </span>
          <Snooze thread={thread} onSnooze={(until) => onSnooze(thread, until)} />
          <Menu
            trigger={
              <Button look="ghost" icon aria-label={t("More")}>
                <Ellipsis size={16} aria-hidden="true" />
              </Button>
            }
          >
            {me.user && thread.assigned_to !== me.user.id && (
              <MenuItem onChoose={() => onAssign(thread, me.user?.id ?? null)}>
                <UserRound size={16} aria-hidden="true" />
                {t("Assign to me")}
              </MenuItem>
            )}
            <MenuItem onChoose={() => onUnread(thread)}>
              <MailOpen size={16} aria-hidden="true" />
              {t("Mark as unread")}
            </MenuItem>
            <MenuItem onChoose={() => setLabelling(true)}>
              <Tag size={16} aria-hidden="true" />
              {t("Labels")}
            </MenuItem>
          </Menu>
          {labelling && (
            <LabelsLater
              title={t("Labels of this thread")}
              labels={thread.tags}
              onSave={(labels) => onLabel(thread, labels)}
              onClose={() => setLabelling(false)}
            />
          )}
        </>
      )}
    </header>
  );
}

/** When the thread comes back, of some moments or of any. */
function Snooze({
  thread,
  onSnooze,
}: {
  thread: Thread;
  onSnooze: (until: string | null) => void;
}) {
  const [picking, setPicking] = useState(false);
  return (
    <>
      <Menu
        trigger={
          <Button
            look="ghost"
            icon
            aria-label={t("Snooze")}
            title={t("Snooze (S: until tomorrow)")}
          >
            <Clock size={16} aria-hidden="true" />
          </Button>
        }
      >
        <MenuLabel>{t("Snooze until")}</MenuLabel>
        {laterTimes().map(([label, at]) => (
          <MenuItem key={label} onChoose={() => onSnooze(at)}>
            {label}
            <span className="ml-auto text-12 text-text-3" title={fully(at)}>
              {when(at)}
            </span>
          </MenuItem>
        ))}
        <MenuItem onChoose={() => setPicking(true)}>{t("Choose a date")}</MenuItem>
        {thread.snoozed_until && (
          <MenuItem onChoose={() => onSnooze(null)}>{t("Unsnooze")}</MenuItem>
        )}
      </Menu>
      {picking && (
        <PickTimeLater
          title={t("Snooze until")}
          verb={t("Snooze")}
          onChoose={onSnooze}
          onClose={() => setPicking(false)}
        />
      )}
    </>
  );
}

/** What was taken back is nobody's business any more. */
const isThere = ({ state }: Message): boolean => state !== "cancelled";

function Standing({ thread }: { thread: Thread }) {
  const whose = useWhose(thread);
  return [
    thread.campaign_name,
    t("Sent from {mailbox}", { mailbox: thread.mailbox }),
    whose?.said,
    thread.snoozed_until && t("Snoozed until {when}", { when: when(thread.snoozed_until) }),
  ]
    .filter(Boolean)
    .join(". ");
}

function Bones() {
  return (
    <div className="sk-late grid gap-4">
      <Bone width="30%" />
      <Bone width="85%" />
      <Bone width="70%" />
      <Bone width="78%" />
    </div>
  );
}
