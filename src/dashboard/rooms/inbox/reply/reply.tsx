import { useMutation } from "@tanstack/react-query";
import { CalendarClock, Sparkles } from "lucide-react";
import { type ComponentProps, type KeyboardEvent, type RefObject, useId, useState } from "react";
import type { ThreadPresence } from "#modules/inbox/contract/notes.ts";
import type { ThreadWithMessages } from "#modules/inbox/contract/threads.ts";
import { isApiError, sentenceOf } from "#dashboard/api/problem.ts";
import { when } from "#dashboard/lib/time.ts";
import { ask } from "#dashboard/parts/ask.tsx";
import { Button } from "#dashboard/parts/button.tsx";
import { Menu, MenuItem } from "#dashboard/parts/menu.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { useHasAi } from "#dashboard/rooms/settings/queries.ts";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { fillIn, openTag } from "#dashboard/rooms/inbox/fill-in.ts";
import { laterTimes } from "#dashboard/rooms/inbox/later-times.ts";
import { postReplyDraft } from "#dashboard/rooms/inbox/queries.ts";
import {
  AttachButton,
  AttachedFiles,
  tooMuch,
} from "#dashboard/rooms/inbox/files/attach-files.tsx";
import { MailFrame } from "#dashboard/parts/mail-frame.tsx";
import { CopyFields } from "./copies.tsx";
import { marksToHtml } from "./marks.ts";
import { Toolbar, useMarks } from "./toolbar.tsx";
import { useAnswer } from "./use-answer.ts";
import { OthersHere, whoAnswers } from "#dashboard/rooms/inbox/team/others-here.tsx";
import { usePresence } from "#dashboard/rooms/inbox/team/use-presence.ts";
import { isOvertaken, nameOfPerson, useSending } from "./use-sending.ts";
import { Templates } from "#dashboard/rooms/inbox/templates.tsx";
import { PickTimeLater } from "#dashboard/rooms/inbox/later/later-parts.tsx";
import { t } from "#dashboard/words/words.ts";

/** The answer at the foot of a thread. What is typed is kept in this browser until it was sent. */
export function Reply({
  thread,
  field,
}: {
  thread: ThreadWithMessages;
  field: RefObject<HTMLTextAreaElement | null>;
}) {
  const { wid, me } = useWorkspace();
  const hasAi = useHasAi();
  const id = useId();
  const answer = useAnswer(`draft.${wid}.${thread.id}`);
  const { text, setText, copies, showsCopies, files, preview } = answer;
  const [byAi, setByAi] = useState<readonly string[] | null>(null);
  // A draft of yesterday answers nobody yet.
  const [typed, setTyped] = useState(false);
  const { others, look } = usePresence(thread.id, typed && text.trim() !== "");
  const name = nameOfPerson(thread);
  const marks = useMarks(field, setText);
  const { send, uploaded } = useSending(
    thread,
    { text, copies, files },
    {
      onSent: () => {
        answer.clear();
        setByAi(null);
      },
      onBack: (back) => {
        answer.takeBack(back);
        field.current?.focus();
      },
    },
  );
  const draft = useDraft(thread.id, (body, warnings) => {
    setText(body);
    setByAi(warnings);
    field.current?.focus();
  });
  const sendChecked = async (how: { send_at?: string }): Promise<void> => {
    if ((await isFilledIn(text, name)) && (await isAlone(await look(), name))) send.mutate(how);
    else field.current?.focus();
  };
  const ready = text.trim() !== "" && !send.isPending && tooMuch(files) === null;
  const onKey = (event: KeyboardEvent): void => {
    if (marks.onKey(event)) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && ready) {
      event.preventDefault();
      void sendChecked({});
    } else if (event.key === "Escape") field.current?.blur();
  };
  return (
    <div className="answer">
      {byAi && (
        <AiDraft
          warnings={byAi}
          onAsk={(how) => draft.mutate(how)}
          onDiscard={() => {
            setText("");
            setByAi(null);
          }}
        />
      )}
      <OthersHere others={others} />
      {send.error && (
        <NotSent
          error={send.error}
          onForce={() => send.mutate({ ...send.variables, force: true })}
          onAnyway={() => send.mutate({ ...send.variables, anyway: true })}
        />
      )}
      {draft.error && <NoDraft error={draft.error} />}
      {showsCopies && (
        <CopyFields copies={copies} onChange={answer.setCopies} errors={errorsOf(send.error)} />
      )}
      <label htmlFor={id} className="sr-only">
        {t("Reply to {name}", { name })}
      </label>
      <textarea
        id={id}
        ref={field}
        className="in"
        rows={3}
        placeholder={t("Reply to {name}", { name })}
        hidden={preview}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setTyped(true);
        }}
        onKeyDown={onKey}
      />
      <Extras answer={answer} uploaded={send.isPending ? uploaded : null} onApply={marks.apply} />
      <div className="flex flex-wrap items-center gap-2">
        <Button
          look="primary"
          busy={send.isPending}
          disabled={!ready}
          onClick={() => void sendChecked({})}
        >
          {send.isPending ? t("Sending") : t("Send")}
          <kbd className="max-wide:hidden">{t("Ctrl Enter")}</kbd>
        </Button>
        <SendLater
          name={name}
          disabled={!ready}
          onChoose={(at) => void sendChecked({ send_at: at })}
        />
        <Templates
          text={text}
          onTake={(body) => {
            const taken = fillIn(body, thread, me.user?.name ?? "");
            setText(text.trim() === "" ? taken : `${text}\n\n${taken}`);
            field.current?.focus();
          }}
        />
        {hasAi && <AskAi busy={draft.isPending} onAsk={() => draft.mutate(undefined)} />}
      </div>
    </div>
  );
}

