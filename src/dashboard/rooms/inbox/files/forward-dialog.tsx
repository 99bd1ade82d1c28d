import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { Message, ThreadWithMessages } from "#modules/inbox/contract/threads.ts";
import { isApiError, sentenceOf } from "#dashboard/api/problem.ts";
import { queryClient } from "#dashboard/api/query-client.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { TextArea, TextField } from "#dashboard/parts/field.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { forward, takeReplyBack, threadQuery } from "#dashboard/rooms/inbox/queries.ts";
import { typedAddresses } from "#dashboard/rooms/inbox/reply/copies.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { sizeText } from "./size-text.ts";

/** It can be taken back so long. */
const UNDO_SECONDS = 10;
const LOOK_MS = 12_500;

/** Passes a message on to somebody else, with the files that are chosen. */
export function ForwardDialog({
  thread,
  message,
  onClose,
}: {
  thread: ThreadWithMessages;
  message: Message;
  onClose: () => void;
}) {
  const { wid } = useWorkspace();
  const [to, setTo] = useState("");
  const [cc, setCc] = useState("");
  const [text, setText] = useState("");
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const reload = (): void => void queryClient.invalidateQueries(threadQuery(wid, thread.id));
  const takeBack = (id: number): void =>
    void takeReplyBack(wid, thread.id, id).then(
      () => {
        toast(t("Taken back. Nothing was sent."));
        reload();
      },
      (error: unknown) => toast(sentenceOf(error as Error)),
    );
  const send = useMutation({
    mutationFn: () =>
      forward(wid, thread.id, message.id, {
        to: typedAddresses(to),
        ...(cc.trim() !== "" && { cc: typedAddresses(cc) }),
        ...(text.trim() !== "" && { text }),
        attachments: message.attachments.flatMap(({ number }) =>
          left.has(number) ? [] : [number],
        ),
        delay_seconds: UNDO_SECONDS,
      }),
    onSuccess: ({ id, attachments }) => {
      onClose();
      reload();
      setTimeout(reload, LOOK_MS);
      const missing = message.attachments.length - left.size - attachments.length;
      toast(
        missing > 0
          ? t("Forwarding in ten seconds, without files that the mailbox no longer has.")
          : t("Forwarding in ten seconds."),
        () => takeBack(id),
      );
    },
  });
  const errorOf = (field: string): string | null =>
    isApiError(send.error)
      ? (send.error.fields.find(({ path }) => path.split(".")[0] === field)?.message ?? null)
      : null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!send.isPending) send.mutate();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("Forward")}
      acts={
        <>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button look="primary" type="submit" form="forward" busy={send.isPending}>
            {send.isPending ? t("Sending") : t("Forward")}
          </Button>
        </>
      }
    >
      <form id="forward" className="grid gap-3" onSubmit={submit}>
        {send.error && !errorOf("to") && !errorOf("cc") && (
          <div role="alert">
            <Note
              tone="bad"
              title={t("Not sent: {sentence}", { sentence: sentenceOf(send.error) })}
            />
          </div>
        )}
        <TextField
          label={t("To")}
          required
          inputMode="email"
          autoComplete="off"
          placeholder={t("Addresses, divided by commas")}
          value={to}
          error={errorOf("to")}
          onChange={(event) => setTo(event.target.value)}
        />
        <TextField
          label={t("Cc")}
          inputMode="email"
          autoComplete="off"
          value={cc}
          error={errorOf("cc")}
          onChange={(event) => setCc(event.target.value)}
        />
        <TextArea
          label={t("Text")}
          rows={4}
          hint={t("It stands above the message.")}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <FileChoice message={message} left={left} onChange={setLeft} />
      </form>
    </Dialog>
  );
}

/** Which files go along; `left` are the numbers of those that do not. */
function FileChoice({
  message,
  left,
  onChange,
}: {
  message: Message;
  left: ReadonlySet<number>;
  onChange: (left: ReadonlySet<number>) => void;
}) {
  if (message.attachments.length === 0) return null;
  const toggle = (number: number): void => {
    const next = new Set(left);
    if (!next.delete(number)) next.add(number);
    onChange(next);
  };
  return (
    <fieldset className="grid gap-1">
      <legend>{t("Files")}</legend>
      {message.attachments.map(({ number, name, size }) => (
        <label key={number} className="flex items-center gap-2">
          <input type="checkbox" checked={!left.has(number)} onChange={() => toggle(number)} />
          <span className="truncate">{name}</span>
          <span className="text-12 text-text-3">{sizeText(size)}</span>
        </label>
      ))}
    </fieldset>
  );
}
