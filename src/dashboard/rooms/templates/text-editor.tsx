import { fieldError } from "#dashboard/api/problem.ts";
import { TextField } from "#dashboard/parts/field.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { StepMessage } from "#dashboard/rooms/campaigns/steps/message.tsx";
import { VariantFields, WaitFields } from "#dashboard/rooms/campaigns/steps/step-fields.tsx";
import { templateFault } from "#dashboard/rooms/campaigns/steps/template-fault.ts";
import { useVariants } from "#dashboard/rooms/campaigns/steps/use-variants.ts";
import { VariantChoice } from "#dashboard/rooms/campaigns/steps/variant-choice.tsx";
import { t } from "#dashboard/words/words.ts";
import type { DraftText } from "./draft.ts";

/** One text of a template: wait, variants, subject and message, as in a campaign. */
export function TextEditor({
  title,
  text,
  path,
  position,
  disabled,
  error,
  onChange,
}: {
  title: string;
  text: DraftText;
  /** Where its fields are in the body that is saved. */
  path: string;
  /** Null: a snippet, which has a message alone. */
  position: number | null;
  disabled: boolean;
  error: unknown;
  onChange: (text: DraftText) => void;
}) {
  const { arm, variant, copy, setChosen, write, add, remove } = useVariants(text, (part) =>
    onChange({ ...text, ...part }),
  );
  const at = `${path}${variant ? `variants.${text.variants.indexOf(variant)}.` : ""}`;
  const subjectFault = fieldError(error, `${at}subject`);
  // A text of its own beside the HTML is for those who write by the API.
  const html = copy.html === "" && text.body_text !== "" && !variant ? text.body_text : copy.html;
  return (
    <Panel
      title={title}
      aside={
        position !== null && (
          <VariantChoice
            variants={text.variants}
            arm={arm}
            onChoose={setChosen}
            onAdd={disabled ? null : add}
          />
        )
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {variant && (
          <VariantFields
            variant={variant}
            disabled={disabled}
            onChange={(part) =>
              onChange({
                ...text,
                variants: text.variants.map((one) =>
                  one.label === arm ? { ...one, ...part } : one,
                ),
              })
            }
            onRemove={() => void remove()}
          />
        )}
        {!variant && position !== null && position > 1 && (
          <WaitFields
            wait={text}
            disabled={disabled}
            error={fieldError(error, `${at}delay`)}
            onChange={(part) => onChange({ ...text, ...part })}
          />
        )}
        {position !== null && (
          <TextField
            label={t("Subject")}
            value={copy.subject}
            disabled={disabled}
            placeholder={position === 1 ? t("Subject line") : t("Same thread, default")}
            error={subjectFault && templateFault(subjectFault, copy.subject, copy.subject)}
            onChange={({ target }) => write({ subject: target.value })}
          />
        )}
        <StepMessage
          key={arm}
          html={html}
          disabled={disabled}
          found={[]}
          custom={[]}
          tools={null}
          error={fieldError(error, `${at}body_html`) ?? fieldError(error, `${at}body`)}
          note={t("Variables are filled in for each lead.")}
          onChange={(next) =>
            html === copy.html
              ? write({ html: next })
              : onChange({ ...text, body_html: next, body_text: "" })
          }
        />
      </div>
    </Panel>
  );
}
