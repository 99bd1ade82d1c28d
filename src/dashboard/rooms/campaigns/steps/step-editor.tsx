import { useMutation } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense } from "react";
import type { CampaignDetail } from "#modules/campaigns/contract/campaigns.ts";
import type { Step } from "#modules/campaigns/contract/steps.ts";
import { fieldError, isApiError, sentenceOf } from "#dashboard/api/problem.ts";
import { distance } from "#dashboard/lib/time.ts";
import { useNow } from "#dashboard/lib/timers.ts";
import { useNear } from "#dashboard/lib/use-near.ts";
import { TextField } from "#dashboard/parts/field.tsx";
import { ListSkeleton } from "#dashboard/parts/states.tsx";
import { type AiAction, postEnhance } from "#dashboard/rooms/campaigns/queries.ts";
import type { StepStore } from "#dashboard/rooms/campaigns/publishing/step-store.ts";
import { useHasAi } from "#dashboard/rooms/settings/queries.ts";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { ContestNote } from "#dashboard/rooms/campaigns/contests/contest-note.tsx";
import { t } from "#dashboard/words/words.ts";
import { templateFault } from "./template-fault.ts";
import { StepMessage } from "./message.tsx";
import { useVariants } from "./use-variants.ts";
import { useStepCheck } from "./use-step-check.ts";
import { type SaveState, useStepDraft } from "./use-step-draft.ts";
import { VariantFields, WaitFields } from "./step-fields.tsx";
import { VariantChoice } from "./variant-choice.tsx";

// Below the text on a phone, of an AI that is not everywhere, or for two people at once: not what the room opens with.
const Beside = lazy(() => import("./beside/beside.tsx").then((m) => ({ default: m.Beside })));
const loadRewrite = () => import("./rewrite.tsx");
const RewriteMenu = lazy(() => loadRewrite().then((m) => ({ default: m.RewriteMenu })));
const Suggestion = lazy(() => loadRewrite().then((m) => ({ default: m.Suggestion })));
const ConflictNote = lazy(() =>
  import("#dashboard/rooms/campaigns/conflict-note.tsx").then((m) => ({ default: m.ConflictNote })),
);

/** One mail: its wait, its variants, its words; beside them the preview and the spam check. */
export function StepEditor({
  campaign,
  step,
  store,
}: {
  campaign: CampaignDetail;
  step: Step;
  store: StepStore;
}) {
  const { wid, may } = useWorkspace();
  const disabled = !may("campaigns.edit");
  const { draft, state, change, saveNow, settle } = useStepDraft(step, store);
  const { arm, variant, copy, setChosen, write, add, remove } = useVariants(draft, change);
  const rewriting = useRewrite(wid, copy);
  const hasAi = useHasAi();
  const check = useStepCheck(campaign, step.id, draft, arm);
  const spam = check.preview?.spam;
  const error = state.kind === "failed" ? state.error : null;
  const at = variant ? `variants.${draft.variants.indexOf(variant)}.` : "";
  /** What is wrong with a field: the last save said so, or the check of what is written now. */
  const fault = (field: string): string | null =>
    fieldError(error, `${at}${field}`) ?? fieldError(check.error, `draft.${at}${field}`);
  return (
    <>
      <section className="panel" aria-label={t("Step {position}", { position: step.position })}>
        <header>
          <h2>{t("Step {position}", { position: step.position })}</h2>
          <VariantChoice
            variants={draft.variants}
            arm={arm}
            onChoose={setChosen}
            onAdd={disabled ? null : add}
          />
          {!disabled && <Saved state={state} isDraft={store.isDraft} onRetry={saveNow} />}
        </header>
        <div className="body grid grid-cols-[minmax(0,1fr)] gap-4">
          {state.kind === "conflict" && (
            <Suspense>
              <ConflictNote mine={draft} theirs={state.theirs} onSettle={settle} />
            </Suspense>
          )}
          {step.variants.length > 0 && <ContestNote campaign={campaign} stepId={step.id} />}
          {variant && (
            <VariantFields
              variant={variant}
              disabled={disabled}
              onChange={(part) =>
                change({
                  variants: draft.variants.map((one) =>
                    one.label === arm ? { ...one, ...part } : one,
                  ),
                })
              }
              onRemove={() => void remove()}
            />
          )}
          {!variant && step.position > 1 && (
            <WaitFields
              wait={draft}
              disabled={disabled}
              onChange={change}
              error={fieldError(error, "delay")}
            />
          )}
          <TextField
            label={t("Subject")}
            value={copy.subject}
            disabled={disabled}
            error={faultIn(fault("subject"), copy.subject)}
            placeholder={step.position === 1 ? t("Subject line") : t("Same thread, default")}
            hint={
              step.position > 1 && copy.subject === ""
                ? t("Sent as a reply in the same thread.")
                : undefined
            }
            onChange={(event) => write({ subject: event.target.value })}
          />
          <StepMessage
            key={arm}
            html={copy.html}
            disabled={disabled}
            found={(spam?.matches ?? [])
              .filter(({ field }) => field === "body")
              .map(({ term }) => term)}
            error={fault("body_html") ?? fault("body")}
            custom={check.preview?.custom_fields ?? []}
            note={
              disabled
                ? ""
                : appliesTo(store.isDraft, campaign.stats.leads - campaign.stats.completed)
            }
            onChange={(html) => write({ html })}
            tools={
              may("ai.use") &&
              hasAi && (
                <Suspense>
                  <RewriteMenu rewriting={rewriting} disabled={copy.html.trim() === ""} />
                </Suspense>
              )
            }
          />
          <Suggested rewriting={rewriting} onTake={write} />
          {error !== null && isApiError(error) && error.fields.length === 0 && (
            <p className="text-13 text-bad" role="alert">
              {t("Not saved: {sentence} Your text is kept here.", { sentence: sentenceOf(error) })}
            </p>
          )}
        </div>
      </section>
      <WhenNear>
        <Beside wid={wid} campaign={campaign} stepId={step.id} check={check} html={copy.html} />
      </WhenNear>
    </>
  );
}

