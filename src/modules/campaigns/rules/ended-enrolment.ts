/** A lead's place in a campaign before it was ended. */
export type EndedEnrolment = {
  readonly id: number;
  readonly status: "pending" | "in_progress" | "paused" | "completed";
  readonly next_send_at: number | null;
  readonly held_until: number | null;
  readonly finished_at: number | null;
};
