import { useMutation } from "@tanstack/react-query";
import type { z } from "zod";
import type { TestAiAnswer } from "#modules/assist/contract/ai.ts";
import type { WorkspaceSettings } from "#modules/accounts/contract/settings.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { SelectField } from "#dashboard/parts/field.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { fromServer, t } from "#dashboard/words/words.ts";
import { LongSetting, Section, SwitchSetting, TextSetting } from "./section.tsx";

type Provider = NonNullable<WorkspaceSettings["ai"]["provider"]>;
const PROVIDERS: Readonly<Record<Provider, string>> = {
  openai: "OpenAI",
  anthropic: "Anthropic",
  workers_ai: t("Workers AI (only on Cloudflare)"),
  openai_compatible: t("OpenAI-compatible API"),
};

/** The AI that rewrites and drafts, and what assistants may do over MCP. */
export function AiSettings({ settings }: { settings: WorkspaceSettings }) {
  return (
    <>
      <Section title={t("AI writing")} at="ai" values={settings.ai}>
        {(draft) => (
          <>
            <SelectField
              label={t("Provider")}
              value={String(draft.value("provider") ?? "")}
              error={draft.error("provider")}
              onChange={(event) => draft.set("provider", event.target.value || null)}
            >
              <option value="">{t("None")}</option>
              {Object.entries(PROVIDERS).map(([name, shown]) => (
                <option key={name} value={name}>
                  {shown}
                </option>
              ))}
            </SelectField>
            {draft.value("provider") === null ? (
              <p className="text-text-2">
                {t(
                  "Choose a provider to rewrite steps and draft replies in your voice. Nothing is sent without your review.",
                )}
              </p>
            ) : (
              <>
                <TextSetting draft={draft} name="model" label={t("Model")} nullable />
                <TextSetting
                  draft={draft}
                  name="base_url"
                  label={t("API URL")}
                  nullable
                  placeholder={t("Provider default")}
                  hint={t("If you change the URL, enter the key again.")}
                />
                <TextSetting
                  draft={draft}
                  name="api_key"
                  label={t("API key")}
                  nullable
                  type="password"
                  hint={
                    settings.ai.has_api_key
                      ? t("A key is saved. Enter a new one to replace it.")
                      : t("Stored encrypted and never shown.")
                  }
                />
                <LongSetting
                  draft={draft}
                  name="voice_profile"
                  label={t("Tone of voice")}
                  hint={t("Sent with each AI request.")}
                />
                <SwitchSetting
                  draft={draft}
                  name="read_replies"
                  label={t("Sort replies that no rule fits")}
                  hint={t(
                    "The text of such replies goes to the provider. The AI sets a category; it never suppresses an address.",
                  )}
                />
              </>
            )}
          </>
        )}
      </Section>
      {settings.ai.provider !== null && <TestAi />}
      <Section title={t("AI assistants (MCP)")} at="mcp" values={settings.mcp}>
        {(draft) => (
          <SwitchSetting
            draft={draft}
            name="send_tools"
            label={t("Allow assistants to send email")}
            hint={t(
              "They can start campaigns and reply, with a confirmation each time. The role of their API key decides everything else.",
            )}
          />
        )}
      </Section>
    </>
  );
}

function TestAi() {
  const { wid, may } = useWorkspace();
  const test = useMutation({
    mutationFn: () =>
      api.post<z.output<typeof TestAiAnswer>>(`/workspaces/${wid}/settings/test-ai`),
  });
  if (!may("settings.edit")) return null;
  return (
    <Panel
      title={t("Test the connection")}
      aside={
        <Button
          size="small"
          className="ml-auto"
          busy={test.isPending}
          onClick={() => test.mutate()}
        >
          {t("Send test request")}
        </Button>
      }
    >
      <div role="status">
        {test.data ? (
          <Note
            tone={test.data.ok ? "plain" : "bad"}
            title={
              test.data.ok
                ? t("Connected. Response time: {ms} ms.", {
                    ms: test.data.latency_ms ?? 0,
                  })
                : t("The provider returned an error.")
            }
          >
            {fromServer(test.data.message)}
          </Note>
        ) : test.error ? (
          <Note tone="bad" title={t("The test could not run.")}>
            {sentenceOf(test.error)}
          </Note>
        ) : (
          <p className="text-text-2">{t("Tests the saved settings. No data of yours is sent.")}</p>
        )}
      </div>
    </Panel>
  );
}
