import { Plus, Trash2 } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import type { CampaignDetail } from "#modules/campaigns/contract/campaigns.ts";
import type { Step } from "#modules/campaigns/contract/steps.ts";
import { splitOf } from "#modules/campaigns/rules/variants.ts";
import { fieldError, isApiError, sentenceOf } from "#dashboard/api/problem.ts";
import { counted } from "#dashboard/lib/format.ts";
import { distance } from "#dashboard/lib/time.ts";
import { useNow } from "#dashboard/lib/use-now.ts";
import { ask } from "#dashboard/parts/ask.tsx";
import { Button } from "#dashboard/parts/button.tsx";
import { SelectField, TextField } from "#dashboard/parts/field.tsx";
import { Segmented } from "#dashboard/parts/segmented.tsx";
import { useUnsaved } from "#dashboard/parts/use-unsaved.ts";
import { useHasAi } from "#dashboard/rooms/settings/use-has-ai.ts";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { Composer } from "./composer.tsx";
import { ConflictNote } from "./conflict-note.tsx";
import { htmlOf, textOf, wordsOf } from "./mail-text.ts";
import { PreviewPanel } from "./preview-panel.tsx";
import { RewriteMenu, Suggestion, useRewrite } from "./rewrite.tsx";
import { SpamPanel } from "./spam-panel.tsx";
import { templateFault } from "./template-fault.ts";
import { useStepCheck } from "./use-step-check.ts";
import { type SaveState, useStepDraft } from "./use-step-draft.ts";

type Variant = Step["variants"][number];
/** The step's own text, or a variant by its label. */
type Arm = string;
const OWN = "control";
/** The step's own text stands for A. */
const LABELS = ["B", "C", "D", "E", "F"] as const;

