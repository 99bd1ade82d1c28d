import { checkSignature } from "./check-signature.ts";
import { eachLine } from "./lines.ts";
import { Unreadable, verifier } from "./verify.ts";
import { verdictWords } from "./words.ts";

/* The program of the page, which is made by src/data/build-receipts-page.ts. It makes no request. */

const chosen = (id) => document.getElementById(id)?.files?.[0];

function show(lines, holds) {
  const list = document.getElementById("verdict");
  const title = document.getElementById("title");
  if (!list || !title) return;
  title.textContent = holds === null ? "" : holds ? "It holds." : "It does not hold.";
  list.replaceChildren(
    ...lines.map((line) => {
      const item = document.createElement("li");
      item.textContent = line;
      return item;
    }),
  );
}

async function* piecesOf(file) {
  const latin1 = new TextDecoder("latin1");
  const reader = file.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield latin1.decode(value);
  }
}

async function check() {
  const file = chosen("file");
  if (!file) return;
  show(["Checking…"], null);
  const heads = (await chosen("heads")?.text())?.split("\n").filter((line) => line.trim() !== "");
  const key = document.getElementById("key")?.value.trim() || undefined;
  try {
    const running = verifier({ heads, key, checkSignature });
    for await (const line of eachLine(piecesOf(file))) running.take(line);
    const verdict = await running.end();
    show(verdictWords(verdict), verdict.faults.length === 0);
  } catch (cause) {
    const isOther = cause instanceof Unreadable;
    show([isOther ? "This file is no export of receipts." : String(cause)], false);
  }
}

document.getElementById("check")?.addEventListener("click", () => void check());
