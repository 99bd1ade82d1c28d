import { useQuery } from "@tanstack/react-query";
import { Hourglass } from "lucide-react";
import type { ReactNode } from "react";
import type { WaitingReplies } from "#modules/inbox/contract/waiting.ts";
import { distance } from "#dashboard/lib/time.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Popover } from "#dashboard/parts/popover.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { t } from "#dashboard/words/words.ts";
import { waitingQuery } from "./queries.ts";

/** Who waits for an answer, by the people who should give it; over all workspaces by client as well. */
export function WaitingList({ wid }: { wid?: number }) {
  return (
    <Popover
      title={t("Oldest unanswered replies")}
      align="end"
      trigger={
        <Button>
          <Hourglass size={16} aria-hidden="true" />
          <span className="max-wide:sr-only">{t("Waiting")}</span>
        </Button>
      }
    >
      <Tables {...(wid !== undefined && { wid })} />
    </Popover>
  );
}

function Tables({ wid }: { wid?: number }) {
  const { data, error, refetch } = useQuery(waitingQuery(wid));
  if (!data) return <Waiting what={t("replies")} rows={3} error={error} onRetry={refetch} />;
  if (data.people.length === 0)
    return <p className="text-text-2">{t("Nobody waits for an answer.")}</p>;
  return (
    <div className="grid gap-4 text-13">
      <Group title={t("By person")}>
        {data.people.map((row) => (
          <Line
            key={row.user_id}
            name={row.user_id === null ? t("Unassigned") : row.name}
            row={row}
          />
        ))}
      </Group>
      {wid === undefined && (
        <Group title={t("By client")}>
          {data.workspaces.map((row) => (
            <Line key={row.id} name={row.name} row={row} />
          ))}
        </Group>
      )}
    </div>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-1">
      <h3 className="text-12 text-text-3">{title}</h3>
      <ul className="grid gap-1">{children}</ul>
    </section>
  );
}

type Counts = Pick<WaitingReplies["people"][number], "waiting" | "overdue" | "oldest_at">;

const Line = ({ name, row }: { name: string; row: Counts }) => (
  <li className="flex items-baseline gap-3">
    <span className="min-w-24 flex-1 truncate">{name}</span>
    <span className="text-text-3">
      {t("{threads, plural, one {# thread} other {# threads}}", { threads: row.waiting })}
    </span>
    {row.overdue > 0 && (
      <span className="text-warn">{t("{overdue} overdue", { overdue: row.overdue })}</span>
    )}
    <span>{t("since {distance}", { distance: distance(row.oldest_at) })}</span>
  </li>
);
