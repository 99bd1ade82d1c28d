import { useState } from "react";
import type { MoveCheck } from "#modules/moving/contract/moves.ts";
import { count, words } from "#dashboard/lib/format.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { t } from "#dashboard/words/words.ts";

const SHOWN = 25;
/** What a note without an address is about. */
const KINDS: Readonly<Record<string, string>> = {
  campaign: t("Campaign"),
  client: t("Client"),
  fault: t("Fault"),
  figure: t("Figure"),
  lead: t("Lead"),
  list: t("List"),
  mail: t("Mail"),
  place: t("Place"),
  sender: t("Sender"),
  suppression: t("Suppression"),
};

/** Where two sources disagree, and what was not taken over as it was. */
export function Notes({
  notes,
  campaigns,
}: {
  notes: MoveCheck["notes"];
  campaigns: MoveCheck["campaigns"];
}) {
  const [isWhole, setWhole] = useState(false);
  if (notes.length === 0) return null;
  const nameOf = (ref: string): string => campaigns.find((one) => one.ref === ref)?.name ?? "";
  return (
    <Panel title={t("To know ({number})", { number: count(notes.length) })} flush>
      <table className="tbl as-list">
        <TableHead columns={[t("About"), t("Campaign"), t("Note")]} />
        <tbody>
          {(isWhole ? notes : notes.slice(0, SHOWN)).map(
            ({ kind, campaign, email, note }, place) => (
              <tr key={place}>
                <td className="full break-all">{email || (KINDS[kind] ?? words(kind))}</td>
                <td className="full break-words text-text-2">{nameOf(campaign)}</td>
                <td className="full break-words">{note}</td>
              </tr>
            ),
          )}
        </tbody>
      </table>
      {!isWhole && notes.length > SHOWN && (
        <div className="p-3">
          <Button look="ghost" onClick={() => setWhole(true)}>
            {t("Show all {number}", { number: count(notes.length) })}
          </Button>
        </div>
      )}
    </Panel>
  );
}
