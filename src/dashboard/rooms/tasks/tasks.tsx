import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "#dashboard/routing/link.tsx";
import { useNavigate, useSearch } from "#dashboard/routing/use-place.ts";
import { Check as Tick, Plus, SkipForward } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Task } from "#modules/campaigns/contract/tasks.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { count } from "#dashboard/lib/format.ts";
import { useKeys } from "#dashboard/lib/use-keys.ts";
import { Button, ShowEarlier } from "#dashboard/parts/button.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Segmented } from "#dashboard/parts/segmented.tsx";
import { Empty } from "#dashboard/parts/states.tsx";
import { LocalTime } from "#dashboard/parts/time.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { membersQuery } from "#dashboard/rooms/inbox/queries.ts";
import { Page } from "#dashboard/shell/page.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { Say } from "#dashboard/words/say.tsx";
import { t } from "#dashboard/words/words.ts";
import { NewTask } from "./new-task.tsx";
import { postEnd, putAssignee, taskCountQuery, tasksQuery } from "./queries.ts";
import { DUE, type Due, KIND_NAMES } from "./search.ts";

const DUE_NAMES: Readonly<Record<Due, string>> = {
  overdue: t("Overdue"),
  today: t("Today"),
  later: t("Later"),
};
const NOTHING: Readonly<Record<Due, string>> = {
  overdue: t("Nothing is overdue"),
  today: t("Nothing is due today"),
  later: t("Nothing is planned"),
};

/** What people are to do for leads, by when it is due. Sequences wait for some of it. */
export function TasksRoom() {
  const { wid, may } = useWorkspace();
  const [isAdding, setAdding] = useState(false);
  const { due = "today", mine = false } = useSearch({ from: "/w/$wid/tasks" });
  const navigate = useNavigate({ from: "/w/$wid/tasks" });
  const go = (change: { due?: Due; mine?: boolean }): void =>
    void navigate({
      search: (old) => ({
        due: change.due ?? old.due ?? "today",
        ...((change.mine ?? old.mine) && { mine: true as const }),
      }),
    });
  return (
    <Page
      title={t("Tasks")}
      actions={
        <>
          <Segmented
            label={t("Whose tasks")}
            options={[
              ["all", t("Everybody's")],
              ["mine", t("Mine")],
            ]}
            value={mine ? "mine" : "all"}
            onChoose={(whose) => go({ mine: whose === "mine" })}
          />
          {may("tasks.edit") && (
            <Button
              aria-label={t("New task")}
              className="max-wide:min-w-12"
              onClick={() => setAdding(true)}
            >
              <Plus size={16} aria-hidden="true" />
              <span className="max-wide:hidden">{t("New task")}</span>
            </Button>
          )}
        </>
      }
    >
      <Segmented
        label={t("When they are due")}
        options={DUE.map((one) => [one, <DueName key={one} due={one} isMine={mine} />] as const)}
        value={due}
        onChoose={(one) => go({ due: one })}
      />
      <TaskList key={`${due} ${mine}`} wid={wid} due={due} isMine={mine} />
      {isAdding && <NewTask wid={wid} onClose={() => setAdding(false)} />}
    </Page>
  );
}

function DueName({ due, isMine }: { due: Due; isMine: boolean }) {
  const { wid } = useWorkspace();
  const n = useQuery(taskCountQuery(wid, due, isMine)).data;
  return (
    <span className="whitespace-nowrap">
      {DUE_NAMES[due]} {n !== undefined && n > 0 && <span className="n">{count(n)}</span>}
    </span>
  );
}

