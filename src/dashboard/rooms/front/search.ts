/** What the address of a page says of a sign-in that failed. */
export function readSsoProblem(search: Record<string, unknown>): { sso_problem?: string } {
  const code = search["sso_problem"];
  return typeof code === "string" && /^[a-z_]{1,40}$/.test(code) ? { sso_problem: code } : {};
}

export function readSignInSearch(search: Record<string, unknown>): {
  next?: string;
  sso_problem?: string;
} {
  const { next } = search;
  return {
    // Of this site only: an address elsewhere would be a trap.
    ...(typeof next === "string" && /^\/(?![/\\])/.test(next) && { next }),
    ...readSsoProblem(search),
  };
}

/** Over how many days a report is. */
export function readReportSearch(search: Record<string, unknown>): { days?: number } {
  const days = [30, 90, 365].find((known) => known === search["days"]);
  return days ? { days } : {};
}
