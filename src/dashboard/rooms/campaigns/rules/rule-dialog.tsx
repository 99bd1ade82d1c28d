import { useMutation } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { useState } from "react";
import type { CampaignDetail } from "#modules/campaigns/contract/campaigns.ts";
import type { FollowUpRule } from "#modules/campaigns/contract/follow-ups.ts";
import { isApiError, sentenceOf } from "#dashboard/api/problem.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { SelectField } from "#dashboard/parts/field.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { ActionFields } from "./action-fields.tsx";
import { saveRule } from "./queries.ts";
import {
  type Action,
  ACTION_NAMES,
  ruleDraftOf,
  newAction,
  newWhen,
  type RuleBody,
  type When,
  WHEN_NAMES,
} from "./rule-draft.ts";
import { WhenFields } from "./when-fields.tsx";

/** Writes a rule as a sentence: when this, then that. */
export function RuleDialog({
  campaign,
  rule,
  onClose,
}: {
  campaign: CampaignDetail;
  /** Null: a new one. */
  rule: FollowUpRule | null;
  onClose: () => void;
}) {
  const { wid } = useWorkspace();
  const [draft, setDraft] = useState<RuleBody>(() =>
    rule
      ? ruleDraftOf(rule)
      : { when: newWhen("reply", campaign.steps), then: [newAction("task")] },
  );
  const { when, then } = draft;
  const save = useMutation({
    mutationFn: () => saveRule(wid, campaign.id, rule?.id ?? null, draft),
    onSuccess: onClose,
  });
  const setAction = (i: number, action: Action): void =>
    setDraft({ when, then: then.map((one, n) => (n === i ? action : one)) });
  const title = rule ? t("Edit rule") : t("Add a rule");
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      acts={
        <>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button look="primary" busy={save.isPending} onClick={() => save.mutate()}>
            {rule ? t("Save rule") : t("Add rule")}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {save.error && <Note tone="bad" title={faultOf(save.error)} />}
        <SelectField
          label={t("When")}
          data-first
          value={when.type}
          onChange={(event) => {
            const type = keysOf(WHEN_NAMES).find((known) => known === event.target.value);
            if (type) setDraft({ when: newWhen(type, campaign.steps), then });
          }}
        >
          {keysOf(WHEN_NAMES).map((type) => (
            <option key={type} value={type}>
              {WHEN_NAMES[type]}
            </option>
          ))}
        </SelectField>
        <WhenFields
          when={when}
          steps={campaign.steps}
          onChange={(changed: When) => setDraft({ when: changed, then })}
        />
        {then.map((action, i) => (
          <fieldset
            // Actions have no id, and their order is their only name.
            // oxlint-disable-next-line react/no-array-index-key
            key={i}
            className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-line pt-3"
          >
            <div className="flex items-end gap-2">
              <div className="min-w-0 flex-1">
                <SelectField
                  label={i === 0 ? t("Then") : t("And")}
                  value={action.type}
                  onChange={(event) => {
                    const type = keysOf(ACTION_NAMES).find((known) => known === event.target.value);
                    if (type) setAction(i, newAction(type));
                  }}
                >
                  {keysOf(ACTION_NAMES).map((type) => (
                    <option key={type} value={type}>
                      {ACTION_NAMES[type]}
                    </option>
                  ))}
                </SelectField>
              </div>
              {then.length > 1 && (
                <Button
                  look="ghost"
                  icon
                  aria-label={t("Remove: {action}", { action: ACTION_NAMES[action.type] })}
                  onClick={() => setDraft({ when, then: then.filter((_, n) => n !== i) })}
                >
                  <X size={16} aria-hidden="true" />
                </Button>
              )}
            </div>
            <ActionFields
              campaignId={campaign.id}
              action={action}
              onChange={(changed) => setAction(i, changed)}
            />
          </fieldset>
        ))}
        <Button
          look="ghost"
          className="justify-self-start"
          onClick={() => setDraft({ when, then: [...then, newAction("tag")] })}
        >
          <Plus size={16} aria-hidden="true" />
          {t("Add an action")}
        </Button>
      </div>
    </Dialog>
  );
}

const keysOf = <T extends string>(names: Readonly<Record<T, string>>): T[] =>
  // The names are all that the record has.
  Object.keys(names) as T[];

/** What is wrong with it: the first field that the server names, in its words. */
const faultOf = (error: unknown): string =>
  (isApiError(error) ? error.fields[0]?.message : undefined) ?? sentenceOf(error);
