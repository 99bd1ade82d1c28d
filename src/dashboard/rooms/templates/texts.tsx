import { Plus } from "lucide-react";
import { useState } from "react";
import type { Step } from "#modules/campaigns/contract/steps.ts";
import type { Template } from "#modules/campaigns/contract/templates.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Stop, StopMenu } from "#dashboard/rooms/campaigns/steps/stop.tsx";
import { t } from "#dashboard/words/words.ts";
import { type Draft, type DraftText, keyed, unkeyed } from "./draft.ts";
import { PlanPanel } from "./plan-panel.tsx";
import { TextEditor } from "./text-editor.tsx";

/** The texts of a template: the steps of a campaign on their line, or the one of another kind. */
export function Texts({
  template,
  draft: { steps },
  disabled,
  error,
  onChange,
}: {
  template: Template;
  draft: Draft;
  disabled: boolean;
  error: unknown;
  onChange: (steps: readonly DraftText[]) => void;
}) {
  const [chosen, setChosen] = useState(steps[0]?.key);
  const at = Math.max(
    0,
    steps.findIndex(({ key }) => key === chosen),
  );
  const current = steps[at];
  if (!current) return null;
  const put = (text: DraftText): void =>
    onChange(steps.map((one) => (one.key === text.key ? text : one)));
  if (template.kind !== "campaign") {
    const isSnippet = template.kind === "snippet";
    return (
      <TextEditor
        title={isSnippet ? t("Text") : t("Email")}
        text={current}
        path={isSnippet ? "" : "step."}
        position={isSnippet ? null : 2}
        disabled={disabled}
        error={error}
        onChange={put}
      />
    );
  }
  const add = (): void => {
    const made = keyed({
      delay: 3,
      delay_unit: "days",
      subject: "",
      body_html: '<p>Hi {{ first_name | default: "there" }},</p>',
      body_text: "",
      variants: [],
    });
    onChange([...steps, made]);
    setChosen(made.key);
  };
  const move = (from: number, by: -1 | 1): void => {
    const next = [...steps];
    const [text] = next.splice(from, 1);
    if (text) next.splice(from + by, 0, text);
    onChange(next);
  };
  return (
    <div className="work">
      <section className="route" aria-label={t("Steps")}>
        <div className="mb-2 flex min-h-12 items-center gap-2">
          <h2>{t("Steps")}</h2>
          <span className="text-12 text-text-3">
            {t("{steps, plural, one {# email} other {# emails}}", { steps: steps.length })}
          </span>
          {!disabled && (
            <Button icon className="ml-auto" aria-label={t("Add a step")} onClick={add}>
              <Plus size={16} aria-hidden="true" />
            </Button>
          )}
        </div>
        <ol>
          {steps.map((text, index) => (
            <Stop
              key={text.key}
              step={asStep(text, index)}
              opening={
                index === 0 ? t("First email") : text.subject ? t("New thread") : t("Same thread")
              }
              current={index === at}
              onChoose={() => setChosen(text.key)}
              menu={
                !disabled && (
                  <StopMenu
                    position={index + 1}
                    isFirst={index === 0}
                    isLast={index === steps.length - 1}
                    onMove={(by) => move(index, by)}
                    onRemove={
                      steps.length > 1
                        ? () => onChange(steps.filter(({ key }) => key !== text.key))
                        : null
                    }
                  />
                )
              }
            />
          ))}
        </ol>
      </section>
      <TextEditor
        key={current.key}
        title={t("Step {position}", { position: at + 1 })}
        text={current}
        path={`steps.${at}.`}
        position={at + 1}
        disabled={disabled}
        error={error}
        onChange={put}
      />
      <div className="aside">
        <PlanPanel settings={template.settings} />
      </div>
    </div>
  );
}

/** As a step of a campaign is drawn. */
const asStep = (text: DraftText, index: number): Step => ({
  ...unkeyed(text),
  id: index,
  campaign_id: 0,
  position: index + 1,
  type: "email",
  created_at: "",
  updated_at: "",
});
