import { Plus, Trash2 } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { fieldError, isApiError } from "#dashboard/api/problem.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Check, SelectField, TextField } from "#dashboard/parts/field.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import {
  ChooseClient,
  ChooseWorkspaces,
} from "#dashboard/rooms/admin/people/choose-workspaces.tsx";
import { t } from "#dashboard/words/words.ts";
import { newRow, type RoleRow } from "./fields.ts";
import type { PartProps } from "./sso.tsx";

/** Names at a provider, which nobody translates. */
const SAMPLE = { claim: "groups", value: "outrider-sales" } as const;

/** Role and workspaces from a claim: a row for each value that counts. */
export function RolesPanel({ fields, error, readOnly, onChange }: PartProps) {
  const { roles } = fields;
  const set = (row: RoleRow): void =>
    onChange({ roles: roles.map((one) => (one.key === row.key ? row : one)) });
  return (
    <Panel
      title={t("Roles and workspaces")}
      aside={
        !readOnly && (
          <Button
            className="ml-auto"
            onClick={() =>
              onChange({
                roles: [...roles, newRow({ value: "", role: "employee", workspaces: null })],
              })
            }
          >
            <Plus size={16} aria-hidden="true" />
            {t("Add row")}
          </Button>
        )
      }
    >
      <fieldset className="grid gap-4" disabled={readOnly}>
        <legend className="sr-only">{t("Roles and workspaces")}</legend>
        <p className="text-text-2">
          {roles.length === 0
            ? t(
                "Without rows, new people become employees, and admins set roles and workspaces here. With rows, the provider decides at each sign-in.",
              )
            : t(
                "Applied at each sign-in: the highest role counts. People for whom no row fits lose their access. Super admins are never changed.",
              )}
        </p>
        <TextField
          label={t("Claim")}
          autoComplete="off"
          spellCheck={false}
          className="max-w-100"
          placeholder={SAMPLE.claim}
          hint={t("Where the provider says it: groups, roles, realm_access.roles.")}
          value={fields.role_claim}
          error={fieldError(error, "role_claim") ?? fieldError(error, "roles")}
          onChange={(event) => onChange({ role_claim: event.target.value })}
        />
        {roles.map((row, i) => (
          <Row
            key={row.key}
            row={row}
            number={i + 1}
            fault={(name) => rowFault(error, `roles.${i}.${name}`)}
            onChange={set}
            onRemove={() => onChange({ roles: roles.filter((one) => one.key !== row.key) })}
          />
        ))}
        {roles.length > 0 && (
          <Check
            label={t("People for whom no row fits become employees")}
            hint={t("Without workspaces. Otherwise they have no access.")}
            checked={fields.has_default}
            onChange={(event) => onChange({ has_default: event.target.checked })}
          />
        )}
      </fieldset>
    </Panel>
  );
}

const rowFault = (error: unknown, path: string): string | null =>
  (isApiError(error) && error.fields.find((field) => field.path.startsWith(path))?.message) || null;

function Row({
  row,
  number,
  fault,
  onChange,
  onRemove,
}: {
  row: RoleRow;
  number: number;
  fault: (name: string) => string | null;
  onChange: (row: RoleRow) => void;
  onRemove: () => void;
}) {
  return (
    <div className="sso-row" role="group" aria-label={t("Row {number}", { number })}>
      <TextField
        label={t("Value")}
        autoComplete="off"
        spellCheck={false}
        placeholder={SAMPLE.value}
        value={row.value}
        error={fault("value")}
        onChange={(event) => onChange({ ...row, value: event.target.value })}
      />
      <SelectField
        label={t("Role")}
        value={row.role}
        error={fault("role")}
        onChange={({ target: { value } }) =>
          onChange({
            ...row,
            role: value === "admin" || value === "client" ? value : "employee",
            workspaces: value === "client" ? [] : null,
          })
        }
      >
        <option value="employee">{t("Employee")}</option>
        <option value="admin">{t("Admin")}</option>
        <option value="client">{t("Client")}</option>
      </SelectField>
      <Places row={row} fault={fault("workspaces")} onChange={onChange} />
      <Button
        icon
        look="ghost"
        aria-label={t("Remove row {number}", { number })}
        onClick={onRemove}
      >
        <Trash2 size={16} aria-hidden="true" />
      </Button>
    </div>
  );
}

function Places({
  row,
  fault,
  onChange,
}: {
  row: RoleRow;
  fault: string | null;
  onChange: (row: RoleRow) => void;
}) {
  if (row.role === "admin") {
    return (
      <div className="field">
        <span className="text-13">{t("Workspaces")}</span>
        <p className="py-2 text-13 text-text-2">{t("All of them")}</p>
      </div>
    );
  }
  if (row.role === "client") {
    return (
      <ChooseClient
        chosen={row.workspaces?.[0]}
        error={fault}
        onChoose={(id) => onChange({ ...row, workspaces: id === null ? [] : [id] })}
      />
    );
  }
  const { workspaces } = row;
  return (
    <div className="grid gap-2">
      <SelectField
        label={t("Workspaces")}
        value={workspaces === null ? "here" : "these"}
        error={fault}
        onChange={({ target: { value } }) =>
          onChange({ ...row, workspaces: value === "here" ? null : [] })
        }
      >
        <option value="here">{t("Assigned in Outrider")}</option>
        <option value="these">{t("Only these")}</option>
      </SelectField>
      {workspaces !== null && (
        <These chosen={workspaces} onChoose={(ids) => onChange({ ...row, workspaces: ids })} />
      )}
    </div>
  );
}

/** The workspaces of a row; open where none is chosen yet. */
function These(choice: ComponentProps<typeof ChooseWorkspaces>) {
  const [isOpen] = useState(choice.chosen.length === 0);
  return (
    <details className="fold" open={isOpen}>
      <summary>
        {t("{chosen, plural, one {# workspace} other {# workspaces}}", {
          chosen: choice.chosen.length,
        })}
      </summary>
      <ChooseWorkspaces {...choice} />
    </details>
  );
}
