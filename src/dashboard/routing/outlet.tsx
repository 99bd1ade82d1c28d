import { createContext, Suspense, useContext, useLayoutEffect } from "react";
import { ErrorBoundary } from "react-error-boundary";
import { useStore } from "#dashboard/lib/store.ts";
import { RoomLoading } from "#dashboard/shell/page.tsx";
import { Trouble } from "#dashboard/shell/trouble.tsx";
import { again, drawnNow } from "./going.ts";
import { settleScrolled } from "./scrolled.ts";
import { ShownHere } from "./use-place.ts";

/** How many rooms are around. */
const Depth = createContext(0);

/** The next room of the address, within the one that draws it. */
export function Outlet() {
  const depth = useContext(Depth);
  const at = useContext(ShownHere);
  const Room = at?.rooms[depth];
  if (!Room) return null;
  return (
    <Depth value={depth + 1}>
      <ErrorBoundary FallbackComponent={Broken} resetKeys={[at.key]}>
        <Suspense fallback={depth === 0 ? null : <RoomLoading />}>
          <Room />
        </Suspense>
      </ErrorBoundary>
    </Depth>
  );
}

const Broken = ({
  error,
  resetErrorBoundary,
}: {
  error: unknown;
  resetErrorBoundary: () => void;
}) => <Trouble error={error} onRetry={resetErrorBoundary} />;

/** Instead of rooms that could not be opened. */
export const Failed = () => <Trouble error={useContext(ShownHere)?.error} onRetry={again} />;

/** The whole page. */
export function Places() {
  const at = useStore(drawnNow);
  useLayoutEffect(() => {
    if (at) settleScrolled(at.key, at.stays);
  }, [at]);
  return (
    <ShownHere value={at}>
      <Outlet />
    </ShownHere>
  );
}
