import { Bell } from "lucide-react";
import { Button } from "#dashboard/parts/button.tsx";
import { Popover } from "#dashboard/parts/popover.tsx";
import { useMe } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { PushLater } from "./later-parts.tsx";

/** Where somebody turns on notices of what comes in; an admin who acts as them cannot. */
export function TellMe() {
  if (useMe().impersonator) return null;
  return (
    <Popover
      title={t("Notices in this browser")}
      align="end"
      trigger={
        <Button icon aria-label={t("Notices in this browser")} title={t("Notices in this browser")}>
          <Bell size={16} aria-hidden="true" />
        </Button>
      }
    >
      {/* As wide as it will be: it is placed before its words are there. */}
      <div className="w-80 max-w-full p-4 text-13">
        <PushLater />
      </div>
    </Popover>
  );
}
