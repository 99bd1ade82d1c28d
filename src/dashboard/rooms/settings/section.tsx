import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { UpdateSettingsBody, WorkspaceSettings } from "#modules/accounts/contract/settings.ts";
import { api } from "#dashboard/api/client.ts";
import { fieldError, isApiError, sentenceOf } from "#dashboard/api/problem.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Check, TextArea, TextField } from "#dashboard/parts/field.tsx";
import { NumberField } from "#dashboard/parts/number-field.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { useUnsaved } from "#dashboard/parts/use-unsaved.ts";
import { toast } from "#dashboard/parts/toast.tsx";
import { ZoneField } from "#dashboard/parts/zone-field.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";

type Value = string | number | boolean | null;
type Values = Readonly<Record<string, unknown>>;
const plain = (value: unknown): Value =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? value
    : null;

/** What was changed of a part of the settings and not stored yet, and what the server said to it. */
export type Draft = {
  readonly value: (name: string) => Value;
  readonly set: (name: string, value: Value) => void;
  readonly error: (name: string) => string | null;
};

/** A panel that edits one part of the settings and stores only what was changed. */
export function Section({
  title,
  at,
  values,
  children,
}: {
  title: string;
  /** The part's path in the settings: "sending", "guardrails.bounce". */
  at: string;
  values: Values;
  children: (draft: Draft) => ReactNode;
}) {
  const { wid, may } = useWorkspace();
  const queries = useQueryClient();
  const [changed, setChanged] = useState<Values>({});
  const isChanged = Object.keys(changed).length > 0;
  useUnsaved(isChanged);
  const save = useMutation({
    mutationFn: (sent: Values) =>
      api.put<WorkspaceSettings>(`/workspaces/${wid}/settings`, bodyOf(at, sent)),
    onSuccess: (stored, sent) => {
      queries.setQueryData(["w", wid, "settings"], stored);
      void queries.invalidateQueries({ queryKey: ["me"] });
      // What was typed meanwhile is not stored yet.
      setChanged((now) =>
        Object.fromEntries(Object.entries(now).filter(([name, value]) => value !== sent[name])),
      );
      toast(t("Saved."));
    },
  });
  const draft: Draft = {
    value: (name) => plain(name in changed ? changed[name] : values[name]),
    set: (name, value) => {
      if (save.isError) save.reset();
      setChanged((old) => {
        const { [name]: _, ...rest } = old;
        // While it is being saved, what stands there now will not be what is stored.
        return value === values[name] && !save.isPending ? rest : { ...rest, [name]: value };
      });
    },
    error: (name) => fieldError(save.error, `${at}.${name}`),
  };
  return (
    <Panel
      title={title}
      footer={
        may("settings.edit") &&
        isChanged && (
          <div className="flex w-full justify-end gap-2 py-1">
            <Button onClick={() => setChanged({})}>{t("Discard")}</Button>
            <Button look="primary" busy={save.isPending} onClick={() => save.mutate(changed)}>
              {t("Save")}
            </Button>
          </div>
        )
      }
    >
      <fieldset className="grid gap-4" disabled={!may("settings.edit")}>
        <legend className="sr-only">{title}</legend>
        {children(draft)}
        {save.error && (!isApiError(save.error) || save.error.fields.length === 0) && (
          <Note tone="bad" title={t("Nothing was saved.")}>
            {sentenceOf(save.error)}
          </Note>
        )}
      </fieldset>
    </Panel>
  );
}

const bodyOf = (at: string, changed: Values): UpdateSettingsBody =>
  at.split(".").reduceRight<unknown>((inner, name) => ({ [name]: inner }), changed) as
    // The server validates it; errors are shown beside the field.
    UpdateSettingsBody;

type SettingProps = { draft: Draft; name: string; label: string; hint?: string };

/** One line of text; empty means the default where `nullable`. */
export function TextSetting({
  draft,
  name,
  label,
  hint,
  nullable = false,
  type = "text",
  placeholder,
}: SettingProps & { nullable?: boolean; type?: string; placeholder?: string }) {
  return (
    <TextField
      label={label}
      hint={hint}
      placeholder={placeholder}
      type={type}
      value={String(draft.value(name) ?? "")}
      error={draft.error(name)}
      onChange={(event) => draft.set(name, event.target.value || (nullable ? null : ""))}
    />
  );
}

/** A time zone out of those that there are. */
export function ZoneSetting({ draft, name, label, hint }: SettingProps) {
  const { may } = useWorkspace();
  return (
    <ZoneField
      label={label}
      hint={hint}
      zone={String(draft.value(name) ?? "UTC")}
      error={draft.error(name)}
      disabled={!may("settings.edit")}
      onChoose={(zone) => draft.set(name, zone)}
    />
  );
}

export function LongSetting({
  draft,
  name,
  label,
  hint,
  placeholder,
}: SettingProps & { placeholder?: string }) {
  return (
    <TextArea
      label={label}
      hint={hint}
      placeholder={placeholder}
      rows={3}
      value={String(draft.value(name) ?? "")}
      error={draft.error(name)}
      onChange={(event) => draft.set(name, event.target.value || null)}
    />
  );
}

/** A number; an empty field means null where `nullable`, and 0 where `zero` says what that does. */
export function NumberSetting({
  draft,
  name,
  label,
  hint,
  placeholder,
  nullable = false,
  zero,
}: SettingProps & { placeholder?: string; nullable?: boolean; zero?: string }) {
  return (
    <NumberField
      label={label}
      hint={hint}
      placeholder={zero ?? placeholder}
      className="max-w-40"
      value={draft.value(name)}
      empty={zero !== undefined ? 0 : nullable ? null : ""}
      error={draft.error(name)}
      onNumber={(value) => draft.set(name, value)}
    />
  );
}

export function SwitchSetting({ draft, name, label, hint }: SettingProps) {
  return (
    <Check
      label={label}
      hint={draft.error(name) ?? hint}
      checked={draft.value(name) === true}
      onChange={(event) => draft.set(name, event.target.checked)}
    />
  );
}
