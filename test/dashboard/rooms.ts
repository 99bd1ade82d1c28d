import type { Places } from "./furnish.ts";

/** Every room of the dashboard by its address, each of which may be the first that somebody opens. */
export const roomsOf = ({
  wid,
  campaignId,
}: Pick<Places, "wid" | "campaignId">): readonly string[] => {
  const rooms = [
    "inbox",
    "campaigns",
    `campaigns/${campaignId}`,
    "leads",
    "leads/1",
    "mailboxes",
    "mailboxes/1",
    "notices",
    "webhooks",
    "settings",
  ];
  return ["/sign-in", "/", ...rooms.map((room) => `/w/${wid}/${room}`), "/admin", "/report/halden"];
};

/** Seen without a session. */
export const isPublic = (path: string): boolean =>
  path === "/sign-in" || path.startsWith("/report/");
