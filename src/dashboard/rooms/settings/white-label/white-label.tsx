import { useQuery } from "@tanstack/react-query";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { BrandForm } from "./brand-form.tsx";
import { HostPanel } from "./host-panel.tsx";
import { ownHostQuery, whiteLabelQuery } from "./queries.ts";

/** What the clients of a workspace see in the place of the install's name, and where. */
export function WhiteLabelSettings() {
  const { wid } = useWorkspace();
  const brand = useQuery(whiteLabelQuery(wid));
  const host = useQuery(ownHostQuery(wid));
  if (!brand.data) {
    return <Waiting what={t("white label")} rows={4} error={brand.error} onRetry={brand.refetch} />;
  }
  return (
    <div className="grid max-w-5xl gap-4">
      <BrandForm
        // Another workspace's, or a saved one, begins again.
        key={`${wid} ${brand.data.updated_at}`}
        brand={brand.data}
        host={host.data ?? null}
      />
      {brand.data.name !== null &&
        (host.data ? (
          <HostPanel key={`${wid} ${host.data.host}`} host={host.data} />
        ) : (
          <Waiting what={t("host")} rows={2} error={host.error} onRetry={host.refetch} />
        ))}
    </div>
  );
}
