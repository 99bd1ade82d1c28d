import { useQuery } from "@tanstack/react-query";
import { Outlet } from "#dashboard/routing/outlet.tsx";
import { useAnyParams, useOpenPath, usePath } from "#dashboard/routing/use-place.ts";
import { lazy, Suspense, useEffect, useRef } from "react";
import { confirmation, signInAgain } from "#dashboard/api/gate.ts";
import { beatQuery, sampleQuery } from "#dashboard/api/workspace.ts";
import { useStore } from "#dashboard/lib/store.ts";
import { keep } from "#dashboard/lib/kept.ts";
import { useIsPhone } from "#dashboard/lib/use-media.ts";
import { Questions } from "#dashboard/parts/ask.tsx";
import { Toasts } from "#dashboard/parts/toast.tsx";
import { t } from "#dashboard/words/words.ts";
import { useBrand, useWorn } from "./brand.tsx";
import { Banners } from "./banners.tsx";
import { paletteOpen, shortcutsOpen } from "./palette-store.ts";
import { isRoomOpen, roomOfPath } from "./rooms.ts";
import { Sidebar } from "./sidebar.tsx";
import { useNewMail } from "./use-new-mail.ts";
import { useShellKeys } from "./use-shell-keys.ts";
import { useWorkspace } from "./use-workspace.ts";

const SignInAgain = lazy(() =>
  import("./sign-in-again.tsx").then((m) => ({ default: m.SignInAgain })),
);
const ConfirmIdentity = lazy(() =>
  import("./confirm-identity.tsx").then((m) => ({ default: m.ConfirmIdentity })),
);
const SetFactor = lazy(() =>
  import("#dashboard/rooms/account/set-factor.tsx").then((m) => ({ default: m.SetFactor })),
);
const Palette = lazy(() => import("./palette.tsx").then((m) => ({ default: m.Palette })));
const ShortcutsDialog = lazy(() =>
  import("./shortcuts-dialog.tsx").then((m) => ({ default: m.ShortcutsDialog })),
);
const NotYours = lazy(() => import("./not-yours.tsx").then((m) => ({ default: m.NotYours })));
const NoWorkspace = lazy(() =>
  import("./no-workspace.tsx").then((m) => ({ default: m.NoWorkspace })),
);
const SampleBar = lazy(() =>
  import("#dashboard/rooms/sample/sample-bar.tsx").then((m) => ({ default: m.SampleBar })),
);
const TabBar = lazy(() => import("./tab-bar.tsx").then((m) => ({ default: m.TabBar })));

/** Around every room of somebody who is signed in. */
export function AppShell() {
  const { wid, workspace, may, me } = useWorkspace();
  const isNamed = useAnyParams()["wid"] !== undefined;
  const path = usePath();
  const room = roomOfPath(useOpenPath() ?? path);
  const isPhone = useIsPhone();
  const isKnown = workspace !== undefined;
  useEffect(() => {
    if (isKnown) keep("workspace", String(wid));
  }, [wid, isKnown]);
  const asked = useStore(paletteOpen);
  const isKeysAsked = useStore(shortcutsOpen);
  useQuery({ ...beatQuery(wid), enabled: isKnown });
  const sample = useQuery({ ...sampleQuery(wid), enabled: isKnown }).data;
  useNewMail(wid);
  useFocusOnArrival();
  useShellKeys();
  useWorn(useBrand());
  if (me.factor_required) return <SetFactorFirst />;
  if (isNamed && !isKnown) {
    return (
      <Suspense>
        <NoWorkspace />
      </Suspense>
    );
  }
  return (
    <>
      <a className="skip" href="#main">
        {t("Skip to content")}
      </a>
      <Banners>
        {sample && (
          <Suspense>
            <SampleBar sample={sample} />
          </Suspense>
        )}
      </Banners>
      <div className="app">
        <Sidebar />
        {room && !isRoomOpen(room, me, may) ? (
          <Suspense>
            <NotYours room={room} />
          </Suspense>
        ) : (
          <Outlet />
        )}
      </div>
      <Suspense>
        {isPhone && <TabBar />}
        {asked && <Palette />}
        {isKeysAsked && <ShortcutsDialog />}
        <Gates />
      </Suspense>
      <Toasts />
      <Questions />
    </>
  );
}

/** Somebody whose role needs a second factor, and who has none yet. */
function SetFactorFirst() {
  return (
    <Suspense>
      <SetFactor />
      <Toasts />
      <Questions />
      <Gates />
    </Suspense>
  );
}

/** What a person may have to answer before their requests go on. */
function Gates() {
  const isGone = useStore(signInAgain) !== null;
  const isAsked = useStore(confirmation) !== null;
  return (
    <>
      {isGone && <SignInAgain />}
      {isAsked && <ConfirmIdentity />}
    </>
  );
}

/** A new room is where reading and the keyboard go on, as after a page load. */
function useFocusOnArrival(): void {
  const path = useOpenPath();
  const before = useRef(path);
  useEffect(() => {
    // A dialog that opened with the room or meanwhile keeps the focus; the palette that led here is on its way out.
    const dialog = document.activeElement?.closest("[role=dialog]");
    const isTaken = dialog?.classList.contains("palette") ? paletteOpen.get() : Boolean(dialog);
    if (before.current !== undefined && before.current !== path && !isTaken) {
      document.getElementById("main")?.focus({ preventScroll: true });
    }
    before.current = path;
  }, [path]);
}
