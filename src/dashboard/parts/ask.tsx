import { type ReactNode } from "react";
import { createStore, useStore } from "#dashboard/lib/store.ts";
import { t } from "#dashboard/words/words.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

type Question = {
  /** A question: "Delete “Trade fair”?" */
  readonly title: string;
  /** The consequence, in numbers where there are any. */
  readonly text: ReactNode;
  /** The verb and its object: "Delete campaign". */
  readonly yes: string;
  /** The safe answer: "Keep it". */
  readonly no?: string;
  readonly danger?: boolean;
};

const asked = createStore<(Question & { answer: (yes: boolean) => void }) | null>(null);

/** Asks once, for what cannot be undone. Answers what the person chose. */
export function ask(question: Question): Promise<boolean> {
  asked.get()?.answer(false);
  return new Promise((resolve) => {
    asked.set({
      ...question,
      answer: (yes) => {
        asked.set(null);
        resolve(yes);
      },
    });
  });
}

/** Where questions appear; the shell has one. */
export function Questions() {
  const question = useStore(asked);
  if (!question) return null;
  return (
    <Dialog
      open
      onClose={() => question.answer(false)}
      title={question.title}
      acts={
        <>
          <Button onClick={() => question.answer(false)}>{question.no ?? t("Cancel")}</Button>
          <Button
            look={question.danger === false ? "primary" : "danger"}
            onClick={() => question.answer(true)}
          >
            {question.yes}
          </Button>
        </>
      }
    >
      <div className="text-text-2">{question.text}</div>
    </Dialog>
  );
}
