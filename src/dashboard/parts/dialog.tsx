import { type ComponentProps, lazy, Suspense, useRef } from "react";
import type { DialogPopup } from "./dialog-popup.tsx";

const Popup = lazy(() => import("./dialog-popup.tsx").then((m) => ({ default: m.DialogPopup })));

/** A window over the page: title, content, and the buttons in `acts`, the safe one first. Its code comes when it first opens. */
export function Dialog(props: ComponentProps<typeof DialogPopup>) {
  const opened = useRef(false);
  opened.current ||= props.open;
  if (!opened.current) return null;
  return (
    <Suspense>
      <Popup {...props} />
    </Suspense>
  );
}
