import { ChevronDown, ChevronUp, Clock, Ellipsis, LayoutTemplate, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import type { Step } from "#modules/campaigns/contract/steps.ts";
import { splitOf } from "#modules/campaigns/rules/variants.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Menu, MenuItem } from "#dashboard/parts/menu.tsx";
import { t } from "#dashboard/words/words.ts";

/** What moves or deletes a step. */
export function StopMenu({
  position,
  isFirst,
  isLast,
  onMove,
  onSave = null,
  onRemove,
}: {
  position: number;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: -1 | 1) => void;
  /** Null: it cannot be saved as a template. */
  onSave?: (() => void) | null;
  /** Null: it is the last one, and one has to be. */
  onRemove: (() => void) | null;
}) {
  return (
    <Menu
      trigger={
        <Button
          look="ghost"
          size="small"
          icon
          className="stop-menu"
          aria-label={t("Move or delete step {position}", { position })}
        >
          <Ellipsis size={16} aria-hidden="true" />
        </Button>
      }
    >
      <MenuItem disabled={isFirst} onChoose={() => onMove(-1)}>
        <ChevronUp size={16} aria-hidden="true" />
        {t("Move up")}
      </MenuItem>
      <MenuItem disabled={isLast} onChoose={() => onMove(1)}>
        <ChevronDown size={16} aria-hidden="true" />
        {t("Move down")}
      </MenuItem>
      {onSave && (
        <MenuItem onChoose={onSave}>
          <LayoutTemplate size={16} aria-hidden="true" />
          {t("Save as template")}
        </MenuItem>
      )}
      <MenuItem danger disabled={onRemove === null} onChoose={() => onRemove?.()}>
        <Trash2 size={16} aria-hidden="true" />
        {t("Delete")}
      </MenuItem>
    </Menu>
  );
}

/** A step on the line, with the wait before it. */
export function Stop({
  step,
  opening,
  result = null,
  current,
  onChoose,
  menu,
}: {
  step: Step;
  opening: string;
  /** What came of its emails; null before the first is sent. */
  result?: string | null;
  current: boolean;
  onChoose: () => void;
  menu: ReactNode;
}) {
  const split = splitOf(step.variants.map((arm) => ({ ...arm, body_html: arm.body }))).filter(
    ({ weight }) => weight > 0,
  );
  const total = split.reduce((sum, { weight }) => sum + weight, 0);
  return (
    <>
      {step.position > 1 && (
        <li className="wait">
          <Clock size={14} aria-hidden="true" />
          {step.delay === 0
            ? t("No wait")
            : t(
                "Wait {unit, select, minutes {{n, plural, one {# minute} other {# minutes}}} hours {{n, plural, one {# hour} other {# hours}}} other {{n, plural, one {# day} other {# days}}}}",
                { n: step.delay, unit: step.delay_unit },
              )}
        </li>
      )}
      <li className={`stop ${current ? "cur" : ""}`}>
        <span className="no" aria-hidden="true">
          {step.position}
        </span>
        <button type="button" aria-current={current ? "step" : undefined} onClick={onChoose}>
          <span className="text-12 text-text-3">
            <span className="sr-only">{t("Step {position},", { position: step.position })} </span>
            {opening}
          </span>
          <span className="line-clamp-2 font-medium">
            {step.task?.text ||
              step.subject ||
              (step.position === 1 ? t("No subject yet") : firstWords(step))}
          </span>
          {split.length > 1 && (
            <span className="my-0.5 flex flex-wrap gap-1">
              {split.map(({ label, weight }) => (
                <span className="tag" key={label}>
                  {label === "control" ? "A" : label}{" "}
                  <b className="font-medium text-text">{Math.round((weight / total) * 100)}%</b>
                </span>
              ))}
            </span>
          )}
          {result !== null && <span className="text-12 text-text-2">{result}</span>}
        </button>
        {menu}
      </li>
    </>
  );
}

const firstWords = ({ body_html, body_text }: Step): string => {
  const text = (body_text || body_html.replace(/<[^>]*>/g, " ")).replace(/\s+/g, " ").trim();
  if (text === "") return t("No text yet");
  return text.length <= 80 ? text : `${text.slice(0, 80).replace(/\s\S*$/, "")}…`;
};