function TaskList({ wid, due, isMine }: { wid: number; due: Due; isMine: boolean }) {
  const { may } = useWorkspace();
  const list = useInfiniteQuery(tasksQuery(wid, due, isMine));
  const { data, error, refetch } = list;
  const rows = (data?.pages ?? []).flatMap((page) => page.data);
  const [at, setAt] = useState(0);
  const current = rows[Math.min(at, rows.length - 1)];
  const mayEdit = may("tasks.edit");
  const end = useMutation({
    mutationFn: ({ task, how }: { task: Task; how: "done" | "skip" }) =>
      postEnd(wid, task.id, how, ""),
    onSuccess: (_, { how }) => toast(how === "done" ? t("Task done.") : t("Task skipped.")),
    onError: (cause) => toast(sentenceOf(cause)),
    onSettled: () => refetch(),
  });
  const act = (how: "done" | "skip") => (): void => {
    if (current && mayEdit && !end.isPending) end.mutate({ task: current, how });
  };
  useKeys({
    j: () => setAt((i) => Math.min(i + 1, Math.max(0, rows.length - 1))),
    k: () => setAt((i) => Math.max(0, Math.min(i, rows.length - 1) - 1)),
    d: act("done"),
    s: act("skip"),
  });
  if (!data) return <Waiting what={t("tasks")} rows={5} error={error} onRetry={refetch} framed />;
  if (rows.length === 0) {
    return (
      <Empty picture="tasks" title={NOTHING[due]}>
        {t("Tasks come from steps of campaigns, from follow-up rules, and from you.")}
      </Empty>
    );
  }
  return (
    <>
      <Panel title={DUE_NAMES[due]} flush footer={list.hasNextPage && <ShowEarlier list={list} />}>
        <ul>
          {rows.map((task, i) => (
            <Row
              key={task.id}
              wid={wid}
              task={task}
              isCurrent={task.id === current?.id}
              busy={end.isPending}
              onChoose={() => setAt(i)}
              onEnd={mayEdit ? (how) => end.mutate({ task, how }) : null}
            />
          ))}
        </ul>
      </Panel>
      <p className="text-12 text-text-3 max-wide:hidden">
        {t("Keys: J and K move, D is done, S skips.")}
      </p>
    </>
  );
}

function Row({
  wid,
  task,
  isCurrent,
  busy,
  onChoose,
  onEnd,
}: {
  wid: number;
  task: Task;
  isCurrent: boolean;
  busy: boolean;
  onChoose: () => void;
  /** Null: this person may not. */
  onEnd: ((how: "done" | "skip") => void) | null;
}) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isCurrent) row.current?.scrollIntoView({ block: "nearest" });
  }, [isCurrent]);
  const at = { wid: String(wid) };
  const { lead, campaign } = task;
  const toCampaign = campaign && (
    <Link to="/w/$wid/campaigns/$id" params={{ ...at, id: String(campaign.id) }}>
      {campaign.name}
    </Link>
  );
  return (
    <li
      ref={row}
      aria-current={isCurrent || undefined}
      className={`flex flex-wrap items-start gap-x-4 gap-y-2 border-b border-line px-4 py-3 last:border-b-0 ${isCurrent ? "bg-surface-2" : ""}`}
      onPointerDown={onChoose}
    >
      <div className="min-w-60 flex-1 text-13">
        <span className="tag">{KIND_NAMES[task.kind]}</span>{" "}
        <Link to="/w/$wid/leads/$leadId" params={{ ...at, leadId: String(lead.id) }}>
          <b>{lead.name || lead.email}</b>
        </Link>
        {lead.company && <span className="text-text-2">, {lead.company}</span>}
        <p className="whitespace-pre-wrap">{task.text}</p>
        <p className="text-12 text-text-3">
          <Say id={"Due <0/>"} parts={{ 0: <LocalTime at={task.due_at} /> }} />
          {campaign && (
            <>
              {" · "}
              {task.step === null ? (
                toCampaign
              ) : (
                <Say
                  id={"{campaign}, step {step}: the sequence waits"}
                  values={{ campaign: toCampaign, step: task.step }}
                  parts={{}}
                />
              )}
            </>
          )}
        </p>
      </div>
      {onEnd && (
        <div className="flex flex-wrap items-center gap-2">
          <Assignee wid={wid} task={task} />
          <Button size="small" busy={busy} onClick={() => onEnd("done")}>
            <Tick size={16} aria-hidden="true" />
            {t("Done")}
          </Button>
          <Button size="small" look="ghost" disabled={busy} onClick={() => onEnd("skip")}>
            <SkipForward size={16} aria-hidden="true" />
            {t("Skip")}
          </Button>
        </div>
      )}
    </li>
  );
}

function Assignee({ wid, task }: { wid: number; task: Task }) {
  const members = useQuery(membersQuery(wid)).data?.data ?? [];
  const save = useMutation({
    mutationFn: (person: number | null) => putAssignee(wid, task.id, person),
    onError: (cause) => toast(sentenceOf(cause)),
  });
  return (
    <select
      className="in w-auto"
      aria-label={t("Who does the task for {name}", { name: task.lead.name || task.lead.email })}
      value={task.assigned_to ?? ""}
      disabled={save.isPending}
      onChange={(event) => save.mutate(event.target.value ? Number(event.target.value) : null)}
    >
      <option value="">{t("Anybody")}</option>
      {members.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
