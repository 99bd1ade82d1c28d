import { useMutation } from "@tanstack/react-query";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { isText, readKept } from "#dashboard/lib/kept.ts";
import { SelectField } from "#dashboard/parts/field.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import {
  chooseLanguage,
  isLanguage,
  DASHBOARD_LANGUAGES,
  type Language,
} from "#dashboard/words/languages.ts";
import { t } from "#dashboard/words/words.ts";

/** In which language a person sees the dashboard and gets emails about it. */
export function LanguagePanel() {
  const kept = readKept("language", isText);
  const save = useMutation({
    mutationFn: (language: Language | null) => api.put("/auth/me", { language }),
    // The page loads again where that changes its language.
    onSuccess: (_, language) => chooseLanguage(language),
    onError: (error) => toast(sentenceOf(error)),
  });
  return (
    <Panel title={t("Language")}>
      <div className="max-w-100">
        <SelectField
          label={t("Language of the dashboard")}
          hideLabel
          defaultValue={isLanguage(kept) ? kept : ""}
          onChange={({ target: { value } }) => save.mutate(isLanguage(value) ? value : null)}
        >
          <option value="">{t("As the browser has it")}</option>
          {Object.entries(DASHBOARD_LANGUAGES).map(([language, name]) => (
            <option key={language} value={language} lang={language}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
    </Panel>
  );
}
