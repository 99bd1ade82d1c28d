import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { KeyRole } from "#platform/access/presets.ts";
import { fieldError, isApiError, sentenceOf } from "#dashboard/api/problem.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Copy } from "#dashboard/parts/copy.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { SelectField, TextArea, TextField } from "#dashboard/parts/field.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { t } from "#dashboard/words/words.ts";
import { AccessField } from "./access-field.tsx";
import { bodyOf, type Draft, listError, NO_LIMITS, rangeError } from "./limits.ts";

/** Asks for what a key is to be, makes it, and shows it once. */
export function CreateKey({
  role,
  everywhere = true,
  make,
  onClose,
  children,
}: {
  role: KeyRole;
  /** False: a key of the installation for named workspaces. */
  everywhere?: boolean;
  make: (body: { name: string } & ReturnType<typeof bodyOf>) => Promise<{ key: string }>;
  onClose: () => void;
  /** What this kind of key asks besides; it gets what was wrong. */
  children: (error: unknown) => ReactNode;
}) {
  const [name, setName] = useState("");
  const [draft, setDraft] = useState(NO_LIMITS);
  const change = (part: Partial<Draft>): void => setDraft({ ...draft, ...part });
  const making = useMutation({ mutationFn: () => make({ name, ...bodyOf(draft) }) });
  const { data: made, error } = making;
  return (
    <Dialog
      open
      alert
      broad
      onClose={onClose}
      title={made ? t("Copy your API key") : t("Create API key")}
      acts={
        made ? (
          <Button look="primary" onClick={onClose}>
            {t("Done")}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{t("Cancel")}</Button>
            <Button look="primary" busy={making.isPending} onClick={() => making.mutate()}>
              {t("Create key")}
            </Button>
          </>
        )
      }
    >
      {made ? (
        <>
          <Note tone="warn" title={t("This key is shown only once.")}>
            {t("Only a hash of it is stored.")}
          </Note>
          <div className="flex items-center gap-2">
            <code className="flex-1 break-all">{made.key}</code>
            <Copy text={made.key} label={t("Copy the key")} />
          </div>
        </>
      ) : (
        <>
          <TextField
            label={t("Name")}
            placeholder={t("CRM sync")}
            value={name}
            error={fieldError(error, "name")}
            onChange={(event) => setName(event.target.value)}
          />
          {children(error)}
          <AccessField
            draft={draft}
            role={role}
            everywhere={everywhere}
            error={listError(error, "scopes", [])}
            onChange={change}
          />
          <ExpiryField draft={draft} error={fieldError(error, "expires_at")} onChange={change} />
          <TextArea
            label={t("Allowed addresses")}
            rows={2}
            spellCheck={false}
            placeholder="203.0.113.0/24"
            hint={t("IP addresses or ranges, one on each line. Default: from anywhere.")}
            value={draft.ranges}
            error={rangeError(error, draft)}
            onChange={(event) => change({ ranges: event.target.value })}
          />
          {error && !(isApiError(error) && error.fields.length > 0) && (
            <Note tone="bad" title={t("The key was not created.")}>
              {sentenceOf(error)}
            </Note>
          )}
        </>
      )}
    </Dialog>
  );
}

const EXPIRIES = [
  ["never", t("Never")],
  ["30", t("In 30 days")],
  ["90", t("In 90 days")],
  ["365", t("In a year")],
  ["date", t("On a date")],
] as const;

function ExpiryField({
  draft,
  error,
  onChange,
}: {
  draft: Draft;
  error: string | null;
  onChange: (change: Partial<Draft>) => void;
}) {
  const hasDate = draft.expiry === "date";
  return (
    <>
      <SelectField
        label={t("Expires")}
        value={draft.expiry}
        error={hasDate ? null : error}
        onChange={(event) => onChange({ expiry: event.target.value })}
      >
        {EXPIRIES.map(([value, shown]) => (
          <option key={value} value={value}>
            {shown}
          </option>
        ))}
      </SelectField>
      {hasDate && (
        <TextField
          label={t("Last day")}
          type="date"
          value={draft.date}
          error={error}
          onChange={(event) => onChange({ date: event.target.value })}
        />
      )}
    </>
  );
}
