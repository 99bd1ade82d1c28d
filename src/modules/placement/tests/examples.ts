const COUNTS = { inbox: 6, spam: 2, other: 0, missing: 0, unknown: 0, waiting: 0, failed: 0 };

/** Examples of the documentation. */
export const EXAMPLE_ITEM = {
  id: 12,
  state: "done",
  campaign_id: 7,
  step_id: 31,
  variant: "control",
  name: "Autumn",
  subject: "Quick question",
  mails: 8,
  ...COUNTS,
  summary: "6 of 8 in the inbox",
  by_provider: [{ provider: "google", ...COUNTS }],
  created_at: "2026-11-24T09:30:00.000Z",
  created_by: "user:1",
};

export const EXAMPLE_TEST = {
  ...EXAMPLE_ITEM,
  matrix: [
    {
      mailbox_id: 3,
      provider: "google",
      mails: 8,
      ...COUNTS,
      promotions: 1,
      rate: { rate: 0.75, low: 0.409, high: 0.929 },
      summary: "6 of 8 in the inbox",
    },
  ],
  emails: [
    {
      id: 101,
      mailbox_id: 3,
      seed_id: "install:3",
      seed_email: "seed@gmail.example",
      provider: "google",
      search_id: null,
      purpose: "test",
      replaced: [],
      state: "sent",
      sent_at: "2026-11-24T09:31:00.000Z",
      place: "inbox",
      folder: "INBOX",
      tab: "primary",
      placed_at: "2026-11-24T09:33:00.000Z",
      next_look_at: null,
      authentication: {
        spf: "pass",
        dkim: "pass",
        dmarc: "pass",
        dkim_domains: ["ours.example"],
        signs_unsubscribe: true,
      },
      response: "250 2.0.0 OK",
    },
  ],
  searches: [
    {
      id: 4,
      mailbox_id: 3,
      state: "done",
      present: ["links", "words", "signature"],
      mails: 11,
      mails_at_most: 64,
      mails_per_day: 12,
      providers: [
        {
          provider: "google",
          mails: 11,
          spam: 5,
          inbox: 6,
          answer: "cause",
          cause: ["links"],
          confidence: 0.97,
          message:
            "Without the links it arrives (97 % sure, 11 emails). The answer is about these seeds: a recipient's own history and filters of companies are not in it.",
        },
      ],
      created_at: "2026-11-24T10:30:00.000Z",
      finished_at: "2026-11-24T13:30:00.000Z",
    },
  ],
};

export const EXAMPLE_PLAN = {
  mails: 8,
  senders: [
    {
      mailbox_id: 3,
      email: "ann@ours.example",
      mails: 8,
      daily_limit: 50,
      used_today: 12,
      takes_today: 8,
      days: 1,
    },
  ],
  seeds: [{ id: "install:3", email: "seed@gmail.example", provider: "google", mailbox_id: null }],
  left_out: [],
  message: "8 test emails; 8 of them take a place of today's limits of the senders.",
};