/** One mail: its wait, its variants, its words; beside them the preview and the spam check. */
export function StepEditor({ campaign, step }: { campaign: CampaignDetail; step: Step }) {
  const { wid, may } = useWorkspace();
  const disabled = !may("campaigns.edit");
  const live = campaign.status === "active";
  const { draft, state, change, saveNow, settle, unsaved, discard } = useStepDraft(
    wid,
    campaign.id,
    step,
    live,
  );
  useUnsaved(live && unsaved);
  const [chosen, setChosen] = useState<Arm>(OWN);
  const variant = draft.variants.find(({ label }) => label === chosen);
  const arm = variant ? chosen : OWN;
  const copy = variant
    ? { subject: variant.subject, html: variant.body }
    : { subject: draft.subject, html: draft.body_html };
  const write = (part: { subject?: string; html?: string }): void => {
    if (!variant) {
      return change({
        ...(part.subject !== undefined && { subject: part.subject }),
        // The plain part is made of the HTML, unless somebody wrote one of its own by the API.
        ...(part.html !== undefined && { body_html: part.html }),
      });
    }
    const next: Variant = {
      ...variant,
      subject: part.subject ?? variant.subject,
      body: part.html ?? variant.body,
    };
    change({ variants: draft.variants.map((one) => (one.label === arm ? next : one)) });
  };
  const add = (): void => {
    const label = LABELS.find((free) => !draft.variants.some((one) => one.label === free));
    if (!label) return;
    const weight = Math.floor(100 / (draft.variants.length + 2));
    const made: Variant = {
      id: label.toLowerCase(),
      label,
      subject: copy.subject,
      body: copy.html || "<p></p>",
      body_text: "",
      weight,
      is_active: true,
    };
    change({ variants: [...draft.variants.map((one) => ({ ...one, weight })), made] });
    setChosen(label);
  };
  const remove = async (): Promise<void> => {
    const sure = await ask({
      title: `Delete variant ${arm}?`,
      text: "Leads that would have got it get the step's own text. Its figures stay in the analytics.",
      yes: "Delete variant",
      no: "Keep it",
    });
    if (!sure) return;
    change({ variants: draft.variants.filter(({ label }) => label !== arm) });
    setChosen(OWN);
  };
  const rewriting = useRewrite(wid, copy);
  const hasAi = useHasAi();
  const check = useStepCheck(campaign, step.id, draft, arm);
  const spam = check.preview?.spam;
  const split = splitOf(draft.variants.map((one) => ({ ...one, body_html: one.body })));
  const total = split.reduce((sum, { weight }) => sum + weight, 0);
  const share = (label: string): string => {
    const weight = split.find((one) => one.label === label)?.weight ?? 0;
    return `${Math.round((weight / total) * 100)}\u00a0%`;
  };
  const error = state.kind === "failed" ? state.error : null;
  const at = variant ? `variants.${draft.variants.indexOf(variant)}.` : "";
  /** What is wrong with a field: the last save said so, or the check of what is written now. */
  const fault = (field: string): string | null =>
    fieldError(error, `${at}${field}`) ?? fieldError(check.error, `draft.${at}${field}`);
  return (
    <>
      <section className="panel" aria-label={`Step ${step.position}`}>
        <header>
          <h2>Step {step.position}</h2>
          {draft.variants.length > 0 && (
            <Segmented
              label="Variant"
              value={arm}
              options={[OWN, ...draft.variants.map(({ label }) => label)].map((label) => [
                label,
                `${label === OWN ? "A" : label}, ${share(label)}`,
              ])}
              onChoose={setChosen}
            />
          )}
          {!disabled && draft.variants.length < LABELS.length && (
            <Button look="ghost" onClick={add}>
              <Plus size={16} aria-hidden="true" />
              Variant
            </Button>
          )}
          {!disabled && <Saved state={state} onRetry={saveNow} />}
          {!disabled && live && (
            <>
              {unsaved && (
                <Button look="ghost" onClick={discard}>
                  Discard
                </Button>
              )}
              <Button
                look="primary"
                disabled={!unsaved}
                busy={state.kind === "saving"}
                onClick={saveNow}
              >
                Save
              </Button>
            </>
          )}
        </header>
        <div className="body grid grid-cols-[minmax(0,1fr)] gap-4">
          {state.kind === "conflict" && (
            <ConflictNote mine={draft} theirs={state.theirs} onSettle={settle} />
          )}
          {variant && (
            <div className="flex flex-wrap items-end gap-4">
              <div className="w-32">
                <TextField
                  label="Share in percent"
                  type="number"
                  min={1}
                  max={100}
                  value={variant.weight}
                  disabled={disabled}
                  onChange={(event) => {
                    const weight = Math.max(1, Math.min(100, Number(event.target.value) || 1));
                    change({
                      variants: draft.variants.map((one) =>
                        one.label === arm ? { ...one, weight } : one,
                      ),
                    });
                  }}
                />
              </div>
              <label className="check min-h-8 items-center!">
                <input
                  type="checkbox"
                  className="mt-0!"
                  checked={variant.is_active}
                  disabled={disabled}
                  onChange={(event) =>
                    change({
                      variants: draft.variants.map((one) =>
                        one.label === arm ? { ...one, is_active: event.target.checked } : one,
                      ),
                    })
                  }
                />
                Send this variant
              </label>
              {!disabled && (
                <Button look="ghost" className="ml-auto" onClick={() => void remove()}>
                  <Trash2 size={16} aria-hidden="true" />
                  Delete variant
                </Button>
              )}
            </div>
          )}
          {!variant && step.position > 1 && (
            <div className="flex flex-wrap items-end gap-2">
              <div className="w-24">
                <TextField
                  label="Wait before it"
                  type="number"
                  min={0}
                  value={draft.delay}
                  disabled={disabled}
                  error={fieldError(error, "delay")}
                  onChange={(event) =>
                    change({ delay: Math.max(0, Math.round(Number(event.target.value) || 0)) })
                  }
                />
              </div>
              <div className="w-28">
                <SelectField
                  label="Unit of the wait"
                  hideLabel
                  value={draft.delay_unit}
                  disabled={disabled}
                  onChange={(event) => {
                    const unit = (["minutes", "hours", "days"] as const).find(
                      (known) => known === event.target.value,
                    );
                    if (unit) change({ delay_unit: unit });
                  }}
                >
                  <option value="minutes">minutes</option>
                  <option value="hours">hours</option>
                  <option value="days">days</option>
                </SelectField>
              </div>
              <span className="pb-1.5 text-12 text-text-3">after the step before it</span>
            </div>
          )}
          <TextField
            label="Subject"
            value={copy.subject}
            disabled={disabled}
            error={faultIn(fault("subject"), copy.subject)}
            placeholder={step.position === 1 ? "What they see first" : "Empty: the same thread"}
            hint={
              step.position > 1 && copy.subject === ""
                ? "Goes into the same thread, as an answer to the mail before."
                : undefined
            }
            onChange={(event) => write({ subject: event.target.value })}
          />
          <Message
            key={arm}
            html={copy.html}
            disabled={disabled}
            found={(spam?.matches ?? [])
              .filter(({ field }) => field === "body")
              .map(({ term }) => term)}
            error={fault("body_html") ?? fault("body")}
            custom={check.preview?.custom_fields ?? []}
            live={live}
            onChange={(html) => write({ html })}
            tools={
              may("ai.use") &&
              hasAi && <RewriteMenu rewriting={rewriting} disabled={copy.html.trim() === ""} />
            }
            waiting={campaign.stats.leads - campaign.stats.completed}
          />
          <Suggestion
            rewriting={rewriting}
            onTake={({ subject, body }) =>
              write({ html: body, ...(subject !== null && { subject }) })
            }
          />
          {error !== null && isApiError(error) && error.fields.length === 0 && (
            <p className="text-13 text-bad" role="alert">
              Not saved: {sentenceOf(error)} Your text is kept here.
            </p>
          )}
        </div>
      </section>
      <div className="aside">
        <PreviewPanel campaign={campaign} stepId={step.id} check={check} />
        <SpamPanel report={spam} empty={copy.html === ""} words={wordsOf(copy.html)} />
      </div>
    </>
  );
}

