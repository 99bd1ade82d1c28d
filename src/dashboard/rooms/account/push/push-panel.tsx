import { Button } from "#dashboard/parts/button.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { LocalTime } from "#dashboard/parts/time.tsx";
import { t } from "#dashboard/words/words.ts";
import { PushControl } from "./push-control.tsx";
import { usePush } from "./use-push.ts";

/** Notices in this browser, and in the others of the person. */
export function PushPanel() {
  const push = usePush();
  const others = push.browsers.filter(({ id }) => id !== push.here?.id);
  return (
    <>
      <Panel title={t("Notices in this browser")}>
        <PushControl push={push} />
      </Panel>
      {others.length > 0 && (
        <Panel title={t("Notices in your other browsers")} flush>
          <table className="tbl as-list">
            <TableHead
              columns={[t("Browser"), t("Turned on"), t("Last notice"), [t("Actions"), "unseen"]]}
            />
            <tbody>
              {others.map((browser) => (
                <tr key={browser.id}>
                  <td className="font-medium">{browser.device || t("Unknown browser")}</td>
                  <td className="text-text-3">
                    <LocalTime at={browser.created_at} />
                  </td>
                  <td className="text-text-3">
                    {browser.notified_at === null ? (
                      t("None yet")
                    ) : (
                      <LocalTime at={browser.notified_at} />
                    )}
                  </td>
                  <td className="full text-right">
                    <Button
                      size="small"
                      look="danger"
                      aria-label={
                        browser.device
                          ? t("End notices in {device}", { device: browser.device })
                          : t("End notices in an unknown browser")
                      }
                      onClick={() => push.end.mutate(browser)}
                    >
                      {t("End")}
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Panel>
      )}
    </>
  );
}
