import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Lead } from "#modules/leads/contract/leads.ts";
import { TASK_KINDS, type TaskKind } from "#modules/campaigns/rules/tasks.ts";
import { fieldError, isApiError, sentenceOf } from "#dashboard/api/problem.ts";
import { localText } from "#dashboard/lib/time.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { SelectField, TextArea, TextField } from "#dashboard/parts/field.tsx";
import { Find } from "#dashboard/parts/find.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { membersQuery } from "#dashboard/rooms/inbox/queries.ts";
import { t } from "#dashboard/words/words.ts";
import { foundLeadsQuery, postTask } from "./queries.ts";
import { KIND_NAMES } from "./search.ts";

type About = Pick<Lead, "id" | "email" | "first_name" | "last_name" | "company">;

const nameOf = ({ first_name: first, last_name: last, email }: About): string =>
  `${first} ${last}`.trim() || email;

/** A task that somebody makes by hand, about a lead that is known or is looked for here. */
export function NewTask({
  wid,
  about,
  onClose,
}: {
  wid: number;
  about?: About;
  onClose: () => void;
}) {
  const members = useQuery(membersQuery(wid)).data?.data ?? [];
  const [lead, setLead] = useState<About | null>(about ?? null);
  const [kind, setKind] = useState<TaskKind>("call");
  const [text, setText] = useState("");
  const [due, setDue] = useState(() => localText(new Date()));
  const [person, setPerson] = useState("");
  const at = new Date(due);
  const isTime = !Number.isNaN(at.getTime());
  const save = useMutation({
    mutationFn: (lead_id: number) =>
      postTask(wid, {
        lead_id,
        kind,
        text,
        due_at: at.toISOString(),
        assigned_to: person === "" ? null : Number(person),
      }),
    onSuccess: () => {
      toast(t("Task added."));
      onClose();
    },
  });
  const add = (): void => {
    if (lead && isTime && !save.isPending) save.mutate(lead.id);
  };
  const isElsewhere =
    save.error &&
    !(isApiError(save.error) && save.error.fields.some(({ path }) => path === "text"));
  return (
    <Dialog
      open
      onClose={onClose}
      title={about ? t("New task for {name}", { name: nameOf(about) }) : t("New task")}
      acts={
        <>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button
            look="primary"
            busy={save.isPending}
            disabled={lead === null || text.trim() === "" || !isTime}
            onClick={add}
          >
            {t("Add task")}
          </Button>
        </>
      }
    >
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        {!about && <PickLead wid={wid} chosen={lead} onChoose={setLead} />}
        <SelectField
          label={t("Kind")}
          value={kind}
          onChange={({ target }) => setKind(TASK_KINDS[target.selectedIndex] ?? kind)}
        >
          {TASK_KINDS.map((one) => (
            <option key={one} value={one}>
              {KIND_NAMES[one]}
            </option>
          ))}
        </SelectField>
        <TextArea
          label={t("What is to be done")}
          rows={3}
          maxLength={4_000}
          value={text}
          error={fieldError(save.error, "text")}
          onChange={(event) => setText(event.target.value)}
        />
        <TextField
          type="datetime-local"
          label={t("Due")}
          value={due}
          error={isTime ? null : t("Enter a date and a time.")}
          onChange={(event) => setDue(event.target.value)}
        />
        <SelectField
          label={t("Who does it")}
          value={person}
          onChange={(event) => setPerson(event.target.value)}
        >
          <option value="">{t("Anybody")}</option>
          {members.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <button type="submit" hidden />
      </form>
      {isElsewhere && (
        <Note tone="bad" title={t("The task could not be added.")}>
          {sentenceOf(save.error)}
        </Note>
      )}
    </Dialog>
  );
}

/** Looks for a lead by words; the one that is chosen stays in sight. */
function PickLead({
  wid,
  chosen,
  onChoose,
}: {
  wid: number;
  chosen: About | null;
  onChoose: (lead: About | null) => void;
}) {
  const [q, setQ] = useState("");
  const { data, error } = useQuery(foundLeadsQuery(wid, q));
  const found = q === "" ? [] : (data?.data ?? []);
  const rows = chosen ? [chosen, ...found.filter(({ id }) => id !== chosen.id)] : found;
  return (
    <fieldset className="field">
      <legend>{t("Lead")}</legend>
      <Find label={t("Search leads")} value={q} onFind={setQ} />
      <p className="hint" role="status">
        {error
          ? sentenceOf(error)
          : q === ""
            ? ""
            : data
              ? t("{found, plural, one {# lead} other {# leads}} found", { found: found.length })
              : t("Searching…")}
      </p>
      {rows.map((lead) => (
        <label key={lead.id} className="check">
          <input
            type="radio"
            name="lead"
            checked={lead.id === chosen?.id}
            onChange={() => onChoose(lead)}
          />
          <span>
            {nameOf(lead)}
            <small>{[lead.email, lead.company].filter(Boolean).join(", ")}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
