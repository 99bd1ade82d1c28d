import { checkSignature } from "../../src/verifier/check-signature.ts";
import { type Verdict, verifier } from "../../src/verifier/verify.ts";

/** What the verifier says of an export. Throws for one that it cannot read. */
export async function verifyReceipts(
  text: string,
  options: { readonly key?: string; readonly heads?: readonly string[] } = {},
): Promise<Verdict> {
  const running = verifier({ ...options, checkSignature });
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  for (const line of lines) running.take(line);
  return running.end();
}
