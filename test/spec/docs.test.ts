import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import GithubSlugger from "github-slugger";
import { Marked, type Tokens } from "marked";
import { describe, expect, it } from "vitest";
import { endpoints, hotRoutes } from "#app/endpoints.ts";
import { SettingsSchema } from "#platform/ctx/settings.ts";
import { ERROR_CODES } from "#platform/rules/errors.ts";
import { MAIL_PRESETS, type MailPreset } from "#modules/mailboxes/rules/presets.ts";
import { EVENT_TYPES } from "#modules/events/rules/event.ts";
import { TOOLS } from "#modules/assist/mcp/tools.ts";
import { PROBLEMS } from "#platform/http/problem.ts";
import { DOCS_PAGES, docsPath } from "#server/docs/pages.ts";
import { renderPage } from "#server/docs/render-page.ts";
import pkg from "#package.json" with { type: "json" };

const read = (path: string): string => readFileSync(path, "utf8");
const DOCS = "src/docs";

/** Everything that is written for people. */
const FILES = ["README.md", "CHANGELOG.md", ".github/*.md", "src/**/*.md"].flatMap((pattern) =>
  globSync(pattern),
);

type Document = {
  readonly file: string;
  readonly links: readonly string[];
  readonly anchors: ReadonlySet<string>;
  /** Spans and blocks of code. */
  readonly code: readonly string[];
};

