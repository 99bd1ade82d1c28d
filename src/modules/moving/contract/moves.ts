import { z } from "zod";
import { bodyId, listOf, NullableTime, pathId, Time } from "#platform/contract/common.ts";
import type { MoveId, WorkspaceId } from "#platform/rules/ids.ts";
import { RIVALS } from "#modules/moving/rules/found.ts";
import {
  CLIENT_CHOICES,
  MOVE_STATES,
  PLACE_CHOICES,
  START_STATES,
} from "#modules/moving/rules/states.ts";
import { Timezone } from "#platform/contract/schedule.ts";

export const MoveParams = z.object({ id: pathId<MoveId>() });
export const MoveCampaignParams = z.object({
  id: pathId<MoveId>(),
  ref: z.string().min(1).max(200).describe("The campaign's id at the other product."),
});

const Key = z
  .string()
  .trim()
  .min(1, "Enter the API key.")
  .max(2_000)
  .describe("API key of the other product. It is stored encrypted and never shown again.");

export const CreateMoveBody = z.strictObject({
  rival: z.enum(RIVALS).describe("The product that you move in from."),
  key: Key.optional(),
  workspace_id: bodyId<WorkspaceId>()
    .optional()
    .describe("Moves everything into this workspace; left out: each client is mapped by itself."),
  base_url: z
    .url()
    .max(500)
    .optional()
    .describe("Another address of its API; only on this machine, with ALLOW_PRIVATE_NETWORKS."),
});
export type CreateMoveBody = z.output<typeof CreateMoveBody>;

export const SetMoveKeyBody = z.strictObject({ key: Key });

const Count = z.int().min(0);

const FOUND = {
  clients: 2,
  mailboxes: 12,
  suppressions: 310,
  lists: 4,
  leads: 8400,
  campaigns: 6,
  places: 9100,
  emails: 21500,
  faults: 1,
};
const NONE_WAITING = {
  clients: 0,
  mailboxes: 0,
  suppressions: 0,
  lists: 0,
  leads: 0,
  campaigns: 0,
  places: 0,
  emails: 0,
  faults: 0,
};
const MOVE = {
  id: 3,
  rival: "smartlead" as const,
  workspace_id: null,
  state: "ready" as const,
  has_key: true,
  doing: "",
  found: FOUND,
  waiting: { ...NONE_WAITING, leads: 8400 },
  requests: 240,
  seconds_left: null,
  trouble: null,
  undecided_clients: 2,
  created_at: "2026-01-05T09:00:00.000Z",
  read_at: "2026-01-05T09:04:00.000Z",
  watch_until: null,
  next_news_at: null,
  ended_at: null,
};
const CAMPAIGN = {
  ref: "1207",
  client: "7",
  left_out: false,
  time_zone: "Europe/Berlin",
  unknown_places: null,
  unknown_step: null,
  workspace_id: 4,
  campaign_id: 31,
  start: "none" as const,
  problem: null,
};

const Counts = z.object({
  clients: Count.describe("How many clients of the agency."),
  mailboxes: Count.describe("How many mailboxes."),
  suppressions: Count.describe("Addresses and domains that may not be written to."),
  lists: Count.describe("How many lists of leads."),
  leads: Count.describe("How many leads."),
  campaigns: Count.describe("How many campaigns."),
  places: Count.describe("Leads in campaigns."),
  emails: Count.describe("Emails that were sent or received."),
  faults: Count.describe("Rows that could not be read."),
});

