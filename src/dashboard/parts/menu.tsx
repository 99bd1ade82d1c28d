import {
  cloneElement,
  type ComponentProps,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useState,
} from "react";
import type { MenuPopupItem } from "./menu-popup.tsx";

const load = () => import("./menu-popup.tsx");
const Popup = lazy(() => load().then((m) => ({ default: m.MenuPopup })));
const Item = lazy(() => load().then((m) => ({ default: m.MenuPopupItem })));

/**
 * A button that opens a list of actions; `trigger` is the button itself. The code of the list comes
 * when somebody points at it.
 */
export function Menu({
  trigger,
  children,
  align = "end",
}: {
  trigger: ReactElement<ComponentProps<"button">>;
  children: ReactNode;
  align?: "start" | "end";
}) {
  const [asked, setAsked] = useState(false);
  const still = cloneElement(trigger, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onPointerEnter: () => void load(),
    onFocus: () => void load(),
    onClick: () => setAsked(true),
  });
  if (!asked) return still;
  return (
    <Suspense fallback={still}>
      <Popup trigger={trigger} align={align}>
        {children}
      </Popup>
    </Suspense>
  );
}

export const MenuItem = (props: ComponentProps<typeof MenuPopupItem>) => <Item {...props} />;

export function MenuLabel({ children }: { children: ReactNode }) {
  return <div className="menu-label">{children}</div>;
}
