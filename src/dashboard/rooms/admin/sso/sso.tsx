import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { SsoAdmin } from "#modules/accounts/contract/sso.ts";
import { api } from "#dashboard/api/client.ts";
import { isApiError, sentenceOf } from "#dashboard/api/problem.ts";
import { ask } from "#dashboard/parts/ask.tsx";
import { Button } from "#dashboard/parts/button.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { useUnsaved } from "#dashboard/parts/use-unsaved.ts";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { ssoAdminQuery } from "#dashboard/rooms/admin/queries.ts";
import { useMe } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { Say } from "#dashboard/words/say.tsx";
import { AccessPanel } from "./access-panel.tsx";
import { bodyOfSso, fieldsOfSso, type SsoFields } from "./fields.ts";
import { LinkedPeople } from "./linked-people.tsx";
import { OnlyPanel } from "./only-panel.tsx";
import { ProviderPanel } from "./provider-panel.tsx";
import { RolesPanel } from "./roles-panel.tsx";

/** How people sign in at the company's own provider. */
export function SingleSignOn() {
  const { data, error, refetch } = useQuery(ssoAdminQuery);
  if (!data)
    return <Waiting what={t("settings")} rows={5} error={error} onRetry={refetch} framed />;
  return <Loaded key={`${data.source} ${data.updated_at}`} sso={data} />;
}

function Loaded({ sso }: { sso: SsoAdmin }) {
  const { user } = useMe();
  const isMine = user?.role === "super_admin";
  return (
    <div className="grid gap-4">
      <p className="text-text-2">
        <Say
          id={
            "People sign in at your identity provider, by OpenID Connect. <0>How to set it up at Google, Microsoft Entra, Okta and Keycloak</0>"
          }
          parts={{ 0: <a className="link" href="/docs/sso" target="_blank" rel="noopener" /> }}
        />
      </p>
      {!isMine && (
        <Note tone="info" title={t("Only a super admin can change this page.")}>
          {t("Anyone who decides whom a provider lets in could become anybody here.")}
        </Note>
      )}
      <Form sso={sso} readOnly={!isMine || sso.source === "environment"} />
      {sso.source !== null && <OnlyPanel sso={sso} readOnly={!isMine} />}
      {sso.source !== null && <LinkedPeople mayUnlink={isMine} />}
    </div>
  );
}

/** What a part of the form gets. */
export type PartProps = {
  readonly sso: SsoAdmin;
  readonly fields: SsoFields;
  readonly error: unknown;
  readonly readOnly: boolean;
  readonly onChange: (change: Partial<SsoFields>) => void;
};

function Form({ sso, readOnly }: { sso: SsoAdmin; readOnly: boolean }) {
  const queries = useQueryClient();
  const [fields, setFields] = useState(() => fieldsOfSso(sso));
  const [isChanged, setChanged] = useState(false);
  useUnsaved(isChanged);
  const reload = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ["admin", "sso"] }),
      queries.invalidateQueries({ queryKey: ["sso"] }),
      queries.invalidateQueries({ queryKey: ["account", "sso"] }),
    ]);
  const save = useMutation({
    mutationFn: () => api.put<SsoAdmin>("/admin/sso", bodyOfSso(fields)),
    onSuccess: () => {
      setChanged(false);
      toast(t("Single sign-on is set up. Sign in with it once to test it."));
      return reload();
    },
  });
  const remove = useMutation({
    mutationFn: () => api.delete("/admin/sso"),
    onSuccess: () => {
      setChanged(false);
      toast(t("Single sign-on is removed."));
      return reload();
    },
    onError: (error) => toast(sentenceOf(error)),
  });
  const part: PartProps = {
    sso,
    fields,
    error: save.error,
    readOnly,
    onChange: (change) => {
      setChanged(true);
      setFields((old) => ({ ...old, ...change }));
    },
  };
  const isElsewhere = save.error && !(isApiError(save.error) && save.error.fields.length > 0);
  return (
    <>
      <ProviderPanel {...part} />
      <AccessPanel {...part} />
      <RolesPanel {...part} />
      {isElsewhere && (
        <Note tone="bad" title={t("Nothing was saved.")}>
          {sentenceOf(save.error)}
        </Note>
      )}
      {!readOnly && (
        <div className="flex flex-wrap justify-end gap-2">
          {sso.source === "admin" && (
            <Button
              look="danger"
              busy={remove.isPending}
              onClick={() =>
                void ask({
                  title: t("Remove single sign-on?"),
                  text: t(
                    "People stay, and sign in with their passwords. Those without one need a reset by email.",
                  ),
                  yes: t("Remove single sign-on"),
                }).then((yes) => yes && remove.mutate())
              }
            >
              {t("Remove")}
            </Button>
          )}
          <Button
            look="primary"
            aria-label={t("Save single sign-on")}
            busy={save.isPending}
            onClick={() => save.mutate()}
          >
            {t("Save")}
          </Button>
        </div>
      )}
    </>
  );
}