export const Move = z
  .object({
    id: z.int().describe("Id of the move."),
    rival: z.enum(RIVALS).describe("The product that it comes from."),
    workspace_id: z
      .int()
      .nullable()
      .describe("The one workspace that it goes into; null: several."),
    state: z
      .enum(MOVE_STATES)
      .describe(
        "reading: it is being read. ready: choose and look at the preview. moving and checking: it works. ready_to_start: campaigns can start. started: campaigns run, and opt-outs are still read there. ended: nothing is done any more.",
      ),
    has_key: z.boolean().describe("Whether a key is stored."),
    doing: z.string().describe("What is being done now, in words; empty: nothing."),
    found: Counts.describe("What was found so far."),
    waiting: Counts.describe("What of it is not taken over yet."),
    requests: Count.describe("Requests of the reading so far."),
    seconds_left: Count.nullable().describe(
      "Seconds that the reading still takes: by the reading before, or by the product's documented rate for the leads that were found so far. Null: nothing tells.",
    ),
    trouble: z
      .object({
        code: z.string().describe("What is wrong."),
        detail: z.string().describe("What to do about it."),
      })
      .nullable()
      .describe("Why it does not go on; null: nothing is wrong."),
    undecided_clients: Count.describe("Clients for whom nobody has decided yet."),
    created_at: Time.describe("When it was created."),
    read_at: NullableTime.describe("When everything was read last."),
    watch_until: NullableTime.describe("Until when opt-outs and bounces are still read there."),
    next_news_at: NullableTime.describe("When they are read next."),
    ended_at: NullableTime.describe("When it ended."),
  })
  .meta({ examples: [MOVE] });
export type Move = z.output<typeof Move>;

export const Moves = listOf(Move);

export const MoveFiles = z
  .object({
    files: z
      .array(
        z.object({
          name: z.string().describe("Name of the file."),
          kind: z.string().describe("What it is, by its columns; unknown: none that is known."),
          called: z.string().describe("What it is, in words."),
          leads: Count.describe("Leads in it."),
          mailboxes: Count.describe("Mailboxes in it."),
          suppressions: Count.describe("Addresses and domains that may not be written to."),
          faults: Count.describe("Lines that could not be read; the preview lists them."),
        }),
      )
      .describe("What each file brought."),
    move: Move.describe("The move as it is now."),
  })
  .meta({
    examples: [
      {
        files: [
          {
            name: "unsubs.csv",
            kind: "lemlist_unsubscribes",
            called: "unsubscribes of lemlist",
            leads: 0,
            mailboxes: 0,
            suppressions: 120,
            faults: 0,
          },
        ],
        move: MOVE,
      },
    ],
  });
export type MoveFiles = z.output<typeof MoveFiles>;

export const MoveClient = z.object({
  ref: z.string().describe("The client's id there; empty: what has no client."),
  name: z.string().describe("Its name there."),
  choice: z
    .enum(CLIENT_CHOICES)
    .nullable()
    .describe("What becomes of it: a workspace, a new one, or nothing; null: decide."),
  workspace_id: z.int().nullable().describe("The workspace that it goes into."),
  new_name: z.string().nullable().describe("Name of the workspace that is made for it."),
  new_slug: z.string().nullable().describe("Slug of the workspace that is made for it."),
  suggested_workspace_id: z
    .int()
    .nullable()
    .describe("A workspace of yours with the same name; null: none."),
  problem: z.string().nullable().describe("Why it does not go on; null: nothing is wrong."),
  found: Counts.describe("What was found of it."),
  waiting: Counts.describe("What of it is not taken over yet."),
});
export type MoveClient = z.output<typeof MoveClient>;
export const MoveClients = z.object({ data: z.array(MoveClient).describe("All clients.") }).meta({
  examples: [
    {
      data: [
        {
          ref: "7",
          name: "Acme",
          choice: null,
          workspace_id: null,
          new_name: null,
          new_slug: null,
          suggested_workspace_id: 4,
          problem: null,
          found: FOUND,
          waiting: FOUND,
        },
      ],
    },
  ],
});

const Choice = z.discriminatedUnion("choice", [
  z.strictObject({
    ref: z.string().max(200).describe("The client's id there."),
    choice: z.literal("workspace").describe("It goes into a workspace that is there."),
    workspace_id: bodyId<WorkspaceId>().describe("That workspace."),
  }),
  z.strictObject({
    ref: z.string().max(200).describe("The client's id there."),
    choice: z.literal("new").describe("A workspace is made for it."),
    name: z.string().trim().min(1).max(100).describe("Name of the workspace."),
    slug: z
      .string()
      .regex(/^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$/, "Use lower-case letters, digits and -.")
      .describe("Its slug: lower-case letters, digits and -."),
  }),
  z.strictObject({
    ref: z.string().max(200).describe("The client's id there."),
    choice: z.literal("leave_out").describe("Nothing of it is taken over."),
  }),
]);
export const MapClientsBody = z.strictObject({
  clients: z.array(Choice).min(1).max(500).describe("Decisions; clients left out keep theirs."),
});
export type MapClientsBody = z.output<typeof MapClientsBody>;

