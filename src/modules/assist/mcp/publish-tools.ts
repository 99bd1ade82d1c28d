import type { Tool } from "./tool.ts";

const CAMPAIGN = { id: "campaign_id" } as const;

/** What changes of a campaign before anybody is written to: the check, its draft, and who said yes. */
export const PUBLISH_TOOLS: readonly Tool[] = [
  {
    name: "check_campaign",
    title: "Check a campaign before its start",
    description:
      "What start_campaign would warn of or refuse, and which leads of its lists are left out and why. Nothing is started.",
    method: "GET",
    path: "/campaigns/:id/readiness",
    ids: CAMPAIGN,
    kind: "read",
  },
  {
    name: "get_draft",
    title: "Read a draft",
    description:
      "Steps and settings of a campaign as they would be published; revision 0: there is no draft, and what is published is shown.",
    method: "GET",
    path: "/campaigns/:id/draft",
    ids: CAMPAIGN,
    kind: "read",
  },
  {
    name: "save_draft",
    title: "Save a draft",
    description:
      "Stores changes of steps and settings aside, as a whole: what it does not name is as it is published. Nobody receives them before publish_draft. Prefer it to update_step where a campaign runs.",
    method: "PUT",
    path: "/campaigns/:id/draft",
    ids: CAMPAIGN,
    kind: "write",
    isIdempotent: true,
  },
  {
    name: "list_draft_changes",
    title: "Compare a draft",
    description:
      "How a draft differs from what is published, how many leads each change concerns, and whether it needs an approval.",
    method: "GET",
    path: "/campaigns/:id/draft/changes",
    ids: CAMPAIGN,
    kind: "read",
  },
  {
    name: "publish_draft",
    title: "Publish a draft",
    description:
      "All of the draft takes effect at once, for leads whom it has not reached. Show the person list_draft_changes and ask first.",
    method: "POST",
    path: "/campaigns/:id/publish",
    ids: CAMPAIGN,
    kind: "send",
  },
  {
    name: "list_versions",
    title: "List versions",
    description: "What was published of a campaign, by whom and when, newest first.",
    method: "GET",
    path: "/campaigns/:id/versions",
    ids: CAMPAIGN,
    kind: "read",
  },
  {
    name: "restore_version",
    title: "Bring a version back",
    description: "Makes a draft that brings a version back; publish_draft makes it take effect.",
    method: "POST",
    path: "/campaigns/:id/versions/:version/restore",
    ids: { ...CAMPAIGN, version: "version" },
    kind: "write",
  },
  {
    name: "list_approvals",
    title: "List approvals",
    description:
      "Whether a client has to approve the words of a campaign, whether somebody did, and what they said. People ask for approvals in the dashboard.",
    method: "GET",
    path: "/campaigns/:id/approvals",
    ids: CAMPAIGN,
    kind: "read",
    quotes: true,
  },
];
