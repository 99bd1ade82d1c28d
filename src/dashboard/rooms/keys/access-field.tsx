import type { Action } from "#platform/access/permissions.ts";
import { type KeyRole, PRESETS, scopesFor } from "#platform/access/presets.ts";
import { Check, SelectField } from "#dashboard/parts/field.tsx";
import { t } from "#dashboard/words/words.ts";
import { byGroup, type Draft, PRESET_NAMES, scopesOf } from "./limits.ts";
import { PRESET_TEXTS, SCOPE_TEXTS } from "./scope-words.ts";

/** What a key may do: a preset, or scopes one by one. */
export function AccessField({
  draft,
  role,
  everywhere,
  error,
  onChange,
}: {
  draft: Draft;
  role: KeyRole;
  everywhere: boolean;
  error: string | null;
  onChange: (change: Partial<Draft>) => void;
}) {
  const chosen = scopesOf(draft, role, everywhere);
  const choose = (scope: Action, isOn: boolean): void => {
    const scopes = new Set(draft.scopes);
    if (isOn) scopes.add(scope);
    else scopes.delete(scope);
    onChange({ scopes });
  };
  return (
    <div className="grid gap-2">
      <SelectField
        label={t("Access")}
        value={draft.access}
        error={error}
        hint={draft.access === "custom" ? undefined : PRESET_TEXTS[draft.access]}
        onChange={({ target: { value } }) => {
          const access = PRESETS.find((preset) => preset === value) ?? "custom";
          // One by one begins with what was chosen before.
          onChange(access === "custom" ? { access, scopes: new Set(chosen) } : { access });
        }}
      >
        {(["full", "read", "leads", "send"] as const).map((preset) => (
          <option key={preset} value={preset}>
            {PRESET_NAMES[preset]}
          </option>
        ))}
        <option value="custom">{t("Choose scopes")}</option>
      </SelectField>
      {draft.access === "custom" ? (
        <div className="grid gap-3" role="group" aria-label={t("Scopes")}>
          {byGroup(scopesFor(role)).map(([group, scopes]) => (
            <fieldset key={group} className="grid">
              <legend className="text-text-3">{group}</legend>
              {scopes.map((scope) => (
                <Check
                  key={scope}
                  label={SCOPE_TEXTS[scope]}
                  checked={draft.scopes.has(scope)}
                  onChange={({ target }) => choose(scope, target.checked)}
                />
              ))}
            </fieldset>
          ))}
        </div>
      ) : (
        <details className="fold">
          <summary>
            {t("{scopes, plural, one {# scope} other {# scopes}}", { scopes: chosen.length })}
          </summary>
          <ScopeNames scopes={chosen} />
        </details>
      )}
    </div>
  );
}

/** What scopes allow, for people. */
export const ScopeNames = ({ scopes }: { scopes: readonly Action[] }) => (
  <ul className="grid gap-1 py-1 text-text-2">
    {scopes.map((scope) => (
      <li key={scope}>{SCOPE_TEXTS[scope] ?? scope}</li>
    ))}
  </ul>
);
