import { useQueryClient } from "@tanstack/react-query";
import type { Integration } from "#modules/events/contract/integrations.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { deleteLater, useGone } from "#dashboard/parts/delete-later.ts";
import { Status } from "#dashboard/parts/status.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { fromServer, t } from "#dashboard/words/words.ts";
import { connectionName } from "./connection.ts";

/** What can be opened of a connection. */
export type IntegrationDialog = "connect" | "another" | "edit" | "deals";

/** A service or one more connection to it: what it does or why it fails, and what can be done. */
export function IntegrationRow({
  wid,
  one,
  hasSome,
  onOpen,
}: {
  wid: number;
  one: Integration;
  /** Its service is connected, here or by another line. */
  hasSome: boolean;
  onOpen: (what: IntegrationDialog) => void;
}) {
  const { may } = useWorkspace();
  const queries = useQueryClient();
  const key = `integration:${wid}:${one.id}`;
  const leave = () =>
    deleteLater({
      key,
      path: `/workspaces/${wid}/integrations/${one.id}`,
      text: t("{title} is disconnected and its credentials are deleted.", {
        title: connectionName(one),
      }),
      done: () => queries.invalidateQueries({ queryKey: ["w", wid, "integrations"] }),
    });
  const isGone = useGone()(key);
  if (isGone && one.is_further) return null;
  const isOn = !isGone && one.status !== "disconnected";
  return (
    <li
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3 pr-4 last:border-b-0 ${one.is_further ? "pl-8" : "pl-4"}`}
    >
      <Naming one={one} isOn={isOn} />
      {isOn && (
        <span className="flex flex-wrap gap-x-4 gap-y-2">
          {one.status === "error" ? (
            <Status tone="bad" shape="octagon" loud>
              {t("Error")}
            </Status>
          ) : (
            <Status tone="ok">{t("Connected")}</Status>
          )}
          {one.deals && <Status shape="ring">{t("Makes deals")}</Status>}
        </span>
      )}
      {may("integrations.edit") && (
        <span className="flex flex-wrap gap-2">
          <Button
            size="small"
            onClick={() => onOpen(isOn && one.can_be_several ? "edit" : "connect")}
          >
            {isOn ? t("Edit") : t("Connect")}
          </Button>
          {isOn && one.can_make_deals && (
            <Button size="small" onClick={() => onOpen("deals")}>
              {t("Deals")}
            </Button>
          )}
          {!one.is_further && one.can_be_several && hasSome && (
            <Button size="small" onClick={() => onOpen("another")}>
              {t("Add another")}
            </Button>
          )}
          {isOn && (
            <Button size="small" look="ghost" onClick={leave}>
              {t("Disconnect")}
            </Button>
          )}
        </span>
      )}
    </li>
  );
}

/** Its own name first, where it has one. */
function Naming({ one, isOn }: { one: Integration; isOn: boolean }) {
  const name = isOn ? one.name : null;
  const label = isOn && one.account_label !== one.title ? one.account_label : null;
  return (
    <div className="min-w-48 flex-1">
      {/* A name: the CRM “Close” is no word for ending something. */}
      <b className="text-13 wrap-anywhere" translate="no">
        {name ?? one.title}
      </b>
      {name !== null && <span className="text-12 text-text-3"> {one.title}</span>}
      {label && <span className="text-12 text-text-3"> {label}</span>}
      {isOn && one.last_error !== null ? (
        <p className="text-12 text-bad">{fromServer(one.last_error)}</p>
      ) : (
        <p className="text-12 text-text-2">{one.description}</p>
      )}
    </div>
  );
}
