import { useMutation, useQuery } from "@tanstack/react-query";
import { AtSign, Lock, NotebookPen } from "lucide-react";
import { useId, useRef, useState } from "react";
import type { Member } from "#modules/accounts/contract/accounts.ts";
import type { ThreadNote } from "#modules/inbox/contract/notes.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { queryClient } from "#dashboard/api/query-client.ts";
import { ask } from "#dashboard/parts/ask.tsx";
import { Button } from "#dashboard/parts/button.tsx";
import { Menu, MenuItem, MenuLabel } from "#dashboard/parts/menu.tsx";
import { Failure, Note } from "#dashboard/parts/states.tsx";
import { LocalTime } from "#dashboard/parts/time.tsx";
import { membersQuery } from "#dashboard/rooms/inbox/queries.ts";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { dropNote, notesQuery, postNote, putNote } from "./queries.ts";

/** What colleagues say about a thread, below its messages and unlike them. */
export function TeamNotes({ thread }: { thread: number }) {
  const { wid } = useWorkspace();
  const { data, error, refetch } = useQuery(notesQuery(wid, thread));
  const [writing, setWriting] = useState<ThreadNote | "new" | null>(null);
  const notes = data?.data ?? [];
  if (error && !data) {
    return (
      <Failure
        what={t("The notes could not be loaded.")}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <section className="notes" aria-label={t("Notes")}>
      {notes.map((note) =>
        writing !== "new" && writing?.id === note.id ? (
          <Writing key={note.id} thread={thread} note={note} onEnd={() => setWriting(null)} />
        ) : (
          <OneNote key={note.id} thread={thread} note={note} onEdit={() => setWriting(note)} />
        ),
      )}
      {writing === "new" ? (
        <Writing thread={thread} note={null} onEnd={() => setWriting(null)} />
      ) : (
        data && (
          <Button look="ghost" size="small" className="w-fit" onClick={() => setWriting("new")}>
            <NotebookPen size={14} aria-hidden="true" />
            {t("Add note")}
          </Button>
        )
      )}
    </section>
  );
}

const changed = (wid: number, thread: number): Promise<void> =>
  queryClient.invalidateQueries(notesQuery(wid, thread));

function OneNote({
  thread,
  note,
  onEdit,
}: {
  thread: number;
  note: ThreadNote;
  onEdit: () => void;
}) {
  const { wid, me } = useWorkspace();
  const drop = useMutation({
    mutationFn: () => dropNote(wid, thread, note.id),
    onSettled: () => changed(wid, thread),
  });
  const remove = async (): Promise<void> => {
    const text = t("Nobody can read it any more.");
    if (await ask({ title: t("Delete this note?"), text, yes: t("Delete note"), danger: true }))
      drop.mutate();
  };
  return (
    <article className="note-of-team" aria-label={t("Note by {name}", { name: note.author.name })}>
      <header>
        <Lock size={12} aria-hidden="true" />
        <b>{note.author.name}</b>
        <span>{t("Note for your team")}</span>
        <span className="ml-auto">
          <LocalTime at={note.created_at} />
        </span>
      </header>
      <p className="whitespace-pre-wrap">{note.text}</p>
      {note.author.id !== null && note.author.id === me.user?.id && (
        <footer>
          <button type="button" className="link" onClick={onEdit}>
            {t("Edit")}
          </button>
          <button type="button" className="link" onClick={() => void remove()}>
            {t("Delete")}
          </button>
        </footer>
      )}
      {drop.error && <p className="text-bad">{sentenceOf(drop.error)}</p>}
    </article>
  );
}

/** Of the people who can read it, those whose names stand in a text behind an @. */
const mentionedIn = (text: string, people: readonly Member[]): number[] =>
  people
    .filter(({ name }) => text.toLowerCase().includes(`@${name.toLowerCase()}`))
    .map(({ id }) => id)
    .slice(0, 20);

function Writing({
  thread,
  note,
  onEnd,
}: {
  thread: number;
  /** Null: a new one. */
  note: ThreadNote | null;
  onEnd: () => void;
}) {
  const { wid } = useWorkspace();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(note?.text ?? "");
  const members = useQuery(membersQuery(wid)).data?.data ?? [];
  const people = members.filter(({ role }) => role !== "client");
  const save = useMutation({
    mutationFn: () => {
      const body = { text, mentions: mentionedIn(text, people) as never };
      return note ? putNote(wid, thread, note.id, body) : postNote(wid, thread, body);
    },
    onSuccess: async () => {
      await changed(wid, thread);
      onEnd();
    },
  });
  const mention = (name: string): void => {
    setText((old) => `${old}${old === "" || /\s$/.test(old) ? "" : " "}@${name} `);
    field.current?.focus();
  };
  const isReady = text.trim() !== "" && !save.isPending;
  return (
    <div className="note-of-team">
      <label htmlFor={id} className="text-12 text-text-2">
        {t("Note for your team. It is never sent.")}
      </label>
      <textarea
        id={id}
        ref={field}
        className="in"
        rows={2}
        maxLength={10_000}
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onEnd();
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && isReady) save.mutate();
        }}
      />
      {save.error && <Note tone="bad" title={sentenceOf(save.error)} />}
      <div className="flex flex-wrap gap-2">
        <Button
          look="primary"
          size="small"
          busy={save.isPending}
          disabled={!isReady}
          onClick={() => save.mutate()}
        >
          {t("Save note")}
        </Button>
        <Button size="small" onClick={onEnd}>
          {t("Cancel")}
        </Button>
        <Menu
          align="start"
          trigger={
            <Button look="ghost" size="small">
              <AtSign size={14} aria-hidden="true" />
              {t("Mention")}
            </Button>
          }
        >
          <MenuLabel>{t("Who gets a notification")}</MenuLabel>
          {people.map((one) => (
            <MenuItem key={one.id} onChoose={() => mention(one.name)}>
              <span className="truncate">{one.name}</span>
            </MenuItem>
          ))}
        </Menu>
      </div>
    </div>
  );
}
