import { campaignsBehindMove } from "#modules/campaigns/hooks.ts";
import { personErased } from "#modules/leads/hooks.ts";
import { selectBehindMove } from "./running/behind-store.ts";
import { forgetOldMoves } from "./running/forget-moves.ts";
import { forgetPerson } from "./running/forget-store.ts";
import { answer } from "#platform/ctx/hooks.ts";
import { rivalReaders } from "./hooks.ts";
import { instantlyReader } from "./instantly/reader.ts";
import { lemlistReader } from "./lemlist/reader.ts";
import { smartleadReader } from "./smartlead/reader.ts";
import type { Rival } from "./rules/found.ts";
import type { RivalReader } from "./rules/reader.ts";
import { installSweep, type Module } from "#platform/module.ts";
import { moveChoiceRoutes } from "./choosing/routes.ts";
import { moveRoutes } from "./moves/routes.ts";
import { wakeDueMoves } from "./running/work-move.ts";

/** What reads each rival by its API. */
export const READERS: Readonly<Record<Rival, RivalReader>> = {
  instantly: instantlyReader,
  smartlead: smartleadReader,
  lemlist: lemlistReader,
};

/** What the app needs of it. */
export const moving: Module = {
  name: "moving",
  routes: [...moveRoutes, ...moveChoiceRoutes],
  answers: [
    answer(rivalReaders, () => READERS),
    answer(campaignsBehindMove, ({ install }) => selectBehindMove(install)),
    answer(personErased, ({ install, workspaceId }, email) =>
      forgetPerson(install, workspaceId, email),
    ),
  ],
  sweeps: [installSweep("moves.due", wakeDueMoves), installSweep("moves.over", forgetOldMoves)],
};
