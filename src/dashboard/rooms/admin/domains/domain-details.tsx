import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import type {
  DomainRecord,
  SendingDomain,
  SendingDomainList,
} from "#modules/operations/contract/domains.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { distance } from "#dashboard/lib/time.ts";
import { Button, buttonClass } from "#dashboard/parts/button.tsx";
import { Copy } from "#dashboard/parts/copy.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { fromServer, t } from "#dashboard/words/words.ts";
import { fileUrl } from "./queries.ts";
import { RECORD_WORDS, RecordState } from "./record-state.tsx";

/** One domain of a workspace: each record as it should be and as DNS has it. */
export function DomainDetails({
  domain: first,
  onClose,
}: {
  domain: SendingDomain;
  onClose: () => void;
}) {
  const queries = useQueryClient();
  const { workspace, domain } = first;
  const check = useMutation({
    mutationFn: async () => {
      for (const name of [domain, ...(first.tracking ? [first.tracking.domain] : [])]) {
        const path = `/workspaces/${workspace.id}/settings/verify-dns`;
        await api.post<unknown>(path, { domain: name });
      }
      const query = { workspace_id: workspace.id, q: domain, limit: 200 };
      const { data } = await api.get<SendingDomainList>("/admin/domains", { query });
      return data.find((row) => row.domain === domain) ?? first;
    },
    onError: (error) => toast(sentenceOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ["admin", "domains"] }),
  });
  const row = check.data ?? first;
  const pointsTo = row.tracking?.points_to;
  return (
    <Dialog
      open
      broad
      onClose={onClose}
      title={domain}
      acts={
        <>
          <a
            className={buttonClass({}, "mr-auto")}
            href={fileUrl("zone", { domain, workspace_id: String(workspace.id) })}
            download
          >
            <Download size={16} aria-hidden="true" />
            {t("Zone file")}
          </a>
          <Button onClick={onClose}>{t("Close")}</Button>
          <Button look="primary" busy={check.isPending} onClick={() => check.mutate()}>
            {t("Check again")}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p role="status" className="text-13 text-text-2">
          {row.provider
            ? t("{workspace}, sends through {provider}.", {
                workspace: workspace.name,
                provider: row.provider,
              })
            : `${workspace.name}.`}{" "}
          {row.checked_at
            ? t("Checked {ago}.", { ago: distance(row.checked_at) })
            : t("Not checked yet.")}
        </p>
        {pointsTo && (
          <Note
            tone="warn"
            title={
              pointsTo.product === null
                ? t("{domain} still points to another server", { domain: row.tracking?.domain })
                : t("{domain} still points to {product}", {
                    domain: row.tracking?.domain,
                    product: pointsTo.product,
                  })
            }
          >
            {t(
              "Its record leads to {target}. Links in emails sent by that product stop working when you change it.",
              { target: pointsTo.target },
            )}
          </Note>
        )}
        {row.is_provider_domain && (
          <Note title={t("This is a domain of the mail provider.")}>
            {t("Its records are not yours to set.")}
          </Note>
        )}
        <ul className="grid gap-4">
          {row.records.map((record) => (
            <li key={`${record.name} ${record.host}`} className="grid gap-2">
              <div className="flex flex-wrap items-baseline justify-between gap-2">
                <h3 className="font-medium">{RECORD_WORDS[record.name]}</h3>
                <RecordState record={record} />
              </div>
              {record.hint && <p className="text-13 text-text-2">{fromServer(record.hint)}</p>}
              <Values record={record} />
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

function Values({ record }: { record: DomainRecord }) {
  const name = RECORD_WORDS[record.name];
  // What only the mail provider knows is shown as far as it is known.
  const wanted = record.wanted.length > 0 ? record.wanted : [record.expected ?? ""];
  const value = wanted.filter((text) => text !== "").join("\n");
  const isSame = record.status === "pass";
  return (
    <dl className="record">
      <dt>{t("Type")}</dt>
      <dd>{record.type}</dd>
      <dd />
      <dt>{t("Host")}</dt>
      <dd>{record.host}</dd>
      <dd>
        <Copy text={record.host} label={t("Copy the host of {name}", { name })} />
      </dd>
      {value !== "" && (
        <>
          <dt>{isSame ? t("Value") : t("Wanted")}</dt>
          <dd className="whitespace-pre-line">{value}</dd>
          <dd>
            {record.wanted.length > 0 && (
              <Copy text={value} label={t("Copy the value of {name}", { name })} />
            )}
          </dd>
        </>
      )}
      {!isSame && (
        <>
          <dt>{t("Found")}</dt>
          <dd className="whitespace-pre-line">{record.found.join("\n") || t("nothing")}</dd>
          <dd>
            {record.found.length > 0 && (
              <Copy
                text={record.found.join("\n")}
                label={t("Copy what was found of {name}", { name })}
              />
            )}
          </dd>
        </>
      )}
    </dl>
  );
}
