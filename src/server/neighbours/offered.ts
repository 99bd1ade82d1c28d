import type { Resource } from "./types.ts";

/**
 * Which parts of the API other products are offered, and in which words. An operation of these parts shows up
 * by itself, named after its path, unless an API key can't call it, it takes a secret, or it answers a file.
 */
export const RESOURCES: readonly Resource[] = [
  { key: "leads", one: "Lead", many: "Leads" },
  { key: "lists", one: "List", many: "Lists" },
  { key: "tags", one: "Lead Tag", many: "Lead Tags" },
  { key: "segments", one: "Segment", many: "Segments" },
  { key: "suppressions", one: "Suppression", many: "Suppressions" },
  { key: "validations", one: "Validation", many: "Validations" },
  { key: "campaigns", one: "Campaign", many: "Campaigns" },
  { key: "threads", one: "Conversation", many: "Conversations" },
  { key: "reply-templates", one: "Reply Template", many: "Reply Templates" },
  { key: "tasks", one: "Task", many: "Tasks" },
  { key: "mailboxes", one: "Mailbox", many: "Mailboxes" },
  { key: "warmup", one: "Warmup", many: "Warmups" },
  { key: "placement-tests", one: "Placement Test", many: "Placement Tests" },
  { key: "events", one: "Event", many: "Events" },
  { key: "stats", one: "Statistics", many: "Statistics" },
];

/** What is said otherwise than the path would, by the operation's name. */
export const NAMES: Readonly<Record<string, string>> = {
  postLeads: "Add or Update",
  postLeadsUpload: "Upload File",
  postLeadsDeletion: "Preview Deletion",
  postLeadsDelete: "Delete Many",
  postLeadsLookup: "Find by Email",
  postLeadsBulk: "Change Many",
  getLeadsBulkByJobId: "Get Change of Many",
  postLeadsBulkByJobIdCancel: "Cancel Change of Many",
  postLeadsValidate: "Validate List",
  getLeadsValidate: "Get Many List Validations",
  getLeadsValidateByJobId: "Get List Validation",
  postLeadsValidateByJobIdCancel: "Cancel List Validation",
  postLeadsValidateEmail: "Validate Email",
  postValidations: "Validate Addresses",
  postValidationsFile: "Validate File",
  postSuppressionsImport: "Upload File",
  postThreadsBulk: "Change Many",
  postTasksBulk: "Change Many",
  postTasksByIdDone: "Finish",
  postMailboxesBulk: "Change Many",
  postCampaignsByIdMailboxes: "Set Mailboxes",
  postCampaignsByIdTestEmail: "Send Test Email",
  postCampaignsByIdSendsBySendIdAgain: "Send Unclear Email Again",
  postCampaignsByIdLeadsByLeadIdSendNow: "Send to Lead Now",
  getCampaignsByIdLeadsByLeadIdExplain: "Explain Lead",
  putThreadsByIdStatus: "Set Status",
  putThreadsByIdCategory: "Set Category",
  postThreadsByIdDraft: "Draft Reply",
  postThreadsByIdReply: "Send Reply",
  postLeadsAddToCampaign: "Add to Campaign",
  getLeadsByIdActivity: "Get Activity",
  postCampaignsByIdLeadsRemove: "Remove Leads",
  postCampaignsByIdLeadsMove: "Move Leads",
  postCampaignsByIdStepsReorder: "Reorder Steps",
  postCampaignsByIdStepsByStepIdWinner: "Choose Step Winner",
  putCampaignsByIdDraft: "Save Draft",
  getCampaignsByIdUnclear: "Get Many Unclear Emails",
  postPlacementTestsByIdSearch: "Search Cause",
};

/** Operations that take many records at once, and are offered one record at a time. */
export const ONE_BY_ONE: Readonly<
  Record<string, { readonly list: string; readonly results: string }>
> = {
  postLeads: { list: "leads", results: "results" },
};

/** Operations of these parts that no workflow needs: a person at the dashboard does it. */
export const NOT_OFFERED: ReadonlySet<string> = new Set([
  "postLeadsImportLinksPreview",
  "postMailboxesImport",
  "getMailboxesImports",
  "getMailboxesImportsById",
  "postMailboxesConnect",
  "postMailboxesConnectOrganisation",
  "getMailboxesOrganisationAddresses",
  "getMailboxesProviders",
  "getMailboxesPresets",
  "postMailboxesDiscover",
  "putThreadsByIdPresence",
  "getWarmupExchange",
  "postWarmupExchange",
  "putWarmupExchangeById",
  "deleteWarmupExchangeById",
  "getWarmupPool",
  "putWarmupPool",
]);

/** What a trigger tells, by the name of its event. */
export const TRIGGER_WORDS: Readonly<Record<string, string>> = {
  "lead.replied": "Triggers when a lead replies to an email.",
  "lead.bounced": "Triggers when an email to a lead bounces.",
  "lead.opened": "Triggers when a lead opens an email for the first time.",
  "lead.clicked": "Triggers when a lead clicks a link of an email.",
  "lead.unsubscribed": "Triggers when a lead opts out.",
  "campaign.started": "Triggers when a campaign starts.",
  "campaign.paused": "Triggers when a campaign is paused, by a person or by itself.",
  "campaign.completed": "Triggers when a campaign has finished with all its leads.",
  "meeting.booked": "Triggers when a meeting is booked with a lead.",
  "reply.positive":
    "Triggers when a person or the AI finds a reply positive that the rules did not.",
  "rule.matched": "Triggers when a follow-up rule matches.",
  "task.due": "Triggers when a task is due.",
  "receipts.head": "Triggers when a day is over, with the signed head of its receipts.",
};
