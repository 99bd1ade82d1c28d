import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "#dashboard/routing/link.tsx";
import { useState } from "react";
import type { TemplateItem } from "#modules/campaigns/contract/templates.ts";
import type { TemplateKind } from "#modules/campaigns/rules/states.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { Find } from "#dashboard/parts/find.tsx";
import { Scroll } from "#dashboard/parts/scroll.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { t } from "#dashboard/words/words.ts";
import { Say } from "#dashboard/words/say.tsx";
import { installTemplatesQuery } from "./queries.ts";

const SEARCH: Readonly<Record<TemplateKind, string>> = {
  campaign: t("Search campaigns"),
  step: t("Search steps"),
  snippet: t("Search snippets"),
};

/** Chooses one of the install's templates of a kind. */
export function TemplatePicker({
  kind,
  title,
  onChoose,
  onClose,
}: {
  kind: TemplateKind;
  title: string;
  onChoose: (template: TemplateItem) => void;
  onClose: () => void;
}) {
  const [q, setQ] = useState("");
  const list = useInfiniteQuery(installTemplatesQuery(kind, q));
  const rows = list.data?.pages.flatMap((page) => page.data) ?? [];

  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      acts={<Button onClick={onClose}>{t("Cancel")}</Button>}
    >
      <div className="grid gap-3">
        {(rows.length > 5 || q !== "") && <Find label={SEARCH[kind]} value={q} onFind={setQ} />}
        {!list.data ? (
          <Waiting what={t("templates")} rows={3} error={list.error} onRetry={list.refetch} />
        ) : rows.length === 0 ? (
          <p className="text-text-2">
            {q === "" ? <NoneYet kind={kind} /> : t("No matching templates.")}
          </p>
        ) : (
          <Scroll label={t("Templates")} className="max-h-96 overflow-y-auto">
            <ul className="grid gap-1">
              {rows.map((row) => (
                <li key={row.id}>
                  <button
                    type="button"
                    className="grid w-full gap-0.5 rounded-2 px-3 py-2 text-left hover:bg-surface-2"
                    onClick={() => onChoose(row)}
                  >
                    <span className="flex items-baseline gap-2 font-medium">
                      <span className="min-w-0 truncate">{row.name}</span>
                      {row.kind === "campaign" && (
                        <span className="shrink-0 text-12 font-normal text-text-3">
                          {t("{steps, plural, one {# step} other {# steps}}", {
                            steps: row.step_count,
                          })}
                        </span>
                      )}
                    </span>
                    <span className="truncate text-12 text-text-3">
                      {row.description || row.subject || row.excerpt}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
            {list.hasNextPage && (
              <Button
                look="ghost"
                busy={list.isFetchingNextPage}
                onClick={() => void list.fetchNextPage()}
              >
                {t("Show more")}
              </Button>
            )}
          </Scroll>
        )}
      </div>
    </Dialog>
  );
}

function NoneYet({ kind }: { kind: TemplateKind }) {
  const parts = { 0: <Link to="/templates" search={{ kind }} className="link" /> };
  switch (kind) {
    case "campaign":
      return (
        <Say
          id={"There are no templates of campaigns yet. Make one under <0>Templates</0>."}
          parts={parts}
        />
      );
    case "step":
      return (
        <Say
          id={"There are no templates of steps yet. Make one under <0>Templates</0>."}
          parts={parts}
        />
      );
    case "snippet":
      return (
        <Say
          id={"There are no templates of snippets yet. Make one under <0>Templates</0>."}
          parts={parts}
        />
      );
  }
}
