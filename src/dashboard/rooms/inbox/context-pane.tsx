import { useQuery } from "@tanstack/react-query";
import { Link } from "#dashboard/routing/link.tsx";
import type { LeadActivity } from "#modules/leads/contract/activity.ts";
import type { Thread } from "#modules/inbox/contract/threads.ts";
import { initials, words } from "#dashboard/lib/format.ts";
import { useRested } from "#dashboard/lib/timers.ts";
import { Status, type Tone } from "#dashboard/parts/status.tsx";
import type { GlyphShape } from "#dashboard/parts/glyph.tsx";
import { LocalTime } from "#dashboard/parts/time.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { Say } from "#dashboard/words/say.tsx";
import { activityQuery, leadOfThreadQuery } from "./queries.ts";

const LOOKS: Partial<Record<LeadActivity["type"], readonly [Tone, GlyphShape]>> = {
  replied: ["accent", "half"],
  auto_replied: ["plain", "pause"],
  meeting_booked: ["ok", "tick"],
  bounced: ["bad", "octagon"],
  send_failed: ["bad", "octagon"],
  send_unclear: ["warn", "half"],
  unsubscribed: ["bad", "octagon"],
  suppressed: ["bad", "octagon"],
};

/** Who writes, and what happened with them so far. */
export function ContextPane({ thread, onKeys }: { thread: Thread; onKeys: () => void }) {
  const { wid, may } = useWorkspace();
  const seesLeads = may("leads.read");
  // Read once one stays: walking through the list spends no requests on it.
  const leadId = useRested(thread.lead_id, 700);
  const here = seesLeads && leadId !== null && leadId === thread.lead_id;
  // Of this lead alone: what is known of the one before must not show under its name.
  const asked = thread.lead_id ?? 0;
  const lead = useQuery({ ...leadOfThreadQuery(wid, asked), enabled: here }).data;
  const activity = useQuery({ ...activityQuery(wid, asked), enabled: here }).data;
  const { name, email, company } = thread.lead;
  const at = Math.max(0, email.indexOf("@"));
  return (
    <aside className="context" aria-label={t("About the lead")}>
      <div className="flex items-center gap-3">
        <span className="avatar size-10!" aria-hidden="true">
          {initials(name || email)}
        </span>
        <div className="min-w-0">
          <h2 className="truncate">
            {thread.lead_id === null || !seesLeads ? (
              name || email
            ) : (
              <Link
                to="/w/$wid/leads/$leadId"
                params={{ wid: String(wid), leadId: String(thread.lead_id) }}
                className="text-text!"
              >
                {name || email}
              </Link>
            )}
          </h2>
          <p className="truncate text-12 text-text-3">
            {[lead?.job_title, company].filter(Boolean).join(", ")}
          </p>
        </div>
      </div>
      <dl className="dl">
        <dt>{t("Email")}</dt>
        <dd>
          {email.slice(0, at)}
          <wbr />
          {email.slice(at)}
        </dd>
        {lead?.phone && (
          <>
            <dt>{t("Phone")}</dt>
            <dd>{lead.phone}</dd>
          </>
        )}
        {lead?.score !== null && lead?.score !== undefined && (
          <>
            <dt>{t("Score")}</dt>
            <dd>{lead.score}</dd>
          </>
        )}
        {Object.entries(lead?.custom ?? {})
          .slice(0, 6)
          .map(([key, value]) => (
            <div key={key} className="contents">
              <dt className="truncate">{words(key)}</dt>
              <dd className="truncate">{value}</dd>
            </div>
          ))}
      </dl>
      {lead && lead.campaigns.length > 0 && (
        <section>
          <h3>{t("Campaigns")}</h3>
          <ul className="mt-2 grid gap-1 text-12">
            {lead.campaigns.map((campaign) => (
              <li key={campaign.id} className="flex gap-2">
                <span className="truncate">{campaign.name}</span>
                <span className="ml-auto flex-none text-text-3">{words(campaign.status)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {activity && (
        <section>
          <h3>{t("Activity")}</h3>
          <ul className="mt-2 grid gap-2 text-12">
            {activity.data.map((one) => {
              const [tone, shape] = LOOKS[one.type] ?? ["plain", "ring"];
              return (
                <li key={one.id} className="flex items-center gap-2">
                  <Status tone={tone} shape={shape}>
                    {one.step === null
                      ? words(one.type)
                      : t("{event} step {step}", { event: words(one.type), step: one.step })}
                  </Status>
                  <span className="ml-auto flex-none text-text-3">
                    <LocalTime at={one.at} />
                  </span>
                </li>
              );
            })}
          </ul>
        </section>
      )}
      <button type="button" className="link w-fit text-12" onClick={onKeys}>
        <Say id={"Keyboard shortcuts <0/>"} parts={{ 0: <kbd>?</kbd> }} />
      </button>
    </aside>
  );
}