const Problem = z.object({
  where: z.enum(["subject", "body"]).describe("Part of the text."),
  line: z.int().describe("Line in it, from 1."),
  text: z.string().describe("What is meant."),
  reason: z.string().describe("What is wrong."),
  suggestion: z.string().describe("What to do."),
});
const Text = z.object({
  subject: z.string().describe("Subject; empty: it answers the email before it."),
  body_html: z.string().describe("HTML of the body."),
});

const PreviewStep = z.object({
  number: z.int().describe("Its number, from 1."),
  delay: z.int().describe("Wait before it."),
  delay_unit: z.enum(["minutes", "hours", "days"]).describe("Unit of the wait."),
  same_thread: z.boolean().describe("Whether it answers the email before it."),
  needs_look: z.boolean().describe("Whether it can't be sent before somebody corrected it."),
  texts: z
    .array(
      z.object({
        theirs: Text.describe("As it is there."),
        ours: Text.describe("As it will be here."),
        changes: z
          .array(
            z.object({
              theirs: z.string().describe("Words as they are there."),
              ours: z.string().describe("Words as they are here."),
            }),
          )
          .describe("What was translated."),
        problems: z.array(Problem).describe("What can't be translated."),
        warnings: z.array(Problem).describe("What is worth a look."),
      }),
    )
    .describe("Its text and its variants."),
});

const PreviewCampaign = z.object({
  ref: z.string().describe("Its id there."),
  client: z.string().describe("The client's id there; empty: none."),
  name: z.string().describe("Its name."),
  status: z.enum(["draft", "active", "paused", "completed"]).describe("Its status there."),
  left_out: z.boolean().describe("Whether it is left out."),
  time_zone: z.string().nullable().describe("Its time zone; null: choose one, or it stays behind."),
  windows: z
    .array(
      z.object({
        days: z.array(z.int()).describe("Weekdays: 1 Monday to 7 Sunday."),
        start: z.string().describe("When it opens, HH:MM."),
        end: z.string().describe("When it closes, HH:MM."),
      }),
    )
    .describe("When it sends; days are 1 Monday to 7 Sunday."),
  daily_limit: z.int().nullable().describe("Emails a day; null: no limit."),
  needs_look: z.boolean().describe("Whether a step can't be sent as it is: it arrives as a draft."),
  steps: z.array(PreviewStep).describe("Its steps, old and new side by side."),
  left_behind: z.array(z.string()).describe("What has no equal here."),
  senders: z
    .array(
      z.object({
        email: z.string().describe("Address of the mailbox."),
        mailbox_id: z.int().nullable().describe("The mailbox here; null: connect it first."),
      }),
    )
    .describe("Its mailboxes; mailbox_id null: connect it first."),
  leads: z
    .object({
      total: Count.describe("Leads in it."),
      unknown: Count.describe("Those of whom nobody knows how far they are."),
      done: Count.describe("Those who get nothing more."),
      by_step: z
        .array(
          z.object({
            step: Count.describe("Emails that they got."),
            leads: Count.describe("Leads who got so many."),
          }),
        )
        .describe("How many got how many emails; 0: none yet."),
    })
    .describe("Where its leads stand, as the product says."),
  emails: Count.describe("Emails that were found of it."),
  threads: Count.describe("Leads to whom an email was found: they go on in its thread."),
  conversations: Count.describe(
    "Leads who wrote in the last 180 days, as the product lists: each comes as a conversation once its mailbox is connected.",
  ),
  unknown_places: z
    .enum(PLACE_CHOICES)
    .nullable()
    .describe("What becomes of leads of whom nobody knows how far they are; null: they wait."),
  unknown_step: z.int().nullable().describe("With go_on: the step that they get next."),
  campaign_id: z.int().nullable().describe("The campaign here; null: not taken over yet."),
  workspace_id: z.int().nullable().describe("The workspace of that campaign."),
});

