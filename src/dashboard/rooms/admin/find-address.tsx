import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "#dashboard/routing/link.tsx";
import { useState } from "react";
import type { AddressReport, Erasure } from "#modules/operations/contract/addresses.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { Button, buttonClass } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { TextField } from "#dashboard/parts/field.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Empty, Note } from "#dashboard/parts/states.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { LocalTime } from "#dashboard/parts/time.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { t } from "#dashboard/words/words.ts";
import { Say } from "#dashboard/words/say.tsx";
import { addressQuery } from "./queries.ts";

/** One address in all workspaces: where it is, its export, and its erasure. */
export function FindAddress() {
  const [typed, setTyped] = useState("");
  const [email, setEmail] = useState("");
  const [receipt, setReceipt] = useState<Erasure | null>(null);
  const [isErasing, setErasing] = useState(false);
  const { data, error, refetch } = useQuery({ ...addressQuery(email), enabled: email !== "" });
  return (
    <div className="grid gap-4">
      <p className="text-text-2">
        <Say
          id={
            "For requests under data protection law. Each search is written to the audit log. <0>What is stored about people</0>"
          }
          parts={{
            0: <a className="link" href="/docs/personal-data" target="_blank" rel="noopener" />,
          }}
        />
      </p>
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          setReceipt(null);
          setEmail(typed.trim().toLowerCase());
        }}
      >
        <TextField
          label={t("Email address")}
          type="email"
          className="w-72 max-w-full"
          required
          value={typed}
          placeholder="ann@example.com"
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="submit" look="primary">
          {t("Find")}
        </Button>
      </form>
      {receipt && <Receipt receipt={receipt} />}
      {email === "" || receipt ? null : !data ? (
        <Waiting what={t("address")} error={error} onRetry={refetch} />
      ) : (
        <>
          {data.installation && (
            <Note title={t("This installation suppresses the address")}>
              <Say
                id={"No workspace writes to it since <0/>."}
                parts={{ 0: <LocalTime at={data.installation.created_at} /> }}
              />
            </Note>
          )}
          {data.workspaces.length === 0 ? (
            <Empty title={t("In no workspace")}>
              {t("No workspace has a lead with this address.")}
            </Empty>
          ) : (
            <Places report={data} />
          )}
          <div className="flex flex-wrap gap-2">
            <a
              className={buttonClass({})}
              href={`/api/v1/admin/addresses/export?email=${encodeURIComponent(data.email)}`}
              download={`${data.email}.json`}
            >
              {t("Export as JSON")}
            </a>
            <Button look="danger" onClick={() => setErasing(true)}>
              {t("Erase and suppress everywhere")}
            </Button>
          </div>
        </>
      )}
      {isErasing && (
        <Erase
          email={email}
          onClose={() => setErasing(false)}
          onDone={(done) => {
            setErasing(false);
            setReceipt(done);
          }}
        />
      )}
    </div>
  );
}

function Places({ report }: { report: AddressReport }) {
  return (
    <Panel
      title={t("In {workspaces, plural, one {# workspace} other {# workspaces}}", {
        workspaces: report.workspaces.length,
      })}
      flush
    >
      <table className="tbl as-list">
        <TableHead
          columns={[
            t("Workspace"),
            t("Source"),
            t("Since"),
            [t("Sent"), "num"],
            [t("Answered"), "num"],
          ]}
        />
        <tbody>
          {report.workspaces.map((place) => (
            <tr key={place.workspace_id}>
              <td>
                {place.lead && !place.workspace_deleted_at ? (
                  <Link
                    className="name"
                    to="/w/$wid/leads/$leadId"
                    params={{ wid: String(place.workspace_id), leadId: String(place.lead.id) }}
                  >
                    {place.workspace}
                  </Link>
                ) : (
                  <span className="font-medium">{place.workspace}</span>
                )}
                <span className="block text-12 text-text-3">
                  {[
                    place.workspace_deleted_at && t("deleted client"),
                    place.suppression && t("suppressed"),
                    !place.lead && t("no lead"),
                  ]
                    .filter(Boolean)
                    .join(", ")}
                </span>
              </td>
              <td className="text-text-2">{place.lead ? sourceWords(place.lead) : "–"}</td>
              <td className="text-text-3">
                {place.lead ? <LocalTime at={place.lead.created_at} /> : "–"}
              </td>
              <td className="full text-text-3 wide:hidden">
                {t("{sent, plural, one {# email} other {# emails}} sent, {answered} answered", {
                  sent: place.sent,
                  answered: place.answered,
                })}
              </td>
              <td className="num">{place.sent}</td>
              <td className="num">{place.answered}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

const sourceWords = (lead: NonNullable<AddressReport["workspaces"][number]["lead"]>): string =>
  lead.source === null
    ? t("Not stored")
    : [lead.source_name, lead.source_by && t("by {person}", { person: lead.source_by })]
        .filter(Boolean)
        .join(", ");

function Erase({
  email,
  onClose,
  onDone,
}: {
  email: string;
  onClose: () => void;
  onDone: (receipt: Erasure) => void;
}) {
  const queries = useQueryClient();
  const [confirm, setConfirm] = useState("");
  const erase = useMutation({
    mutationFn: () => api.post<Erasure>("/admin/addresses/erase", { email, confirm }),
    onSuccess: async (receipt) => {
      await queries.invalidateQueries({ queryKey: ["admin"] });
      onDone(receipt);
    },
  });
  const isSame = confirm.trim().toLowerCase() === email;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("Erase {email}?", { email })}
      acts={
        <>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button
            look="danger"
            disabled={!isSame}
            busy={erase.isPending}
            onClick={() => erase.mutate()}
          >
            {t("Erase everywhere")}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <p className="text-text-2">
          {t(
            "The leads are deleted in every workspace, and the person is removed from emails, conversations and events. Nobody can write to the address again. This cannot be undone.",
          )}
        </p>
        <TextField
          label={t("Type the address to confirm")}
          value={confirm}
          autoComplete="off"
          error={erase.error ? sentenceOf(erase.error) : null}
          onChange={({ target }) => setConfirm(target.value)}
        />
      </div>
    </Dialog>
  );
}

function Receipt({ receipt }: { receipt: Erasure }) {
  const leads = receipt.workspaces.reduce((sum, one) => sum + one.leads, 0);
  const emails = receipt.workspaces.reduce((sum, one) => sum + one.sends + one.messages, 0);
  const erased = { leads, emails, workspaces: receipt.workspaces.length };
  return (
    <Panel title={t("Receipt {id}", { id: receipt.id })}>
      <div className="grid gap-2">
        <p role="status">
          {receipt.state === "completed"
            ? t(
                "Erased: {leads, plural, one {# lead} other {# leads}} and {emails, plural, one {# email} other {# emails}} in {workspaces, plural, one {# workspace} other {# workspaces}}.",
                erased,
              )
            : t(
                "Being erased: {leads, plural, one {# lead} other {# leads}} and {emails, plural, one {# email} other {# emails}} in {workspaces, plural, one {# workspace} other {# workspaces}}.",
                erased,
              )}
        </p>
        <ul className="list-disc pl-5 text-text-2">
          {receipt.kept.map(({ what, why }) => (
            <li key={what}>{why}</li>
          ))}
        </ul>
      </div>
    </Panel>
  );
}
