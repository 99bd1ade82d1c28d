import { useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { lazy, type ReactNode, Suspense, useMemo, useState } from "react";
import type { CampaignDetail } from "#modules/campaigns/contract/campaigns.ts";
import type { CampaignDraft } from "#modules/campaigns/contract/publishing/drafts.ts";
import { moment } from "#dashboard/lib/time.ts";
import { ask } from "#dashboard/parts/ask.tsx";
import { Button } from "#dashboard/parts/button.tsx";
import { Failure } from "#dashboard/parts/states.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { useSaving } from "#dashboard/rooms/campaigns/use-saving.ts";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { ApprovalOf } from "./approval.tsx";
import { draftQuery, removeDraft } from "./queries.ts";
import { type StepStore, stepsOfDraft } from "./step-store.ts";

const HistoryDialog = lazy(() =>
  import("./history-dialog.tsx").then((m) => ({ default: m.HistoryDialog })),
);
const PublishDialog = lazy(() =>
  import("./publish-dialog.tsx").then((m) => ({ default: m.PublishDialog })),
);

/** The steps and hours of a campaign that was started, as its draft has them, under what is to be published. */
export function Staged({
  campaign,
  children,
}: {
  campaign: CampaignDetail;
  children: (campaign: CampaignDetail, store: StepStore) => ReactNode;
}) {
  const { wid } = useWorkspace();
  const { id } = campaign;
  const store = useMemo(() => stepsOfDraft(wid, id), [wid, id]);
  // Discarding and bringing back replace what is being written.
  const [turn, setTurn] = useState(0);
  const { data: draft, error, refetch } = useQuery(draftQuery(wid, id));
  if (!draft) return <Waiting what={t("draft")} error={error} onRetry={refetch} />;
  return (
    <>
      <DraftBar campaign={campaign} draft={draft} onReplaced={() => setTurn(turn + 1)} />
      <ApprovalOf campaign={campaign} />
      <div key={turn} className="contents">
        {children({ ...campaign, steps: draft.steps, schedule: draft.settings.schedule }, store)}
      </div>
    </>
  );
}

/** What is not published yet, and what to do with it. */
function DraftBar({
  campaign,
  draft,
  onReplaced,
}: {
  campaign: CampaignDetail;
  draft: CampaignDraft;
  onReplaced: () => void;
}) {
  const { wid } = useWorkspace();
  const [open, setOpen] = useState<"review" | "history" | null>(null);
  const saving = useSaving();
  const { id } = campaign;
  const { changes, updated_at: at, updated_by: by, restored_version: restored } = draft;
  const hasChanges = changes > 0;
  const discard = async (): Promise<void> => {
    const sure = await ask({
      title: t("Discard {changes, plural, one {# change} other {# changes}}?", { changes }),
      text: t("Leads get what is published. The discarded text cannot be brought back."),
      yes: t("Discard changes"),
      no: t("Keep draft"),
    });
    if (!sure) return;
    if (!(await saving.run(() => removeDraft(wid, id)))) return;
    onReplaced();
    toast(t("Draft discarded."));
  };
  return (
    <section className="panel mb-4" aria-label={t("Draft")}>
      <header className="flex-wrap">
        <div className="min-w-0">
          <h2 role="status">
            {hasChanges
              ? t("{changes, plural, one {# change} other {# changes}}", { changes })
              : t("No unpublished changes")}
          </h2>
          <p className="text-12 text-text-3">
            {hasChanges && at
              ? t("Not published. {name}, {at}.", {
                  name: by?.name ?? t("An API key"),
                  at: moment(at),
                })
              : t("What you write is kept as a draft until you publish it.")}
            {hasChanges && at && restored
              ? " " + t("From version {version}.", { version: restored })
              : null}
          </p>
        </div>
        <span className="ml-auto flex flex-wrap gap-2">
          <Button look="ghost" onClick={() => setOpen("history")}>
            <History size={16} aria-hidden="true" />
            {t("History")}
          </Button>
          {hasChanges && (
            <>
              <Button look="ghost" busy={saving.busy} onClick={() => void discard()}>
                {t("Discard")}
              </Button>
              <Button look="primary" onClick={() => setOpen("review")}>
                {t("Review")}
              </Button>
            </>
          )}
        </span>
      </header>
      {saving.error !== null && (
        <Failure
          what={t("The draft was not discarded.")}
          error={saving.error}
          onRetry={saving.forget}
        />
      )}
      <Suspense>
        {open === "review" && (
          <PublishDialog
            campaign={campaign}
            onClose={() => setOpen(null)}
            onPublished={() => {
              setOpen(null);
              onReplaced();
            }}
          />
        )}
        {open === "history" && (
          <HistoryDialog
            campaign={campaign}
            draft={draft}
            onClose={() => setOpen(null)}
            onRestored={() => {
              setOpen(null);
              onReplaced();
            }}
          />
        )}
      </Suspense>
    </section>
  );
}
