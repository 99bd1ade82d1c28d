import { Link } from "#dashboard/routing/link.tsx";
import { useState } from "react";
import type { Rival } from "#modules/moving/rules/found.ts";
import { RIVAL_NAMES } from "#modules/moving/rules/states.ts";
import { count } from "#dashboard/lib/format.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { Status } from "#dashboard/parts/status.tsx";
import { CampaignState } from "#dashboard/parts/statuses.tsx";
import type { PreviewCampaign } from "#dashboard/rooms/moves/queries.ts";
import { t } from "#dashboard/words/words.ts";
import { Say } from "#dashboard/words/say.tsx";
import { UnknownPlaces, useCampaignChoice, ZoneChoice } from "./campaign-choices.tsx";
import { StepPreview } from "./step-text.tsx";

const DAYS = [t("Mon"), t("Tue"), t("Wed"), t("Thu"), t("Fri"), t("Sat"), t("Sun")];

/** "Mon to Fri, 09:00 to 17:30". */
function windowWords({ days, start, end }: PreviewCampaign["windows"][number]): string {
  const sorted = days.toSorted((a, b) => a - b);
  const first = sorted[0] ?? 1;
  const last = sorted.at(-1) ?? 7;
  const isRun = sorted.length > 2 && last - first === sorted.length - 1;
  const name = (day: number): string => DAYS[day - 1] ?? "";
  const shown = isRun
    ? t("{first} to {last}", { first: name(first), last: name(last) })
    : sorted.map(name).join(", ");
  return t("{days}, {start} to {end}", { days: shown, start, end });
}

const conversationWords = (conversations: number): string =>
  conversations === 0
    ? t("Nobody wrote in the last 180 days")
    : t(
        "{leads, plural, one {# lead wrote in the last 180 days: read, with their status} other {# leads wrote in the last 180 days: read, with their status}}",
        { leads: conversations },
      );

/** What will come of one campaign, folded until somebody looks. */
export function CampaignPreview({
  id,
  rival,
  campaign,
  isOpen,
}: {
  id: number;
  rival: Rival;
  campaign: PreviewCampaign;
  /** Whether it can still be decided about. */
  isOpen: boolean;
}) {
  const [isShown, setShown] = useState(false);
  const { ref, name, status, left_out, leads, steps } = campaign;
  const leave = useCampaignChoice(id, ref);
  return (
    <details
      className="move-campaign"
      open={isShown}
      onToggle={(event) => setShown(event.currentTarget.open)}
    >
      <summary>
        <span className="name">{name}</span>
        <Marks campaign={campaign} />
        <span className="figures">
          {[
            t("{leads, plural, one {# lead} other {# leads}}", { leads: leads.total }),
            t("{steps, plural, one {# step} other {# steps}}", { steps: steps.length }),
          ].join(", ")}
        </span>
      </summary>
      {isShown && (
        <div className="grid gap-5 p-4">
          <dl className="facts">
            <div>
              <dt>{t("At {product}", { product: RIVAL_NAMES[rival] })}</dt>
              <dd>
                <CampaignState status={status} />
              </dd>
            </div>
            <div>
              <dt>{t("Sends")}</dt>
              <dd>
                {[
                  campaign.windows.length === 0
                    ? t("No hours are named")
                    : campaign.windows.map(windowWords).join("; "),
                  ...(campaign.daily_limit === null
                    ? []
                    : [t("up to {emails} a day", { emails: count(campaign.daily_limit) })]),
                ].join(", ")}
              </dd>
            </div>
            <div>
              <dt className="self-center">{t("Time zone")}</dt>
              <dd className="wide:max-w-80">
                <ZoneChoice id={id} campaign={campaign} disabled={!isOpen} />
              </dd>
            </div>
            <div>
              <dt>{t("Threads found")}</dt>
              <dd>
                {t(
                  "{leads, plural, one {# lead} other {# leads}} with {emails, plural, one {# email} other {# emails}}",
                  { leads: campaign.threads, emails: campaign.emails },
                )}
              </dd>
            </div>
            <div>
              <dt>{t("Conversations")}</dt>
              <dd>{conversationWords(campaign.conversations)}</dd>
            </div>
          </dl>
          <Places id={id} campaign={campaign} isOpen={isOpen} />
          <Senders campaign={campaign} />
          {campaign.left_behind.length > 0 && (
            <Note tone="warn" title={t("This stays behind, because nothing here is equal to it")}>
              <ul className="list-disc pl-4">
                {campaign.left_behind.map((one) => (
                  <li key={one}>{one}</li>
                ))}
              </ul>
            </Note>
          )}
          {steps.length === 0 ? (
            <Note tone="warn" title={t("It arrives as a draft without steps")}>
              {t(
                "Files hold no steps. Write them in the campaign, then move again: its leads follow.",
              )}
            </Note>
          ) : (
            <ol className="grid gap-5" aria-label={t("Steps of {name}", { name })}>
              {steps.map((step) => (
                <StepPreview key={step.number} rival={rival} step={step} />
              ))}
            </ol>
          )}
          {isOpen && campaign.campaign_id === null && (
            <Button
              className="justify-self-start"
              busy={leave.isPending}
              onClick={() => leave.mutate({ left_out: !left_out })}
            >
              {left_out ? t("Take this campaign along") : t("Leave this campaign out")}
            </Button>
          )}
          {campaign.campaign_id !== null && campaign.workspace_id !== null && (
            <Link
              className="link justify-self-start"
              to="/w/$wid/campaigns/$id"
              params={{ wid: String(campaign.workspace_id), id: String(campaign.campaign_id) }}
            >
              {t("Open the campaign here")}
            </Link>
          )}
        </div>
      )}
    </details>
  );
}

