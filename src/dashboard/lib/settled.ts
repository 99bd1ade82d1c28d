/**
 * Whether the first answer of a query is there, or will not come at once. What stands below a list is drawn from then on:
 * earlier it would move when the list gets its height.
 */
export const isSettled = (query: {
  readonly isPending: boolean;
  readonly failureCount: number;
}): boolean => !query.isPending || query.failureCount > 0;
