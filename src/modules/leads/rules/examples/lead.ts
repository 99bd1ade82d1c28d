import { LEAD_FIELDS } from "#modules/leads/rules/fields.ts";

/*
 * What the API shows as examples: one lead, an upload of it and the validation of its list.
 */

/** The score of an address with nothing against it. */
export const VALIDATION_EXAMPLE = {
  score: 90,
  status: "valid",
  points: { syntax: 20, domain: 20, person: 15, route: 35, avatar: 0 },
  adjustments: [],
  syntax: {
    ok: true,
    form: "mailbox",
    normalized: "ann@north.example",
    reason: null,
    unwrapped: false,
  },
  disposable: { hit: false, match: null },
  role: { hit: false, class: null },
  free: false,
  relay: false,
  mx: { state: "mx", hosts: ["mx.north.example"], provider: null },
  a: { state: "not_needed" },
  avatar: { state: "off" },
  history: { bounced: false, replied: false },
  suggestion: null,
  listVersion: "63e6b049",
  reason: null,
  retryAt: null,
  checkedAt: "2026-12-01T09:10:00.000Z",
};

/** Fields without a value, whichever there are. */
const EMPTY = Object.fromEntries(LEAD_FIELDS.map((field) => [field, ""]));

const LEAD = {
  id: 501,
  workspace_id: 1,
  ...EMPTY,
  email: "ann@north.example",
  first_name: "Ann",
  last_name: "Lee",
  company: "North Ltd",
  job_title: "Fleet manager",
  custom: { icebreaker: "Loved your talk" },
  score: null,
  validation_status: null,
  validation: null,
  validated_at: null,
  bounced_at: null,
  unsubscribed_at: null,
  is_suppressed: false,
  tags: ["fleet"],
  source: "file",
  source_name: "fair.csv",
  source_by: "Ben",
  created_at: "2026-12-01T09:00:00.000Z",
  updated_at: "2026-12-01T09:10:00.000Z",
};

export const ACTIVITY_EXAMPLE = {
  id: "sent:9001",
  type: "sent",
  at: "2026-12-02T08:05:00.000Z",
  campaign_id: 4,
  campaign_name: "Fleet managers",
  step: 1,
  thread_id: null,
  subject: "Fleet costs at North Ltd",
  detail: "",
};

export const LISTED_LEAD_EXAMPLE = {
  ...LEAD,
  campaign: {
    id: 4,
    name: "Fleet managers",
    status: "active",
    lead_status: "in_progress",
    skip_reason: null,
    current_step: 1,
    steps: 2,
    next_send_at: "2026-12-04T08:05:00.000Z",
    decided_by: "delay",
    others: 0,
  },
  last_event: { type: "sent", at: "2026-12-02T08:05:00.000Z", campaign_id: 4 },
};

export const LEAD_EXAMPLE = {
  ...LEAD,
  lists: [{ id: 3, name: "Trade fair" }],
  campaigns: [{ id: 4, name: "Fleet managers", status: "in_progress", current_step: 1 }],
  activity: [ACTIVITY_EXAMPLE],
};

const ROWS = { created: 302, duplicates: 1, updated: 0, invalid: 2, suppressed: 0 };

export const UPLOAD_EXAMPLE = {
  list_id: 3,
  list_name: "Trade fair",
  total: 305,
  ...ROWS,
  repeated: 1,
  header_line: 1,
  format: "csv",
  workbook: null,
  columns: [
    {
      name: "Mail",
      becomes: "email",
      by: "name",
      suggestion: null,
      examples: ["ann@north.example"],
    },
  ],
  encoding: "utf-8",
  encoding_guessed: false,
  ignored_cells: 0,
  errors: [
    { line: 17, email: "ann@", code: "invalid_email", message: "Enter a valid email address." },
  ],
  errors_url: "/api/v1/workspaces/1/leads/imports/12/errors",
};

export const IMPORT_EXAMPLE = {
  id: 12,
  list_id: 3,
  list_name: "Trade fair",
  status: "completed",
  done: 305,
  total: 305,
  percent: 100,
  ...ROWS,
  error: null,
  errors_url: "/api/v1/workspaces/1/leads/imports/12/errors",
  created_at: "2026-12-01T09:00:00.000Z",
  finished_at: "2026-12-01T09:00:02.000Z",
};

export const STARTED_EXAMPLE = { job_id: 13, list_id: 3, total: 302, status: "queued" };

export const JOB_EXAMPLE = {
  ...STARTED_EXAMPLE,
  status: "completed",
  done: 302,
  counts: { valid: 180, risky: 22, invalid: 100 },
  created_at: "2026-12-01T09:05:00.000Z",
  started_at: "2026-12-01T09:05:00.000Z",
  finished_at: "2026-12-01T09:10:00.000Z",
};