/** Asking the workspace's AI for an answer. */
function useDraft(
  threadId: number,
  onDrafted: (body: string, warnings: readonly string[]) => void,
) {
  const { wid } = useWorkspace();
  return useMutation({
    mutationFn: (instruction?: string) => postReplyDraft(wid, threadId, instruction),
    onSuccess: ({ body, warnings }) => onDrafted(body, warnings),
  });
}

/** What is below the words: how they look, the files, and what can be added. */
function Extras({
  answer,
  uploaded,
  onApply,
}: {
  answer: ReturnType<typeof useAnswer>;
  /** Null: nothing is being sent. */
  uploaded: number | null;
  onApply: ComponentProps<typeof Toolbar>["onApply"];
}) {
  const { text, files, setFiles, preview, showsCopies } = answer;
  return (
    <>
      {preview && <MailFrame html={marksToHtml(text)} title={t("Preview of the reply")} />}
      <AttachedFiles
        files={files}
        uploaded={uploaded}
        onRemove={(index) => setFiles(files.filter((_, at) => at !== index))}
      />
      <div className="flex flex-wrap items-center gap-1">
        <Toolbar
          onApply={onApply}
          preview={preview}
          onPreview={() => answer.setPreview(!preview)}
        />
        <AttachButton onFiles={(more) => setFiles([...files, ...more])} />
        <Button
          look="ghost"
          size="small"
          aria-pressed={showsCopies}
          onClick={() => answer.setShowsCopies(!showsCopies)}
        >
          {t("Cc and Bcc")}
        </Button>
      </div>
    </>
  );
}

/** What is wrong with fields, by name. */
const errorsOf = (error: Error | null): Record<string, string> =>
  isApiError(error)
    ? Object.fromEntries(
        error.fields.map(({ path, message }) => [path.split(".")[0] ?? "", message]),
      )
    : {};

/** Asks before a text with an open placeholder is sent. */
async function isFilledIn(text: string, name: string): Promise<boolean> {
  const tag = openTag(text);
  if (tag === null) return true;
  return ask({
    title: t("Send with the placeholder {tag}?", { tag }),
    text: t("{name} would see it in the email.", { name }),
    yes: t("Send anyway"),
    no: t("Edit"),
  });
}

