import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { z } from "zod";
import type { ConnectAnswer, Integration } from "#modules/events/contract/integrations.ts";
import { api } from "#dashboard/api/client.ts";
import { fieldError, isApiError, sentenceOf } from "#dashboard/api/problem.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Copy } from "#dashboard/parts/copy.tsx";
import { deleteLater, useGone } from "#dashboard/parts/delete-later.ts";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { Check, TextField } from "#dashboard/parts/field.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { Status } from "#dashboard/parts/status.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { EVENT_WORDS as WORDS } from "#dashboard/rooms/webhooks/words.ts";
import { t } from "#dashboard/words/words.ts";
import { Say } from "#dashboard/words/say.tsx";
import { integrationsQuery } from "./queries.ts";

/** A newer server's event keeps its name. */
const EVENT_WORDS: Readonly<Partial<Record<string, string>>> = WORDS;

const KINDS: Readonly<Record<Integration["kind"], string>> = {
  events: t("Send events to"),
  bookings: t("Receive bookings from"),
  mail_events: t("Receive bounces and complaints from"),
  ai: t("AI writing"),
};

/** Services beside this one: what they do, whether they work, and what they ask for. */
export function Integrations() {
  const { wid } = useWorkspace();
  const { data, error, refetch } = useQuery(integrationsQuery(wid));
  const [open, setOpen] = useState<Integration | null>(null);
  if (!data) return <Waiting what={t("integrations")} rows={6} error={error} onRetry={refetch} />;
  const kinds = [...new Set(data.data.map(({ kind }) => kind))];
  return (
    <div className="grid gap-4">
      {kinds.map((kind) => (
        <Panel key={kind} title={KINDS[kind]} flush>
          <ul>
            {data.data
              .filter((one) => one.kind === kind)
              .map((one) => (
                <Row key={one.provider} wid={wid} one={one} onConnect={() => setOpen(one)} />
              ))}
          </ul>
        </Panel>
      ))}
      {open && <Connect wid={wid} one={open} onClose={() => setOpen(null)} />}
    </div>
  );
}

function Row({ wid, one, onConnect }: { wid: number; one: Integration; onConnect: () => void }) {
  const { may } = useWorkspace();
  const queries = useQueryClient();
  const key = `integration:${wid}:${one.provider}`;
  const leave = () =>
    deleteLater({
      key,
      path: `/workspaces/${wid}/integrations/${one.provider}`,
      text: t("{title} is disconnected and its credentials are deleted.", { title: one.title }),
      done: () => queries.invalidateQueries({ queryKey: ["w", wid, "integrations"] }),
    });
  const isGone = useGone()(key);
  const status = isGone ? "disconnected" : one.status;
  const isOn = status !== "disconnected";
  const label = isOn && one.account_label !== one.title ? one.account_label : null;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-3 last:border-b-0">
      <div className="min-w-48 flex-1">
        <b className="text-13">{one.title}</b>
        {label && <span className="text-12 text-text-3"> {label}</span>}
        <p className="text-12 text-text-2">{(isOn && one.last_error) || one.description}</p>
      </div>
      {status === "connected" && <Status tone="ok">{t("Connected")}</Status>}
      {status === "error" && (
        <Status tone="bad" shape="octagon" loud>
          {t("Error")}
        </Status>
      )}
      {may("integrations.edit") && (
        <span className="flex gap-2">
          <Button size="small" onClick={onConnect}>
            {isOn ? t("Edit") : t("Connect")}
          </Button>
          {isOn && (
            <Button size="small" look="ghost" onClick={leave}>
              {t("Disconnect")}
            </Button>
          )}
        </span>
      )}
    </li>
  );
}

function Connect({ wid, one, onClose }: { wid: number; one: Integration; onClose: () => void }) {
  const queries = useQueryClient();
  const [credentials, setCredentials] = useState<Readonly<Record<string, string>>>({});
  const [config, setConfig] = useState<Readonly<Record<string, string>>>(
    Object.fromEntries(fieldsOf(one).map(({ name }) => [name, textOf(one.config[name])] as const)),
  );
  const [events, setEvents] = useState(() => eventsOf(one));
  const connect = useMutation({
    mutationFn: () =>
      api.post<z.output<typeof ConnectAnswer>>(
        `/workspaces/${wid}/integrations/${one.provider}/connect`,
        {
          credentials: given(credentials),
          config: { ...given(config), ...(events.length > 0 && { events }) },
        },
      ),
    onSuccess: ({ inbound }) => {
      if (inbound) return;
      toast(t("{title} is connected.", { title: one.title }));
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ["w", wid, "integrations"] }),
  });
  const inbound = connect.data?.inbound;
  return (
    <Dialog
      open
      broad
      onClose={onClose}
      title={
        inbound
          ? t("Enter this in {title}", { title: one.title })
          : t("Connect {title}", { title: one.title })
      }
      acts={
        inbound ? (
          <Button look="primary" onClick={onClose}>
            {t("Done")}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{t("Cancel")}</Button>
            <Button look="primary" busy={connect.isPending} onClick={() => connect.mutate()}>
              {t("Connect")}
            </Button>
          </>
        )
      }
    >
      {inbound ? (
        <Inbound {...inbound} />
      ) : (
        <>
          <p className="text-text-2">{one.description}</p>
          {one.credential_fields.map(({ name, label, description, required }) => (
            <TextField
              key={name}
              label={required ? label : t("{label} (optional)", { label })}
              hint={description}
              type="password"
              autoComplete="off"
              value={credentials[name] ?? ""}
              error={fieldError(connect.error, `credentials.${name}`)}
              onChange={(event) => setCredentials({ ...credentials, [name]: event.target.value })}
            />
          ))}
          {fieldsOf(one).map(({ name, label, description, required }) => (
            <TextField
              key={name}
              label={required ? label : t("{label} (optional)", { label })}
              hint={description}
              value={config[name] ?? ""}
              error={fieldError(connect.error, `config.${name}`)}
              onChange={(event) => setConfig({ ...config, [name]: event.target.value })}
            />
          ))}
          {one.events.length > 0 && (
            <fieldset className="grid gap-2 wide:grid-cols-2">
              <legend className="mb-2 font-medium">
                <Say
                  id={"Events <0>None selected: default events.</0>"}
                  parts={{ 0: <small className="font-normal text-text-3" /> }}
                />
              </legend>
              {one.events.map((event) => (
                <Check
                  key={event}
                  label={EVENT_WORDS[event] ?? event}
                  checked={events.includes(event)}
                  onChange={({ target }) =>
                    setEvents(
                      one.events.filter((e) => (e === event ? target.checked : events.includes(e))),
                    )
                  }
                />
              ))}
            </fieldset>
          )}
          {connect.error && (!isApiError(connect.error) || connect.error.fields.length === 0) && (
            <Note tone="bad" title={t("Could not connect.")}>
              {sentenceOf(connect.error)}
            </Note>
          )}
        </>
      )}
    </Dialog>
  );
}

/** What the other service is given, so that it can send events here. */
function Inbound({ url, secret }: NonNullable<z.output<typeof ConnectAnswer>["inbound"]>) {
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

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** What is typed; events are ticked. */
const fieldsOf = ({ config_fields }: Integration) =>
  config_fields.filter(({ name }) => name !== "events");

const eventsOf = ({ events, config }: Integration): readonly string[] => {
  const chosen = config["events"];
  return Array.isArray(chosen) ? events.filter((event) => chosen.includes(event)) : [];
};

const given = (fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value.trim() !== ""));
