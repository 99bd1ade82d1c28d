import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { PostmasterFigure } from "#modules/placement/contract/checks.ts";
import { api } from "#dashboard/api/client.ts";
import { fieldError, sentenceOf } from "#dashboard/api/problem.ts";
import { changed, mailboxesQuery } from "#dashboard/api/workspace.ts";
import { day } from "#dashboard/lib/time.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { formFieldsOf, TextField } from "#dashboard/parts/field.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Scroll } from "#dashboard/parts/scroll.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { Status } from "#dashboard/parts/status.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { Say } from "#dashboard/words/say.tsx";
import { spamRatesQuery } from "./queries.ts";

const BANDS = {
  well: ["ok", "tick", t("Below 0.03%")],
  fine: ["ok", "disc", t("Below 0.1%")],
  high: ["warn", "triangle", t("Below 0.3%: too high")],
  over: ["bad", "octagon", t("0.3% or more: emails are refused")],
} as const;
/** Days that are shown; the API keeps more. */
const SHOWN = 30;

/** Spam rates that people copy from postmaster tools; the checks before a start use the newest. */
export function SpamRatesPanel({ wid }: { wid: number }) {
  const { may } = useWorkspace();
  const { data, error, refetch } = useQuery(spamRatesQuery(wid));
  const [isEntering, setEntering] = useState(false);
  if (!data)
    return <Waiting what={t("spam rates")} rows={3} error={error} onRetry={refetch} framed />;
  const figures = data.data.slice(0, SHOWN);
  return (
    <Panel
      title={t("Spam rates")}
      aside={
        may("mailboxes.edit") && (
          <Button onClick={() => setEntering(true)}>{t("Enter spam rate")}</Button>
        )
      }
      flush={figures.length > 0}
      footer={
        figures.length > 0 &&
        t(
          "The newest spam rate of a domain counts for 30 days in the checks before a campaign starts.",
        )
      }
    >
      {figures.length === 0 ? (
        <p className="text-13 text-text-2">
          <Say
            id={
              "Copy the spam rate of a sending domain from <0>Google Postmaster Tools</0> or another provider's. The checks before a campaign starts then use it for 30 days."
            }
            parts={{
              0: (
                <a
                  className="underline"
                  href="https://postmaster.google.com/"
                  target="_blank"
                  rel="noreferrer"
                />
              ),
            }}
          />
        </p>
      ) : (
        <Scroll label={t("Spam rates")}>
          <table className="tbl">
            <TableHead columns={[t("Domain"), t("Day"), t("Spam rate"), [t("Band"), "wide"]]} />
            <tbody>
              {figures.map((figure) => (
                <Row key={figure.domain + figure.day} figure={figure} />
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
      {isEntering && <EnterRate wid={wid} onClose={() => setEntering(false)} />}
    </Panel>
  );
}

function Row({ figure }: { figure: PostmasterFigure }) {
  const [tone, shape, says] = BANDS[figure.band];
  return (
    <tr>
      <td>
        <b className="font-medium break-all">{figure.domain}</b>
      </td>
      <td className="whitespace-nowrap text-text-2">{day(`${figure.day}T12:00:00`)}</td>
      <td className="whitespace-nowrap">
        <Status tone={tone} shape={shape}>
          {Number((figure.spam_rate * 100).toFixed(3))}%
        </Status>
      </td>
      <td className="text-text-2 max-wide:hidden">{says}</td>
    </tr>
  );
}

function EnterRate({ wid, onClose }: { wid: number; onClose: () => void }) {
  const mailboxes = useQuery(mailboxesQuery(wid)).data ?? [];
  const domains = [...new Set(mailboxes.map(({ email }) => email.split("@").at(-1) ?? ""))];
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const { domain = "", day: on = "", rate = "" } = formFieldsOf(event.currentTarget);
    setBusy(true);
    try {
      // Percent with a comma or a point, as the tools show it.
      const share = Number(rate.replace(",", ".").replace("%", "")) / 100;
      const put = await api.put<PostmasterFigure>(`/workspaces/${wid}/postmaster-figures`, {
        domain,
        day: on,
        spam_rate: Math.round(share * 1e8) / 1e8,
      });
      void changed(wid, "reputation", "campaign");
      toast(t("Spam rate of {domain} saved.", { domain: put.domain }));
      onClose();
    } catch (cause) {
      setError(cause);
    } finally {
      setBusy(false);
    }
  };
  const byDomain = fieldError(error, "domain");
  const byDay = fieldError(error, "day");
  const byRate = fieldError(error, "spam_rate");
  return (
    <Dialog open onClose={onClose} title={t("Enter spam rate")}>
      <form className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <TextField
          label={t("Sending domain")}
          name="domain"
          list="sending-domains"
          defaultValue={domains.length === 1 ? domains[0] : ""}
          error={byDomain}
          required
        />
        <datalist id="sending-domains">
          {domains.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <TextField
          label={t("Day")}
          name="day"
          type="date"
          defaultValue={new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)}
          error={byDay}
          required
        />
        <TextField
          label={t("Spam rate (%)")}
          name="rate"
          inputMode="decimal"
          placeholder="0.04"
          pattern="\s*\d{1,3}([.,]\d+)?\s*%?\s*"
          hint={t(
            "As the provider's tool shows it. Below 0.1% is fine; from 0.3% providers refuse emails.",
          )}
          error={byRate}
          required
        />
        {error !== null && !byDomain && !byDay && !byRate && (
          <Note tone="bad" title={sentenceOf(error)} />
        )}
        <div className="acts">
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button look="primary" type="submit" busy={busy}>
            {t("Save spam rate")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
