import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { StartedExchange, WarmupExchange } from "#modules/warmup/contract/exchange.ts";
import { api } from "#dashboard/api/client.ts";
import { fieldError, sentenceOf } from "#dashboard/api/problem.ts";
import { count } from "#dashboard/lib/format.ts";
import { day } from "#dashboard/lib/time.ts";
import { ask } from "#dashboard/parts/ask.tsx";
import { Button } from "#dashboard/parts/button.tsx";
import { Copy } from "#dashboard/parts/copy.tsx";
import { TextField } from "#dashboard/parts/field.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Empty, Note } from "#dashboard/parts/states.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { Say } from "#dashboard/words/say.tsx";
import { exchangesQuery } from "./queries.ts";
import { StartExchange } from "./start-exchange.tsx";

const STATES = {
  invited: t("Waiting for the other operator"),
  comparing: t("Compare the fingerprint"),
  active: t("Active"),
  ended: t("Ended"),
} as const;

/** Exchanges with other installations: invite, compare, leave. */
export function ExchangePanel({
  wid,
  exchanges,
  mailboxes,
}: {
  wid: number;
  exchanges: readonly WarmupExchange[];
  mailboxes: readonly { readonly id: number; readonly email: string }[];
}) {
  const { may } = useWorkspace();
  const [made, setMade] = useState<StartedExchange | null>(null);
  return (
    <Panel title={t("Exchange with other installations")}>
      <div className="grid gap-4">
        {made?.invitation && (
          <Note
            tone="info"
            title={t("Give this invitation to the other operator. It is shown once.")}
          >
            <code className="text-12 wrap-anywhere">{made.invitation}</code>
            <Copy text={made.invitation} label={t("Copy the invitation")} />
          </Note>
        )}
        {exchanges.length === 0 ? (
          <Empty title={t("No exchanges yet")}>
            {t(
              "Warm up together with a workspace of another installation. Both operators agree by name and compare a fingerprint.",
            )}
          </Empty>
        ) : (
          <ul className="grid gap-4">
            {exchanges.map((exchange) => (
              <li key={exchange.id} className="border-b border-line pb-4">
                <Exchange wid={wid} exchange={exchange} />
              </li>
            ))}
          </ul>
        )}
        {may("mailboxes.edit") && (
          <StartExchange wid={wid} mailboxes={mailboxes} onMade={setMade} />
        )}
      </div>
    </Panel>
  );
}

function Exchange({ wid, exchange }: { wid: number; exchange: WarmupExchange }) {
  const { may } = useWorkspace();
  const queries = useQueryClient();
  const name = exchange.partner_name;
  const refresh = () => queries.invalidateQueries({ queryKey: exchangesQuery(wid).queryKey });
  const end = useMutation({
    mutationFn: () => api.delete(`/workspaces/${wid}/warmup/exchange/${exchange.id}`),
    onError: (error) => toast(sentenceOf(error)),
    onSettled: refresh,
  });
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="text-15">{name ?? t("Invitation")}</h3>
        <span className="text-13 text-text-2">{STATES[exchange.state]}</span>
        {exchange.state !== "ended" && may("mailboxes.edit") && (
          <Button
            size="small"
            className="ml-auto"
            busy={end.isPending}
            onClick={() =>
              void ask({
                title:
                  name === null
                    ? t("End the exchange with The other operator?")
                    : t("End the exchange with {name}?", { name }),
                text: t(
                  "Nothing more is sent, and addresses and keys of the partner are forgotten.",
                ),
                yes: t("End exchange"),
              }).then((yes) => yes && end.mutate())
            }
          >
            {t("End exchange")}
          </Button>
        )}
      </div>
      <p className="text-13 text-text-2">
        {exchange.state === "invited" &&
          t("The invitation is good until {date}.", { date: day(exchange.expires_at) }) + " "}
        {exchange.state === "ended" && `${exchange.end_reason ?? ""} `}
        {exchange.state === "active" &&
          t(
            "{sent} emails sent and {received} received in 7 days, up to {quota} per day in each direction. {partners} addresses of the partner today.",
            {
              sent: count(exchange.sent_7d),
              received: count(exchange.received_7d),
              quota: count(exchange.quota),
              partners: count(exchange.partners_today),
            },
          ) + " "}
        {exchange.trouble}
      </p>
      {exchange.state === "comparing" && may("mailboxes.edit") && (
        <Compare wid={wid} exchange={exchange} onDone={refresh} />
      )}
      {exchange.state !== "ended" && exchange.records.length > 0 && (
        <details>
          <summary className="text-13">{t("DNS records of your domains")}</summary>
          <dl className="grid gap-2 pt-2 text-13">
            {exchange.records.map((record) => (
              <div key={record.name}>
                <dt className="wrap-anywhere">{`TXT ${record.name}`}</dt>
                <dd>
                  <code className="text-12 wrap-anywhere">{record.value}</code>
                  <Copy
                    text={record.value}
                    label={t("Copy the value of {name}", { name: record.name })}
                  />
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </div>
  );
}

function Compare({
  wid,
  exchange,
  onDone,
}: {
  wid: number;
  exchange: WarmupExchange;
  onDone: () => Promise<unknown>;
}) {
  const [heard, setHeard] = useState("");
  const confirm = useMutation({
    mutationFn: () =>
      api.put(`/workspaces/${wid}/warmup/exchange/${exchange.id}`, { fingerprint: heard }),
    onSuccess: () => toast(t("The exchange begins.")),
    onSettled: onDone,
  });
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        confirm.mutate();
      }}
    >
      <p className="text-13">
        <Say
          id={"Read this to the other operator, by phone for example: <0/>"}
          parts={{ 0: <code>{exchange.fingerprint}</code> }}
        />
      </p>
      <TextField
        label={t("Fingerprint that the other operator reads to you")}
        value={heard}
        error={
          fieldError(confirm.error, "fingerprint") ??
          (confirm.error ? sentenceOf(confirm.error) : null)
        }
        onChange={({ target }) => setHeard(target.value)}
      />
      <Button look="primary" busy={confirm.isPending} disabled={heard.trim() === ""} type="submit">
        {t("Confirm")}
      </Button>
    </form>
  );
}
