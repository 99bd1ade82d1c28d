import { sandboxTakes } from "#modules/delivery/hooks.ts";
import { answer } from "#platform/ctx/hooks.ts";
import { type Module, sweep } from "#platform/module.ts";
import { removeSamples } from "./sample/remove-sample.ts";
import { sampleRoutes } from "./sample/routes.ts";
import { actDue } from "./sandbox/act.ts";
import { settleTaken, takeMails } from "./sandbox/take-mails.ts";

/** What the app needs of it. */
export const samples: Module = {
  name: "samples",
  routes: sampleRoutes,
  sweeps: [
    sweep("samples.removing", removeSamples),
    sweep("samples.unsettled", settleTaken),
    sweep("samples.act", actDue),
  ],
  answers: [answer(sandboxTakes, takeMails)],
};
