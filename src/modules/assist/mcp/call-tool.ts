import {
  type CallerCtx,
  inWorkspace,
  type MemberCtx,
  type WorkspaceCtx,
} from "#platform/ctx/ctx.ts";
import { AppError, type FieldError, invalidField } from "#platform/rules/errors.ts";
import { callerInside } from "#modules/accounts/workspaces/caller-inside.ts";
import { readSettings } from "#modules/accounts/settings/read-settings.ts";
import type { Answer } from "#platform/http/answer.ts";
import { parseFields } from "#platform/http/validate.ts";
import { enterWorkspace } from "./enter-workspace.ts";
import { assertMayUse, type RoutedTool } from "./tool-route.ts";

export type ToolArguments = Readonly<Record<string, unknown>>;

/**
 * Calls the route behind a tool with its own checks, in the routes' order: workspace, role, fields,
 * record. Answers what the route answers. Throws what the route throws, and `validation_failed` for
 * a sending tool that was not confirmed, `forbidden` where the workspace lets no assistant send.
 */
export async function callTool(
  ctx: CallerCtx,
  routed: RoutedTool,
  given: ToolArguments,
  request: Request,
): Promise<object> {
  const { tool, route } = routed;
  const { workspace_id: workspace, confirm, ...rest } = given;
  const inside = route.scope === "workspace";
  const member = inside ? await memberOf(ctx, workspace) : null;
  assertMayUse((member ?? ctx).caller, routed);
  if (tool.kind === "send") {
    await assertMaySend(member ? [member] : await sendsIn(ctx, routed, rest));
    assertConfirmed(confirm);
  }
  const input = { ...inputOf(routed, rest, { workspace, inside, confirm }), request };
  // The declaration typed `handle` for exactly this scope and these schemas; JSON routes answer records.
  const handle = route.handle as (ctx: unknown, input: unknown) => Promise<Answer>;
  const { body } = await handle(member ?? ctx, input);
  const answer = (body ?? { ok: true }) as Record<string, unknown>;
  return tool.shows?.(answer) ?? answer;
}

async function memberOf(ctx: CallerCtx, workspace: unknown): Promise<MemberCtx> {
  const id = await enterWorkspace(ctx, workspace);
  return inWorkspace({ ...ctx, caller: await callerInside(ctx, id) }, id);
}

/** The workspaces in which a tool sends that works in none. */
async function sendsIn(
  ctx: CallerCtx,
  { tool }: RoutedTool,
  given: ToolArguments,
): Promise<WorkspaceCtx[]> {
  if (!tool.sendsIn) throw new Error(`the tool ${tool.name} does not say where it sends`);
  return (await tool.sendsIn(ctx, given)).map((id) => inWorkspace(ctx, id));
}

async function assertMaySend(places: readonly WorkspaceCtx[]): Promise<void> {
  for (const place of places) {
    if ((await readSettings(place)).mcp.send_tools) continue;
    throw new AppError(
      "forbidden",
      "Assistants cannot send email here. A person can allow it in the workspace settings (mcp.send_tools).",
    );
  }
}

function assertConfirmed(confirm: unknown): void {
  if (confirm === true) return;
  throw invalidField(
    "confirm",
    "confirmation_required",
    "This sends email. Show the person what will be sent. When they agree, call again with confirm: true.",
  );
}

function inputOf(
  { tool, route, shape }: RoutedTool,
  given: ToolArguments,
  outer: { workspace: unknown; inside: boolean; confirm: unknown },
) {
  const byArgument = new Map(Object.entries(tool.ids ?? {}).map(([id, name]) => [name, id]));
  const texts = new Map(Object.entries(tool.texts ?? {}).map(([id, name]) => [name, id]));
  const params: Record<string, unknown> = { wid: outer.workspace ?? 1 };
  const query: Record<string, unknown> = {};
  const body: Record<string, unknown> = {};
  const errors: FieldError[] = [];
  for (const [name, value] of Object.entries(given)) {
    const id = byArgument.get(name) ?? texts.get(name);
    if (id !== undefined) params[id] = value;
    else if (shape.query.includes(name)) query[name] = asText(value);
    else if (shape.body.includes(name)) body[name] = value;
    else errors.push(unknownArgument(name));
  }
  if (!outer.inside && outer.workspace !== undefined) {
    if (shape.body.includes("workspace_id")) body["workspace_id"] = outer.workspace;
    else errors.push(unknownArgument("workspace_id"));
  }
  if (tool.kind !== "send" && outer.confirm !== undefined) errors.push(unknownArgument("confirm"));
  for (const [name, id] of byArgument) {
    const value = params[id];
    if (typeof value === "number" && Number.isSafeInteger(value) && value > 0) continue;
    const code = value === undefined ? "required" : "invalid_type";
    errors.push({ path: name, code, message: "Send the id as a whole number." });
  }
  for (const [name, id] of texts) {
    if (typeof params[id] === "string") continue;
    const code = params[id] === undefined ? "required" : "invalid_type";
    errors.push({ path: name, code, message: "Send the id as a text." });
  }
  if (errors.length > 0) {
    throw new AppError("validation_failed", "Some arguments are invalid. See errors.", { errors });
  }
  return {
    params: route.params && parseFields(route.params, params),
    query: route.query && parseFields(route.query, query),
    body: route.body && parseFields(route.body, body),
  };
}

const unknownArgument = (path: string): FieldError => ({
  path,
  code: "unknown_field",
  message: "This tool has no such argument. See its schema.",
});

/** Queries are text on the way to a route; what is no plain value stays and is refused. */
const asText = (value: unknown): unknown =>
  typeof value === "number" || typeof value === "boolean" ? String(value) : value;
