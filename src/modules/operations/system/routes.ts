import {
  StartedUpdate,
  SystemUpdate,
  SystemVersion,
  UpdateCheck,
  UpdateParams,
} from "#modules/operations/contract/system.ts";
import { accepted, ok } from "#platform/http/answer.ts";
import { endpoint } from "#platform/http/endpoint.ts";
import { checkUpdate } from "./check-update.ts";
import { readUpdate, readVersion } from "./read-version.ts";
import { startUpdate } from "./start-update.ts";

export const systemRoutes = [
  endpoint(
    {
      method: "GET",
      path: "/api/v1/admin/system/version",
      scope: "caller",
      action: "system.update",
      summary: "What runs here: version, schema, and how the last update ended.",
      description: "For super admins. Changes nothing.",
      answers: { 200: SystemVersion },
    },
    async (ctx) => ok(await readVersion(ctx)),
  ),
  endpoint(
    {
      method: "GET",
      path: "/api/v1/admin/system/check-update",
      scope: "caller",
      action: "system.update",
      summary: "Whether the releases feed names a newer version.",
      description:
        "For super admins. Reads the feed now and checks its signature. A feed that cannot be used is a result with status 200.",
      answers: { 200: UpdateCheck },
    },
    async (ctx) => ok(await checkUpdate(ctx)),
  ),
  endpoint(
    {
      method: "POST",
      path: "/api/v1/admin/system/update",
      scope: "caller",
      action: "system.update",
      summary: "Bring the install to the newest release; goes back by itself when that fails.",
      description:
        "For super admins. Goes on in the background: GET /admin/system/updates/:id follows it. Answers 409 `invalid_state` where there is nothing to update to.",
      answers: { 202: StartedUpdate },
      problems: ["invalid_state", "upstream_failed", "upstream_unavailable", "upstream_timeout"],
    },
    async (ctx) => accepted({ update_id: await startUpdate(ctx) }),
  ),
  endpoint(
    {
      method: "GET",
      path: "/api/v1/admin/system/updates/:id",
      scope: "caller",
      action: "system.update",
      summary: "How far an update is, or how it ended.",
      description: "For super admins. Changes nothing.",
      params: UpdateParams,
      answers: { 200: SystemUpdate },
    },
    async (ctx, { params }) => ok(await readUpdate(ctx, params.id)),
  ),
];
