import {
  CLIENT_PRESETS,
  clientPresetOf,
  type Switch,
  SWITCHES,
  switchesOf,
  wholeSwitches,
} from "#platform/access/switches.ts";
import { Check, SelectField } from "#dashboard/parts/field.tsx";
import { t } from "#dashboard/words/words.ts";
import { CLIENT_PRESET_TEXTS, SWITCH_TEXTS } from "./access-words.ts";

/** What the people of a client may do: a preset, or switches one by one. */
export function AccessFields({
  switches,
  onChange,
}: {
  switches: readonly Switch[];
  onChange: (switches: readonly Switch[]) => void;
}) {
  const preset = clientPresetOf(switches);
  return (
    <div className="grid gap-2">
      <SelectField
        label={t("Access")}
        value={preset ?? "custom"}
        hint={preset ? CLIENT_PRESET_TEXTS[preset].contains : t("Chosen one by one.")}
        onChange={({ target: { value } }) => {
          const chosen = CLIENT_PRESETS.find((name) => name === value);
          if (chosen) onChange(switchesOf(chosen));
        }}
      >
        {CLIENT_PRESETS.map((name) => (
          <option key={name} value={name}>
            {CLIENT_PRESET_TEXTS[name].name}
          </option>
        ))}
        {preset === null && <option value="custom">{t("Custom")}</option>}
      </SelectField>
      <div className="grid gap-1" role="group" aria-label={t("What the client can do")}>
        {SWITCHES.map((name) => {
          const others = switches.filter((other) => other !== name);
          // Another switch contains it: it cannot be off.
          const container = others.find((other) => wholeSwitches([other]).includes(name));
          return (
            <Check
              key={name}
              label={SWITCH_TEXTS[name].name}
              hint={
                container
                  ? t("Part of “{name}”.", { name: SWITCH_TEXTS[container].name })
                  : SWITCH_TEXTS[name].contains
              }
              checked={switches.includes(name)}
              disabled={container !== undefined}
              onChange={({ target }) =>
                onChange(wholeSwitches(target.checked ? [...others, name] : others))
              }
            />
          );
        })}
      </div>
      <p className="text-12 text-text-3">
        {t(
          "Reads campaigns, figures and the inbox of their own workspace in any case. Changes apply at once, also to API keys with the role client.",
        )}
      </p>
    </div>
  );
}
