import { useQuery } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "#dashboard/parts/button.tsx";
import { Menu, MenuItem } from "#dashboard/parts/menu.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { tagQuery } from "#dashboard/rooms/leads/queries.ts";
import { t } from "#dashboard/words/words.ts";

const TagDialog = lazy(() => import("./tag-dialog.tsx").then((m) => ({ default: m.TagDialog })));

/** How many leads have the chosen tag, and what can be done with it. */
export function TagActs({
  wid,
  name,
  onChange,
}: {
  wid: number;
  name: string;
  /** The tag has another name; undefined: it is gone. */
  onChange: (name: string | undefined) => void;
}) {
  const { may } = useWorkspace();
  const [deed, setDeed] = useState<"rename" | "delete" | null>(null);
  const tag = useQuery({ ...tagQuery(wid, name), enabled: may("leads.edit") }).data;
  if (!may("leads.edit") || !tag) return null;
  return (
    <span className="flex items-center gap-2">
      <span className="text-12 text-text-2" role="status">
        {t("{leads, plural, one {# lead tagged} other {# leads tagged}}", {
          leads: tag.lead_count,
        })}
      </span>
      <Menu
        trigger={
          <Button icon aria-label={t("More actions for the tag {name}", { name: tag.name })}>
            <Ellipsis size={16} aria-hidden="true" />
          </Button>
        }
      >
        <MenuItem onChoose={() => setDeed("rename")}>{t("Rename tag")}</MenuItem>
        {may("leads.delete") && (
          <MenuItem danger onChoose={() => setDeed("delete")}>
            {t("Delete tag")}
          </MenuItem>
        )}
      </Menu>
      {deed !== null && (
        <Suspense>
          <TagDialog
            wid={wid}
            tag={tag}
            deed={deed}
            onClose={() => setDeed(null)}
            onDone={onChange}
          />
        </Suspense>
      )}
    </span>
  );
}
