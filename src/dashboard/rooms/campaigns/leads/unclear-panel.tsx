import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "#dashboard/routing/link.tsx";
import { useState } from "react";
import type { CampaignDetail } from "#modules/campaigns/contract/campaigns.ts";
import { Button, ShowEarlier } from "#dashboard/parts/button.tsx";
import { Glyph } from "#dashboard/parts/glyph.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { UnclearNote, unclearQuery } from "#dashboard/parts/send-again.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { LocalTime } from "#dashboard/parts/time.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";

/** Says that there are mails whose outcome is unclear, and shows them on request. */
export function Unclear({ campaign }: { campaign: CampaignDetail }) {
  const { may } = useWorkspace();
  const [open, setOpen] = useState(false);
  const n = campaign.stats.unknown;
  if (n === 0) return null;
  return (
    <>
      <Note
        tone="warn"
        title={t("{n, plural, one {# email} other {# emails}} with unknown delivery", { n })}
        action={
          may("leads.read") && (
            <Button aria-expanded={open} onClick={() => setOpen(!open)}>
              {open ? t("Hide") : t("Show")}
            </Button>
          )
        }
      >
        {t(
          "The receiving server did not confirm {n, plural, one {this email} other {these emails}}. The sequence continues. Nothing is sent twice unless you choose “Send again”.",
          { n },
        )}
      </Note>
      {open && <List campaign={campaign} />}
    </>
  );
}

function List({ campaign }: { campaign: CampaignDetail }) {
  const { wid, may } = useWorkspace();
  const list = useInfiniteQuery(unclearQuery(wid, campaign.id));
  const { data, error, refetch } = list;
  const items = (data?.pages ?? []).flatMap((page) => page.data);
  return (
    <Panel title={t("Unknown delivery")} flush>
      {!data ? (
        <Waiting what={t("emails")} rows={3} error={error} onRetry={refetch} inset />
      ) : (
        <ul className="happened">
          {items.map((send) => (
            <li key={send.id}>
              <span className="st warn">
                <Glyph shape="half" />
              </span>
              <div className="min-w-0">
                <Link
                  className="link"
                  to="/w/$wid/leads/$leadId"
                  params={{ wid: String(wid), leadId: String(send.lead_id) }}
                >
                  {send.email}
                </Link>
                <span className="text-text-2">
                  {" "}
                  {t("step {step}, from {mailbox}", { step: send.step, mailbox: send.mailbox })}
                </span>
                <UnclearNote wid={wid} send={send} mayResend={may("campaigns.resend")} />
              </div>
              <span className="text-12 text-text-3">
                <LocalTime at={send.at} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <footer>
          <ShowEarlier list={list} />
        </footer>
      )}
    </Panel>
  );
}
