import { useNavigate } from "#dashboard/routing/use-place.ts";
import { Check, ChevronsUpDown, Plus, Search } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { initials } from "#dashboard/lib/format.ts";
import { Menu, MenuItem, MenuLabel } from "#dashboard/parts/menu.tsx";
import { t } from "#dashboard/words/words.ts";
import { useBrand } from "./brand.tsx";
import { openPalette } from "./palette-store.ts";
import { useWorkspace } from "./use-workspace.ts";

const NewWorkspace = lazy(() =>
  import("./new-workspace.tsx").then((m) => ({ default: m.NewWorkspace })),
);

/** More are found by their name. */
const MANY = 7;

/** The operator's mark: a logo, or the first letter of the name. */
export function Mark({ name, logo }: { name: string; logo: string | null | undefined }) {
  return (
    <span className="mark" aria-hidden="true">
      {logo ? <img src={logo} alt="" width={28} height={28} /> : initials(name).charAt(0)}
    </span>
  );
}

/** Which workspace this is, and the way to the others. */
export function WorkspaceMenu() {
  const navigate = useNavigate();
  const { workspace, me, may } = useWorkspace();
  const [making, setMaking] = useState(false);
  const brand = useBrand();
  const name = workspace?.name ?? t("No workspace");
  return (
    <>
      <Menu
        align="start"
        trigger={
          <button type="button" className="ws">
            <Mark name={name} logo={brand.logo} />
            <span className="truncate">
              {name}
              <small className="truncate">{brand.name || "\u00a0"}</small>
            </span>
            <ChevronsUpDown size={16} aria-hidden="true" />
          </button>
        }
      >
        <MenuLabel>{t("Workspaces")}</MenuLabel>
        {me.workspaces.length > MANY && (
          <MenuItem onChoose={() => openPalette(t("Switch to {name}", { name: "" }))}>
            <Search size={16} aria-hidden="true" />
            {t("Find a workspace")}
          </MenuItem>
        )}
        {me.workspaces.map(({ id, name: label }) => (
          <MenuItem
            key={id}
            onChoose={() => void navigate({ to: "/w/$wid", params: { wid: String(id) } })}
          >
            <span className="truncate">{label}</span>
            {id === workspace?.id && (
              <Check size={16} className="ml-auto" aria-label={t("current")} />
            )}
          </MenuItem>
        ))}
        {may("workspaces.create") && !me.own_host && (
          <MenuItem onChoose={() => setMaking(true)}>
            <Plus size={16} aria-hidden="true" />
            {t("New workspace")}
          </MenuItem>
        )}
      </Menu>
      {making && (
        <Suspense>
          <NewWorkspace onClose={() => setMaking(false)} />
        </Suspense>
      )}
    </>
  );
}
