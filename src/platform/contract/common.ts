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
    "Give an email address, such as ann@example.com.",
  );

/** Parameters of every list. A limit above 200 is answered with 200. */
export const PageQuery = z.object({
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .default(DEFAULT_LIMIT)
    .transform((n) => Math.min(n, MAX_LIMIT)),
  cursor: z.string().max(500).optional(),
  q: z.string().max(200).optional(),
});
export type PageQuery = z.output<typeof PageQuery>;

export const Pagination = z.object({
  page: z.int(),
  limit: z.int(),
  /** Null beyond 10,000 filtered rows; then `total_at_least` says how many at least. */
  total: z.int().nullable(),
  total_at_least: z.int().optional(),
  total_pages: z.int().nullable(),
  next_cursor: z.string().nullable(),
});
export type Pagination = z.output<typeof Pagination>;

export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({ data: z.array(item), pagination: Pagination });

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
