import { TriangleAlert } from "lucide-react";
import type { DealChoicesAnswer } from "#modules/events/contract/deals.ts";
import {
  DEAL_EVENTS,
  DEAL_OWNERS,
  type DealEvent,
  type DealOwner,
  TITLE_VARIABLES,
} from "#modules/events/rules/integrations/deal-rule.ts";
import { Check, SelectField, TextField } from "#dashboard/parts/field.tsx";
import { NumberField } from "#dashboard/parts/number-field.tsx";
import { joinWords, t } from "#dashboard/words/words.ts";
import { type DealDraft, offeredStages } from "./deal-draft.ts";

const EVENTS: Readonly<Record<DealEvent, string>> = {
  "lead.replied": t("A lead replies and is interested or asks for a meeting"),
  "meeting.booked": t("A meeting is booked"),
};

const VARIABLES = joinWords(TITLE_VARIABLES.map((name) => `{{${name}}}`));

type Props = {
  /** Name of the CRM. */
  title: string;
  rule: DealDraft;
  choices: DealChoicesAnswer;
  error: (field: string) => string | null;
  onChange: (part: Partial<DealDraft>) => void;
};

/** When a deal is made, where it is, and what it is. */
export function DealFields(props: Props) {
  const { title, rule, error, onChange } = props;
  return (
    <>
      <Events {...props} />
      <Places {...props} />
      <TextField
        label={t("Title of the deal")}
        hint={t("Variables: {variables}.", { variables: VARIABLES })}
        maxLength={200}
        value={rule.title}
        error={error("title")}
        onChange={({ target }) => onChange({ title: target.value })}
      />
      <div className="grid gap-4 wide:grid-cols-2">
        <NumberField
          label={t("Amount")}
          placeholder={t("No amount")}
          value={rule.amount}
          empty={null}
          error={error("amount")}
          onNumber={(amount) => onChange({ amount })}
        />
        <TextField
          label={t("Currency")}
          hint={t("A code of three letters, such as EUR.")}
          placeholder={t("Currency of the account")}
          maxLength={3}
          spellCheck={false}
          autoComplete="off"
          value={rule.currency ?? ""}
          error={error("currency")}
          onChange={({ target }) => onChange({ currency: target.value.toUpperCase() || null })}
        />
      </div>
      <Owner {...props} />
      <p className="text-12 text-text-2">
        {t("Saving adds a field to the deals in {title}, so that none is made twice.", { title })}
      </p>
    </>
  );
}

function Events({ rule, error, onChange }: Props) {
  const wrong = error("events");
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-medium">{t("Make a deal when")}</legend>
      {DEAL_EVENTS.map((event) => (
        <Check
          key={event}
          label={EVENTS[event]}
          checked={rule.events.includes(event)}
          onChange={({ target }) =>
            onChange({
              events: DEAL_EVENTS.filter((one) =>
                one === event ? target.checked : rule.events.includes(one),
              ),
            })
          }
        />
      ))}
      {wrong && (
        <p className="err">
          <TriangleAlert size={14} aria-hidden="true" />
          <span>{wrong}</span>
        </p>
      )}
    </fieldset>
  );
}

function Places({ rule, choices, error, onChange }: Props) {
  const pipeline = choices.pipelines.find(({ id }) => id === rule.pipeline);
  return (
    <>
      <SelectField
        label={t("Pipeline")}
        value={rule.pipeline}
        error={error("pipeline")}
        // The stages of another pipeline are others.
        onChange={({ target }) =>
          onChange({ pipeline: target.value, stage: "", meeting_stage: null })
        }
      >
        <Options items={choices.pipelines} chosen={rule.pipeline} />
      </SelectField>
      <div className="grid gap-4 wide:grid-cols-2">
        <SelectField
          label={t("Stage of a new deal")}
          value={rule.stage}
          error={error("stage")}
          onChange={({ target }) => onChange({ stage: target.value })}
        >
          <Options items={offeredStages(pipeline, rule.stage)} chosen={rule.stage} />
        </SelectField>
        <SelectField
          label={t("Stage after a meeting is booked")}
          value={rule.meeting_stage ?? ""}
          error={error("meeting_stage")}
          onChange={({ target }) => onChange({ meeting_stage: target.value || null })}
        >
          <option value="">{t("The deal stays where it is")}</option>
          <Options
            items={offeredStages(pipeline, rule.meeting_stage)}
            chosen={rule.meeting_stage}
          />
        </SelectField>
      </div>
    </>
  );
}

function Owner({ title, rule, choices, error, onChange }: Props) {
  const owners: Readonly<Record<DealOwner, string>> = {
    none: t("Left to {title}", { title }),
    fixed: t("Always the same person"),
    contact: t("Who owns the contact in {title}", { title }),
    member: t("Who has the conversation here"),
  };
  const people = choices.owners.map(({ id, name, email }) => ({
    id,
    name: email === "" || email === name ? name : t("{name} ({email})", { name, email }),
  }));
  return (
    <div className="grid gap-4 wide:grid-cols-2">
      <SelectField
        label={t("Owner of the deal")}
        hint={
          rule.owner === "member" &&
          t("Found in {title} by email. If nobody is found, {title} decides.", { title })
        }
        value={rule.owner}
        error={error("owner")}
        onChange={({ target }) =>
          onChange({
            owner: DEAL_OWNERS.find((one) => one === target.value) ?? "none",
            owner_id: null,
          })
        }
      >
        {DEAL_OWNERS.map((one) => (
          <option key={one} value={one}>
            {owners[one]}
          </option>
        ))}
      </SelectField>
      {rule.owner === "fixed" && (
        <SelectField
          label={t("Person")}
          hint={people.length === 0 && t("{title} names nobody who can own deals.", { title })}
          value={rule.owner_id ?? ""}
          error={error("owner_id")}
          onChange={({ target }) => onChange({ owner_id: target.value || null })}
        >
          <option value="">{t("Nobody chosen yet")}</option>
          <Options items={people} chosen={rule.owner_id} />
        </SelectField>
      )}
    </div>
  );
}

/** What was chosen and is not there any more stays visible until somebody chooses again. */
function Options({
  items,
  chosen,
}: {
  items: readonly { readonly id: string; readonly name: string }[];
  chosen: string | null;
}) {
  const isLost = chosen !== null && chosen !== "" && !items.some(({ id }) => id === chosen);
  return (
    <>
      {isLost && <option value={chosen}>{t("{id}, no longer there", { id: chosen })}</option>}
      {items.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </>
  );
}
