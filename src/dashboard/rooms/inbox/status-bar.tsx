import { ChevronDown } from "lucide-react";
import { useEffect, useRef } from "react";
import { THREAD_STATUSES, type ThreadStatus } from "#modules/campaigns/rules/thread-status.ts";
import { words } from "#dashboard/lib/format.ts";
import { Menu, MenuItem } from "#dashboard/parts/menu.tsx";
import { ThreadState } from "#dashboard/parts/statuses.tsx";
import { t } from "#dashboard/words/words.ts";

/** The statuses of the keys 1 to 6. */
export const NUMBER_KEYS = [
  "interested",
  "meeting_booked",
  "information_requested",
  "not_interested",
  "wrong_person",
  "out_of_office",
] as const satisfies readonly ThreadStatus[];

const SHORT: Partial<Record<ThreadStatus, string>> = {
  meeting_booked: t("Meeting booked"),
  information_requested: t("Needs info"),
};

/** 0 for those without a key. */
const threadKey = (status: ThreadStatus): number =>
  NUMBER_KEYS.findIndex((known) => known === status) + 1;

/** Sorting a thread by one press: four at hand, the others behind "More". */
export function StatusBar({
  status,
  disabled,
  onSort,
}: {
  status: ThreadStatus;
  disabled: boolean;
  onSort: (status: ThreadStatus) => void;
}) {
  const shown: readonly ThreadStatus[] = NUMBER_KEYS.slice(0, 4);
  const rest = THREAD_STATUSES.filter((one) => !shown.includes(one));
  const bar = useRef<HTMLDivElement>(null);
  // On a phone the bar scrolls: the thread's status is scrolled into view.
  useEffect(() => {
    bar.current
      ?.querySelector('[aria-checked="true"], [data-chosen="true"]')
      ?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [status]);
  return (
    <div className="status-bar" ref={bar}>
      <div role="radiogroup" aria-label={t("Status")} className="contents">
        {shown.map((one, index) => (
          <button
            key={one}
            type="button"
            role="radio"
            aria-checked={one === status}
            disabled={disabled}
            onClick={() => onSort(one)}
          >
            <kbd className="max-wide:hidden" aria-hidden="true">
              {index + 1}
            </kbd>
            {SHORT[one] ?? words(one)}
          </button>
        ))}
      </div>
      {!disabled && (
        <Menu
          trigger={
            <button type="button" data-chosen={rest.includes(status)}>
              {rest.includes(status) ? words(status) : t("More")}
              <ChevronDown size={12} aria-hidden="true" />
              <span className="sr-only">{t(", choose another status")}</span>
            </button>
          }
        >
          {rest.map((one) => (
            <MenuItem key={one} onChoose={() => onSort(one)}>
              <ThreadState status={one} />
              {threadKey(one) > 0 && <kbd className="ml-auto">{threadKey(one)}</kbd>}
            </MenuItem>
          ))}
        </Menu>
      )}
    </div>
  );
}
