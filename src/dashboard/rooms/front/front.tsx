import { Contrast } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { useAddressBrand, useWorn } from "#dashboard/shell/brand.tsx";
import { switchTheme } from "#dashboard/shell/look.ts";
import { Mark } from "#dashboard/shell/workspace-menu.tsx";
import { t } from "#dashboard/words/words.ts";

/** A page for somebody who is not signed in: the operator's mark at the side, one form. */
export function Front({
  title,
  lead,
  side,
  children,
}: {
  title: string;
  lead?: ReactNode;
  side?: ReactNode;
  children: ReactNode;
}) {
  const brand = useAddressBrand();
  const { name } = brand;
  useWorn(brand);
  useEffect(() => {
    document.title = name === "" ? title : `${title} · ${name}`;
  }, [title, name]);
  return (
    <div className={side ? "front" : "front plain"}>
      <aside className="front-side">
        <div className="flex items-center gap-2">
          {name !== "" && <Mark name={name} logo={brand.logo} />}
          <b className="truncate">{name}</b>
          <button
            type="button"
            className="btn ghost icon ml-auto"
            aria-label={t("Switch between light and dark")}
            onClick={switchTheme}
          >
            <Contrast size={16} aria-hidden="true" />
          </button>
        </div>
        {side}
      </aside>
      <main className="front-main" id="main">
        <div className="front-form">
          <h1>{title}</h1>
          {lead && <p className="text-text-2">{lead}</p>}
          {children}
        </div>
      </main>
    </div>
  );
}
