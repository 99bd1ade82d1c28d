import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import type { AssignmentRule, WorkspaceSettings } from "#modules/accounts/contract/settings.ts";
import { REPLY_CATEGORIES } from "#modules/delivery/rules/reply-categories.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { campaignsQuery, mailboxesQuery } from "#dashboard/api/workspace.ts";
import { words } from "#dashboard/lib/format.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Check, SelectField } from "#dashboard/parts/field.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { useUnsaved } from "#dashboard/parts/use-unsaved.ts";
import { membersQuery } from "#dashboard/rooms/inbox/queries.ts";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { NumberSetting, Section } from "./section.tsx";

/** How soon replies are to be answered, and by whom. */
export function InboxSettings({ settings }: { settings: WorkspaceSettings }) {
  return (
    <>
      <Section title={t("Replies")} at="inbox" values={settings.inbox}>
        {(draft) => (
          <NumberSetting
            draft={draft}
            name="reply_within_hours"
            label={t("Notify about replies that wait longer than (hours)")}
            nullable
            placeholder={t("Never")}
            hint={t("Once for each reply that nobody has answered.")}
          />
        )}
      </Section>
      <AssignmentRules
        key={JSON.stringify(settings.inbox.assignment_rules)}
        stored={settings.inbox.assignment_rules}
      />
    </>
  );
}

function AssignmentRules({ stored }: { stored: readonly AssignmentRule[] }) {
  const { wid, may } = useWorkspace();
  const queries = useQueryClient();
  const [rules, setRules] = useState(stored);
  const isChanged = JSON.stringify(rules) !== JSON.stringify(stored);
  useUnsaved(isChanged);
  const save = useMutation({
    mutationFn: () =>
      api.put<WorkspaceSettings>(`/workspaces/${wid}/settings`, {
        inbox: { assignment_rules: rules },
      }),
    onSuccess: (now) => {
      queries.setQueryData(["w", wid, "settings"], now);
      toast(t("Saved."));
    },
  });
  const isWhole = rules.every((rule) => rule.assign_to.length > 0);
  const put = (at: number, rule: AssignmentRule): void =>
    setRules(rules.map((old, i) => (i === at ? rule : old)));
  return (
    <Panel
      title={t("Assignment rules")}
      footer={
        may("settings.edit") &&
        isChanged && (
          <div className="flex w-full justify-end gap-2 py-1">
            <Button onClick={() => setRules(stored)}>{t("Discard")}</Button>
            <Button
              look="primary"
              busy={save.isPending}
              disabled={!isWhole}
              onClick={() => save.mutate()}
            >
              {t("Save")}
            </Button>
          </div>
        )
      }
    >
      <fieldset className="grid gap-4" disabled={!may("settings.edit")}>
        <legend className="sr-only">{t("Assignment rules")}</legend>
        <p className="text-text-2">
          {t(
            "The first rule that fits assigns a thread when its first reply comes. Several people get threads in turn.",
          )}
        </p>
        {rules.map((rule, i) => (
          <Rule
            // Rules have no names; they are moved by nobody.
            key={i}
            number={i + 1}
            rule={rule}
            onChange={(next) => put(i, next)}
            onDrop={() => setRules(rules.filter((_, at) => at !== i))}
          />
        ))}
        <Button
          look="ghost"
          className="w-fit"
          onClick={() => setRules([...rules, { assign_to: [] }])}
        >
          <Plus size={16} aria-hidden="true" />
          {t("Add rule")}
        </Button>
        {!isWhole && (
          <p className="text-12 text-text-3">{t("Choose at least one person in each rule.")}</p>
        )}
        {save.error && (
          <Note tone="bad" title={t("Nothing was saved.")}>
            {sentenceOf(save.error)}
          </Note>
        )}
      </fieldset>
    </Panel>
  );
}

type Chosen = { readonly value: number; readonly label: string };

function Rule({
  number,
  rule,
  onChange,
  onDrop,
}: {
  number: number;
  rule: AssignmentRule;
  onChange: (rule: AssignmentRule) => void;
  onDrop: () => void;
}) {
  const { wid } = useWorkspace();
  const campaigns = useQuery(campaignsQuery(wid)).data?.data ?? [];
  const mailboxes = useQuery(mailboxesQuery(wid)).data ?? [];
  const members = useQuery(membersQuery(wid)).data?.data ?? [];
  const give = (id: number, isOn: boolean): void =>
    onChange({
      ...rule,
      assign_to: isOn ? [...rule.assign_to, id] : rule.assign_to.filter((one) => one !== id),
    });
  return (
    <section
      className="grid gap-3 rounded-md border border-line p-3"
      aria-label={t("Rule {number}", { number })}
    >
      <div className="flex flex-wrap gap-3">
        <Only
          label={t("Campaign")}
          every={t("All campaigns")}
          ids={rule.campaign_ids}
          options={campaigns.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(ids) => onChange(withPart(rule, "campaign_ids", ids))}
        />
        <Only
          label={t("Mailbox")}
          every={t("All mailboxes")}
          ids={rule.mailbox_ids}
          options={mailboxes.map(({ id, email }) => ({ value: id, label: email }))}
          onChange={(ids) => onChange(withPart(rule, "mailbox_ids", ids))}
        />
        <SelectField
          label={t("Category")}
          value={rule.categories?.[0] ?? ""}
          onChange={({ target }) =>
            onChange(withPart(rule, "categories", target.value === "" ? undefined : [target.value]))
          }
        >
          <option value="">{t("All categories")}</option>
          {REPLY_CATEGORIES.map((one) => (
            <option key={one} value={one}>
              {words(one)}
            </option>
          ))}
        </SelectField>
        <Button
          look="ghost"
          icon
          className="ml-auto self-end"
          aria-label={t("Remove rule {number}", { number })}
          onClick={onDrop}
        >
          <Trash2 size={16} aria-hidden="true" />
        </Button>
      </div>
      <fieldset className="flex flex-wrap gap-x-4 gap-y-1">
        <legend className="text-12 text-text-3">{t("Assign to")}</legend>
        {members.map(({ id, name }) => (
          <Check
            key={id}
            label={name}
            checked={rule.assign_to.includes(id)}
            onChange={({ target }) => give(id, target.checked)}
          />
        ))}
      </fieldset>
    </section>
  );
}

/** A rule with one of its conditions changed; one that is left out means all. */
function withPart<K extends "campaign_ids" | "mailbox_ids" | "categories">(
  rule: AssignmentRule,
  part: K,
  value: AssignmentRule[K],
): AssignmentRule {
  const next = { ...rule };
  if (value === undefined) delete next[part];
  else next[part] = value;
  return next;
}

/** One of them, or all. Several, which the API can set, stay until another is chosen. */
function Only({
  label,
  every,
  ids,
  options,
  onChange,
}: {
  label: string;
  every: string;
  ids: readonly number[] | undefined;
  options: readonly Chosen[];
  onChange: (ids: number[] | undefined) => void;
}) {
  const several = ids !== undefined && ids.length > 1;
  return (
    <SelectField
      label={label}
      value={several ? "several" : String(ids?.[0] ?? "")}
      onChange={({ target }) => onChange(target.value === "" ? undefined : [Number(target.value)])}
    >
      <option value="">{every}</option>
      {several && (
        <option value="several" disabled>
          {t("{n} chosen", { n: ids.length })}
        </option>
      )}
      {options.map(({ value, label: shown }) => (
        <option key={value} value={value}>
          {shown}
        </option>
      ))}
    </SelectField>
  );
}