/** A fault of a field that is typed as it is stored. */
const faultIn = (message: string | null, typed: string): string | null =>
  message && templateFault(message, typed, typed);

/** The message, typed as text where its HTML is no more than that. */
function Message({
  html,
  disabled,
  found,
  error,
  onChange,
  waiting,
  tools,
  custom,
  live,
}: {
  html: string;
  /** Custom fields of leads, to choose from. */
  custom: readonly string[];
  live: boolean;
  tools: ReactNode;
  disabled: boolean;
  found: readonly string[];
  error: string | null;
  onChange: (html: string) => void;
  waiting: number;
}) {
  const [asHtml, setAsHtml] = useState(() => textOf(html) === null);
  const [text, setText] = useState(() => textOf(html) ?? "");
  const [own, setOwn] = useState(html);
  // Changed from outside: by somebody else, or by deciding a conflict.
  useEffect(() => {
    if (html === own) return;
    setOwn(html);
    const typed = textOf(html);
    if (typed === null) setAsHtml(true);
    else setText(typed);
  }, [html, own]);
  const tell = (next: string): void => {
    setOwn(next);
    onChange(next);
  };
  const typed = asHtml ? textOf(html) : text;
  return (
    <Composer
      label="Message"
      value={asHtml ? html : text}
      disabled={disabled}
      found={found}
      isHtml={asHtml}
      tools={tools}
      custom={custom}
      error={error && templateFault(error, html, asHtml ? html : text)}
      hint={
        <>
          {counted(wordsOf(html), "word")}.{" "}
          {!disabled &&
            `${live ? "What is saved applies" : "Changes apply"} to everyone who has not had this step`}
          {!disabled && waiting > 0 && `, at most ${waiting} leads`}
          {!disabled && "."}
        </>
      }
      onHtml={
        asHtml && typed === null
          ? null
          : () => {
              if (asHtml) setText(typed ?? "");
              setAsHtml(!asHtml);
            }
      }
      onChange={(value) => {
        if (!asHtml) setText(value);
        tell(asHtml ? value : htmlOf(value));
      }}
    />
  );
}

function Saved({ state, onRetry }: { state: SaveState; onRetry: () => void }) {
  const now = useNow(10_000);
  return (
    <span className="ml-auto text-12 text-text-3" role="status">
      {state.kind === "saved" &&
        state.at !== null &&
        `Saved ${now - state.at < 60_000 ? "just now" : distance(new Date(state.at).toISOString(), now)}`}
      {state.kind === "waiting" && "Not saved yet"}
      {state.kind === "saving" && "Saving"}
      {state.kind === "failed" && (
        <>
          Not saved.{" "}
          <button type="button" className="link" onClick={onRetry}>
            Save again
          </button>
        </>
      )}
      {state.kind === "conflict" && "Changed by somebody else"}
    </span>
  );
}
