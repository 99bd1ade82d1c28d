import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { DnsRecord } from "#modules/links/contract/tracking-domains.ts";
import type { VerifyDnsAnswer } from "#modules/mailboxes/contract/mail-domains.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { distance } from "#dashboard/lib/time.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Copy } from "#dashboard/parts/copy.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Status } from "#dashboard/parts/status.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { fromServer, t } from "#dashboard/words/words.ts";
import { healthQuery } from "./queries.ts";

/** What DNS says of the mailbox's domain; for what is missing, the exact record to set. */
export function RecordsPanel({ wid, id }: { wid: number; id: number }) {
  const { may } = useWorkspace();
  const queries = useQueryClient();
  const health = useQuery(healthQuery(wid, id)).data;
  const check = useMutation({
    mutationFn: () =>
      api.post<VerifyDnsAnswer>(`/workspaces/${wid}/settings/verify-dns`, {
        domain: health?.email.split("@")[1],
      }),
    onError: (error) => toast(sentenceOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ["w", wid, "mailboxes"] }),
  });
  if (!health) return null;
  const records = check.data?.records ?? health.dns.records ?? [];
  const checkedAt = check.data?.checked_at ?? health.dns.checked_at;
  return (
    <Panel
      title={t("DNS")}
      aside={
        may("settings.edit") && (
          <Button
            size="small"
            className="ml-auto"
            busy={check.isPending}
            onClick={() => check.mutate()}
          >
            {t("Check again")}
          </Button>
        )
      }
      footer={
        <span role="status">
          {checkedAt
            ? t("Checked {ago}. New records can take an hour.", {
                ago: distance(checkedAt),
              })
            : t("DNS is not checked yet.")}
        </span>
      }
    >
      <DnsRecords records={records} />
    </Panel>
  );
}

/** Records as they should be and as they are found. */
export function DnsRecords({ records }: { records: readonly DnsRecord[] }) {
  if (records.length === 0) return <p className="text-text-2">{t("No records checked yet.")}</p>;
  return (
    <ul className="records">
      {records.map((record) => (
        <li key={`${record.name}-${record.host}-${record.code}`} className="grid gap-2">
          <div className="flex flex-wrap items-baseline justify-between gap-2">
            <RecordState record={record} />
            {record.status === "pass" && (
              <span className="mono max-w-80 truncate text-text-3" title={record.found.join("\n")}>
                {record.found[0] ?? ""}
              </span>
            )}
          </div>
          {record.hint && <p className="text-13 text-text-2">{fromServer(record.hint)}</p>}
          {record.status !== "pass" && record.expected && (
            <dl className="record">
              <dt>{t("Type")}</dt>
              <dd>{record.type}</dd>
              <dd />
              <dt>{t("Host")}</dt>
              <dd>{record.host}</dd>
              <dd>
                <Copy
                  text={record.host}
                  label={t("Copy the host of {name}", { name: record.name })}
                />
              </dd>
              <dt>{t("Value")}</dt>
              <dd>{record.expected}</dd>
              <dd>
                <Copy
                  text={record.expected}
                  label={t("Copy the value of {name}", { name: record.name })}
                />
              </dd>
              {record.found.length > 0 && (
                <>
                  <dt>{t("Found")}</dt>
                  <dd>{record.found.join(" · ")}</dd>
                  <dd />
                </>
              )}
            </dl>
          )}
        </li>
      ))}
    </ul>
  );
}

const NAMES: Readonly<Record<DnsRecord["name"], string>> = {
  mx: "MX",
  spf: "SPF",
  dkim: "DKIM",
  dmarc: "DMARC",
  tracking: t("Tracking"),
  tracking_owner: t("Ownership"),
  own_host: t("Host"),
};

function RecordState({ record }: { record: DnsRecord }) {
  const name = `${NAMES[record.name]}, ${record.domain}`;
  if (record.status === "pass")
    return (
      <Status tone="ok" shape="tick">
        {name}
      </Status>
    );
  if (record.status === "fail")
    return (
      <Status tone="bad" shape="octagon">
        {name}
      </Status>
    );
  return <Status shape="draft">{t("{record}, unknown", { record: name })}</Status>;
}
