import { useNavigate } from "#dashboard/routing/use-place.ts";
import type { Webhook } from "#modules/events/contract/webhooks.ts";
import { ATTEMPT_OUTCOMES, EVENT_TYPES } from "#modules/events/rules/event.ts";
import { SelectField } from "#dashboard/parts/field.tsx";
import { t } from "#dashboard/words/words.ts";
import { readLogsSearch } from "./search.ts";
import { type LogsChoice, OUTCOME_WORDS } from "./words.ts";

/** Which deliveries are shown; written into the address. */
export function LogFilters({ webhook, search }: { webhook: Webhook; search: LogsChoice }) {
  const navigate = useNavigate();
  const go = (change: Record<string, string>): void =>
    void navigate({
      to: "/w/$wid/webhooks/$webhookId",
      params: { wid: String(webhook.workspace_id), webhookId: String(webhook.id) },
      search: readLogsSearch({ ...search, ...change }),
      replace: true,
      resetScroll: false,
    });
  return (
    <div className="border-b border-line p-4">
      <div className="grid grid-cols-2 gap-2 wide:max-w-120">
        <SelectField
          label={t("Event")}
          value={search.event ?? ""}
          onChange={({ target }) => go({ event: target.value })}
        >
          <option value="">{t("Any event")}</option>
          {EVENT_TYPES.map((event) => (
            <option key={event}>{event}</option>
          ))}
        </SelectField>
        <SelectField
          label={t("Result")}
          value={search.outcome ?? ""}
          onChange={({ target }) => go({ outcome: target.value })}
        >
          <option value="">{t("Any result")}</option>
          {ATTEMPT_OUTCOMES.map((outcome) => (
            <option key={outcome} value={outcome}>
              {OUTCOME_WORDS[outcome]}
            </option>
          ))}
        </SelectField>
      </div>
    </div>
  );
}
