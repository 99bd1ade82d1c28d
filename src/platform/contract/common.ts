import { z } from "zod";

/** A row id in a path; the router lets only digits through. */
export const pathId = <T extends number>() =>
  z.coerce
    .number()
    .int()
    .positive()
    .transform((n) => n as T);

/** A row id in a body. */
export const bodyId = <T extends number>() =>
  z
    .int()
    .positive()
    .transform((n) => n as T);

/** ISO 8601 UTC with milliseconds. */
export const Time = z.iso.datetime({ precision: 3 });
export const NullableTime = Time.nullable();

export const DEFAULT_LIMIT = 50;
export const MAX_LIMIT = 200;

/** An address to write to or from, as it is stored: lower case. */
export const EmailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .regex(
    /^[^\s@<>"(),;:\\]+@[^\s@<>"(),;:\\]+$/,
    "Enter a valid email address, such as ann@example.com.",
  );

/** The id of a client of the install at a provider. */
export const ClientId = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .describe("As the provider's console shows it.");

/** Its secret, where a stored one can stay. */
export const ClientSecret = z
  .string()
  .trim()
  .min(1)
  .max(2_000)
  .optional()
  .describe("Never shown again. Left out: the stored one stays.");

/** Parameters of every list. A limit above 200 is answered with 200. */
export const PageQuery = z.object({
  page: z.coerce
    .number()
    .int()
    .min(1)
    .default(1)
    .describe("Page number from 1; ignored when a cursor is given."),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .default(DEFAULT_LIMIT)
    .transform((n) => Math.min(n, MAX_LIMIT))
    .describe("Records a page; above 200 is answered with 200."),
  cursor: z.string().max(500).optional().describe("next_cursor of the page before."),
  q: z.string().max(200).optional().describe("Text to look for; the summary says where."),
});
export type PageQuery = z.output<typeof PageQuery>;

/**
 * How a list is sorted: by creation, which is the order of ids, or by one of these. By the latter
 * there are pages and no cursor.
 */
export const sortedBy = <const Keys extends readonly string[]>(...keys: Keys) => ({
  sort: z
    .enum(["created_at", ...keys])
    .optional()
    .describe(
      keys.length === 0
        ? "What they are sorted by: when they were made."
        : "What they are sorted by; created_at when left out. Sorted by anything else there is no cursor.",
    ),
  order: z
    .enum(["asc", "desc"])
    .optional()
    .describe("Whether the smallest or the largest comes first; desc, the newest, when left out."),
});
export type Sorting = {
  readonly sort?: string | undefined;
  readonly order?: "asc" | "desc" | undefined;
};

/** Where a list with one record ends, for examples. */
export const ONE_PAGE = { page: 1, limit: 50, total: 1, total_pages: 1, next_cursor: null };

export const Pagination = z
  .object({
    page: z.int().describe("The page that was asked for, from 1."),
    limit: z.int().describe("Records a page, 200 at most."),
    total: z
      .int()
      .nullable()
      .describe("Records of the whole list; null beyond 10,000 filtered ones."),
    total_at_least: z
      .int()
      .optional()
      .describe("Where total is null: how many records there are at least."),
    total_pages: z.int().nullable().describe("Pages of the whole list; null where total is."),
    next_cursor: z
      .string()
      .nullable()
      .describe("Give it as cursor for the next page; null at the end of the list."),
  })
  .meta({ examples: [ONE_PAGE] });
export type Pagination = z.output<typeof Pagination>;

export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({
    data: z.array(item).describe("The records of this page."),
    pagination: Pagination.describe("Where this page stands in the list."),
  });

/** Builds the pagination block. */
export function paginationOf(
  query: Pick<PageQuery, "page" | "limit">,
  total: number,
  nextCursor: string | null = null,
): Pagination {
  return {
    page: query.page,
    limit: query.limit,
    total,
    total_pages: Math.ceil(total / query.limit),
    next_cursor: nextCursor,
  };
}
