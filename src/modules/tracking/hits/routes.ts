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
        answers: { 200: { description: "A transparent picture.", type: "image/png" } },
      },
      {
        method: "GET",
        path: "/t/:id/link/*",
        summary: "Follow a tracked link to its target.",
        answers: {
          302: { description: "The target stands in Location." },
          404: lost,
        },
      },
    ],
  },
];
