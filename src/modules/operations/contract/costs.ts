import { z } from "zod";
import { ONE_PAGE, PageQuery, Pagination, Time } from "#platform/contract/common.ts";
import { COST_SORTS } from "#modules/operations/rules/cost-order.ts";
import { DEFAULT_PRICES } from "#modules/operations/rules/costs.ts";

const Month = z.string().regex(/^20\d\d-(?:0[1-9]|1[0-2])$/, "Enter a month as YYYY-MM.");

const Money = z.number().min(0).max(1_000_000);
const Included = z.number().min(0).max(1e15);

const Rate = (of: string) =>
  z
    .strictObject({
      included: Included.describe(`${of} of a month that cost nothing more.`),
      per_million: Money.describe("Price of a million above these."),
    })
    .nullable()
    .describe(`${of}; null: they cost nothing.`);

export const Prices = z
  .strictObject({
    as_of: z.iso.date().describe("Of which day the prices are, YYYY-MM-DD; for people to read."),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, "Enter three capital letters.")
      .describe("Currency of all amounts, three letters; nothing is converted."),
    base_fee: Money.nullable().describe("What a month costs without any use; null: nothing."),
    requests: Rate("Requests"),
    rows_read: Rate("Rows read"),
    rows_written: Rate("Rows written"),
    queue_operations: Rate("Operations of queues"),
    storage: z
      .strictObject({
        included_gb: Included.describe("GB that cost nothing more."),
        per_gb_month: Money.describe("Price of a GB (1,000,000,000 bytes) above these, a month."),
      })
      .nullable()
      .describe("What the database stores; null: it costs nothing."),
  })
  .meta({ examples: [DEFAULT_PRICES] });

export const CostsQuery = PageQuery.omit({ q: true }).extend({
  month: Month.optional().describe(
    "The month (UTC), YYYY-MM; left out: the running one. The answer names those that are kept.",
  ),
  sort: z
    .enum(COST_SORTS)
    .default("cost")
    .describe("What workspaces are ordered by. Rows without a value come last."),
  order: z
    .enum(["asc", "desc"])
    .optional()
    .describe("Left out: names from A, all others from the most."),
});
export type CostsQuery = z.output<typeof CostsQuery>;

const Count = z.int().min(0);

export const MonthUsage = z.object({
  requests: Count.describe(
    "Requests to the installation, with recorded opens and clicks; calls of the companion and incoming emails count as well.",
  ),
  statements: Count.describe("Statements that the database ran."),
  rows_read: Count.nullable().describe("Rows that they read; null: this database says no such."),
  rows_written: Count.nullable().describe(
    "Rows that they wrote, with those of indexes; null: this database says no such.",
  ),
  queue_operations: Count.describe(
    "Messages of queues written, read and deleted; each 64 KB is one, and each repetition is read again.",
  ),
  storage_bytes: Count.nullable().describe(
    "What it stored when it was last seen in the month. Of a workspace an estimate by its rows; null: not known.",
  ),
});
export type MonthUsage = z.output<typeof MonthUsage>;

const Amount = z.number().min(0);

export const MonthCost = z.object({
  base_fee: Amount.describe("The base fee; it is the installation's own."),
  requests: Amount.describe("Cost of the requests."),
  rows_read: Amount.describe("Cost of the rows read."),
  rows_written: Amount.describe("Cost of the rows written."),
  queue_operations: Amount.describe("Cost of the operations of queues."),
  storage: Amount.describe("Cost of what is stored."),
  total: Amount.describe("All of these together."),
});
export type MonthCost = z.output<typeof MonthCost>;

const UsageAndCost = {
  usage: MonthUsage.describe("What was used."),
  cost: MonthCost.describe("What that costs by the prices, in their currency, rounded to cents."),
};

export const WorkspaceCosts = z.object({
  workspace: z
    .object({
      id: z.int().describe("Id of the workspace."),
      name: z.string().nullable().describe("Its name; null: it was deleted."),
    })
    .describe("The workspace."),
  ...UsageAndCost,
});
export type WorkspaceCosts = z.output<typeof WorkspaceCosts>;

const USAGE = {
  requests: 42_000,
  statements: 310_000,
  rows_read: 2_400_000,
  rows_written: 310_000,
  queue_operations: 9_300,
  storage_bytes: 110_000_000,
};
const COST = {
  base_fee: 5,
  requests: 0,
  rows_read: 0,
  rows_written: 0,
  queue_operations: 0,
  storage: 0,
  total: 5,
};

export const Costs = z
  .object({
    month: Month.describe("The month (UTC) that is shown."),
    months: z.array(Month).describe("Months that are kept, the newest first; up to 25."),
    counted_since: Time.nullable().describe(
      "Since when the month is counted; null: nothing was counted in it.",
    ),
    prices: Prices.describe("The prices by which the answer was made."),
    install: z
      .object({
        ...UsageAndCost,
        own: z
          .object(UsageAndCost)
          .describe(
            "What belongs to no workspace: the clock, sign-in, rooms of admins, and the base fee.",
          ),
        forecast: z
          .object(UsageAndCost)
          .nullable()
          .describe(
            "The whole running month, if the rest of it is as busy as what was counted; null: another month, or too early to say.",
          ),
      })
      .describe("The whole installation; own and all workspaces add up to it."),
    data: z
      .array(WorkspaceCosts)
      .describe("A record for each workspace with use in the month, by default the dearest first."),
    pagination: Pagination.describe("Where this page stands in the list."),
  })
  .meta({
    examples: [
      {
        month: "2026-11",
        months: ["2026-11", "2026-10"],
        counted_since: "2026-11-01T00:00:12.000Z",
        prices: DEFAULT_PRICES,
        install: {
          usage: USAGE,
          cost: COST,
          own: { usage: { ...USAGE, requests: 2_000 }, cost: COST },
          forecast: null,
        },
        data: [
          {
            workspace: { id: 7, name: "Acme" },
            usage: { ...USAGE, requests: 40_000 },
            cost: { ...COST, base_fee: 0, total: 0 },
          },
        ],
        pagination: ONE_PAGE,
      },
    ],
  });
export type Costs = z.output<typeof Costs>;
