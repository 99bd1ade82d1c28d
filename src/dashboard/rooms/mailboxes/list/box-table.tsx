import { type ReactNode, useMemo, useRef } from "react";
import { useMedia } from "#dashboard/lib/use-media.ts";
import { Meter } from "#dashboard/parts/meter.tsx";
import { Pick } from "#dashboard/parts/pick.tsx";
import { Sparkline } from "#dashboard/parts/sparkline.tsx";
import { RowLink } from "#dashboard/parts/row-link.tsx";
import { MailboxState } from "#dashboard/parts/statuses.tsx";
import { type Column, VirtualTable } from "#dashboard/parts/virtual-table.tsx";
import type { Box } from "#dashboard/rooms/mailboxes/queries.ts";
import {
  doesNotSend,
  HealthState,
  issuesOf,
  toneOfHealth,
  useWords,
  WarmupStateMark,
} from "#dashboard/rooms/mailboxes/states.tsx";
import type { useBoxes } from "./use-boxes.ts";
import type { useSelection } from "#dashboard/parts/use-selection.ts";
import { fromServer, t } from "#dashboard/words/words.ts";

/** Rows of mailboxes, drawn as they come into sight. */
export function BoxTable({
  boxes,
  selection,
  mayPick,
  isList,
  openId,
  pathOf,
}: {
  boxes: ReturnType<typeof useBoxes>;
  selection: ReturnType<typeof useSelection>;
  mayPick: boolean;
  /** Two lines in one cell instead of columns: on a phone, and beside an open mailbox. */
  isList: boolean;
  openId: number | null;
  pathOf: (id: number) => `/${string}`;
}) {
  // Rows keep what they were given; what they call is always the latest.
  const latest = useRef(selection.toggle);
  latest.current = selection.toggle;
  const path = useRef(pathOf);
  path.current = pathOf;
  const isNarrow = useMedia("(max-width: 1380px)");
  const isTight = useMedia("(max-width: 1160px)");
  const isTightest = useMedia("(max-width: 960px)");
  const hasNames = useMemo(
    () => boxes.rows.some(({ group, tags }) => group !== null || tags.length > 0),
    [boxes.rows],
  );
  const drawn = useMemo(() => {
    // Columns make room for addresses before those are cut.
    const without: readonly string[] = [
      ...(mayPick ? [] : ["select"]),
      ...(isNarrow ? ["warmup", "days"] : []),
      ...((isTight && hasNames) || isTightest ? ["problem"] : []),
      ...(isTightest || !hasNames ? ["names"] : []),
    ];
    const cells = cellsOf({
      mayPick,
      openId,
      pathOf: (id) => path.current(id),
      onToggle: (id, isRange) => latest.current(id, isRange),
    });
    return { ...cells, columns: cells.columns.filter(({ name }) => !without.includes(name)) };
  }, [mayPick, openId, isNarrow, isTight, isTightest, hasNames]);
  const all = (
    <label className="pick">
      <input
        type="checkbox"
        aria-label={t("Select all visible rows")}
        checked={selection.isWhole}
        onChange={selection.toggleAll}
      />
    </label>
  );
  return (
    <VirtualTable
      label={t("Mailboxes")}
      columns={drawn.columns}
      heads={{ select: all }}
      count={boxes.drawn}
      rowAt={boxes.rowAt}
      keyOf={(box) => box.id}
      {...(mayPick && { isSelected: (box: Box) => selection.has(box.id) })}
      onSight={boxes.onSight}
      phone={isList ? drawn.list : undefined}
    />
  );
}

type Draw = {
  readonly mayPick: boolean;
  readonly openId: number | null;
  readonly pathOf: (id: number) => `/${string}`;
  readonly onToggle: (id: number, isRange: boolean) => void;
};

