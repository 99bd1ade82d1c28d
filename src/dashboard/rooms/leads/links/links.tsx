import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { ImportLink } from "#modules/leads/contract/import-links.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { useGone } from "#dashboard/parts/delete-later.ts";
import { Empty } from "#dashboard/parts/states.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { LeadsTabs } from "#dashboard/rooms/leads/leads-tabs.tsx";
import { Page } from "#dashboard/shell/page.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { EditLink } from "./edit-link.tsx";
import { LinkPanel } from "./link-panel.tsx";
import { linksQuery } from "./queries.ts";

/** Files of leads that are fetched again by their address, and what came of it. */
export function Links() {
  const { wid, may } = useWorkspace();
  const [edited, setEdited] = useState<ImportLink | "new" | null>(null);
  const { data, error, refetch } = useQuery(linksQuery(wid));
  const isGone = useGone();
  const links = (data?.data ?? []).filter(({ id }) => !isGone(`import-link:${id}`));
  const add = may("leads.import") && (
    <Button look="primary" onClick={() => setEdited("new")}>
      <Plus size={16} aria-hidden="true" />
      {t("Add link")}
    </Button>
  );
  return (
    <Page
      title={t("Links")}
      heading={<h1 className="truncate">{t("Leads")}</h1>}
      actions={links.length > 0 && add}
    >
      <LeadsTabs current="links" />
      {!data ? (
        <Waiting what={t("links")} rows={3} error={error} onRetry={() => void refetch()} framed />
      ) : links.length === 0 ? (
        <Empty picture="leads" title={t("No links yet")} action={add}>
          {t(
            "A link is the address of a published sheet or another CSV or XLSX file. It is fetched on a schedule, and new rows become leads.",
          )}
        </Empty>
      ) : (
        links.map((link) => (
          <LinkPanel key={link.id} wid={wid} link={link} onEdit={() => setEdited(link)} />
        ))
      )}
      {edited !== null && (
        <EditLink
          wid={wid}
          link={edited === "new" ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </Page>
  );
}
