import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { OauthClientShown } from "#modules/connections/contract/clients.ts";
import type { Provider } from "#modules/connections/rules/kinds.ts";
import { api } from "#dashboard/api/client.ts";
import { isApiError, sentenceOf } from "#dashboard/api/problem.ts";
import { ask } from "#dashboard/parts/ask.tsx";
import { Button } from "#dashboard/parts/button.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { Status } from "#dashboard/parts/status.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { t } from "#dashboard/words/words.ts";
import { bodyOfClient, fieldsOfClient } from "./client-fields.ts";
import { ClientGuide } from "./client-guide.tsx";
import { ClientForm } from "./client-form.tsx";

const NAMES: Readonly<Record<Provider, string>> = {
  google: "Google",
  microsoft: "Microsoft",
  custom: t("Another provider"),
};

/** The client at one provider: its redirect address, id and secret. */
export function ClientCard({ client }: { client: OauthClientShown }) {
  const { provider, source } = client;
  const name = NAMES[provider];
  const at = `/admin/oauth-clients/${provider}`;
  const queries = useQueryClient();
  const [fields, setFields] = useState(() => fieldsOfClient(client));
  // Buttons of the mailboxes room depend on it.
  const reload = () => queries.invalidateQueries();
  const save = useMutation({
    mutationFn: () => api.put<OauthClientShown>(at, bodyOfClient(client, fields)),
    onSuccess: () => {
      toast(t("{name} is set up.", { name: client.name ?? name }));
      return reload();
    },
  });
  const remove = useMutation({
    mutationFn: () => api.delete(at),
    onSuccess: () => {
      toast(t("{name} is removed.", { name: client.name ?? name }));
      return reload();
    },
    onError: (error) => toast(sentenceOf(error)),
  });
  const isElsewhere = save.error && !(isApiError(save.error) && save.error.fields.length > 0);
  return (
    <Panel
      title={name}
      aside={
        source === null ? (
          <Status shape="ring">{t("Not set up")}</Status>
        ) : (
          <Status tone="ok">
            {source === "environment" ? t("Set by environment") : t("Set up")}
          </Status>
        )
      }
      footer={
        source !== "environment" && (
          <div className="flex w-full justify-end gap-2 py-1">
            {source === "admin" && (
              <Button
                look="danger"
                aria-label={t("Remove {name}", { name })}
                busy={remove.isPending}
                onClick={() =>
                  void ask({
                    title: t("Remove the client of {name}?", { name }),
                    text: t(
                      "Mailboxes that are connected with it stop within the hour. They work again once the same client is entered, or after each is connected again.",
                    ),
                    yes: t("Remove client"),
                  }).then((yes) => yes && remove.mutate())
                }
              >
                {t("Remove")}
              </Button>
            )}
            <Button
              aria-label={t("Save {name}", { name })}
              busy={save.isPending}
              onClick={() => save.mutate()}
            >
              {t("Save")}
            </Button>
          </div>
        )
      }
    >
      <div className="grid gap-4">
        {source === null ? (
          <ClientGuide client={client} name={name} />
        ) : (
          <details className="fold">
            <summary>{t("How it is set up at the provider")}</summary>
            <div className="pt-2">
              <ClientGuide client={client} name={name} />
            </div>
          </details>
        )}
        {source === "environment" && (
          <Note tone="info" title={t("Environment variables set this client")}>
            {t("Change them where the server starts. What is entered here would have no effect.")}
          </Note>
        )}
        <ClientForm
          client={client}
          fields={fields}
          error={save.error}
          onChange={(change) => setFields({ ...fields, ...change })}
        />
        {isElsewhere && (
          <Note tone="bad" title={t("The client was not saved.")}>
            {sentenceOf(save.error)}
          </Note>
        )}
      </div>
    </Panel>
  );
}
