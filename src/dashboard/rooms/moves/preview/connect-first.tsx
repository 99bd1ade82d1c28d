import { Link } from "#dashboard/routing/link.tsx";
import { useState } from "react";
import type { Move, MoveClient, MovePreview } from "#modules/moving/contract/moves.ts";
import { count } from "#dashboard/lib/format.ts";
import { Button, buttonClass } from "#dashboard/parts/button.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Status } from "#dashboard/parts/status.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { t } from "#dashboard/words/words.ts";

const SHOWN = 25;
const PROVIDERS: Readonly<Record<string, string>> = {
  google: "Google",
  microsoft: "Microsoft",
};

/** Mailboxes that have to be connected: their secrets never come along. */
export function ConnectFirst({
  move,
  clients,
  boxes,
}: {
  move: Move;
  clients: readonly MoveClient[];
  boxes: MovePreview["connect_first"];
}) {
  const [isWhole, setWhole] = useState(false);
  if (boxes.length === 0) return null;
  const missing = boxes.filter(({ mailbox_id }) => mailbox_id === null);
  const sorted = [...missing, ...boxes.filter(({ mailbox_id }) => mailbox_id !== null)];
  return (
    <Panel
      title={
        missing.length === 0
          ? t(
              "{mailboxes, plural, one {All # mailbox is connected} other {All # mailboxes are connected}}",
              { mailboxes: boxes.length },
            )
          : t("Connect {mailboxes, plural, one {# mailbox} other {# mailboxes}}", {
              mailboxes: missing.length,
            })
      }
      flush
      footer={
        <span>
          {t(
            "Passwords never come along. Limits, signatures and warmup are set when a mailbox with the same address is connected. Leads of others go on from another mailbox of the campaign.",
          )}
        </span>
      }
    >
      <table className="tbl as-list">
        <TableHead
          columns={[
            t("Mailbox"),
            t("Status"),
            t("Provider"),
            [t("A day"), "num"],
            [t("Warmup"), "num"],
          ]}
        />
        <tbody>
          {(isWhole ? sorted : sorted.slice(0, SHOWN)).map((box) => (
            <tr key={`${box.client} ${box.email}`}>
              <td className="full break-all">{box.email}</td>
              <td>
                {box.mailbox_id !== null ? (
                  <Status tone="ok" shape="tick">
                    {t("Connected")}
                  </Status>
                ) : (
                  <Connect
                    wid={
                      move.workspace_id ??
                      clients.find(({ ref }) => ref === box.client)?.workspace_id ??
                      null
                    }
                    email={box.email}
                  />
                )}
              </td>
              <td className="text-text-2">{PROVIDERS[box.provider] ?? t("IMAP and SMTP")}</td>
              <td className="num">{box.daily_limit === null ? "–" : count(box.daily_limit)}</td>
              <td className="num">{box.warmup_daily === null ? "–" : count(box.warmup_daily)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {!isWhole && boxes.length > SHOWN && (
        <div className="p-3">
          <Button look="ghost" onClick={() => setWhole(true)}>
            {t("Show all {mailboxes, plural, one {# mailbox} other {# mailboxes}}", {
              mailboxes: boxes.length,
            })}
          </Button>
        </div>
      )}
    </Panel>
  );
}

/** Leads to where it is connected; a workspace that is still to be made has no mailboxes. */
function Connect({ wid, email }: { wid: number | null; email: string }) {
  if (wid === null) return <span className="text-text-3">{t("After its workspace is there")}</span>;
  return (
    <Link
      className={buttonClass({ size: "small" })}
      to="/w/$wid/mailboxes"
      params={{ wid: String(wid) }}
      search={{ connect: true }}
      aria-label={t("Connect {email}", { email })}
    >
      {t("Connect")}
    </Link>
  );
}
