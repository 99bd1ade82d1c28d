import { CircleQuestionMark, Search } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { Button, buttonClass } from "#dashboard/parts/button.tsx";
import { useBrand } from "./brand.tsx";
import { openPalette } from "./palette-store.ts";
import { NextStep } from "./pulse.tsx";
import { useWorkspace } from "./use-workspace.ts";
import { usePath } from "#dashboard/routing/use-place.ts";
import { lower } from "#dashboard/lib/format.ts";
import { useIsPhone } from "#dashboard/lib/use-media.ts";
import { ListSkeleton } from "#dashboard/parts/states.tsx";
import { t } from "#dashboard/words/words.ts";
import { helpOf, roomOfPath } from "./rooms.ts";

/** A room: its bar with title and actions, and its content. */
export function Page({
  title,
  heading,
  status,
  actions,
  flush = false,
  help,
  children,
}: {
  /** Of the browser's tab, and the heading unless there is another. */
  title: string;
  heading?: ReactNode;
  /** Beside the heading. */
  status?: ReactNode;
  actions?: ReactNode;
  /** Without padding: rooms of panes. */
  flush?: boolean;
  /** Its page of the guides, where no room of the sidebar names it. */
  help?: string;
  children: ReactNode;
}) {
  const { workspace } = useWorkspace();
  const { name, isWhiteLabel } = useBrand();
  const isPhone = useIsPhone();
  const place = isWhiteLabel ? name : (workspace?.name ?? name);
  useEffect(() => {
    document.title = place === "" ? title : `${title} · ${place}`;
  }, [title, place]);
  return (
    <div className="page">
      <header className="top">
        <div className={`top-words ${status ? "with-status" : ""}`}>
          {heading ?? <h1 className="truncate">{title}</h1>}
          {status}
        </div>
        <div className="ml-auto flex items-center gap-2">
          <button type="button" className="find w-60 max-xl:hidden" onClick={() => openPalette()}>
            <Search size={16} aria-hidden="true" />
            <span className="flex-1 text-left">{t("Search or jump to")}</span>
            <kbd>{t("Ctrl K")}</kbd>
          </button>
          <Button
            look="ghost"
            icon
            className="xl:hidden"
            aria-label={t("Search or jump to")}
            onClick={() => openPalette()}
          >
            <Search size={16} aria-hidden="true" />
          </Button>
          <HelpLink to={help} />
          {actions}
        </div>
      </header>
      {isPhone && !flush && <NextStep />}
      <main id="main" tabIndex={-1} className={flush ? "flush" : ""}>
        {children}
      </main>
    </div>
  );
}

/** Shown while a room's code loads. */
export function RoomLoading() {
  const room = roomOfPath(usePath());
  return (
    <Page title={room?.name ?? t("Loading")}>
      <ListSkeleton
        label={room ? t("Loading {room}", { room: lower(room.name) }) : t("Loading the page")}
        rows={6}
      />
    </Page>
  );
}

/** The page of the guides about this room; narrower screens have it in a menu, so that titles keep their place. */
function HelpLink({ to }: { to: string | undefined }) {
  const { isWhiteLabel } = useBrand();
  const room = roomOfPath(usePath());
  const href = to ?? (room && helpOf(room));
  if (isWhiteLabel || !href) return null;
  return (
    <a
      className={buttonClass({ look: "ghost", icon: true }, "max-xl:hidden")}
      href={href}
      target="_blank"
      rel="noopener"
      aria-label={t("Help for this page")}
      title={t("Help for this page")}
    >
      <CircleQuestionMark size={16} aria-hidden="true" />
    </a>
  );
}
