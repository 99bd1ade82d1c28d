import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ConnectAnswer, Integration } from "#modules/events/contract/integrations.ts";
import { api } from "#dashboard/api/client.ts";
import { fieldError, isApiError, sentenceOf } from "#dashboard/api/problem.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Copy } from "#dashboard/parts/copy.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { SelectField, TextField } from "#dashboard/parts/field.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { t } from "#dashboard/words/words.ts";
import { connectionName, hasScope, sentEvents, typedConfig } from "./connection.ts";
import { EventChoice } from "./event-choice.tsx";

type Fields = Readonly<Record<string, string>>;
type Entry = {
  readonly name: string;
  readonly credentials: Fields;
  readonly config: Fields;
  readonly events: readonly string[];
};

/** Connects a service, gives a connection new credentials, or adds one beside those that there are. */
export function ConnectDialog({
  wid,
  one,
  isAnother,
  onClose,
}: {
  wid: number;
  one: Integration;
  /** One more of the same service. */
  isAnother: boolean;
  onClose: () => void;
}) {
  const queries = useQueryClient();
  const [entry, setEntry] = useState<Entry>(() => entryOf(one, isAnother));
  const connect = useMutation({
    mutationFn: () => {
      const body = bodyOf(entry);
      const path = `/workspaces/${wid}/integrations`;
      if (!isAnother) return api.post<ConnectAnswer>(`${path}/${one.id}/connect`, body);
      return api.post<ConnectAnswer>(path, { ...body, name: entry.name, provider: one.provider });
    },
    onSuccess: (answer) => {
      if (answer.inbound) return;
      toast(t("{title} is connected.", { title: connectionName(answer) }));
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ["w", wid, "integrations"] }),
  });
  const inbound = connect.data?.inbound;
  if (inbound) {
    return (
      <Dialog
        open
        broad
        onClose={onClose}
        title={t("Enter this in {title}", { title: one.title })}
        acts={
          <Button look="primary" onClick={onClose}>
            {t("Done")}
          </Button>
        }
      >
        <Inbound {...inbound} />
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      broad
      onClose={onClose}
      title={
        isAnother
          ? t("Add another connection to {title}", { title: one.title })
          : t("Connect {title}", { title: connectionName(one) })
      }
      acts={
        <>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button look="primary" busy={connect.isPending} onClick={() => connect.mutate()}>
            {t("Connect")}
          </Button>
        </>
      }
    >
      <p className="text-text-2">{one.description}</p>
      <EntryFields
        one={one}
        entry={entry}
        error={connect.error}
        naming={isAnother ? "needed" : one.status === "disconnected" ? "optional" : "none"}
        onChange={(change) => setEntry({ ...entry, ...change })}
      />
      {connect.error && (!isApiError(connect.error) || connect.error.fields.length === 0) && (
        <Note tone="bad" title={t("Could not connect.")}>
          {sentenceOf(connect.error)}
        </Note>
      )}
    </Dialog>
  );
}

/** What a service asks for. */
function EntryFields({
  one,
  entry: { name, credentials, config, events },
  error,
  naming,
  onChange,
}: {
  one: Integration;
  entry: Entry;
  error: unknown;
  /** A connection that is there is renamed elsewhere. */
  naming: "needed" | "optional" | "none";
  onChange: (change: Partial<Entry>) => void;
}) {
  return (
    <>
      {one.can_be_several && naming !== "none" && (
        <TextField
          label={naming === "needed" ? t("Name") : t("{label} (optional)", { label: t("Name") })}
          hint={t("Tells your connections to {title} apart.", { title: one.title })}
          maxLength={60}
          value={name}
          error={fieldError(error, "name")}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      )}
      {one.credential_fields.map(({ name: field, label, description, required }) => (
        <TextField
          key={field}
          label={required ? label : t("{label} (optional)", { label })}
          hint={description}
          type="password"
          autoComplete="off"
          value={credentials[field] ?? ""}
          error={fieldError(error, `credentials.${field}`)}
          onChange={(event) =>
            onChange({ credentials: { ...credentials, [field]: event.target.value } })
          }
        />
      ))}
      {hasScope(one) && (
        <SelectField
          label={t("Whose bookings count")}
          hint={
            config["scope"] === "organization" &&
            t("The token has to belong to an owner or admin of the organization.")
          }
          value={config["scope"] || "user"}
          error={fieldError(error, "config.scope")}
          onChange={(event) => onChange({ config: { ...config, scope: event.target.value } })}
        >
          <option value="user">{t("Only those of the owner of the token")}</option>
          <option value="organization">{t("Those of everybody in the organization")}</option>
        </SelectField>
      )}
      {typedConfig(one).map(({ name: field, label, description, required }) => (
        <TextField
          key={field}
          label={required ? label : t("{label} (optional)", { label })}
          hint={description}
          value={config[field] ?? ""}
          error={fieldError(error, `config.${field}`)}
          onChange={(event) => onChange({ config: { ...config, [field]: event.target.value } })}
        />
      ))}
      {one.events.length > 0 && (
        <EventChoice
          offered={one.events}
          events={events}
          hasDefault
          error={fieldError(error, "config.events")}
          onChange={(chosen) => onChange({ events: chosen })}
        />
      )}
    </>
  );
}

/** What the other service is given, so that it can send events here. */
function Inbound({ url, secret }: NonNullable<ConnectAnswer["inbound"]>) {
  return (
    <dl className="record">
      <dt>{t("URL")}</dt>
      <dd>{url}</dd>
      <dd>
        <Copy text={url} label={t("Copy the URL")} />
      </dd>
      {secret && (
        <>
          <dt>{t("Secret")}</dt>
          <dd>{secret}</dd>
          <dd>
            <Copy text={secret} label={t("Copy the secret")} />
          </dd>
        </>
      )}
    </dl>
  );
}

/** Another connection begins empty. */
function entryOf(one: Integration, isAnother: boolean): Entry {
  if (isAnother) return { name: "", credentials: {}, config: {}, events: [] };
  const config = Object.fromEntries(
    one.config_fields.map(({ name }) => [name, textOf(one.config[name])] as const),
  );
  return { name: one.name ?? "", credentials: {}, config, events: sentEvents(one) };
}

/** Left out, a name stays what it was. */
const bodyOf = ({ name, credentials, config, events }: Entry) => ({
  ...(name.trim() !== "" && { name }),
  credentials: given(credentials),
  config: { ...given(config), ...(events.length > 0 && { events }) },
});

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

const given = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value.trim() !== ""));
