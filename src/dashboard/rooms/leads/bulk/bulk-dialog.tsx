import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { BulkJob, BulkPreview } from "#modules/leads/contract/bulk.ts";
import type { LeadList } from "#modules/leads/contract/leads.ts";
import { fieldError, sentenceOf } from "#dashboard/api/problem.ts";
import { count } from "#dashboard/lib/format.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { SelectField, TextField } from "#dashboard/parts/field.tsx";
import { Meter } from "#dashboard/parts/meter.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { tagsQuery } from "#dashboard/rooms/leads/queries.ts";
import { fromServer, t } from "#dashboard/words/words.ts";
import { useBulkWork } from "./use-bulk-work.ts";
import { type DialogVerb, isRunning, selectedWords, VERBS } from "./bulk-acts.ts";

/** Does something with many leads: what it will do before, how far it is meanwhile, what was done. */
export function BulkDialog({
  wid,
  verb,
  choice,
  lists,
  fromList,
  onClose,
  onDone,
}: {
  wid: number;
  verb: DialogVerb;
  choice: object;
  lists: readonly LeadList[];
  /** The list that is shown. */
  fromList: LeadList | undefined;
  onClose: () => void;
  /** The work has begun: the selection is of no use any more. */
  onDone: () => void;
}) {
  const says = VERBS[verb];
  const [tag, setTag] = useState("");
  const others = lists.filter(({ id }) => id !== fromList?.id);
  const [listId, setListId] = useState(0);
  const target = {
    ...((verb === "tag" || verb === "untag") && { tag: tag.trim() }),
    ...((verb === "add_to_list" || verb === "move_to_list") && {
      list_id: listId || others[0]?.id,
    }),
    ...((verb === "remove_from_list" || verb === "move_to_list") && { from_list_id: fromList?.id }),
  };
  const isReady = Object.values(target).every(Boolean);
  const body = { verb, choice, ...target };
  const { plan, start, job, cancel } = useBulkWork(wid, body, isReady);
  const running = isRunning(job);
  const close = (): void => {
    if (job) onDone();
    onClose();
  };
  const error = start.error ?? plan.error;
  return (
    <Dialog
      open
      onClose={close}
      title={says.title}
      acts={
        job ? (
          <>
            {running && (
              <Button busy={cancel.isPending} onClick={() => cancel.mutate()}>
                {t("Stop")}
              </Button>
            )}
            <Button look="primary" onClick={close}>
              {running ? t("Continue in the background") : t("Done")}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{t("Cancel")}</Button>
            <Button
              look={verb === "suppress" ? "danger" : "primary"}
              disabled={!isReady || !plan.data || plan.data.total === 0}
              busy={start.isPending || plan.isFetching}
              onClick={() => start.mutate()}
            >
              {plan.data ? says.act(plan.data.total, plan.data.estimated) : says.title}
            </Button>
          </>
        )
      }
    >
      {job ? (
        <Progress job={job} done={says.done} />
      ) : (
        <div className="grid gap-3">
          {(verb === "tag" || verb === "untag") && (
            <TagField
              wid={wid}
              value={tag}
              onChange={setTag}
              error={fieldError(error, "tag")}
              isNew={verb === "tag"}
            />
          )}
          {(verb === "add_to_list" || verb === "move_to_list") &&
            (others.length === 0 ? (
              <p className="text-text-2">{t("There is no other list. An import creates one.")}</p>
            ) : (
              <SelectField
                label={t("List")}
                value={listId || others[0]?.id}
                onChange={(event) => setListId(Number(event.target.value))}
              >
                {others.map(({ id, name, lead_count }) => (
                  <option key={id} value={id}>
                    {name} ({count(lead_count)})
                  </option>
                ))}
              </SelectField>
            ))}
          {isReady && plan.data && <Facts verb={verb} of={plan.data} />}
          {error && !fieldError(error, "tag") && (
            <Note tone="bad" title={t("This cannot be done.")}>
              {sentenceOf(error)}
            </Note>
          )}
        </div>
      )}
    </Dialog>
  );
}

function TagField({
  wid,
  value,
  onChange,
  error,
  isNew,
}: {
  wid: number;
  value: string;
  onChange: (name: string) => void;
  error: string | null;
  isNew: boolean;
}) {
  const known = useQuery(tagsQuery(wid)).data?.data ?? [];
  const list = useId();
  return (
    <>
      <TextField
        label={t("Tag")}
        value={value}
        list={list}
        autoComplete="off"
        data-first
        error={error}
        hint={isNew ? t("Choose a tag, or type a new one.") : null}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={list}>
        {known.map(({ id, name }) => (
          <option key={id} value={name} />
        ))}
      </datalist>
    </>
  );
}

/** What it will do, in numbers. */
function Facts({ verb, of }: { verb: DialogVerb; of: BulkPreview }) {
  const { unchanged, suppressed, in_sequence, campaigns, leads, total } = of;
  const says = VERBS[verb];
  const facts = [
    selectedWords(of),
    leads < total &&
      t("The numbers below cover only {leads, plural, one {# lead} other {# leads}}.", { leads }),
    unchanged > 0 && says.unchanged !== null && says.unchanged(unchanged),
    verb === "suppress" &&
      in_sequence > 0 &&
      t(
        "{places, plural, one {# place in {campaigns, plural, one {# campaign} other {# campaigns}} gets no further emails.} other {# places in {campaigns, plural, one {# campaign} other {# campaigns}} get no further emails.}}",
        { places: in_sequence, campaigns },
      ),
    verb === "suppress" &&
      t(
        "Nothing is sent to suppressed addresses, in any campaign. Remove them under Suppressions to undo this.",
      ),
    verb !== "suppress" &&
      suppressed > 0 &&
      t("{suppressed} of them are suppressed.", { suppressed: count(suppressed) }),
  ].filter((fact) => fact !== false);
  return (
    <ul className="grid gap-2 text-text-2">
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  );
}

function Progress({ job, done }: { job: BulkJob; done: (leads: number) => string }) {
  const whole = Math.max(1, job.total);
  const text = isRunning(job)
    ? t("{done} of {total} leads looked at.", { done: count(job.done), total: count(job.total) })
    : job.status === "completed"
      ? done(job.changed)
      : job.status === "cancelled"
        ? `${t("Stopped.")} ${done(job.changed)}`
        : job.error
          ? fromServer(job.error.message)
          : t("The work failed.");
  return (
    <div className="grid gap-3">
      <Meter
        label={text}
        parts={[{ value: Math.min(100, (100 * job.done) / whole), tone: "ok" }]}
      />
      <p role="status">{text}</p>
    </div>
  );
}
