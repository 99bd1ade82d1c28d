import { personErased } from "#modules/leads/hooks.ts";
import { forgetOldMoves } from "./running/forget-moves.ts";
import { forgetPerson } from "./running/forget-store.ts";
import { answer } from "#platform/ctx/hooks.ts";
import { rivalReaders } from "./hooks.ts";
import { READERS } from "./rivals/readers.ts";
import { installSweep, type Module } from "#platform/module.ts";
import { moveChoiceRoutes } from "./choosing/routes.ts";
import { moveRoutes } from "./moves/routes.ts";
import { wakeDueMoves } from "./running/work-move.ts";

/** What the app needs of it. */
export const moving: Module = {
  name: "moving",
  routes: [...moveRoutes, ...moveChoiceRoutes],
  answers: [
    answer(rivalReaders, () => READERS),
    answer(personErased, ({ install, workspaceId }, email) =>
      forgetPerson(install, workspaceId, email),
    ),
  ],
  sweeps: [installSweep("moves.due", wakeDueMoves), installSweep("moves.over", forgetOldMoves)],
};
