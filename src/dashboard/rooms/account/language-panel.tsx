import { isText, readKept } from "#dashboard/lib/kept.ts";
import { SelectField } from "#dashboard/parts/field.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import {
  chooseLanguage,
  isLanguage,
  LANGUAGES,
  type Language,
} from "#dashboard/words/languages.ts";
import { t } from "#dashboard/words/words.ts";

/** All that a choice of language does; the page may load again. */
function takeLanguage(language: Language | null): void {
  chooseLanguage(language);
}

/** In which language a person sees the dashboard. */
export function LanguagePanel() {
  const kept = readKept("language", isText);
  return (
    <Panel title={t("Language")}>
      <div className="max-w-100">
        <SelectField
          label={t("Language of the dashboard")}
          hideLabel
          defaultValue={isLanguage(kept) ? kept : ""}
          onChange={({ target: { value } }) => takeLanguage(isLanguage(value) ? value : null)}
        >
          <option value="">{t("As the browser has it")}</option>
          {Object.entries(LANGUAGES).map(([language, name]) => (
            <option key={language} value={language} lang={language}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
    </Panel>
  );
}
