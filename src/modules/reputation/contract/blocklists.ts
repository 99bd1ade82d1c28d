import { z } from "zod";
import { NullableTime } from "#platform/contract/common.ts";
import { LIST_ANSWERS, UNKNOWN_REASONS } from "#modules/reputation/rules/judge-answer.ts";
import { NAME_USES } from "#modules/reputation/rules/listing.ts";
import { LIST_KINDS } from "#platform/rules/block-list.ts";

export const Listing = z.object({
  list: z.string().describe("The id of the list in the installation's settings."),
  list_name: z.string().describe("The list's name for people."),
  name: z.string().describe("The domain in A-labels, or the address."),
  use: z
    .enum(NAME_USES)
    .describe(
      "sending: mailboxes send from it. tracking: links lead there. server: the address of a mail server that no provider shares. linked: emails of campaigns link to it.",
    ),
  status: z
    .enum(LIST_ANSWERS)
    .describe(
      "clean: the list answered that it does not name it, and its test points answered as they must. information: a code that is no listing, such as the PBL of Spamhaus. unknown: nothing is known, see reason.",
    ),
  reason: z
    .enum(UNKNOWN_REASONS)
    .nullable()
    .describe(
      "Why the status is unknown; else null. no_road: no companion and no key for the list. refused: the list does not answer this resolver. timeout, resolver_failed: the resolver. strange_answer: no code of the list. test_point: the list's test points failed, so nothing it says counts. not_asked: not yet.",
    ),
  codes: z.array(z.string()).describe("The addresses that the list answered."),
  confirmed: z
    .boolean()
    .describe("Whether a second answer confirmed a listing, so that a notice reported of it."),
  since: NullableTime.describe("Since when it gives this status."),
  checked_at: NullableTime.describe("When it was last asked."),
  next_check_at: NullableTime.describe("When it is asked again."),
  delisting_url: z.string().describe("Where an owner asks the list to take the name off."),
});
export type Listing = z.output<typeof Listing>;

export const MailboxBlocklists = z.object({
  mailbox_id: z.int().describe("The mailbox."),
  data: z
    .array(Listing)
    .describe(
      "Its domain, the workspace's tracking domain, linked domains, and addresses of its server, at each list that is switched on; those that are listed come first.",
    ),
});
export type MailboxBlocklists = z.output<typeof MailboxBlocklists>;

export const WorkspaceBlocklists = z.object({
  data: z.array(Listing).describe("Every name of the workspace at each list that is switched on."),
});
export type WorkspaceBlocklists = z.output<typeof WorkspaceBlocklists>;

const Name = z
  .string()
  .trim()
  .toLowerCase()
  .min(1)
  .max(200)
  .regex(/^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/, "Enter a domain, such as dbl.spamhaus.org.");
const Codes = z.array(z.string().trim().max(40)).max(50);

export const BlockListSetting = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z0-9_]{1,40}$/)
    .describe("Letters, digits and _; what was known of a list stays with its id."),
  name: z.string().trim().min(1).max(80).describe("Its name for people."),
  enabled: z.boolean().describe("Whether it is asked."),
  asks: z.enum(LIST_KINDS).describe("Whether domains or addresses are asked for."),
  zone: Name.describe("The zone that names are asked in."),
  dqs_zone: Name.nullable().describe(
    "Its zone at Spamhaus's query service, asked as NAME.KEY.ZONE where a key is set; null: none.",
  ),
  listed_codes: Codes.describe("Addresses or ranges (from-to) that mean listed."),
  listed_bits: z
    .int()
    .min(0)
    .max(254)
    .describe("Bits of the last number of 127.0.0.x that mean listed; 0: none."),
  information_codes: Codes.describe("Addresses or ranges that are no listing."),
  refused_codes: Codes.describe(
    "Addresses or ranges that mean that this resolver may not ask; 127.255.255.0 to .255 always do.",
  ),
  test_listed: z.string().trim().min(1).max(200).describe("What the list always names."),
  test_clean: z.string().trim().min(1).max(200).describe("What the list never names."),
  delisting_url: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .describe("Where an owner asks to be taken off."),
});

const EXAMPLE_LIST = {
  id: "spamhaus_dbl",
  name: "Spamhaus DBL",
  enabled: true,
  asks: "domain" as const,
  zone: "dbl.spamhaus.org",
  dqs_zone: "dbl.dq.spamhaus.net",
  listed_codes: ["127.0.1.2-127.0.1.106"],
  listed_bits: 0,
  information_codes: [],
  refused_codes: ["127.0.1.255"],
  test_listed: "dbltest.com",
  test_clean: "invalid",
  delisting_url: "https://check.spamhaus.org/",
};

export const BlockListSettings = z
  .object({
    resolver: z
      .string()
      .nullable()
      .describe("host:port of the resolver that the companion asks; null: that of its own system."),
    has_dqs_key: z.boolean().describe("Whether a key of Spamhaus's query service is stored."),
    asks_by_companion: z
      .boolean()
      .describe("Whether a companion can ask; without one only lists with a key can be asked."),
    lists: z.array(BlockListSetting).describe("The lists, those switched off included."),
  })
  .meta({
    examples: [
      {
        resolver: "127.0.0.1:53",
        has_dqs_key: true,
        asks_by_companion: true,
        lists: [EXAMPLE_LIST],
      },
    ],
  });
export type BlockListSettings = z.output<typeof BlockListSettings>;

export const BlockListsBody = z
  .strictObject({
    resolver: z
      .string()
      .trim()
      .max(260)
      .regex(
        /^(?:\[[0-9a-fA-F:]+\]|[A-Za-z0-9.-]+)(?::\d{1,5})?$/,
        "Enter host:port, such as 127.0.0.1:53.",
      )
      .nullable()
      .optional()
      .describe("host:port of the operator's resolver; null: that of the companion's system."),
    dqs_key: z
      .string()
      .trim()
      .regex(/^[a-z0-9]{10,60}$/i, "Enter the key as Spamhaus shows it.")
      .nullable()
      .optional()
      .describe("A key of Spamhaus's query service; sealed and never shown. Null removes it."),
    lists: z
      .array(BlockListSetting)
      .max(20)
      .nullable()
      .optional()
      .describe("All lists, which replace those before; null brings the usual ones back."),
  })
  .meta({ examples: [{ resolver: "127.0.0.1:53", lists: [EXAMPLE_LIST] }] });
export type BlockListsBody = z.output<typeof BlockListsBody>;
