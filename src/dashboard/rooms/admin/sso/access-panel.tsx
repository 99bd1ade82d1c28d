import { fieldError, isApiError } from "#dashboard/api/problem.ts";
import { Check, TextField } from "#dashboard/parts/field.tsx";
import { NumberField } from "#dashboard/parts/number-field.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { t } from "#dashboard/words/words.ts";
import type { PartProps } from "./sso.tsx";

/** The first error of a list: of the list itself, or of one of its entries. */
const listFault = (error: unknown, path: string): string | null =>
  (isApiError(error) &&
    error.fields.find((field) => field.path === path || field.path.startsWith(`${path}.`))
      ?.message) ||
  null;

/** Whose addresses get in, what counts as two factors, and for how long. */
export function AccessPanel({ fields, error, readOnly, onChange }: PartProps) {
  return (
    <Panel title={t("Who gets in")}>
      <fieldset className="grid gap-4" disabled={readOnly}>
        <legend className="sr-only">{t("Who gets in")}</legend>
        <TextField
          label={t("Domains")}
          autoComplete="off"
          spellCheck={false}
          placeholder={t("Addresses of any domain")}
          hint={t("Only verified addresses of these domains get in. Separate them by commas.")}
          value={fields.domains}
          error={listFault(error, "domains")}
          onChange={(event) => onChange({ domains: event.target.value })}
        />
        <div className="grid gap-2">
          <Check
            label={t("Create accounts for unknown people")}
            hint={t("Otherwise only people with an account or an invitation get in.")}
            checked={fields.create_people}
            onChange={(event) => onChange({ create_people: event.target.checked })}
          />
          <Check
            label={t("Trust addresses that come without “email_verified”")}
            hint={t("Only if nobody but your own admins can set addresses at the provider.")}
            checked={fields.trust_email}
            onChange={(event) => onChange({ trust_email: event.target.checked })}
          />
        </div>
        <div className="grid gap-3 wide:grid-cols-2">
          <TextField
            label={t("Two factors at the provider")}
            autoComplete="off"
            spellCheck={false}
            placeholder={t("Do not count")}
            hint={t(
              "Values of “amr” or “acr” that count as two factors, such as mfa. * counts every sign-in.",
            )}
            value={fields.mfa_values}
            error={listFault(error, "mfa_values")}
            onChange={(event) => onChange({ mfa_values: event.target.value })}
          />
          <NumberField
            label={t("Session, hours")}
            placeholder="24"
            hint={t("Then the provider is asked again, usually without a question: 1 to 168.")}
            value={fields.session_hours}
            empty={null}
            error={fieldError(error, "session_hours")}
            onNumber={(session_hours) => onChange({ session_hours })}
          />
        </div>
      </fieldset>
    </Panel>
  );
}