/** Asks before two people answer one email. */
async function isAlone(others: ThreadPresence["others"], name: string): Promise<boolean> {
  const answering = whoAnswers(others);
  if (answering === null) return true;
  return ask({
    title: answering,
    text: t("{name} may get two replies.", { name }),
    yes: t("Send anyway"),
    no: t("Wait"),
  });
}

function AskAi({ busy, onAsk }: { busy: boolean; onAsk: () => void }) {
  return (
    <Button look="ghost" className="ml-auto" busy={busy} onClick={onAsk}>
      <Sparkles size={16} aria-hidden="true" />
      <span className="max-wide:sr-only">{busy ? t("Drafting") : t("Draft with AI")}</span>
    </Button>
  );
}

/** Says that the words are a machine's, and asks for others. */
function AiDraft({
  warnings,
  onAsk,
  onDiscard,
}: {
  warnings: readonly string[];
  onAsk: (instruction: string) => void;
  onDiscard: () => void;
}) {
  return (
    <div className="flex flex-wrap items-center gap-3 text-12">
      <span className="tag accent">{t("AI draft. Review before sending.")}</span>
      <button type="button" className="link" onClick={() => onAsk("Make it shorter.")}>
        {t("Shorter")}
      </button>
      <button type="button" className="link" onClick={() => onAsk("Say it in other words.")}>
        {t("Rephrase")}
      </button>
      <button type="button" className="link ml-auto" onClick={onDiscard}>
        {t("Discard")}
      </button>
      {warnings.map((warning) => (
        <p key={warning} className="basis-full text-warn">
          {warning}
        </p>
      ))}
    </div>
  );
}

const NoDraft = ({ error }: { error: Error }) => (
  <div role="alert">
    <Note tone="warn" title={sentenceOf(error)} />
  </div>
);

function NotSent({
  error,
  onForce,
  onAnyway,
}: {
  error: Error;
  onForce: () => void;
  onAnyway: () => void;
}) {
  const { may } = useWorkspace();
  const suppressed = isApiError(error) && error.fields.some(({ code }) => /suppress/.test(code));
  if (isOvertaken(error)) {
    return (
      <div role="alert">
        <Note
          tone="warn"
          title={t("Not sent: this thread has a newer message.")}
          action={<Button onClick={onAnyway}>{t("Send anyway")}</Button>}
        >
          {t("Read it above first. Your text is kept here.")}
        </Note>
      </div>
    );
  }
  return (
    <div role="alert">
      <Note
        tone="bad"
        title={t("Not sent: {sentence}", { sentence: sentenceOf(error) })}
        action={
          suppressed &&
          may("threads.force") && <Button onClick={onForce}>{t("Send anyway")}</Button>
        }
      >
        {t("Your text is kept here.")}
      </Note>
    </div>
  );
}

function SendLater({
  name,
  disabled,
  onChoose,
}: {
  name: string;
  disabled: boolean;
  onChoose: (at: string) => void;
}) {
  const [picking, setPicking] = useState(false);
  return (
    <>
      <Menu
        align="start"
        trigger={
          <Button look="ghost" disabled={disabled}>
            <CalendarClock size={16} aria-hidden="true" />
            <span className="max-wide:sr-only">{t("Send later")}</span>
          </Button>
        }
      >
        {laterTimes().map(([label, at]) => (
          <MenuItem key={label} onChoose={() => onChoose(at)}>
            {label}
            <span className="ml-auto text-12 text-text-3">{when(at)}</span>
          </MenuItem>
        ))}
        <MenuItem onChoose={() => setPicking(true)}>{t("Choose a date")}</MenuItem>
      </Menu>
      {picking && (
        <PickTimeLater
          title={t("Send to {name} at", { name })}
          verb={t("Schedule")}
          onChoose={onChoose}
          onClose={() => setPicking(false)}
        />
      )}
    </>
  );
}
