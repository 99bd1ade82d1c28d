import { Link } from "#dashboard/routing/link.tsx";
import { Tabs } from "#dashboard/parts/tabs.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";

/** The parts of the room of leads; nothing for people who see only one. */
export function LeadsTabs({ current }: { current: "leads" | "links" | "validate" }) {
  const { wid, may } = useWorkspace();
  if (!may("leads.validate") && !may("leads.import")) return null;
  const params = { wid: String(wid) };
  const page = (tab: typeof current) => (tab === current ? "page" : undefined);
  return (
    <Tabs label={t("Leads")}>
      <Link to="/w/$wid/leads" params={params} aria-current={page("leads")}>
        {t("All leads")}
      </Link>
      {may("leads.import") && (
        <Link to="/w/$wid/leads/links" params={params} aria-current={page("links")}>
          {t("Links")}
        </Link>
      )}
      {may("leads.validate") && (
        <Link to="/w/$wid/leads/validate" params={params} aria-current={page("validate")}>
          {t("Validate a file")}
        </Link>
      )}
    </Tabs>
  );
}
