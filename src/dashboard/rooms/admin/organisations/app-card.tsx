import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { OrganisationProvider } from "#modules/connections/rules/kinds.ts";
import { api } from "#dashboard/api/client.ts";
import { isApiError, sentenceOf } from "#dashboard/api/problem.ts";
import { day } from "#dashboard/lib/time.ts";
import { ask } from "#dashboard/parts/ask.tsx";
import { Button } from "#dashboard/parts/button.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { Status } from "#dashboard/parts/status.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { AppFields, bodyOfApp, NO_APP_FIELDS } from "./app-fields.tsx";
import { GoogleSteps, MicrosoftSteps } from "./app-steps.tsx";
import { Copyables } from "#dashboard/rooms/admin/guide-parts.tsx";
import { t } from "#dashboard/words/words.ts";
import { type App, appQuery } from "./queries.ts";

const NAMES: Readonly<Record<OrganisationProvider, string>> = {
  google: "Google",
  microsoft: "Microsoft",
};

/** This install's own app for organisations at a provider: how to make it, and its key. */
export function AppCard({ provider }: { provider: OrganisationProvider }) {
  const { data: app, error, refetch } = useQuery(appQuery(provider));
  if (!app) {
    return (
      <Panel title={t("App at {provider}", { provider: NAMES[provider] })}>
        <Waiting what={t("app")} rows={2} error={error} onRetry={refetch} />
      </Panel>
    );
  }
  return <Card key={app.updated_at ?? "new"} app={app} />;
}

function Card({ app }: { app: App }) {
  const { provider, is_set_up, is_expired } = app;
  const name = NAMES[provider];
  const at = `/admin/organisation-apps/${provider}`;
  const [fields, setFields] = useState(NO_APP_FIELDS);
  const queries = useQueryClient();
  const reload = () => queries.invalidateQueries({ queryKey: ["admin"] });
  const save = useMutation({
    mutationFn: () => api.put<App>(at, bodyOfApp(app, fields)),
    onSuccess: () => {
      toast(t("App at {provider} is set up.", { provider: name }));
      return reload();
    },
  });
  const remove = useMutation({
    mutationFn: () => api.delete(at),
    onSuccess: () => {
      toast(t("App at {provider} is removed.", { provider: name }));
      return reload();
    },
    onError: (error) => toast(sentenceOf(error)),
  });
  const isElsewhere = save.error && !(isApiError(save.error) && save.error.fields.length > 0);
  const form = (
    <div className="grid gap-4">
      {provider === "google" ? <GoogleSteps /> : <MicrosoftSteps app={app} />}
      <AppFields
        provider={provider}
        fields={fields}
        error={save.error}
        onChange={(change) => {
          save.reset();
          setFields({ ...fields, ...change });
        }}
      />
      {isElsewhere && (
        <Note tone="bad" title={t("The app was not saved.")}>
          {sentenceOf(save.error)}
        </Note>
      )}
      <Button
        className="justify-self-end"
        aria-label={t("Save app at {provider}", { provider: name })}
        busy={save.isPending}
        onClick={() => save.mutate()}
      >
        {t("Save")}
      </Button>
    </div>
  );
  return (
    <Panel
      title={t("App at {provider}", { provider: name })}
      aside={
        is_expired ? (
          <Status tone="bad" shape="octagon">
            {t("Certificate expired")}
          </Status>
        ) : is_set_up ? (
          <Status tone="ok">{t("Set up")}</Status>
        ) : (
          <Status shape="ring">{t("Not set up")}</Status>
        )
      }
    >
      {is_set_up ? (
        <div className="grid gap-3">
          <Copyables values={factsOf(app)} />
          <div className="flex flex-wrap items-start justify-between gap-3">
            <details className="fold min-w-0 flex-1">
              <summary>
                {provider === "google" ? t("Replace the key") : t("Replace the certificate")}
              </summary>
              <div className="pt-3">{form}</div>
            </details>
            <Button
              look="danger"
              aria-label={t("Remove app at {provider}", { provider: name })}
              busy={remove.isPending}
              onClick={() =>
                void ask({
                  title: t("Remove the app at {provider}?", { provider: name }),
                  text: t(
                    "Mailboxes of its organizations cannot sign in within the hour. They continue once an app is entered again.",
                  ),
                  yes: t("Remove app"),
                }).then((yes) => yes && remove.mutate())
              }
            >
              {t("Remove")}
            </Button>
          </div>
        </div>
      ) : (
        form
      )}
    </Panel>
  );
}

/** What of an app others have to know. */
function factsOf(app: App): [string, string][] {
  const shown: [string, string | null][] = [
    [t("Client ID"), app.client_id],
    [t("Service account"), app.client_email],
    [t("Key ID"), app.key_id],
    [t("Thumbprint"), app.thumbprint],
    [t("Certificate ends"), app.certificate_ends_at && day(app.certificate_ends_at)],
  ];
  return shown.flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
}
