import { workspacesOfCampaigns } from "#modules/moving/moves/workspaces-of.ts";
import type { Tool } from "./tool.ts";

const PATH = "/api/v1/moves";
const MOVE = { id: "move_id" } as const;

/** Moves in from other products. Keys and files of those are a person's: no tool takes them. */
export const MOVE_TOOLS: readonly Tool[] = [
  {
    name: "list_moves",
    title: "List moves",
    description:
      "Moves in from Instantly, Smartlead and lemlist, newest first: state, what was found, and what each waits for.",
    method: "GET",
    path: PATH,
    fields: ["limit", "cursor"],
    kind: "read",
  },
  {
    name: "create_move",
    title: "Begin a move",
    description:
      "Begins a move from another product, into one workspace, or without workspace_id into several. A person then gives its API key or its files in the dashboard: never ask for a key here. Nothing is sent.",
    method: "POST",
    path: PATH,
    fields: ["rival", "workspace_id"],
    kind: "write",
  },
  {
    name: "get_move",
    title: "Read a move",
    description:
      "State of a move, counts, trouble and the seconds that reading still takes. Ask again while it is reading, moving or checking.",
    method: "GET",
    path: `${PATH}/:id`,
    ids: MOVE,
    kind: "read",
  },
  {
    name: "read_move_again",
    title: "Read the other product again",
    description:
      "Reads everything there again with the key that a person gave. What is new comes in with the next take_over_move.",
    method: "POST",
    path: `${PATH}/:id/read`,
    ids: MOVE,
    kind: "write",
    isIdempotent: true,
    isOpen: true,
  },
  {
    name: "list_move_clients",
    title: "List the clients of a move",
    description: "Clients that a move has found, with the workspace that was chosen for each.",
    method: "GET",
    path: `${PATH}/:id/clients`,
    ids: MOVE,
    kind: "read",
    quotes: true,
  },
  {
    name: "choose_move_clients",
    title: "Decide about clients of a move",
    description:
      "Gives each client a workspace, a new one, or leaves it out. Ask the person: one that was taken over stays where it is.",
    method: "PUT",
    path: `${PATH}/:id/clients`,
    ids: MOVE,
    kind: "write",
    isIdempotent: true,
    quotes: true,
  },
  {
    name: "choose_move_campaign",
    title: "Decide about a campaign of a move",
    description:
      "Its time zone, whether it is left out, and what becomes of leads at an unknown step. Ask the person before leads go on.",
    method: "PUT",
    path: `${PATH}/:id/campaigns/:ref`,
    ids: MOVE,
    texts: { ref: "campaign_ref" },
    kind: "write",
    isIdempotent: true,
  },
  {
    name: "preview_move",
    title: "Preview a move",
    description:
      "What will come and what can't, by campaign: schedule, mailboxes to connect, where leads stand. Texts are quoted only where they need a look.",
    method: "GET",
    path: `${PATH}/:id/preview`,
    ids: MOVE,
    kind: "read",
    quotes: true,
    shows: withoutFineTexts,
  },
  {
    name: "take_over_move",
    title: "Take over what a move found",
    description:
      "Stores suppressions, leads, paused campaigns and places, then reads the folders of mailboxes. Sends nothing; a repeat adds what is new. Show the preview to the person first.",
    method: "POST",
    path: `${PATH}/:id/move`,
    ids: MOVE,
    kind: "write",
    isIdempotent: true,
    isOpen: true,
  },
  {
    name: "check_move",
    title: "Check a move",
    description:
      "What was taken over, what two sources say differently, and which mailboxes could not be read. Look at it before start_move.",
    method: "GET",
    path: `${PATH}/:id/check`,
    ids: MOVE,
    kind: "read",
    quotes: true,
  },
  {
    name: "start_move",
    title: "Start campaigns of a move",
    description:
      "Campaigns go on here: mail is sent. Each must be stopped at the other product. Set stopped_there and folders_unread only with the person's own word.",
    method: "POST",
    path: `${PATH}/:id/start`,
    ids: MOVE,
    kind: "send",
    isIdempotent: true,
    isOpen: true,
    sendsIn: (ctx, { move_id: id, campaigns }) => workspacesOfCampaigns(ctx, id, campaigns),
  },
];

/** Texts that were translated without a word to say need no reading: the dashboard shows them side by side. */
function withoutFineTexts({ campaigns, ...rest }: Readonly<Record<string, unknown>>): object {
  type Text = { readonly problems: readonly unknown[]; readonly warnings: readonly unknown[] };
  type Step = { readonly texts: readonly Text[] };
  type Campaign = { readonly steps: readonly Step[] };
  const needsWord = ({ problems, warnings }: Text) => problems.length > 0 || warnings.length > 0;
  return {
    ...rest,
    campaigns: (campaigns as readonly Campaign[]).map((campaign) => ({
      ...campaign,
      steps: campaign.steps.map((step) => ({ ...step, texts: step.texts.filter(needsWord) })),
    })),
  };
}