/** How a mailbox is drawn, as columns and as one cell of two lines. */
function cellsOf({ mayPick, openId, pathOf, onToggle }: Draw) {
  const pick = (box: Box, selected: boolean): ReactNode => (
    <Pick name={box.email} selected={selected} onToggle={(isRange) => onToggle(box.id, isRange)} />
  );
  const link = (box: Box): ReactNode => (
    <RowLink
      className="name block truncate"
      title={box.email}
      to={pathOf(box.id)}
      data-row-id={box.id}
      stays={openId !== null}
      aria-current={box.id === openId ? "page" : undefined}
    >
      {box.email}
    </RowLink>
  );
  const columns: readonly Column<Box>[] = [
    { name: "select", head: null, width: "1.5rem", cell: pick },
    {
      name: "health",
      head: t("Health"),
      width: "3rem",
      numeric: true,
      cell: (box) => <Score box={box} />,
    },
    { name: "mailbox", head: t("Mailbox"), width: "minmax(14rem, 2fr)", cell: link },
    {
      name: "names",
      head: t("Group and tags"),
      width: "minmax(0, 1.3fr)",
      cell: (box) => <Names box={box} />,
    },
    { name: "status", head: t("Status"), width: "8.5rem", cell: (box) => <Stands box={box} /> },
    {
      name: "problem",
      head: t("Problem"),
      width: "minmax(0, 1.5fr)",
      cell: (box) => <Problem box={box} />,
    },
    {
      name: "warmup",
      head: t("Warmup"),
      width: "6.5rem",
      cell: ({ warmup }) =>
        warmup === "not_started" ? (
          <span className="text-12 text-text-3">{t("Off")}</span>
        ) : (
          <WarmupStateMark state={warmup} />
        ),
    },
    {
      name: "days",
      head: t("14 days"),
      width: "4.5rem",
      cell: ({ health }) => health && <Sparkline label={t("Sent")} values={health.by_day.sent} />,
    },
    { name: "today", head: t("Today"), width: "8rem", cell: (box) => <Today box={box} /> },
  ];
  const list = (box: Box, selected: boolean): ReactNode => (
    <div className={`flex items-center gap-1 ${mayPick ? "-ml-3" : ""}`}>
      {mayPick && pick(box, selected)}
      <div className="min-w-0 flex-1">
        {link(box)}
        <span className="flex min-w-0 items-center gap-2">
          <Stands box={box} />
          <span className="truncate text-12 text-text-3">{subline(box)}</span>
        </span>
      </div>
      <Score box={box} />
    </div>
  );
  return { columns, list };
}

const subline = ({ group, tags, health }: Box): string => {
  const names = [group, ...tags].filter((name) => name !== null).join(", ");
  return names || (health ? useWords(health) : "");
};

function Score({ box: { health } }: { box: Box }) {
  if (health === null || health.score === null) {
    return (
      <span className="text-text-3" title={t("Its DNS records have not been checked yet.")}>
        –<span className="sr-only">{t("no score yet")}</span>
      </span>
    );
  }
  return <b className={`health ${toneOfHealth(health.status)}`}>{health.score}</b>;
}

/** What a person or an error stopped says so; else what its health is. */
const Stands = ({ box: { status, health } }: { box: Box }) =>
  health === null || status === "paused" || status === "disabled" ? (
    <MailboxState status={status} />
  ) : (
    <HealthState health={health} />
  );

const Names = ({ box: { group, tags } }: { box: Box }) => (
  <>
    {group !== null && (
      <span className="block truncate" title={group}>
        {group}
      </span>
    )}
    {tags.length > 0 && (
      <span className="detail block truncate text-12 text-text-3" title={tags.join(", ")}>
        {tags.join(", ")}
      </span>
    )}
  </>
);

function Problem({ box }: { box: Box }) {
  const message = fromServer((box.health && issuesOf(box.health)[0]?.message) ?? "");
  return (
    <span className="block truncate text-text-2" title={message}>
      {message}
    </span>
  );
}

function Today({ box: { health } }: { box: Box }) {
  if (health === null) return null;
  const { usage } = health;
  const share = (n: number): number =>
    usage.daily_limit === 0 ? 0 : Math.min(100, (n / usage.daily_limit) * 100);
  const left = doesNotSend(health) ? 0 : Math.max(0, usage.effective_limit - usage.sent_today);
  return (
    <span className="grid gap-1">
      <Meter
        label={t("{sent} sent today, {left} left, daily limit {limit}", {
          sent: usage.sent_today,
          left,
          limit: usage.daily_limit,
        })}
        parts={[{ value: share(usage.sent_today) }, { value: share(left), tone: "plan" }]}
      />
      <span className="truncate text-12 text-text-3">{useWords(health)}</span>
    </span>
  );
}
