/** Over how many days a report is. */
export function readReportSearch(search: Record<string, unknown>): { days?: number } {
  const days = [30, 90, 365].find((known) => known === search["days"]);
  return days ? { days } : {};
}
