import { authRoutes } from "#features/auth/routes.ts";
import { healthRoutes } from "#features/health/routes.ts";
import { workspaceRoutes } from "#features/workspaces/routes.ts";
import type { Endpoint } from "#http/endpoint.ts";

/** Every declared route of the product, in mounting order: fixed segments before parameters. */
export const endpoints: readonly Endpoint[] = [...healthRoutes, ...authRoutes, ...workspaceRoutes];
