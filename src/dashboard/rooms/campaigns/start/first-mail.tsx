import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { Preview, Simulation } from "#modules/campaigns/contract/campaign-tools.ts";
import type { CampaignDetail } from "#modules/campaigns/contract/campaigns.ts";
import { fieldError, sentenceOf } from "#dashboard/api/problem.ts";
import { changed } from "#dashboard/api/workspace.ts";
import { ask } from "#dashboard/parts/ask.tsx";
import { Button } from "#dashboard/parts/button.tsx";
import { formFieldsOf, TextField } from "#dashboard/parts/field.tsx";
import { MailFrame } from "#dashboard/parts/mail-frame.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { Status } from "#dashboard/parts/status.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { postSendNow, postTestEmail } from "#dashboard/rooms/campaigns/queries.ts";
import { ISSUE_NAMES } from "#dashboard/rooms/campaigns/spam-words.ts";
import { useSaving } from "#dashboard/rooms/campaigns/use-saving.ts";
import { fromServer, t } from "#dashboard/words/words.ts";
import { Say } from "#dashboard/words/say.tsx";
import { firstMailQuery } from "./queries.ts";

const RATING = {
  good: ["ok", "disc", t("Good")],
  fair: ["warn", "triangle", t("Fair")],
  poor: ["bad", "octagon", t("Poor")],
} as const;

/** The first email as one of the leads gets it, its spam check, and one to an own address. */
export function FirstMail({
  campaign,
  simulation,
}: {
  campaign: CampaignDetail;
  simulation: Simulation;
}) {
  const { wid, may } = useWorkspace();
  const leads = [...new Map(simulation.mails.map((mail) => [mail.lead_id, mail.email]))];
  const [chosen, setChosen] = useState<number | null>(null);
  // One that got the email meanwhile is no choice any more.
  const leadId = leads.some(([id]) => id === chosen) ? chosen : (leads[0]?.[0] ?? null);
  const { data, error, refetch } = useQuery(firstMailQuery(wid, campaign.id, leadId));
  return (
    <section className="grid gap-2" aria-label={t("First email")}>
      <h3>{t("First email")}</h3>
      {leads.length > 0 && (
        <select
          className="in"
          aria-label={t("Lead who gets it")}
          value={leadId ?? ""}
          onChange={(event) => setChosen(Number(event.target.value))}
        >
          {leads.map(([id, email]) => (
            <option key={id} value={id}>
              {email}
            </option>
          ))}
        </select>
      )}
      {!data ? (
        <Waiting what={t("first email")} rows={3} error={error} onRetry={() => void refetch()} />
      ) : data.error ? (
        <Note tone="bad" title={fromServer(data.error)} />
      ) : (
        <>
          <div className="grid gap-2 rounded-2 border border-line p-4">
            <p className="text-12 text-text-3">
              {data.from
                ? t("From {name}, {email} to {to}", {
                    name: data.from.name,
                    email: data.from.email,
                    to: data.to,
                  })
                : t("No mailbox chosen yet to {to}", { to: data.to })}
            </p>
            <p className="font-strong">{data.subject || t("No subject")}</p>
            {data.html === null ? (
              <p className="whitespace-pre-wrap text-14">{data.text}</p>
            ) : (
              <MailFrame title={t("The first email")} html={data.html} own />
            )}
          </div>
          <Spam report={data.spam} />
        </>
      )}
      {may("campaigns.test") && <SendOne campaign={campaign} leadId={leadId} />}
      {may("campaigns.run") && leadId !== null && data && !data.error && (
        <SendToLead key={leadId} campaign={campaign} leadId={leadId} email={data.to} />
      )}
    </section>
  );
}

function Spam({ report }: { report: Preview["spam"] }) {
  const [tone, shape, word] = RATING[report.rating];
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-13">
      <span>
        <Say
          id="Spam check: <0>{score}</0>"
          values={{ score: report.score }}
          parts={{ 0: <b /> }}
        />
      </span>
      <Status tone={tone} shape={shape}>
        {word}
      </Status>
      <span className="text-text-2">
        {[
          ...report.matches.slice(0, 4).map(({ term }) => `“${term}”`),
          ...report.issues.map((issue) => ISSUE_NAMES[issue]),
        ].join(", ")}
      </span>
    </p>
  );
}

/** Sends the email of the chosen lead to an address of one's own, now, whatever the schedule says. */
function SendOne({ campaign, leadId }: { campaign: CampaignDetail; leadId: number | null }) {
  const { wid, me } = useWorkspace();
  const saving = useSaving();
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const { to = "" } = formFieldsOf(event.currentTarget);
    void saving.run(async () => {
      const sent = await postTestEmail(wid, campaign.id, {
        to,
        ...(leadId !== null && { lead_id: leadId }),
      });
      toast(
        t("Test email “{subject}” sent to {to} from {email}.", {
          subject: sent.subject,
          to: sent.to,
          email: sent.from.email,
        }),
      );
    });
  };
  const error = fieldError(saving.error, "to");
  return (
    <form className="flex flex-wrap items-end gap-2" onSubmit={submit}>
      <div className="min-w-56 flex-1">
        <TextField
          label={t("Send one now to yourself")}
          name="to"
          type="email"
          defaultValue={me.user?.email ?? ""}
          error={error}
          required
        />
      </div>
      <Button type="submit" busy={saving.busy} disabled={campaign.mailboxes.length === 0}>
        {t("Send one now")}
      </Button>
      {saving.error !== null && error === null && (
        <div className="basis-full">
          <Note tone="bad" title={sentenceOf(saving.error)} />
        </div>
      )}
    </form>
  );
}

/** Sends the real first email to the chosen lead, now, after a confirmation. */
function SendToLead({
  campaign,
  leadId,
  email,
}: {
  campaign: CampaignDetail;
  leadId: number;
  email: string;
}) {
  const { wid } = useWorkspace();
  const saving = useSaving();
  const press = async (): Promise<void> => {
    const sure = await ask({
      title: t("Send the first email to {email} now?", { email }),
      text: t(
        "It is the real email of step 1: it counts in every limit and figure. The lead gets step 2 once the campaign runs.",
      ),
      yes: t("Send it"),
      danger: false,
    });
    if (!sure) return;
    await saving.run(async () => {
      await postSendNow(wid, campaign.id, leadId);
      toast(t("Sending the first email to {email}.", { email }));
      void changed(wid, "campaign", "campaigns");
    });
  };
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-13 text-text-2">
        {t("Or begin with this one lead, before the campaign starts:")}
        <Button
          busy={saving.busy}
          disabled={campaign.mailboxes.length === 0}
          onClick={() => void press()}
        >
          {t("Send to this lead now")}
        </Button>
      </p>
      {saving.error !== null && <Note tone="bad" title={sentenceOf(saving.error)} />}
    </div>
  );
}
