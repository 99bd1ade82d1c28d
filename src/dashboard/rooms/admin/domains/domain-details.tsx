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
            Zone file
          </a>
          <Button onClick={onClose}>Close</Button>
          <Button look="primary" busy={check.isPending} onClick={() => check.mutate()}>
            Check again
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p role="status" className="text-13 text-text-2">
          {workspace.name}
          {row.provider && `, sends through ${row.provider}`}.{" "}
          {row.checked_at ? `Checked ${distance(row.checked_at)}.` : "Not checked yet."}
        </p>
        {pointsTo && (
          <Note
            tone="warn"
            title={`${row.tracking?.domain} still points to ${pointsTo.product ?? "another server"}`}
          >
            Its record leads to {pointsTo.target}. Links in emails sent by that product stop working
            when you change it.
          </Note>
        )}
        {row.is_provider_domain && (
          <Note title="This is a domain of the mail provider.">
            Its records are not yours to set.
          </Note>
        )}
        <ul className="grid gap-4">
          {row.records.map((record) => (
            <li key={`${record.name} ${record.host}`} className="grid gap-2">
              <div className="flex flex-wrap items-baseline justify-between gap-2">
                <h3 className="font-medium">{RECORD_WORDS[record.name]}</h3>
                <RecordState record={record} />
              </div>
              {record.hint && <p className="text-13 text-text-2">{record.hint}</p>}
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
      <dt>Type</dt>
      <dd>{record.type}</dd>
      <dd />
      <dt>Host</dt>
      <dd>{record.host}</dd>
      <dd>
        <Copy text={record.host} label={`Copy the host of ${name}`} />
      </dd>
      {value !== "" && (
        <>
          <dt>{isSame ? "Value" : "Wanted"}</dt>
          <dd className="whitespace-pre-line">{value}</dd>
          <dd>
            {record.wanted.length > 0 && <Copy text={value} label={`Copy the value of ${name}`} />}
          </dd>
        </>
      )}
      {!isSame && (
        <>
          <dt>Found</dt>
          <dd className="whitespace-pre-line">{record.found.join("\n") || "nothing"}</dd>
          <dd>
            {record.found.length > 0 && (
              <Copy text={record.found.join("\n")} label={`Copy what was found of ${name}`} />
            )}
          </dd>
        </>
      )}
    </dl>
  );
}