function parse(file: string): Document {
  const links: string[] = [];
  const anchors = new Set<string>();
  const code: string[] = [];
  const slugger = new GithubSlugger();
  void new Marked().walkTokens(new Marked().lexer(read(file)), (token) => {
    // Tokens of these types have these fields.
    if (token.type === "link" || token.type === "image") links.push((token as Tokens.Link).href);
    if (token.type === "heading") {
      anchors.add(slugger.slug((token as Tokens.Heading).text.replace(/[`*]/g, "")));
    }
    if (token.type === "code" || token.type === "codespan") code.push((token as Tokens.Code).text);
  });
  return { file, links, anchors, code };
}

const documents = new Map(FILES.map((file) => [file, parse(file)]));
const inEach = (check: (document: Document) => readonly string[]): string[] =>
  [...documents.values()].flatMap((each) => check(each).map((what) => `${each.file}: ${what}`));

/** Routes by method and path, parameters as `*`, with and without what workspaces' paths begin with. */
const normal = (path: string): string =>
  path
    .replace(/[?#].*$/, "")
    .replace(/\/(:\w+|\{\w+\}|\$\w+|\*|\d+)(?=\/|$)/g, "/*")
    .replace(/\/$/, "");
const routes = new Set(
  [
    ...endpoints.map(({ method, path }) => ({ method, path })),
    ...hotRoutes.flatMap(({ operations }) => operations),
  ].flatMap(({ method, path }) => {
    const whole = normal(path);
    const short = whole.replace(/^\/api\/v1/, "");
    const shortest = short.replace(/^\/workspaces\/\*(?=\/)/, "");
    return [whole, short, shortest].flatMap((each) => [each, `${method} ${each}`]);
  }),
);

describe("the documents", () => {
  it("link only to files, headings, pages and routes that exist", () => {
    const isWrong = ({ file, anchors }: Document, to: string): boolean => {
      if (/^(https?|mailto):/.test(to)) return !URL.canParse(to) || / /.test(to);
      if (to.startsWith("#")) return !anchors.has(to.slice(1));
      if (to.startsWith("/docs")) return !DOCS_PAGES.some((page) => docsPath(page) === to);
      if (to.startsWith("/")) return !routes.has(`GET ${normal(to)}`);
      const [path = "", anchor] = to.split("#");
      const target = posix.join(dirname(file), path);
      if (!existsSync(target)) return true;
      return anchor !== undefined && documents.get(target)?.anchors.has(anchor) !== true;
    };
    expect(inEach((each) => each.links.filter((to) => isWrong(each, to)))).toEqual([]);
  });

  it("are all served, each with its title, and link to each other there", () => {
    const written = readdirSync(DOCS, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".md"))
      .map((name) => join(DOCS, name));
    expect(written.filter((file) => !DOCS_PAGES.some((page) => page.file === file))).toEqual([]);
    const pages = DOCS_PAGES.map((page) => ({
      at: docsPath(page),
      ...renderPage(page.file, read(page.file), read),
    }));
    expect(pages.filter(({ title }) => title === "")).toEqual([]);
    const known = new Set(
      pages.flatMap(({ at, html }) => [
        at,
        ...[...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => `${at}#${id}`),
      ]),
    );
    const lost = pages.flatMap(({ at, html }) =>
      [...html.matchAll(/href="((?:\/docs|#)[^"]*)"/g)]
        .map(([, to = ""]) => (to.startsWith("#") ? `${at}${to}` : to))
        .filter((to) => !known.has(to)),
    );
    expect(lost).toEqual([]);
  });

  it("name only commands that exist, with options that their programs take", () => {
    const programs = new Map<string, string>();
    const programOf = (script: string): string => {
      const known = programs.get(script) ?? readProgram(script);
      programs.set(script, known);
      return known;
    };
    const readProgram = (script: string): string => {
      const path = /toolchain\.mjs (\S+)/.exec(script)?.[1] ?? "";
      if (path.startsWith("node_modules")) return read(path);
      return globSync(`${dirname(path)}/*.ts`)
        .map(read)
        .join("\n");
    };
    const wrong = inEach(({ code }) =>
      code
        .flatMap((text) => text.split("\n"))
        .flatMap((line) => {
          const [, name, options = ""] =
            /npm (?:run )?(?:-s )?([\w:-]+)((?: [^#|;&]*)?)/.exec(line) ?? [];
          if (name === undefined || ["install", "ci"].includes(name)) return [];
          // A name that is a script is a string.
          const script = (pkg.scripts as Record<string, string>)[name];
          if (script === undefined) return [line];
          const program = programOf(script);
          return [...options.matchAll(/ --([a-z][\w-]*)/g)]
            .filter(([, option]) => !new RegExp(`["'\\s-]${option}["':\\s]`).test(program))
            .map(([option]) => `npm run ${name} ${option}`);
        }),
    );
    expect(wrong).toEqual([]);
  });

  it("tell of every command", () => {
    const guides = ["operation.md", "proof.md"].map((name) => join(DOCS, name));
    const told = ["README.md", ".github/CONTRIBUTING.md", ...guides].map(read).join("\n");
    const untold = Object.keys(pkg.scripts).filter(
      (name) => !new RegExp(`(npm (run )?|\`)${name}\\b`).test(told),
    );
    expect(untold).toEqual([]);
  });

  it("name only routes that exist", () => {
    const named = /(?:\b(GET|POST|PUT|DELETE) )?((?:\/api\/v1)?\/[a-z*{}:$\w/.-]+)/g;
    const wrong = inEach(({ code }) =>
      code.flatMap((text) =>
        [...text.matchAll(named)]
          .filter(([, method, path = ""]) => method !== undefined || path.startsWith("/api/v1/"))
          .filter(([, method, path = ""]) => {
            const known = normal(path);
            return !routes.has(method === undefined ? known : `${method} ${known}`);
          })
          .map(([whole]) => whole),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it("name only files that exist", () => {
    const wrong = inEach(({ code }) =>
      code
        .filter((text) => /^(src|test|drizzle|dist|\.github|\.ci)\/[\w./-]+$/.test(text))
        .filter((path) => !path.startsWith("dist/") && !existsSync(path)),
    );
    expect(wrong).toEqual([]);
  });

  it("name only settings that exist", () => {
    const settings = new Set([
      ...Object.keys(SettingsSchema.shape),
      ...[...read("src/companion/env.ts").matchAll(/^ {4}([A-Z_]+):/gm)].map(([, name]) => name),
    ]);
    // Of wrangler, of the tests, of a command, and of the dashboard's development server.
    const others =
      /^(CLOUDFLARE_(API_TOKEN|ACCOUNT_ID)|CORPORA_DIR|MOVE_KEY|OUTRIDER_(URL|KEY|WORKSPACE)|REQUEST_ID|NODE_ENV|WEBHOOK_SECRET)$/;
    const wrong = inEach(({ code }) =>
      code
        .flatMap((text) => text.match(/\b[A-Z][A-Z\d]+(?:_[A-Z\d]+)+\b/g) ?? [])
        .filter((name) => !settings.has(name) && !others.test(name)),
    );
    expect(wrong).toEqual([]);
  });
});

/** Rows of a page's tables whose first cell is code: the code, and the other cells. */
const rowsOf = (path: string) =>
  [...read(path).matchAll(/^\| `([^`]+)` \| (.*) \|$/gm)].map(([, name = "", rest = ""]) => ({
    name,
    cells: rest.split(" | "),
  }));

/** The pages whose style is checked: decision records and licences are quoted as they were written. */
const PAGES = [
  "README.md",
  ".github/*.md",
  "src/docs/*.md",
  "src/modules/*/README.md",
  "src/dashboard/README.md",
].flatMap((pattern) => globSync(pattern));

const MAX_LINE = 140;
const MAX_WORDS = 30;

const withoutBlocks = (page: string): string => page.replace(/^```[\s\S]*?^```/gm, "");

/** Sentences of a page: paragraphs, items of lists and cells of tables, without code and links. */
function sentencesOf(page: string): string[] {
  const plain = withoutBlocks(page)
    .replace(/^<!--.*-->$/gm, "")
    .replace(/^\[[^\]]+\]:\s*\S+/gm, "")
    .replace(/\]\([^)]*\)/g, "]")
    .replace(/`[^`]*`/g, "code");
  return plain
    .split(/\n\s*\n|\n(?=\s*(?:[-*|#]|\d+\.)\s)|\||:\s/)
    .flatMap((part) => part.split(/(?<=[.!?;])\s+/))
    .map((sentence) => sentence.replace(/\s+/g, " ").trim());
}

const wordsIn = (sentence: string): number =>
  sentence.split(" ").filter((word) => /\w/.test(word)).length;

describe("the style of the documents", () => {
  it("keeps sentences below 30 words, and lines below 140 characters", () => {
    const wrong = PAGES.flatMap((file) => {
      const page = read(file);
      const lines = withoutBlocks(page)
        .split("\n")
        .filter((line) => line.length > MAX_LINE);
      const sentences = sentencesOf(page).filter((sentence) => wordsIn(sentence) >= MAX_WORDS);
      return [...lines, ...sentences].map((text) => `${file}: ${text}`);
    });
    expect(wrong).toEqual([]);
  });

  it("would see a long sentence, and counts no code", () => {
    const long = `${"word ".repeat(MAX_WORDS).trim()}.`;
    expect(sentencesOf(`Short.\n\n- ${long}`).map(wordsIn)).toEqual([1, MAX_WORDS]);
    expect(sentencesOf(`\`\`\`\n${long}\n\`\`\``).map(wordsIn)).toEqual([0]);
  });
});

describe("the guides", () => {
  it("explain every error code with its status, and none that does not exist", () => {
    const told = rowsOf(join(DOCS, "errors.md")).map(({ name, cells }) => [name, Number(cells[0])]);
    expect(Object.fromEntries(told)).toEqual(
      Object.fromEntries(ERROR_CODES.map((code) => [code, PROBLEMS[code][0]])),
    );
  });

  it("tell of every event", () => {
    const guide = read(join(DOCS, "webhooks.md"));
    const table = guide.slice(guide.indexOf("## Events"), guide.indexOf("## Check"));
    const told = [
      ...table.matchAll(/`((?:lead|campaign|meeting|reply|rule|task|receipts)\.\w+)`/g),
    ].map(([, name]) => name);
    expect(new Set(told)).toEqual(new Set(EVENT_TYPES));
  });

  it("list every tool of assistants, and every preset of mailboxes with its servers", () => {
    const tools = rowsOf(join(DOCS, "mcp.md")).map(({ name }) => name);
    expect(tools).toEqual(TOOLS.map(({ name }) => name));
    expect(read("README.md")).toContain(`its ${TOOLS.length} tools`);
    const guide = read(join(DOCS, "mailboxes.md")).replace(/\s+/g, " ");
    const at = (server: MailPreset["imap"]): string =>
      server ? `\`${server.host}\` ${server.port}` : "none";
    const missing = MAIL_PRESETS.filter(
      ({ smtp, imap, help }) => ![at(smtp), at(imap), help].every((part) => guide.includes(part)),
    );
    expect(missing.map(({ name }) => name)).toEqual([]);
  });

  it("explain only lines of the log that are written", () => {
    const page = read(join(DOCS, "operation.md"));
    const table = page.slice(page.indexOf("## Lines"), page.indexOf("## Dead letters"));
    const named = [...table.matchAll(/`([a-z]+\.[a-z_]+)`/g)].map(([, name = ""]) => name);
    expect(named.length).toBeGreaterThan(10);
    const sources = globSync("src/{app,companion,modules,platform,server}/**/*.ts").map(read);
    const unwritten = named.filter((name) => !sources.some((text) => text.includes(`"${name}"`)));
    expect(unwritten).toEqual([]);
  });

  it("explain every figure of /metrics that they name", () => {
    const source = read("src/modules/operations/metrics/read-metrics.ts");
    const named = [...read(join(DOCS, "operation.md")).matchAll(/\b(outrider_\w+)/g)];
    const unknown = named.map(([name]) => name).filter((name) => !source.includes(`"${name}"`));
    expect(unknown).toEqual([]);
  });
});

describe("dependencies", () => {
  const declared = { ...pkg.dependencies, ...pkg.devDependencies, ...pkg.optionalDependencies };
  const told = rowsOf(join(DOCS, "dependencies.md"));
  // The shape of npm's lock files.
  const { packages } = JSON.parse(read("package-lock.json")) as {
    packages: Record<
      string,
      { license?: string; dev?: boolean; devOptional?: boolean; integrity?: string }
    >;
  };

  it("have each their reason and their licence in the document", () => {
    expect(told.map(({ name }) => name).toSorted()).toEqual(Object.keys(declared).toSorted());
    const wrong = told.filter(({ name, cells }) => {
      const [licence = "", reason = ""] = cells;
      return reason === "" || (packages[`node_modules/${name}`]?.license ?? "MIT") !== licence;
    });
    expect(wrong).toEqual([]);
  });

  it("are pinned exactly", () => {
    const loose = Object.entries(declared).filter(([, version]) => !/^\d/.test(version));
    expect(loose.map(([name]) => name)).toEqual(["@types/node"]);
  });

  it("have each their hash in the lock file", () => {
    const without = Object.entries(packages).filter(
      ([path, { integrity }]) => path !== "" && !/^sha512-[\w+/]{86}==$/.test(integrity ?? ""),
    );
    expect(without.map(([path]) => path)).toEqual([]);
  });

  it("are looked at for known holes every week, and told when they are mended", () => {
    const audit = read(".github/workflows/audit.yml");
    expect(audit).toMatch(/schedule:\n\s+- cron: ["'][\d ]+\* \* \d["']/);
    expect(audit).toContain("npm audit --omit=dev");
    const promised = read(".github/SECURITY.md").replace(/\s+/g, " ");
    expect(promised).toMatch(/within 7 days.+within 30 days/);
  });

  it("bring no copyleft into what runs, however deep", () => {
    const free =
      /^(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|Unlicense|CC0-1\.0|Python-2\.0)$/;
    const isFree = (licence: string): boolean =>
      licence
        .replace(/^\(|\)$/g, "")
        .split(" OR ")
        .some((one) => free.test(one));
    const running = Object.entries(packages).filter(
      ([path, { dev, devOptional }]) => path !== "" && !dev && !devOptional,
    );
    expect(running.length).toBeGreaterThan(50);
    const unfree = running.filter(([, { license = "none" }]) => !isFree(license));
    expect(unfree.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
  });
});
