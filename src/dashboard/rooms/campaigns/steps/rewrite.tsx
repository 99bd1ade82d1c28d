import { PenLine } from "lucide-react";
import type { EnhanceAnswer } from "#modules/assist/contract/ai.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Menu, MenuItem, MenuLabel } from "#dashboard/parts/menu.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import type { AiAction } from "#dashboard/rooms/campaigns/queries.ts";
import { t } from "#dashboard/words/words.ts";
import { typedTextOf } from "./mail-text.ts";
import type { Rewriting } from "./step-editor.tsx";

const ACTIONS: readonly (readonly [AiAction, string])[] = [
  ["improve", t("Improve")],
  ["shorten", t("Shorter")],
  ["simplify", t("Simpler")],
  ["friendlier", t("Friendlier")],
  ["more_formal", t("More formal")],
  ["fix_grammar", t("Fix spelling and grammar")],
];

export function RewriteMenu({ rewriting, disabled }: { rewriting: Rewriting; disabled: boolean }) {
  return (
    <Menu
      trigger={
        <Button look="ghost" busy={rewriting.isPending} disabled={disabled}>
          <PenLine size={16} aria-hidden="true" />
          {rewriting.isPending ? t("Rewriting") : t("Rewrite")}
        </Button>
      }
    >
      <MenuLabel>{t("Suggest a rewrite")}</MenuLabel>
      {ACTIONS.map(([action, name]) => (
        <MenuItem key={action} onChoose={() => rewriting.mutate(action)}>
          {name}
        </MenuItem>
      ))}
    </Menu>
  );
}

/** The AI's suggestion beside the present text. */
export function Suggestion({
  rewriting,
  onTake,
}: {
  rewriting: Rewriting;
  onTake: (taken: { subject: string | null; body: string }) => void;
}) {
  const { data, error, variables } = rewriting;
  if (error) {
    return (
      <div role="alert">
        <Note
          tone="warn"
          title={sentenceOf(error)}
          action={
            <Button look="ghost" onClick={() => rewriting.reset()}>
              {t("Close")}
            </Button>
          }
        />
      </div>
    );
  }
  if (!data) return null;
  return (
    <section
      className="grid gap-2 rounded-2 border border-accent-line p-4 text-13"
      aria-label={t("Suggested rewrite")}
    >
      <h3>{ACTIONS.find(([action]) => action === variables)?.[1] ?? t("Suggestion")}</h3>
      {data.subject && <p className="font-medium">{data.subject}</p>}
      <p className="whitespace-pre-wrap">{typedTextOf(data.body) ?? data.body}</p>
      <Changes answer={data} />
      <div className="flex flex-wrap gap-2">
        <Button
          onClick={() => {
            onTake(data);
            rewriting.reset();
          }}
        >
          {t("Use suggestion")}
        </Button>
        <Button
          look="ghost"
          busy={rewriting.isPending}
          onClick={() => variables && rewriting.mutate(variables)}
        >
          {t("Try again")}
        </Button>
        <Button look="ghost" onClick={() => rewriting.reset()}>
          {t("Dismiss")}
        </Button>
      </div>
    </section>
  );
}

function Changes({ answer: { changes, warnings } }: { answer: EnhanceAnswer }) {
  return (
    <>
      {changes.length > 0 && <p className="text-text-3">{changes.join(" ")}</p>}
      {warnings.map((warning) => (
        <p key={warning} className="text-warn">
          {warning}
        </p>
      ))}
    </>
  );
}
