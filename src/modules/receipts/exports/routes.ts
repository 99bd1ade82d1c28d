import { z } from "zod";
import { ReceiptDays, ReceiptKey, ReceiptsQuery } from "#modules/receipts/contract/receipts.ts";
import { receiptSigner } from "#modules/receipts/heads/install-key.ts";
import { VERIFIER_PAGE, VERIFIER_POLICY } from "#modules/receipts/rules/verifier-page.ts";
import { ok } from "#platform/http/answer.ts";
import { endpoint } from "#platform/http/endpoint.ts";
import { exportReceipts, listReceiptDays, receiptsFileName } from "./export-receipts.ts";

const AT = "/api/v1/workspaces/:wid/receipts";
const EXAMPLE = `{"type":"outrider-receipts","version":1,"workspace":7,"from":null,"to":null,"previous":"","began_at":1796112000000,"exported_at":1796139900000,"key":"3vT9q1mZp0Yx2Lr8wQ5sK7nB4cV6dF1gH0jJ2kM3lN4"}
{"type":"end","rows":0,"heads":0}
`;

/** Receipts of a workspace, and what checks them. */
export const receiptRoutes = [
  endpoint(
    {
      method: "GET",
      path: AT,
      scope: "workspace",
      action: "receipts.read",
      summary: "Days with receipts: how many, and the head of each closed day.",
      description:
        "For everyone in the workspace. Receipts are appended a few minutes after what they are about; a closed day never changes.",
      query: ReceiptsQuery,
      answers: { 200: ReceiptDays },
    },
    async (ctx, { query }) => ok(await listReceiptDays(ctx, query)),
  ),
  endpoint(
    {
      method: "GET",
      path: `${AT}/export`,
      scope: "workspace",
      action: "receipts.read",
      summary: "Receipts with their signed heads as JSON Lines, for a verifier.",
      description:
        "For everyone in the workspace. The file holds commitments alone: no address, name or text. The page Receipts of the documentation describes it line by line. It is read while it is sent, however large it is.",
      example: { answer: EXAMPLE },
      query: ReceiptsQuery,
      answers: { 200: z.string() },
      produces: "application/jsonl",
    },
    async (ctx, { query }) =>
      new Response(await exportReceipts(ctx, query), {
        headers: {
          "Content-Type": "application/jsonl",
          "Content-Disposition": `attachment; filename="${receiptsFileName(ctx)}"`,
          "Cache-Control": "no-store",
        },
      }),
  ),
  endpoint(
    {
      method: "GET",
      path: "/api/v1/receipts/key",
      scope: "public",
      action: null,
      summary: "The public key that signs the receipts of this installation.",
      description:
        "For anyone, without signing in. Keep a copy: a verifier that has it accepts no other key.",
      answers: { 200: ReceiptKey },
    },
    async (ctx) =>
      ok(
        { algorithm: "Ed25519", public_key: (await receiptSigner(ctx)).key },
        { "Cache-Control": "public, max-age=300" },
      ),
  ),
  endpoint(
    {
      method: "GET",
      path: "/api/v1/receipts/verifier",
      scope: "public",
      action: null,
      summary: "A page that checks a file of receipts in the browser, also without a network.",
      description:
        "For anyone, without signing in. The page makes no request and can be saved: the file that is chosen stays in the browser.",
      example: { answer: "<!doctype html>\n" },
      answers: { 200: z.string() },
      produces: "text/html",
    },
    async () =>
      new Response(VERIFIER_PAGE, {
        headers: {
          "Content-Type": "text/html; charset=utf-8",
          "Content-Security-Policy": VERIFIER_POLICY,
          "Cache-Control": "public, max-age=300",
        },
      }),
  ),
];
