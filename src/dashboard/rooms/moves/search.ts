/** The steps of a move, as addresses name them. */
export const MOVE_STEPS = ["read", "clients", "preview", "check", "start"] as const;
export type MoveStep = (typeof MOVE_STEPS)[number];

type MovesSearch = {
  /** A new move is being made. */
  readonly make?: true;
  /** The workspace that it goes into. */
  readonly workspace?: number;
};

export function readMovesSearch(search: Record<string, unknown>): MovesSearch {
  const workspace = Number(search["workspace"]);
  return {
    ...(search["make"] === true && { make: true as const }),
    ...(Number.isSafeInteger(workspace) && workspace > 0 && { workspace }),
  };
}

export function readMoveSearch(search: Record<string, unknown>): { readonly step?: MoveStep } {
  const step = MOVE_STEPS.find((known) => known === search["step"]);
  return { ...(step && { step }) };
}
