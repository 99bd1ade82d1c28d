import {
  CreateMoveBody,
  Move,
  MoveFiles,
  MoveParams,
  Moves,
  SetMoveKeyBody,
  StartMoveBody,
} from "#modules/moving/contract/moves.ts";
import { takeFiles } from "#modules/moving/files/take-files.ts";
import { z } from "zod";
import { PageQuery } from "#platform/contract/common.ts";
import { accepted, created, noContent, ok } from "#platform/http/answer.ts";
import { endpoint } from "#platform/http/endpoint.ts";
import {
  beginMoving,
  beginStart,
  dropMoveKey,
  endMove,
  readAgain,
  setMoveKey,
} from "./change-move.ts";
import { createMove } from "./create-move.ts";
import { listMoves, readMove, shownMove } from "./read-moves.ts";

const PATH = "/api/v1/moves";
const WHO =
  "Admins move whole agencies; employees name a workspace of theirs as workspace_id and see only such moves.";

export const moveRoutes = [
  endpoint(
    {
      method: "POST",
      path: PATH,
      scope: "caller",
      action: "moves.edit",
      summary: "Begin to move in from Instantly, Smartlead or lemlist.",
      description: `With a key everything is read in the background; without one the move waits for files. Nothing is taken over before \`POST .../move\`, and nothing is sent before \`POST .../start\`. ${WHO}`,
      body: CreateMoveBody,
      example: { body: { rival: "smartlead", key: "sl_0123456789" } },
      answers: { 201: Move },
    },
    async (ctx, { body }) => {
      const row = await createMove(ctx, body);
      return created(await shownMove(ctx, row), `${PATH}/${row.id}`);
    },
  ),
  endpoint(
    {
      method: "GET",
      path: PATH,
      scope: "caller",
      action: "moves.read",
      summary: "Moves in from other products, newest first.",
      description: WHO,
      query: PageQuery.omit({ q: true }),
      answers: { 200: Moves },
    },
    async (ctx, { query }) => ok(await listMoves(ctx, query)),
  ),
  endpoint(
    {
      method: "GET",
      path: `${PATH}/:id`,
      scope: "caller",
      action: "moves.read",
      summary: "One move: its state, what was found, and what it waits for.",
      description:
        "Ask every few seconds while it is reading, moving or checking. `seconds_left` follows the real rate of the product.",
      params: MoveParams,
      answers: { 200: Move },
    },
    async (ctx, { params }) => ok(await readMove(ctx, params.id)),
  ),
  endpoint(
    {
      method: "POST",
      path: `${PATH}/:id/files`,
      scope: "caller",
      action: "moves.edit",
      summary: "Give a move files that the other product exported (parts named file, CSV or XLSX).",
      description:
        "Leads, mailboxes, unsubscribes and block lists; what a file is, is seen by its columns. Up to 20 files of 100 MB. A repeat replaces what the same file brought. A campaign of a file has no steps: write them, then take it over again.",
      consumes: "other",
      params: MoveParams,
      form: z.strictObject({}),
      answers: { 200: MoveFiles },
      problems: ["invalid_state", "payload_too_large"],
    },
    async (ctx, { params, request }) => ok(await takeFiles(ctx, params.id, request)),
  ),
  endpoint(
    {
      method: "PUT",
      path: `${PATH}/:id/key`,
      scope: "caller",
      action: "moves.edit",
      summary: "Give a move another key.",
      description:
        "For a key that was refused or deleted. Reading goes on where it stood. The key is stored encrypted.",
      params: MoveParams,
      body: SetMoveKeyBody,
      example: { body: { key: "sl_0123456789" } },
      answers: { 200: Move },
      problems: ["invalid_state"],
    },
    async (ctx, { params, body }) => {
      await setMoveKey(ctx, params.id, body.key);
      return ok(await readMove(ctx, params.id));
    },
  ),
  endpoint(
    {
      method: "DELETE",
      path: `${PATH}/:id/key`,
      scope: "caller",
      action: "moves.edit",
      summary: "Delete the key of a move.",
      description:
        "What was read stays. Opt-outs at the other product are then no longer read; a notice asks for the file each week.",
      params: MoveParams,
      answers: { 204: null },
    },
    async (ctx, { params }) => {
      await dropMoveKey(ctx, params.id);
      return noContent();
    },
  ),
  endpoint(
    {
      method: "POST",
      path: `${PATH}/:id/read`,
      scope: "caller",
      action: "moves.edit",
      summary: "Read everything at the other product again.",
      description:
        "What is new comes in with the next `POST .../move`; what is known stays as it is.",
      params: MoveParams,
      answers: { 202: Move },
      problems: ["invalid_state"],
    },
    async (ctx, { params }) => {
      await readAgain(ctx, params.id);
      return accepted(await readMove(ctx, params.id));
    },
  ),
  endpoint(
    {
      method: "POST",
      path: `${PATH}/:id/move`,
      scope: "caller",
      action: "moves.edit",
      summary: "Take over what a move has found.",
      description:
        "Suppressions first, then lists, leads, campaigns (paused) and the places of leads; then the folders of connected mailboxes are read. A repeat adds what is new and changes nothing else. Nothing is sent.",
      params: MoveParams,
      answers: { 202: Move },
      problems: ["invalid_state", "conflict", "limit_reached"],
    },
    async (ctx, { params }) => {
      await beginMoving(ctx, params.id);
      return accepted(await readMove(ctx, params.id));
    },
  ),
  endpoint(
    {
      method: "POST",
      path: `${PATH}/:id/start`,
      scope: "caller",
      action: "moves.edit",
      summary: "Start campaigns that were taken over.",
      description:
        "Each has to be stopped at the other product: 409 `rival_still_sending` names those that are not. Without a key you confirm it with `stopped_there`. Where the folders of a mailbox could not be read, 409 `invalid_state` names it; `folders_unread` starts without them. Then everything is read once more, and each campaign starts; one that can't says why in `GET .../check`.",
      params: MoveParams,
      body: StartMoveBody,
      example: { body: { campaigns: ["c1"] } },
      answers: { 202: Move },
      problems: ["invalid_state", "rival_still_sending"],
    },
    async (ctx, { params, body }) => {
      await beginStart(ctx, params.id, body);
      return accepted(await readMove(ctx, params.id));
    },
  ),
  endpoint(
    {
      method: "POST",
      path: `${PATH}/:id/end`,
      scope: "caller",
      action: "moves.edit",
      summary: "End a move.",
      description:
        "The key is deleted and the other product is asked nothing more. What was taken over stays.",
      params: MoveParams,
      answers: { 200: Move },
    },
    async (ctx, { params }) => {
      await endMove(ctx, params.id);
      return ok(await readMove(ctx, params.id));
    },
  ),
];
