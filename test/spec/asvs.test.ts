import { existsSync, globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { SettingsSchema } from "#platform/ctx/settings.ts";

const read = (path: string): string => readFileSync(path, "utf8");
const page = read("src/docs/asvs.md");

/** How many requirements of each section are of level 1 or 2, in ASVS 5.0.0: they are numbered from 1, and those of level 3 come last. */
const SECTIONS: Readonly<Record<string, readonly number[]>> = {
  6: [3, 12, 4, 4, 5, 3, 0, 4],
  7: [3, 4, 2, 5, 2, 2],
  8: [2, 3, 1, 1],
  9: [3, 4],
  10: [2, 2, 4, 11, 5, 2, 3],
  11: [2, 3, 3, 4, 1, 1],
  12: [3, 2, 4],
  13: [1, 5, 2, 5],
  14: [2, 4, 3],
  15: [3, 3, 7],
  16: [1, 5, 4, 3, 3],
};
/** Those of level 1. */
const FIRST_LEVEL = new Set(
  `6.1.1 6.2.1 6.2.2 6.2.3 6.2.4 6.2.5 6.2.6 6.2.7 6.2.8 6.3.1 6.3.2 6.4.1 6.4.2 7.2.1 7.2.2 7.2.3 7.2.4
   7.4.1 7.4.2 8.1.1 8.2.1 8.2.2 8.3.1 9.1.1 9.1.2 9.1.3 9.2.1 10.4.1 10.4.2 10.4.3 10.4.4 10.4.5
   11.3.1 11.3.2 11.4.1 12.1.1 12.2.1 12.2.2 13.4.1 14.2.1 14.3.1 15.1.1 15.2.1 15.3.1`.split(
    /\s+/,
  ),
);
const REQUIRED = Object.entries(SECTIONS).flatMap(([chapter, sections]) =>
  sections.flatMap((count, section) =>
    Array.from({ length: count }, (_, i) => `${chapter}.${section + 1}.${i + 1}`),
  ),
);

type Proof = { readonly file: string; readonly title: string };
type Row = {
  readonly id: string;
  readonly level: string;
  readonly state: string;
  /** What stands behind the state. */
  readonly reason: string;
  readonly proofs: readonly Proof[];
};

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/** The rows of the page: an item for each requirement, and below it one for each test. */
function rowsOf(text: string): Row[] {
  return text
    .split(/\n(?=- |## )/)
    .filter((item) => /^- \*\*\d/.test(item))
    .map((item) => {
      const [head = "", ...below] = item.split(/\n {2}- /).map(oneLine);
      const [, id = "", level = "", state = "", reason = ""] =
        /^- \*\*([\d.]+)\*\* \(L(\d)\) .+: \*\*([a-z ]+)\*\*\.(.*)$/.exec(head) ?? [];
      const proofs = below.map((line): Proof => {
        const [, file = "", title = ""] = /^`([^`]+)`: (?:`` (.+) ``|`([^`]+)`)$/.exec(line)
          ? [
              line,
              line.split("`")[1] ?? "",
              line.replace(/^`[^`]+`: /, "").replace(/^`` | ``$|^`|`$/g, ""),
            ]
          : [];
        return { file, title };
      });
      return { id, level, state, reason: reason.trim(), proofs };
    });
}

const rows = rowsOf(page);
const sources = new Map<string, string>();

/** Whether a test of that file has that title, as its source writes it, or a row of its table begins with it. */
function exists({ file, title }: Proof): boolean {
  if (!file.endsWith(".test.ts") || !existsSync(file)) return false;
  const source = sources.get(file) ?? read(file);
  sources.set(file, source);
  return ['"', "'", "`"].some((quote) =>
    [...source.matchAll(/[([]\s*(?=["'`])/g)].some(({ index, 0: begin }) =>
      source.startsWith(`${quote}${title}${quote},`, index + begin.length),
    ),
  );
}

describe("the ASVS checklist", () => {
  it("has every requirement of level 1 and 2 once, in their order, with its level", () => {
    expect(REQUIRED).toHaveLength(170);
    expect(rows.map(({ id }) => id)).toEqual(REQUIRED);
    const levels = rows.map(({ id, level }) => [id, level]);
    expect(levels).toEqual(REQUIRED.map((id) => [id, FIRST_LEVEL.has(id) ? "1" : "2"]));
  });

  it("names a test for what is met, each a real one, and a reason for all else", () => {
    expect(rows.flatMap(({ proofs }) => proofs).filter((proof) => !exists(proof))).toEqual([]);
    const wrong = rows.filter(({ state, proofs, reason }) =>
      state === "met"
        ? proofs.length === 0
        : !["not applicable", "open"].includes(state) || proofs.length > 0 || reason === "",
    );
    expect(wrong).toEqual([]);
  });

  it("would miss a renamed test and a file that is gone", () => {
    const file = "test/spec/asvs.test.ts";
    const title = "would miss a renamed test and a file that is gone";
    expect(exists({ file, title })).toBe(true);
    expect(exists({ file, title: title.slice(1) })).toBe(false);
    expect(exists({ file: "test/spec/gone.test.ts", title })).toBe(false);
    expect(
      rowsOf(
        "- **6.1.1** (L1) one:\n  **open**. Missing.\n- **6.1.2** (L2) two: **met**.\n  - `a`: `b\n    c`\n",
      ),
    ).toEqual([
      { id: "6.1.1", level: "1", state: "open", reason: "Missing.", proofs: [] },
      { id: "6.1.2", level: "2", state: "met", reason: "", proofs: [{ file: "a", title: "b c" }] },
    ]);
  });

  it("counts right, there and in the security guide, and lists all that is open", () => {
    const count = (state: string, chapter?: string): number =>
      rows.filter((row) => row.state === state && (!chapter || row.id.startsWith(`${chapter}.`)))
        .length;
    const cells = (chapter?: string) =>
      ["met", "not applicable", "open"].map((state) => count(state, chapter)).join(" | ");
    for (const chapter of Object.keys(SECTIONS)) {
      expect(page).toMatch(
        new RegExp(
          `^\\| \\[V${chapter} .*\\) \\| ${cells(chapter).replaceAll("|", "\\|")} \\|$`,
          "m",
        ),
      );
    }
    expect(page).toContain(`| all | ${cells()} |`);
    const guide = oneLine(read("src/docs/security.md"));
    expect(guide).toContain(`Of ${rows.length} requirements ${count("met")} are met`);
    expect(guide).toContain(
      `${count("not applicable")} are not applicable, and ${count("open")} are open`,
    );
    const listed = page.slice(page.indexOf("\n## Open\n")).match(/\b\d+\.\d+\.\d+\b/g) ?? [];
    const open = rows.filter(({ state }) => state === "open").map(({ id }) => id);
    expect(listed.toSorted()).toEqual(open.toSorted());
  });
});

describe("the security inventory", () => {
  const inventory = read("src/docs/inventory.md");
  const files = globSync("src/**/*.{ts,tsx}");
  /** The files in which a pattern occurs. */
  const having = (pattern: RegExp): string[] => files.filter((file) => pattern.test(read(file)));

  const secret = Object.keys(SettingsSchema.shape).filter(
    (name) => /SECRET|TOKEN|KEY|SYSTEM_MAIL_URL/.test(name) && !name.startsWith("MAX_"),
  );

  it("names every key and secret of the settings", () => {
    expect(secret.length).toBeGreaterThan(15);
    expect(secret.filter((name) => !inventory.includes(`\`${name}\``))).toEqual([]);
  });

  it("says how long every key and secret of the settings lives", () => {
    const [, lives = ""] = inventory.split("### How long keys live");
    // Client secrets are named together.
    const alone = secret.filter((name) => !name.endsWith("_CLIENT_SECRET"));
    const [table = ""] = lives.split("\n## ");
    expect(alone.filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
  });

  it("uses no weak hash and no weak cipher but where the inventory says so", () => {
    expect(having(/["'`]md5["'`]/i)).toEqual(["src/app/adapters/avatar.ts"]);
    const sha1 = having(/["'`]sha-?1["'`]/i);
    expect(sha1.toSorted()).toEqual([
      "src/modules/accounts/rules/totp.ts",
      "src/modules/inbox/rules/providers/signatures.ts",
      "src/modules/inbox/rules/providers/sns.ts",
    ]);
    expect(
      having(/\bcreateCipher|\bcreateDecipher|AES-(?!(?:256-)?GCM)|\b(?:ECB|CBC|RC4|3?DES)\b/),
    ).toEqual([]);
  });

  it("draws by Math.random nothing that has to be unguessable", () => {
    expect(having(/\bMath\.random\b/).toSorted()).toEqual([
      "src/companion/imap/renewal.ts",
      "src/companion/imap/watch.ts",
      "src/companion/result-queue.ts",
      "src/modules/campaigns/claim/claim-due.ts",
      "src/modules/campaigns/resends/claim-resends.ts",
      "src/modules/events/push/deliver-push.ts",
      "src/modules/events/webhook-deliveries/deliver-webhook.ts",
    ]);
  });
});

describe("the dashboard", () => {
  it("masks every password that is typed, and hinders neither pasting nor password managers", () => {
    const fields = globSync("src/dashboard/**/*.tsx").flatMap((file) =>
      [...read(file).matchAll(/<(?:TextField|input|Input)\b(?:(?!\/>)[\s\S])*?\/>/g)].map(
        ([field]) => ({ file, field }),
      ),
    );
    const passwords = fields.filter(({ field }) =>
      /(?:label|name)="[^"]*password"|autoComplete="(?:current|new)-password"/i.test(field),
    );
    expect(passwords.length).toBeGreaterThan(6);
    const open = passwords.filter(
      ({ field }) =>
        !/type="password"/.test(field) || !/autoComplete="(?:current|new)-password"/.test(field),
    );
    expect(open).toEqual([]);
    const hindered = globSync("src/dashboard/**/*.tsx").filter((file) =>
      /onPaste|onBeforeInput/.test(read(file)),
    );
    expect(hindered.filter((file) => !/drop-zone|week/.test(file))).toEqual([]);
  });
});