/** Asking the workspace's AI for other words; nothing changes before somebody takes them. */
function useRewrite(wid: number, copy: { subject: string; html: string }) {
  return useMutation({
    mutationFn: (action: AiAction) =>
      postEnhance(wid, { action, body: copy.html, ...(copy.subject && { subject: copy.subject }) }),
  });
}
export type Rewriting = ReturnType<typeof useRewrite>;

function Suggested({
  rewriting,
  onTake,
}: {
  rewriting: Rewriting;
  onTake: (copy: { html: string; subject?: string }) => void;
}) {
  if (rewriting.isIdle) return null;
  return (
    <Suspense>
      <Suggestion
        rewriting={rewriting}
        onTake={({ subject, body }) => onTake({ html: body, ...(subject !== null && { subject }) })}
      />
    </Suspense>
  );
}

function WhenNear({ children }: { children: ReactNode }) {
  const [ref, isNear] = useNear<HTMLDivElement>();
  return (
    <div className="aside" ref={ref}>
      {isNear && (
        <Suspense fallback={<ListSkeleton label={t("Loading the preview")} rows={4} />}>
          {children}
        </Suspense>
      )}
    </div>
  );
}

/** Whom a change reaches. */
const appliesTo = (isDraft: boolean, waiting: number): string =>
  isDraft
    ? waiting > 0
      ? t("Published changes apply to leads who have not received this step (up to {waiting}).", {
          waiting,
        })
      : t("Published changes apply to leads who have not received this step.")
    : waiting > 0
      ? t("Changes apply to leads who have not received this step (up to {waiting}).", { waiting })
      : t("Changes apply to leads who have not received this step.");

/** A fault of a field that is typed as it is stored. */
const faultIn = (message: string | null, typed: string): string | null =>
  message && templateFault(message, typed, typed);

function savedWords(isDraft: boolean, at: number, now: number): string {
  if (now - at < 60_000) return isDraft ? t("Draft saved just now") : t("Saved just now");
  const ago = distance(new Date(at).toISOString(), now);
  return isDraft ? t("Draft saved {ago}", { ago }) : t("Saved {ago}", { ago });
}

function Saved({
  state,
  isDraft,
  onRetry,
}: {
  state: SaveState;
  isDraft: boolean;
  onRetry: () => void;
}) {
  const now = useNow(10_000);
  return (
    <span className="ml-auto text-12 text-text-3" role="status">
      {state.kind === "saved" && state.at !== null && savedWords(isDraft, state.at, now)}
      {state.kind === "waiting" && t("Not saved yet")}
      {state.kind === "saving" && t("Saving")}
      {state.kind === "failed" && (
        <>
          {t("Not saved.")}{" "}
          <button type="button" className="link" onClick={onRetry}>
            {t("Save again")}
          </button>
        </>
      )}
      {state.kind === "conflict" && t("Changed by someone else")}
    </span>
  );
}
