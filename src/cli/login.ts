import { call, type Target } from "./call.ts";
import type { Command } from "./command.ts";
import { EXIT, CliFailure, WrongUsage } from "./failure.ts";
import { clean, table } from "./output.ts";
import { forgetProfile, writeProfile } from "./profile.ts";

type Me = {
  readonly api_key: { readonly name: string; readonly role: string } | null;
  readonly workspaces: readonly { readonly id: number; readonly name: string }[];
};

const KEY = /^svc_live_[A-Za-z0-9]+$/;

export const loginCommand: Command = {
  name: "login",
  takes: "URL",
  summary: "Sign in to an installation with an API key.",
  words: [1, 1],
  async run(session, [given = ""]) {
    const url = originOf(given);
    session.err(`Create a key at ${url}, in the settings of your workspace under API keys.\n`);
    const key = (await session.ask("Key: ", { hidden: true }))?.trim() ?? "";
    if (!KEY.test(key)) throw new CliFailure(EXIT.denied, "A key starts with svc_live_.");
    const me = await call<Me>({ url, key }, "GET", "/auth/me");
    const [first] = me.workspaces;
    if (!first) throw new CliFailure(EXIT.denied, "The key has no workspace.");
    const chosen = me.workspaces.length === 1 ? first.id : await choose(session.ask, me);
    const file = writeProfile(session.env, { url, key, workspace: chosen });
    const name = me.workspaces.find(({ id }) => id === chosen)?.name ?? "";
    session.err(`Signed in to ${clean(name)}. The key is stored in ${file}.\n`);
  },
};

async function choose(
  ask: (question: string) => Promise<string | null>,
  { workspaces }: Me,
): Promise<number> {
  const list = workspaces.map(({ id, name }) => `  ${id}  ${clean(name)}`).join("\n");
  const id = Number(await ask(`${list}\nWorkspace: `));
  if (workspaces.some((one) => one.id === id)) return id;
  throw new CliFailure(EXIT.refused, "Enter the number of a workspace of the list.");
}

/** The address alone: whatever page somebody copied it from. */
function originOf(text: string): string {
  const address = URL.parse(/^https?:\/\//.test(text) ? text : `https://${text}`);
  if (!address) throw new WrongUsage("Enter the address, such as https://outrider.example.com.");
  return address.origin;
}

export const logoutCommand: Command = {
  name: "logout",
  takes: "",
  summary: "Forget the key. It stays valid until it is revoked in the dashboard.",
  words: [0, 0],
  async run({ env, err }) {
    forgetProfile(env);
    err("The key is forgotten here.\n");
  },
};

export const whoamiCommand: Command = {
  name: "whoami",
  takes: "",
  summary: "Show the installation, the key and its workspaces.",
  words: [0, 0],
  async run({ target, out, json }) {
    const at: Target = target();
    const me = await call<Me>(at, "GET", "/auth/me");
    if (json) return out(`${JSON.stringify({ url: at.url, ...me })}\n`);
    out(`${at.url}, key ${clean(me.api_key?.name ?? "")} (${me.api_key?.role ?? ""})\n\n`);
    out(
      `${table(
        ["ID", "WORKSPACE"],
        me.workspaces.map(({ id, name }) => [id, name]),
      )}\n`,
    );
  },
};
