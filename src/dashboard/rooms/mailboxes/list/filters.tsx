import { X } from "lucide-react";
import type { MailboxSummary } from "#modules/mailboxes/contract/mailbox-summary.ts";
import { count } from "#dashboard/lib/format.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Find } from "#dashboard/parts/find.tsx";
import { statusWords } from "#dashboard/parts/statuses.tsx";
import { providerWords } from "#dashboard/rooms/mailboxes/states.tsx";
import { isFiltered, type MailboxesFilter } from "#dashboard/rooms/mailboxes/search.ts";
import { t } from "#dashboard/words/words.ts";

export type FilterChange = Partial<Record<keyof MailboxesFilter, unknown>>;

export const NO_FILTER: FilterChange = {
  q: undefined,
  status: undefined,
  provider: undefined,
  group: undefined,
  tag: undefined,
};

type Option = readonly [value: string, name: string, mailboxes: number];

/** Search, status, provider, group, tag; with how many mailboxes each choice has. */
export function MailboxFilters({
  search,
  summary,
  isTight,
  onChange,
}: {
  search: MailboxesFilter;
  summary: MailboxSummary | undefined;
  /** In a column beside something else. */
  isTight: boolean;
  onChange: (change: FilterChange) => void;
}) {
  const statuses = (summary?.statuses ?? []).map(({ status, mailboxes }): Option => [
    status,
    statusWords(status),
    mailboxes,
  ]);
  const providers = (summary?.providers ?? []).map(({ provider, mailboxes }): Option => [
    provider,
    providerWords(provider),
    mailboxes,
  ]);
  const named = (names: MailboxSummary["tags"] | undefined): Option[] =>
    (names ?? []).map(({ name, mailboxes }): Option => [name, name, mailboxes]);
  const choices = [
    ["status", t("Status"), t("Any status"), statuses],
    ["provider", t("Sign-in"), t("Any sign-in"), providers],
    ["group", t("Group"), t("All groups"), named(summary?.groups)],
    ["tag", t("Tag"), t("All tags"), named(summary?.tags)],
  ] as const;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div
        className={`flex-1 max-wide:basis-full ${isTight ? "basis-full" : "min-w-56 wide:max-w-88"}`}
      >
        <Find
          label={t("Search by address or name")}
          value={search.q ?? ""}
          onFind={(q) => onChange({ q: q || undefined })}
        />
      </div>
      {choices.map(([name, label, any, options]) => {
        const value = search[name] ?? "";
        // One choice is none, unless it is the one that somebody came with.
        if (options.length < (name === "group" || name === "tag" ? 1 : 2) && value === "")
          return null;
        const isKnown = value === "" || options.some(([known]) => known === value);
        return (
          <select
            key={name}
            className={`in w-auto max-wide:min-w-0 max-wide:grow max-wide:basis-2/5 ${isTight ? "min-w-0 grow basis-2/5" : "wide:max-w-44"}`}
            aria-label={label}
            value={value}
            onChange={(event) => onChange({ [name]: event.target.value || undefined })}
          >
            <option value="">{any}</option>
            {!isKnown && <option value={value}>{value}</option>}
            {options.map(([known, shown, mailboxes]) => (
              <option key={known} value={known}>
                {shown} ({count(mailboxes)})
              </option>
            ))}
          </select>
        );
      })}
      {isFiltered(search) && (
        <Button look="ghost" onClick={() => onChange(NO_FILTER)}>
          <X size={16} aria-hidden="true" />
          {t("Clear")}
        </Button>
      )}
    </div>
  );
}
