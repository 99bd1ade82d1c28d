import type { HotRoute } from "#platform/http/hot-route.ts";
import { answerHit } from "./answer-hit.ts";

const lost = { description: "The link was cut, changed or made up.", type: "text/html" } as const;

/** GET /t/:id/pixel.png and GET /t/:id/link/*. */
export const trackingRoutes: readonly HotRoute[] = [
  {
    path: "/t/*",
    answer: answerHit,
    operations: [
      {
        method: "GET",
        path: "/t/:id/pixel.png",
        summary: "The open-tracking pixel. An unknown id gets the picture as well.",
        description:
          "Anybody may. Records an open of the email that the id belongs to; opens of programs are counted apart.",
        answers: { 200: { description: "A transparent picture.", type: "image/png" } },
      },
      {
        method: "GET",
        path: "/t/:id/link/*",
        summary: "Follow a tracked link to its target.",
        description:
          "Anybody may. Records a click of the email that the id belongs to; clicks of programs are counted apart.",
        answers: {
          302: { description: "The target stands in Location." },
          404: lost,
        },
      },
    ],
  },
];