/** What keeps a campaign from coming as it is. */
function Marks({
  campaign: { left_out, time_zone, needs_look, leads, steps, senders, unknown_places },
}: {
  campaign: PreviewCampaign;
}) {
  const missing = senders.filter(({ mailbox_id }) => mailbox_id === null).length;
  const waits = leads.unknown > 0 && unknown_places === null;
  return (
    <span className="marks">
      {left_out ? (
        <Status shape="ring">{t("Left out")}</Status>
      ) : (
        <>
          {steps.length === 0 ? (
            <Status tone="warn" shape="triangle">
              {t("No steps")}
            </Status>
          ) : (
            needs_look && (
              <Status tone="warn" shape="triangle">
                {t("Needs a look")}
              </Status>
            )
          )}
          {time_zone === null && (
            <Status tone="bad" shape="octagon">
              {t("No time zone")}
            </Status>
          )}
          {waits && (
            <Status tone="warn" shape="triangle">
              {t("{places, plural, one {# place unknown} other {# places unknown}}", {
                places: leads.unknown,
              })}
            </Status>
          )}
          {missing > 0 && (
            <Status tone="warn" shape="triangle">
              {t("{mailboxes, plural, one {# mailbox to connect} other {# mailboxes to connect}}", {
                mailboxes: missing,
              })}
            </Status>
          )}
        </>
      )}
    </span>
  );
}

/** How many leads stand where. */
function Places({
  id,
  campaign,
  isOpen,
}: {
  id: number;
  campaign: PreviewCampaign;
  isOpen: boolean;
}) {
  const { leads, steps } = campaign;
  const { by_step, done, unknown, total } = leads;
  if (total === 0) return <p className="text-13 text-text-2">{t("It has no leads.")}</p>;
  return (
    <section className="grid gap-3" aria-label={t("Places in {name}", { name: campaign.name })}>
      <h4>
        {t("Where its {leads, plural, one {# lead} other {# leads}} stand", { leads: total })}
      </h4>
      <ul className="move-places">
        {by_step.map(({ step, leads: n }) => (
          <li key={step}>
            <Got leads={n} emails={step} steps={steps.length} />
          </li>
        ))}
        {done > 0 && (
          <li>
            <Say id="<0/> get nothing more" parts={{ 0: <b>{count(done)}</b> }} />
          </li>
        )}
        {unknown > 0 && (
          <li>
            <Say id="<0/> at an unknown place" parts={{ 0: <b>{count(unknown)}</b> }} />
          </li>
        )}
      </ul>
      {unknown > 0 && (
        <UnknownPlaces
          key={`${campaign.unknown_places}${campaign.unknown_step}`}
          id={id}
          campaign={campaign}
          unknown={unknown}
          steps={steps.length === 0 ? null : steps.length}
          disabled={!isOpen}
        />
      )}
    </section>
  );
}

/** How many leads got so many emails, and what is next for them. */
function Got({ leads, emails, steps }: { leads: number; emails: number; steps: number }) {
  const parts = { 0: <b>{count(leads)}</b> };
  if (emails === 0) return <Say id="<0/> got nothing yet" parts={parts} />;
  if (emails >= steps && steps > 0) {
    return (
      <Say
        id="<0/> got all {emails, plural, one {# email} other {# emails}}"
        values={{ emails }}
        parts={parts}
      />
    );
  }
  return (
    <Say
      id="<0/> got {emails, plural, one {# email} other {# emails}}, next is step {step}"
      values={{ emails, step: emails + 1 }}
      parts={parts}
    />
  );
}

function Senders({ campaign: { senders } }: { campaign: PreviewCampaign }) {
  if (senders.length === 0) return null;
  return (
    <details className="fold">
      <summary>
        {t("{mailboxes, plural, one {# mailbox} other {# mailboxes}}, {connected} connected", {
          mailboxes: senders.length,
          connected: count(senders.filter(({ mailbox_id }) => mailbox_id !== null).length),
        })}
      </summary>
      <ul className="grid gap-1 text-13">
        {senders.map(({ email, mailbox_id }) => (
          <li key={email} className="flex flex-wrap gap-x-3">
            <span className="break-all">{email}</span>
            {mailbox_id === null ? (
              <Status tone="warn" shape="triangle">
                {t("Connect it first")}
              </Status>
            ) : (
              <Status tone="ok" shape="tick">
                {t("Connected")}
              </Status>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
