import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { BlockListsBody, BlockListSettings } from "#modules/reputation/contract/blocklists.ts";
import { api } from "#dashboard/api/client.ts";
import { fieldError, sentenceOf } from "#dashboard/api/problem.ts";
import { ask } from "#dashboard/parts/ask.tsx";
import { Button } from "#dashboard/parts/button.tsx";
import { Check, TextArea, TextField } from "#dashboard/parts/field.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Status } from "#dashboard/parts/status.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { t } from "#dashboard/words/words.ts";
import { adminBlocklistsQuery } from "./queries.ts";

/** The lists that are asked, the resolver and the key. */
export function Blocklists() {
  const { data, error, refetch } = useQuery(adminBlocklistsQuery);
  if (!data) return <Waiting what={t("block lists")} error={error} onRetry={refetch} />;
  return (
    <div className="grid gap-4">
      <p className="text-text-2">
        {t(
          "Lists answer only resolvers that they know. A public resolver is refused, and then every name is unknown. Use a resolver of your own, or a key of Spamhaus.",
        )}
      </p>
      <Road key={data.resolver ?? ""} settings={data} />
      <Lists settings={data} />
      <EditLists key={JSON.stringify(data.lists)} settings={data} />
    </div>
  );
}

function useSave() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: BlockListsBody) => api.put<BlockListSettings>("/admin/blocklists", body),
    onError: (error) => toast(sentenceOf(error)),
    onSuccess: () => toast(t("Saved. Every name is asked about again.")),
    onSettled: () => queries.invalidateQueries({ queryKey: adminBlocklistsQuery.queryKey }),
  });
}

function Road({ settings }: { settings: BlockListSettings }) {
  const [resolver, setResolver] = useState(settings.resolver ?? "");
  const [key, setKey] = useState("");
  const save = useSave();
  return (
    <Panel
      title={t("How they are asked")}
      aside={
        settings.asks_by_companion ? (
          <Status tone="ok">{t("By the companion")}</Status>
        ) : (
          <Status tone="warn">{t("No companion: only with a key")}</Status>
        )
      }
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({
            resolver: resolver.trim() === "" ? null : resolver.trim(),
            ...(key.trim() !== "" && { dqs_key: key.trim() }),
          });
        }}
      >
        <TextField
          label={t("Resolver")}
          placeholder="127.0.0.1:53"
          hint={t("host:port. Empty: the resolver of the companion's system.")}
          value={resolver}
          error={fieldError(save.error, "resolver") ?? null}
          onChange={({ target }) => setResolver(target.value)}
        />
        <TextField
          label={t("Spamhaus query key")}
          type="password"
          autoComplete="off"
          placeholder={settings.has_dqs_key ? t("A key is stored") : ""}
          hint={t("Stored sealed and never shown again.")}
          value={key}
          error={fieldError(save.error, "dqs_key") ?? null}
          onChange={({ target }) => setKey(target.value)}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="primary" busy={save.isPending}>
            {t("Save")}
          </Button>
          {settings.has_dqs_key && (
            <Button
              look="danger"
              onClick={() =>
                void ask({
                  title: t("Remove the key?"),
                  text: t("Spamhaus is then asked through the resolver."),
                  yes: t("Remove key"),
                }).then((yes) => yes && save.mutate({ dqs_key: null }))
              }
            >
              {t("Remove key")}
            </Button>
          )}
        </div>
      </form>
    </Panel>
  );
}

function Lists({ settings }: { settings: BlockListSettings }) {
  const save = useSave();
  return (
    <Panel title={t("Lists")}>
      <div className="grid gap-3">
        {settings.lists.map((list) => (
          <Check
            key={list.id}
            label={list.name}
            hint={`${list.asks === "domain" ? t("Domains") : t("Addresses")}, ${list.zone}`}
            checked={list.enabled}
            disabled={save.isPending}
            onChange={({ target }) =>
              save.mutate({
                lists: settings.lists.map((one) =>
                  one.id === list.id ? { ...one, enabled: target.checked } : one,
                ),
              })
            }
          />
        ))}
      </div>
    </Panel>
  );
}

/** Zones, codes and test points, as the API has them. */
function EditLists({ settings }: { settings: BlockListSettings }) {
  const [text, setText] = useState(JSON.stringify(settings.lists, null, 2));
  const [wrong, setWrong] = useState<string | null>(null);
  const save = useSave();
  const store = (): void => {
    let lists: BlockListsBody["lists"];
    try {
      lists = JSON.parse(text) as BlockListsBody["lists"];
    } catch {
      return setWrong(t("This is not valid JSON."));
    }
    setWrong(null);
    save.mutate({ lists });
  };
  return (
    <Panel title={t("Zones and codes")}>
      <div className="grid gap-4">
        <TextArea
          label={t("Lists as JSON")}
          hint={t(
            "Add a list, or correct a zone, code or test point. The API reference explains each field.",
          )}
          className="mono"
          rows={14}
          spellCheck={false}
          value={text}
          error={wrong ?? (save.error ? sentenceOf(save.error) : null)}
          onChange={({ target }) => setText(target.value)}
        />
        <div className="flex flex-wrap gap-2">
          <Button look="primary" busy={save.isPending} onClick={store}>
            {t("Save lists")}
          </Button>
          <Button onClick={() => save.mutate({ lists: null })}>{t("Use the usual lists")}</Button>
        </div>
      </div>
    </Panel>
  );
}
