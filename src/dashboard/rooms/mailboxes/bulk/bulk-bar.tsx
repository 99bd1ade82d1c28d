import { Ellipsis } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import type { BulkMailboxesAnswer } from "#modules/mailboxes/contract/many-mailboxes.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { count } from "#dashboard/lib/format.ts";
import { ask } from "#dashboard/parts/ask.tsx";
import { Button } from "#dashboard/parts/button.tsx";
import { Menu, MenuItem } from "#dashboard/parts/menu.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import type { useSelection } from "#dashboard/parts/use-selection.ts";
import type { Box } from "#dashboard/rooms/mailboxes/queries.ts";
import type { MailboxesFilter } from "#dashboard/rooms/mailboxes/search.ts";
import { t } from "#dashboard/words/words.ts";
import { type Change, type Done, useBulk } from "./use-bulk.ts";

const EditMany = lazy(() => import("./edit-many.tsx").then((m) => ({ default: m.EditMany })));
const BulkResult = lazy(() => import("./bulk-result.tsx").then((m) => ({ default: m.BulkResult })));

/** Deletions and tests are done one by one, so fewer fit into one request. */
const ONE_BY_ONE = 200;

type Act = Change & {
  readonly name: string;
  readonly question: (n: number) => string;
  /** What it does to so many, before it is done. */
  readonly text: ReactNode;
  readonly danger?: boolean;
};

const ACTS: readonly Act[] = [
  {
    name: t("Start warmup"),
    set: { warmup: "start" },
    question: (n) =>
      t("Start the warmup of {n, plural, one {# mailbox} other {# mailboxes}}?", { n }),
    done: {
      all: (n) => t("{n, plural, one {# mailbox} other {# mailboxes}} warming up.", { n }),
      some: (n, failed) =>
        t("{n, plural, one {# mailbox} other {# mailboxes}} warming up, {failed} not", {
          n,
          failed,
        }),
    },
    text: t(
      "Their warmup starts, or continues where it was paused. Mailboxes without IMAP cannot warm up.",
    ),
  },
  {
    name: t("Pause warmup"),
    set: { warmup: "pause" },
    question: (n) =>
      t("Pause the warmup of {n, plural, one {# mailbox} other {# mailboxes}}?", { n }),
    done: {
      all: (n) => t("{n, plural, one {# mailbox} other {# mailboxes}} with paused warmup.", { n }),
      some: (n, failed) =>
        t("{n, plural, one {# mailbox} other {# mailboxes}} with paused warmup, {failed} not", {
          n,
          failed,
        }),
    },
    text: t("They send no warmup emails until it is started again. Their progress is kept."),
  },
  {
    name: t("Pause"),
    set: { status: "paused" },
    question: (n) => t("Pause {n, plural, one {# mailbox} other {# mailboxes}}?", { n }),
    done: {
      all: (n) => t("{n, plural, one {# mailbox} other {# mailboxes}} paused.", { n }),
      some: (n, failed) =>
        t("{n, plural, one {# mailbox} other {# mailboxes}} paused, {failed} not", { n, failed }),
    },
    text: t("They send nothing until somebody resumes them. Their leads wait."),
  },
  {
    name: t("Resume"),
    set: { status: "active" },
    question: (n) => t("Resume {n, plural, one {# mailbox} other {# mailboxes}}?", { n }),
    done: {
      all: (n) => t("{n, plural, one {# mailbox} other {# mailboxes}} active.", { n }),
      some: (n, failed) =>
        t("{n, plural, one {# mailbox} other {# mailboxes}} active, {failed} not", { n, failed }),
    },
    text: t(
      "They send again, within their limits. Mailboxes with a connection problem stay stopped.",
    ),
  },
  {
    name: t("Test connection"),
    set: { test: true },
    question: (n) =>
      t("Test the connection of {n, plural, one {# mailbox} other {# mailboxes}}?", { n }),
    done: {
      all: (n) => t("{n, plural, one {# mailbox} other {# mailboxes}} being tested.", { n }),
      some: (n, failed) =>
        t("{n, plural, one {# mailbox} other {# mailboxes}} being tested, {failed} not", {
          n,
          failed,
        }),
    },
    text: t("Their connections are tested in the background. Mailboxes that work again continue."),
  },
  {
    name: t("Disconnect"),
    set: { delete: true },
    question: (n) => t("Disconnect {n, plural, one {# mailbox} other {# mailboxes}}?", { n }),
    done: {
      all: (n) => t("{n, plural, one {# mailbox} other {# mailboxes}} disconnected.", { n }),
      some: (n, failed) =>
        t("{n, plural, one {# mailbox} other {# mailboxes}} disconnected, {failed} not", {
          n,
          failed,
        }),
    },
    danger: true,
    text: t(
      "They leave their campaigns. Their leads continue from other mailboxes of the campaign, or wait for one. Threads stay in the inbox, but you can no longer reply there. This cannot be undone.",
    ),
  },
];