export const MovePreview = z
  .object({
    campaigns: z.array(PreviewCampaign).describe("All campaigns."),
    suppressions: Count.describe("Addresses and domains that will be suppressed."),
    leads: Count.describe("Leads that will be taken over."),
    connect_first: z
      .array(
        z.object({
          email: z.string().describe("Address of the mailbox."),
          client: z.string().describe("The client's id there; empty: none."),
          provider: z.string().describe("google, microsoft or other."),
          from_name: z.string().nullable().describe("Its sender name."),
          daily_limit: z.int().nullable().describe("Emails a day there."),
          warmup_daily: z.int().nullable().describe("Warmup emails a day there."),
          mailbox_id: z.int().nullable().describe("The mailbox here; null: connect it first."),
        }),
      )
      .describe("Mailboxes; secrets are never taken over, so each has to be connected."),
    faults: z
      .array(
        z.object({
          where: z.string().describe("File or part."),
          line: z.int().nullable().describe("Line in the file."),
          column: z.string().nullable().describe("Column or field."),
          reason: z.string().describe("What is wrong."),
        }),
      )
      .describe("Rows that could not be read, at most 1,000."),
  })
  .meta({
    examples: [
      {
        campaigns: [
          {
            ref: "1207",
            client: "7",
            name: "Spring",
            status: "paused",
            left_out: false,
            time_zone: "Europe/Berlin",
            windows: [{ days: [1, 2, 3, 4, 5], start: "09:00", end: "17:00" }],
            daily_limit: 200,
            needs_look: false,
            steps: [
              {
                number: 1,
                delay: 0,
                delay_unit: "days",
                same_thread: false,
                needs_look: false,
                texts: [
                  {
                    theirs: { subject: "Hi {{firstName}}", body_html: "<p>Hi</p>" },
                    ours: { subject: "Hi {{ first_name }}", body_html: "<p>Hi</p>" },
                    changes: [{ theirs: "{{firstName}}", ours: "{{ first_name }}" }],
                    problems: [],
                    warnings: [],
                  },
                ],
              },
            ],
            left_behind: [],
            senders: [{ email: "max@ours.example", mailbox_id: 12 }],
            leads: { total: 1400, unknown: 0, done: 300, by_step: [{ step: 1, leads: 1100 }] },
            emails: 2500,
            threads: 1300,
            conversations: 140,
            unknown_places: null,
            unknown_step: null,
            campaign_id: null,
            workspace_id: null,
          },
        ],
        suppressions: 310,
        leads: 8400,
        connect_first: [],
        faults: [],
      },
    ],
  });
export type MovePreview = z.output<typeof MovePreview>;

export const MoveCampaignBody = z.strictObject({
  left_out: z.boolean().optional().describe("Whether it is left out."),
  time_zone: Timezone.nullable().optional().describe("Its time zone; null: as the product says."),
  unknown_places: z
    .enum(PLACE_CHOICES)
    .nullable()
    .optional()
    .describe("For leads of whom nobody knows how far they are; null: they wait."),
  unknown_step: z
    .int()
    .min(1)
    .max(200)
    .nullable()
    .optional()
    .describe("With go_on: the step that they get next."),
});
export type MoveCampaignBody = z.output<typeof MoveCampaignBody>;

export const MoveCampaign = z
  .object({
    ref: z.string().describe("Its id there."),
    client: z.string().describe("The client's id there; empty: none."),
    left_out: z.boolean().describe("Whether it is left out."),
    time_zone: z.string().nullable().describe("The zone that was chosen."),
    unknown_places: z.enum(PLACE_CHOICES).nullable().describe("For leads whose place is unknown."),
    unknown_step: z.int().nullable().describe("With go_on: the step that they get next."),
    workspace_id: z.int().nullable().describe("The workspace here."),
    campaign_id: z.int().nullable().describe("The campaign here."),
    start: z.enum(START_STATES).describe("none, asked for, or started."),
    problem: z.string().nullable().describe("Why it did not start; null: nothing is wrong."),
  })
  .meta({ examples: [CAMPAIGN] });
export type MoveCampaign = z.output<typeof MoveCampaign>;

