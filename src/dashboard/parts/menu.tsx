import { Menu as Base } from "@base-ui/react/menu";
import type { ReactElement, ReactNode } from "react";

/** A button that opens a list of actions. `trigger` is the button itself. */
export function Menu({
  trigger,
  children,
  align = "end",
}: {
  trigger: ReactElement;
  children: ReactNode;
  align?: "start" | "end";
}) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className="layer" sideOffset={4} align={align}>
          <Base.Popup className="pop menu">{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export function MenuItem({
  onChoose,
  danger = false,
  disabled = false,
  children,
}: {
  onChoose: () => void;
  danger?: boolean;
  disabled?: boolean;
  children: ReactNode;
}) {
  return (
    <Base.Item
      className={`menu-item ${danger ? "danger" : ""}`}
      disabled={disabled}
      onClick={onChoose}
    >
      {children}
    </Base.Item>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <div className="menu-label">{children}</div>;
}
