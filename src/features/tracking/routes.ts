import type { HotRoute } from "#http/hot-route.ts";
import { answerHit } from "./answer-hit.ts";

/** GET /t/:id/pixel.png and GET /t/:id/link/* (spec 4). */
export const trackingRoutes: readonly HotRoute[] = [{ path: "/t/*", answer: answerHit }];
