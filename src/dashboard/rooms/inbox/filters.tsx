import { useQuery } from "@tanstack/react-query";
import { ListFilter as FilterIcon } from "lucide-react";
import { campaignsQuery, mailboxesQuery } from "#dashboard/api/workspace.ts";
import { REPLY_CATEGORIES, type ReplyCategory } from "#modules/delivery/rules/reply-categories.ts";
import { words } from "#dashboard/lib/format.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { SelectField } from "#dashboard/parts/field.tsx";
import { Popover } from "#dashboard/parts/popover.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { membersQuery, labelsQuery } from "./queries.ts";
import type { InboxSearch } from "./search.ts";

/** One mailbox, one campaign or one person alone. */
export function InboxFilters({
  search,
  onChange,
  active,
}: {
  search: InboxSearch;
  onChange: (next: Partial<InboxSearch>) => void;
  active: boolean;
}) {
  return (
    <Popover
      title={t("Filters")}
      align="end"
      trigger={
        <Button>
          <FilterIcon size={16} aria-hidden="true" />
          <span className="max-wide:sr-only">{active ? t("Filtered") : t("Filter")}</span>
        </Button>
      }
    >
      <FilterFields search={search} onChange={onChange} />
    </Popover>
  );
}

/** What leads want, or all of it. */
export function CategoryField({
  value,
  onChange,
}: {
  value: ReplyCategory | undefined;
  onChange: (category: ReplyCategory | undefined) => void;
}) {
  return (
    <SelectField
      label={t("Category")}
      value={value ?? ""}
      onChange={(event) => onChange(REPLY_CATEGORIES.find((one) => one === event.target.value))}
    >
      <option value="">{t("All categories")}</option>
      {REPLY_CATEGORIES.map((one) => (
        <option key={one} value={one}>
          {words(one)}
        </option>
      ))}
    </SelectField>
  );
}

function FilterFields({
  search,
  onChange,
}: {
  search: InboxSearch;
  onChange: (next: Partial<InboxSearch>) => void;
}) {
  const { wid, me, may } = useWorkspace();
  const seesMailboxes = may("mailboxes.read");
  const mailboxes = useQuery({ ...mailboxesQuery(wid), enabled: seesMailboxes }).data ?? [];
  const campaigns = useQuery(campaignsQuery(wid)).data?.data ?? [];
  const members = useQuery(membersQuery(wid)).data?.data ?? [];
  const labels = useQuery(labelsQuery(wid)).data?.data ?? [];
  return (
    <div className="grid w-72 gap-4 p-4">
      <SelectField
        label={t("Assigned to")}
        value={search.whose ?? ""}
        onChange={(event) => {
          const { value } = event.target;
          onChange({ whose: value === "none" ? "none" : Number(value) || 0 });
        }}
      >
        <option value="">{t("Anyone")}</option>
        {me.user && <option value={me.user.id}>{t("You")}</option>}
        <option value="none">{t("Unassigned")}</option>
        {members
          .filter(({ id }) => id !== me.user?.id)
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </SelectField>
      <CategoryField value={search.category} onChange={(category) => onChange({ category })} />
      {labels.length > 0 && (
        <SelectField
          label={t("Label")}
          value={search.label ?? ""}
          onChange={(event) => onChange({ label: event.target.value })}
        >
          <option value="">{t("All labels")}</option>
          {labels.map((label) => (
            <option key={label} value={label}>
              {label}
            </option>
          ))}
        </SelectField>
      )}
      {seesMailboxes && (
        <SelectField
          label={t("Mailbox")}
          value={search.mailbox ?? ""}
          onChange={(event) => onChange({ mailbox: Number(event.target.value) || 0 })}
        >
          <option value="">{t("All mailboxes")}</option>
          {mailboxes.map(({ id, email }) => (
            <option key={id} value={id}>
              {email}
            </option>
          ))}
        </SelectField>
      )}
      <SelectField
        label={t("Campaign")}
        value={search.campaign ?? ""}
        onChange={(event) => onChange({ campaign: Number(event.target.value) || 0 })}
      >
        <option value="">{t("All campaigns")}</option>
        {campaigns.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
