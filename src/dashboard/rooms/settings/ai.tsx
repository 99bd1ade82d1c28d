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
import { LongSetting, Section, SwitchSetting, TextSetting } from "./section.tsx";

type Provider = NonNullable<WorkspaceSettings["ai"]["provider"]>;
const PROVIDERS: Readonly<Record<Provider, string>> = {
  openai: "OpenAI",
  anthropic: "Anthropic",
  workers_ai: "Workers AI, where Outrider runs on Cloudflare",
  openai_compatible: "Another that speaks OpenAI's protocol",
};

/** The AI that rewrites and drafts, and what assistants may do over MCP. */
export function AiSettings({ settings }: { settings: WorkspaceSettings }) {
  return (
    <>
      <Section title="Writing with an AI" at="ai" values={settings.ai}>
        {(draft) => (
          <>
            <SelectField
              label="Provider"
              value={String(draft.value("provider") ?? "")}
              error={draft.error("provider")}
              onChange={(event) => draft.set("provider", event.target.value || null)}
            >
              <option value="">None</option>
              {Object.entries(PROVIDERS).map(([name, shown]) => (
                <option key={name} value={name}>
                  {shown}
                </option>
              ))}
            </SelectField>
            {draft.value("provider") === null ? (
              <p className="text-text-2">
                With one chosen, it rewrites steps and drafts replies in your words. Nothing is ever
                sent without you.
              </p>
            ) : (
              <>
                <TextSetting draft={draft} name="model" label="Model" nullable />
                <TextSetting
                  draft={draft}
                  name="base_url"
                  label="Address of the API"
                  nullable
                  hint="Empty: the provider's own. A new address needs the key again."
                />
                <TextSetting
                  draft={draft}
                  name="api_key"
                  label="Key"
                  nullable
                  type="password"
                  hint={
                    settings.ai.has_api_key
                      ? "One is stored. A new one replaces it."
                      : "Stored sealed and never shown."
                  }
                />
                <LongSetting
                  draft={draft}
                  name="voice_profile"
                  label="How your mails should sound"
                  hint="Goes along with each request."
                />
              </>
            )}
          </>
        )}
      </Section>
      {settings.ai.provider !== null && <TestAi />}
      <Section title="Assistants over MCP" at="mcp" values={settings.mcp}>
        {(draft) => (
          <SwitchSetting
            draft={draft}
            name="send_tools"
            label="They may send mail"
            hint="Start campaigns and reply, each time with a confirmation. Everything else they may do as the role of their key allows."
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
      title="Does it answer?"
      aside={
        <Button
          size="small"
          className="ml-auto"
          busy={test.isPending}
          onClick={() => test.mutate()}
        >
          Ask it one word
        </Button>
      }
    >
      <div role="status">
        {test.data ? (
          <Note
            tone={test.data.ok ? "plain" : "bad"}
            title={
              test.data.ok
                ? `It answers in ${test.data.latency_ms ?? 0} ms.`
                : "It does not answer as it should."
            }
          >
            {test.data.message}
          </Note>
        ) : test.error ? (
          <Note tone="bad" title="The test could not be made.">
            {sentenceOf(test.error)}
          </Note>
        ) : (
          <p className="text-text-2">The stored settings are tried; nothing of yours is sent.</p>
        )}
      </div>
    </Panel>
  );
}
