import { type ComponentProps, type ComponentType, lazy, Suspense } from "react";
import type { ForwardDialog } from "#dashboard/rooms/inbox/files/forward-dialog.tsx";
import type { LabelsDialog } from "#dashboard/rooms/inbox/labels/labels-dialog.tsx";
import type { PickTime } from "#dashboard/rooms/inbox/pick-time.tsx";
import type { TeamNotes } from "#dashboard/rooms/inbox/team/notes.tsx";
import type { ThreadPane } from "#dashboard/rooms/inbox/thread-pane.tsx";
import type { WaitingList } from "#dashboard/rooms/inbox/team/waiting-list.tsx";

/** A part that is loaded once it is shown, so that the room opens without it. */
function later<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Part = lazy(async () => ({ default: await load() }));
  return (props) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  );
}

export const ForwardLater = later<ComponentProps<typeof ForwardDialog>>(
  async () => (await import("#dashboard/rooms/inbox/files/forward-dialog.tsx")).ForwardDialog,
);
export const LabelsLater = later<ComponentProps<typeof LabelsDialog>>(
  async () => (await import("#dashboard/rooms/inbox/labels/labels-dialog.tsx")).LabelsDialog,
);
export const PickTimeLater = later<ComponentProps<typeof PickTime>>(
  async () => (await import("#dashboard/rooms/inbox/pick-time.tsx")).PickTime,
);
export const NotesLater = later<ComponentProps<typeof TeamNotes>>(
  async () => (await import("#dashboard/rooms/inbox/team/notes.tsx")).TeamNotes,
);
export const ThreadLater = later<ComponentProps<typeof ThreadPane>>(
  async () => (await import("#dashboard/rooms/inbox/thread-pane.tsx")).ThreadPane,
);
export const WaitingLater = later<ComponentProps<typeof WaitingList>>(
  async () => (await import("#dashboard/rooms/inbox/team/waiting-list.tsx")).WaitingList,
);
export const PushLater = later(
  async () => (await import("#dashboard/rooms/account/push/push-control.tsx")).PushHere,
);