export const MoveCheck = z
  .object({
    campaigns: z
      .array(
        MoveCampaign.extend({
          name: z.string().describe("Its name."),
          leads: Count.describe("Leads in it there."),
          waiting: Count.describe("Leads that are not taken over yet."),
          unknown: Count.describe("Leads that wait for your decision."),
          noted: Count.describe("Leads with a note, such as two sources that disagree."),
          not_connected: z.array(z.string()).describe("Mailboxes that are not connected."),
        }),
      )
      .describe("All campaigns."),
    mailboxes: z
      .array(
        z.object({
          workspace_id: z.int().describe("The workspace here."),
          email: z.string().describe("Address of the mailbox."),
          mailbox_id: z.int().nullable().describe("The mailbox here; null: connect it."),
          checked_at: NullableTime.describe("When its folders were read."),
          problem: z.string().nullable().describe("Why they could not be read."),
          sent: Count.describe("Emails to leads that lie in its Sent folder."),
          received: Count.describe("Answers, bounces and opt-outs that lie in its folders."),
        }),
      )
      .describe("Mailboxes whose folders are looked into."),
    notes: z
      .array(
        z.object({
          kind: z.string().describe("What it is about."),
          campaign: z.string().describe("The campaign's id there; empty: none."),
          email: z.string().describe("The lead's address, or what is meant."),
          note: z.string().describe("What to know."),
        }),
      )
      .describe("What was not taken over as it was, at most 1,000."),
  })
  .meta({
    examples: [
      {
        campaigns: [
          {
            ...CAMPAIGN,
            name: "Spring",
            leads: 1400,
            waiting: 0,
            unknown: 0,
            noted: 2,
            not_connected: [],
          },
        ],
        mailboxes: [
          {
            workspace_id: 4,
            email: "max@ours.example",
            mailbox_id: 12,
            checked_at: "2026-01-05T10:00:00.000Z",
            problem: null,
            sent: 2500,
            received: 210,
          },
        ],
        notes: [
          {
            kind: "place",
            campaign: "1207",
            email: "ann@acme.example",
            note: "The Sent folder shows 2 emails, the rival says 1: the later counts.",
          },
        ],
      },
    ],
  });
export type MoveCheck = z.output<typeof MoveCheck>;

export const StartMoveBody = z.strictObject({
  campaigns: z
    .array(z.string().min(1).max(200))
    .min(1)
    .max(1_000)
    .describe("Ids of the campaigns there."),
  stopped_there: z
    .boolean()
    .default(false)
    .describe("You confirm that they are stopped there; needed without a key."),
  folders_unread: z
    .boolean()
    .default(false)
    .describe(
      "You accept that folders of mailboxes could not be read: emails and answers that only they know are not respected.",
    ),
});
export type StartMoveBody = z.output<typeof StartMoveBody>;

export const PastFigures = z
  .object({
    rival: z
      .enum(RIVALS)
      .nullable()
      .describe("The product that counted; null: it did not move in."),
    figures: z
      .array(
        z.object({
          month: z.string().nullable().describe("YYYY-MM; null: of all time."),
          sent: Count.describe("Emails sent."),
          opened: Count.describe("Emails that were opened."),
          clicked: Count.describe("Emails whose links were clicked."),
          replied: Count.describe("Emails that were answered."),
          bounced: Count.nullable().describe(
            "Emails that bounced; null: the product does not say, as Instantly by month.",
          ),
          unsubscribed: Count.nullable().describe(
            "People who unsubscribed; null: the product does not say, as Instantly by month.",
          ),
        }),
      )
      .describe("What it counted, in no statistic of ours."),
  })
  .meta({
    examples: [
      {
        rival: "smartlead",
        figures: [
          {
            month: null,
            sent: 2500,
            opened: 900,
            clicked: 80,
            replied: 140,
            bounced: 30,
            unsubscribed: 12,
          },
          {
            month: "2026-09",
            sent: 1400,
            opened: 520,
            clicked: 45,
            replied: 80,
            bounced: 18,
            unsubscribed: 7,
          },
        ],
      },
    ],
  });
export type PastFigures = z.output<typeof PastFigures>;
