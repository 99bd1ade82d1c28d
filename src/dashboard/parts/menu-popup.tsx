import { Menu as Base } from "@base-ui/react/menu";
import type { ReactElement, ReactNode } from "react";

/** The list of a menu, open from the start: its button was pressed to get here. */
export function MenuPopup({
  trigger,
  children,
  align = "end",
}: {
  trigger: ReactElement;
  children: ReactNode;
  align?: "start" | "end";
}) {
  return (
    <Base.Root defaultOpen>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className="layer" sideOffset={4} align={align}>
          <Base.Popup className="pop menu">{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export function MenuPopupItem({
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
