import {
  cloneElement,
  type ComponentProps,
  lazy,
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  Suspense,
  useRef,
  useState,
} from "react";

const load = () => import("./hover-popup.tsx");
const Popup = lazy(() => load().then((m) => ({ default: m.HoverPopup })));

/** A pointer that passes opens nothing, and one that crosses the gap to the popup closes nothing. */
const REST_MS = 150;

/**
 * More about something, on hover and on press; `trigger` is a button. A row of a long list holds
 * the bare button: what opens is made when somebody looks.
 */
export function HoverPopover({
  trigger,
  title,
  children,
}: {
  trigger: ReactElement<ComponentProps<"button">>;
  /** Its name for those who hear it. */
  title: string;
  children: ReactNode;
}) {
  const [open, setOpen] = useState<"hover" | "press" | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stay = (): void => clearTimeout(timer.current);
  const leave = (): void => {
    stay();
    timer.current = setTimeout(() => setOpen((now) => (now === "hover" ? null : now)), REST_MS);
  };
  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        "aria-haspopup": "dialog",
        "aria-expanded": open !== null,
        onPointerEnter: ({ pointerType }: PointerEvent) => {
          if (pointerType !== "mouse") return;
          void load();
          stay();
          timer.current = setTimeout(() => setOpen((now) => now ?? "hover"), REST_MS);
        },
        onPointerLeave: leave,
        onFocus: () => void load(),
        // Pressed before the popup is there to hear it.
        onKeyDown: ({ key }: KeyboardEvent) => key === "Escape" && setOpen(null),
        onClick: () => {
          stay();
          setOpen((now) => (now === "press" ? null : "press"));
        },
      })}
      {open && (
        <Suspense>
          <Popup
            // Made again when a press follows the hover: only then it takes the focus.
            key={open}
            anchor={button}
            title={title}
            pressed={open === "press"}
            onStay={stay}
            onLeave={leave}
            onClose={() => setOpen(null)}
          >
            {children}
          </Popup>
        </Suspense>
      )}
    </>
  );
}
