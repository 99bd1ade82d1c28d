import { TextQuote } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { Template } from "#modules/campaigns/contract/templates.ts";
import { queryClient } from "#dashboard/api/query-client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { installTemplateQuery } from "./queries.ts";

const TemplatePicker = lazy(() =>
  import("./picker.tsx").then((m) => ({ default: m.TemplatePicker })),
);

/** A text of the install to insert. */
export type Snippet = Extract<Template, { kind: "snippet" }>;

/** Reads a snippet that was chosen. */
export async function readSnippet(id: number): Promise<Snippet | null> {
  try {
    const template = await queryClient.fetchQuery(installTemplateQuery(id));
    return template.kind === "snippet" ? template : null;
  } catch (error) {
    toast(sentenceOf(error));
    return null;
  }
}

/** Chooses a snippet of the install for the text at hand; nothing for who may not use templates. */
export function SnippetButton({ onTake }: { onTake: (snippet: Snippet) => void }) {
  const { may } = useWorkspace();
  const [open, setOpen] = useState(false);
  if (!may("templates.read")) return null;
  return (
    <>
      <Button look="ghost" onClick={() => setOpen(true)}>
        <TextQuote size={16} aria-hidden="true" />
        {t("Snippet")}
      </Button>
      {open && (
        <Suspense>
          <TemplatePicker
            kind="snippet"
            title={t("Insert a snippet")}
            onClose={() => setOpen(false)}
            onChoose={({ id }) => {
              setOpen(false);
              void readSnippet(id).then((snippet) => snippet && onTake(snippet));
            }}
          />
        </Suspense>
      )}
    </>
  );
}