const EDITED: Done = {
  all: (n) => t("{n, plural, one {# mailbox} other {# mailboxes}} changed.", { n }),
  some: (n, failed) =>
    t("{n, plural, one {# mailbox} other {# mailboxes}} changed, {failed} not", { n, failed }),
};

/** What is selected and what can be done with it; nothing is shown while nothing is. */
export function BulkBar({
  wid,
  picked,
  filter,
  total,
  rows,
  groups,
  tags,
}: {
  wid: number;
  picked: ReturnType<typeof useSelection>;
  filter: MailboxesFilter;
  /** Of all that the filters find. */
  total: number;
  rows: readonly Box[];
  groups: readonly string[];
  tags: readonly string[];
}) {
  const { selection } = picked;
  const [isEditing, setEditing] = useState(false);
  const [result, setResult] = useState<(BulkMailboxesAnswer & { done: Done }) | null>(null);
  const bulk = useBulk(wid, selection, filter, (answer, { done }) => {
    setEditing(false);
    picked.clear();
    if (answer.failed.length === 0) toast(done.all(answer.changed));
    else setResult({ ...answer, done });
  });
  const size = selection.kind === "all" ? total : selection.ids.size;
  const act = async ({ name, question, text, danger = false, ...change }: Act): Promise<void> => {
    const sure = await ask({
      title: question(size),
      text,
      yes: name,
      danger,
    });
    if (sure) bulk.mutate(change, { onError: (error) => toast(sentenceOf(error)) });
  };
  return (
    <>
      {!picked.isEmpty && (
        <div className="selection" role="region" aria-label={t("Selection")}>
          <b>
            {selection.kind === "all"
              ? t("All {total} selected", { total: count(total) })
              : t("{n} selected", { n: count(size) })}
          </b>
          {selection.kind === "some" && size < total && (
            <button type="button" className="link" onClick={() => picked.select({ kind: "all" })}>
              {t("Select all {total}", { total: count(total) })}
            </button>
          )}
          <button type="button" className="link" onClick={picked.clear}>
            {t("Clear")}
          </button>
          <span className="ml-auto flex gap-2">
            <Button busy={bulk.isPending} onClick={() => setEditing(true)}>
              {t("Edit")}
            </Button>
            <Menu
              trigger={
                <Button icon aria-label={t("More actions for the selection")} busy={bulk.isPending}>
                  <Ellipsis size={16} aria-hidden="true" />
                </Button>
              }
            >
              {ACTS.map((one) => (
                <MenuItem
                  key={one.name}
                  danger={one.danger ?? false}
                  disabled={isOneByOne(one) && size > ONE_BY_ONE}
                  onChoose={() => void act(one)}
                >
                  {isOneByOne(one) && size > ONE_BY_ONE
                    ? t("{action} (up to {most})", { action: one.name, most: ONE_BY_ONE })
                    : one.name}
                </MenuItem>
              ))}
            </Menu>
          </span>
        </div>
      )}
      {isEditing && (
        <Suspense>
          <EditMany
            size={size}
            groups={groups}
            tags={tags}
            busy={bulk.isPending}
            error={bulk.error}
            onClose={() => {
              bulk.reset();
              setEditing(false);
            }}
            onSave={(set) => bulk.mutate({ set, done: EDITED })}
          />
        </Suspense>
      )}
      {result && (
        <Suspense>
          <BulkResult
            result={result}
            rows={rows}
            onClose={() => setResult(null)}
            onSelect={(ids) => {
              picked.select({ kind: "some", ids: new Set(ids) });
              setResult(null);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

const isOneByOne = ({ set }: Act): boolean => set.delete === true || set.test === true;
