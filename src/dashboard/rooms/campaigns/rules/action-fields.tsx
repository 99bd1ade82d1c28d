import { useQuery } from "@tanstack/react-query";
import { RULE_STATUSES } from "#modules/campaigns/rules/follow-ups/rule.ts";
import { campaignsQuery } from "#dashboard/api/workspace.ts";
import { words } from "#dashboard/lib/format.ts";
import { SelectField, TextField } from "#dashboard/parts/field.tsx";
import { membersQuery } from "#dashboard/rooms/inbox/queries.ts";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { TaskFields } from "./task-fields.tsx";
import type { Action } from "./rule-draft.ts";

/** The rest of "then ...". */
export function ActionFields({
  campaignId,
  action,
  onChange,
}: {
  campaignId: number;
  action: Action;
  onChange: (action: Action) => void;
}) {
  const { wid } = useWorkspace();
  switch (action.type) {
    case "move":
    case "start_follow_up":
      return <Campaign wid={wid} not={campaignId} action={action} onChange={onChange} />;
    case "tag":
      return (
        <TextField
          label={t("Tags")}
          hint={t("Several with commas between them.")}
          defaultValue={action.tags.join(", ")}
          onChange={(event) =>
            onChange({
              ...action,
              tags: event.target.value
                .split(",")
                .map((name) => name.trim())
                .filter(Boolean),
            })
          }
        />
      );
    case "set_status":
      return (
        <SelectField
          label={t("Status")}
          value={action.status}
          onChange={(event) => {
            const status = RULE_STATUSES.find((known) => known === event.target.value);
            if (status) onChange({ ...action, status });
          }}
        >
          {RULE_STATUSES.map((status) => (
            <option key={status} value={status}>
              {words(status)}
            </option>
          ))}
        </SelectField>
      );
    case "assign":
      return (
        <Person
          wid={wid}
          label={t("To")}
          nobody={t("Choose a person")}
          value={action.user_id}
          onChange={(user_id) => onChange({ ...action, user_id: user_id ?? 0 })}
        />
      );
    case "task":
      return (
        <>
          <TaskFields task={action} onChange={(part) => onChange({ ...action, ...part })} />
          <div className="flex flex-wrap gap-2">
            <div className="w-28">
              <TextField
                label={t("Due in days")}
                type="number"
                min={0}
                value={action.due_in_days ?? 0}
                onChange={(event) =>
                  onChange({ ...action, due_in_days: Math.max(0, Number(event.target.value) || 0) })
                }
              />
            </div>
            <div className="min-w-40 flex-1">
              <Person
                wid={wid}
                label={t("For")}
                nobody={t("Anybody")}
                value={action.assigned_to ?? null}
                onChange={(assigned_to) => onChange({ ...action, assigned_to })}
              />
            </div>
          </div>
        </>
      );
    case "stop":
    case "webhook":
      return null;
  }
}

function Campaign({
  wid,
  not,
  action,
  onChange,
}: {
  wid: number;
  not: number;
  action: Extract<Action, { campaign_id: number }>;
  onChange: (action: Action) => void;
}) {
  const campaigns = useQuery(campaignsQuery(wid)).data?.data ?? [];
  return (
    <SelectField
      label={t("Campaign")}
      hint={
        action.type === "start_follow_up"
          ? t(
              "Its first email replies to the last one here, from the same mailbox if that is in both.",
            )
          : undefined
      }
      value={action.campaign_id || ""}
      onChange={(event) => onChange({ ...action, campaign_id: Number(event.target.value) })}
    >
      <option value="">{t("Choose a campaign")}</option>
      {campaigns
        .filter(({ id }) => id !== not)
        .map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
    </SelectField>
  );
}

/** Somebody who works in the workspace. */
export function Person({
  wid,
  label,
  nobody,
  value,
  disabled = false,
  onChange,
}: {
  wid: number;
  label: string;
  nobody: string;
  value: number | null;
  disabled?: boolean;
  onChange: (person: number | null) => void;
}) {
  const members = useQuery(membersQuery(wid)).data?.data ?? [];
  return (
    <SelectField
      label={label}
      value={value || ""}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value ? Number(event.target.value) : null)}
    >
      <option value="">{nobody}</option>
      {members.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
