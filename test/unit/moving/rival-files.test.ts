import { describe, expect, it } from "vitest";
import { readRivalFile } from "#modules/moving/files/read-rival-file.ts";
import type { Found } from "#modules/moving/rules/found.ts";
import { Found as Shape } from "#modules/moving/rules/found.ts";
import { makeAccount } from "#test/support/rivals/account.ts";
import { lemlistCsv } from "#test/support/rivals/lemlist.ts";
import { workbook } from "#test/support/workbook.ts";

async function* bytesOf(text: string | Uint8Array): AsyncGenerator<Uint8Array> {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  for (let at = 0; at < bytes.length; at += 1_000) yield bytes.subarray(at, at + 1_000);
}

async function read(name: string, text: string | Uint8Array) {
  const file = await readRivalFile(name, bytesOf(text));
  const found: Found[] = [];
  for await (const one of file.found) found.push(Shape.parse(one));
  const of = <K extends Found["kind"]>(kind: K) =>
    found.filter((one): one is Extract<Found, { kind: K }> => one.kind === kind);
  return { kind: file.kind, called: file.called, found, of };
}

const lines = (...rows: readonly string[]): string => `${rows.join("\r\n")}\r\n`;

const SMARTLEAD =
  "id,campaign_lead_map_id,status,category,is_interested,created_at,first_name,last_name,email,phone_number,company_name,website,location,custom_fields,linkedin_profile,company_url,is_unsubscribed,unsubscribed_client_id_map,last_email_sequence_sent,open_count,click_count,reply_count";

describe("a file of leads", () => {
  it("of Smartlead has the place in the sequence and the own values in one cell", async () => {
    const { kind, of } = await read(
      "sl_campaign_77_leads.csv",
      lines(
        SMARTLEAD,
        `1,11,INPROGRESS,,false,2026-01-01,Ada,Lovelace,Ada@X.example,,X,,,"{""City"":""Rome"",""team size"":4}",,,false,,2,1,0,0`,
        `2,12,COMPLETED,Do Not Contact,false,2026-01-01,Bob,B,bob@x.example,,X,,Bern,{},,,false,,3,0,0,0`,
        `3,13,STARTED,,false,2026-01-01,Cy,C,cy@x.example,,X,,,{},,,true,,,0,0,0`,
        `4,14,STARTED,,false,2026-01-01,Di,D,di@x.example,,X,,,{},,,false,,,0,0,0`,
      ),
    );
    expect(kind).toBe("smartlead_leads");
    expect(of("fault")).toEqual([]);
    expect(of("campaign")).toMatchObject([{ ref: "file:sl_campaign_77_leads", steps: [] }]);
    expect(of("lead")[0]).toMatchObject({
      ref: "lead:1",
      email: "ada@x.example",
      first_name: "Ada",
      company: "X",
      custom: { City: "Rome", "team size": "4" },
    });
    expect(of("lead")[1]?.custom).toEqual({ location: "Bern" });
    expect(
      of("place").map(({ last_step, state, interest }) => [last_step, state, interest]),
    ).toEqual([
      [2, "running", null],
      [3, "completed", "do_not_contact"],
      [0, "unsubscribed", null],
      [0, "waiting", null],
    ]);
    expect(of("suppression").map(({ value, reason }) => [value, reason])).toEqual([
      ["bob@x.example", "unsubscribed"],
      ["cy@x.example", "unsubscribed"],
    ]);
  });

  it("of Smartlead in its shorter shape is read as well", async () => {
    const { kind, of } = await read(
      "export.csv",
      lines(
        "email,first_name,status,custom_fields,is_unsubscribed",
        "ada@x.example,Ada,INPROGRESS,{},false",
      ),
    );
    expect(kind).toBe("smartlead_leads");
    expect(of("place")).toMatchObject([{ last_step: null, state: "running" }]);
  });

  it("of Smartlead names the line and the column of each fault, and reads the others", async () => {
    const { of } = await read(
      "a.csv",
      lines(
        "campaign_lead_map_id,email,custom_fields,status",
        "1,nobody,{},STARTED",
        '2,a@x.example,"{""City"":",STARTED',
        "3,,{},STARTED",
        '4,b@x.example,"{}',
        "5,c@x.example,{},STARTED",
        "6,d@x.example,[],STARTED",
      ),
    );
    expect(of("fault").map(({ line, column, reason }) => [line, column, reason])).toEqual([
      [2, "email", "“nobody” is no address."],
      [3, "custom_fields", "It is no JSON, or was cut."],
      [4, "email", "The address is missing."],
      [5, null, "A quote is not closed."],
      [7, "custom_fields", "It holds no fields."],
    ]);
    expect(of("fault").every(({ where }) => where === "a.csv")).toBe(true);
    expect(of("lead").map(({ email }) => email)).toEqual(["c@x.example"]);
  });

  it("of lemlist has its own columns, blanks included, and no number of a step", async () => {
    const account = makeAccount({
      rival: "lemlist",
      seed: "f",
      now: 1_800_000_000_000,
      clients: 0,
    });
    const { kind, of } = await read("Spring.csv", lemlistCsv(account, account.enrolments));
    expect(kind).toBe("lemlist_leads");
    expect(of("fault")).toEqual([]);
    expect(of("place")).toHaveLength(account.enrolments.length);
    expect(of("lead").some(({ custom }) => custom["Team size"] !== undefined)).toBe(true);
    expect(of("campaign").map(({ name }) => name)).toEqual(["Spring"]);
    for (const [n, place] of of("place").entries()) {
      const truth = account.enrolments[n];
      expect(place.state).toBe(truth?.state);
      expect(place.last_step).toBe(truth?.state === "waiting" ? 0 : null);
    }
  });

  it("of Instantly is known by its columns, and each campaign in it is one", async () => {
    const { kind, of } = await read(
      "leads.csv",
      lines(
        "Email;Campaign Name;Lead Status;Last Contacted;Opened;Replied;Bounced;Unsubscribed;First Name;City",
        "ada@x.example;Spring;Active;2026-11-01T10:00:00Z;1;0;0;0;Ada;Rome",
        "bob@x.example;Spring;Not yet contacted;;0;0;0;0;Bob;",
        "cy@x.example;Autumn;Completed;2026-11-01T10:00:00Z;1;1;0;0;Cy;",
        "di@x.example;Autumn;Bounced;2026-11-01T10:00:00Z;0;0;1;0;Di;",
      ),
    );
    expect(kind).toBe("instantly_leads");
    expect(of("campaign").map(({ name }) => name)).toEqual(["Spring", "Autumn"]);
    expect(of("place").map(({ last_step, state }) => [last_step, state])).toEqual([
      [null, "running"],
      [0, "waiting"],
      [null, "replied"],
      [null, "bounced"],
    ]);
    expect(of("lead")[0]?.custom).toEqual({ City: "Rome" });
    expect(of("suppression")).toMatchObject([{ value: "di@x.example", reason: "bounced" }]);
  });
});

describe("a file of suppressions", () => {
  it("of lemlist has whole domains with a sign in front", async () => {
    const { kind, of } = await read(
      "unsubs.csv",
      lines(
        "value,source,createdAt",
        "a@x.example,lead,2026-01-01",
        "@domain.example,user,2026-01-01",
        "b@x.example,bounce,2026-01-01",
        "no one,lead,2026-01-01",
      ),
    );
    expect(kind).toBe("lemlist_unsubscribes");
    expect(of("suppression").map(({ value, reason }) => [value, reason])).toEqual([
      ["a@x.example", "unsubscribed"],
      ["domain.example", "blocked"],
      ["b@x.example", "bounced"],
    ]);
    expect(of("fault")).toMatchObject([{ line: 5, column: "value" }]);
  });

  it.each([
    ["blocklist.csv", "a@x.example\nb.example\n", 2],
    ["blocklist.csv", "email\na@x.example\nb@x.example\n", 2],
    ["list.csv", "domain\nx.example\ny.example\n", 2],
    ["list.csv", "bl_value,is_domain\nx.example,true\na@y.example,false\n", 2],
    ["list.csv", "a@x.example\n*@y.example\nz.example\n", 3],
  ])("%s is a plain block list: %j", async (name, text, count) => {
    const { kind, of } = await read(name, text);
    expect(kind).toBe("block_list");
    expect(of("suppression")).toHaveLength(count);
    expect(of("fault")).toEqual([]);
  });

  it("is not guessed from a list of addresses: the file has to say so", async () => {
    const { kind, of, found } = await read("people.csv", "email\na@x.example\nb@x.example\n");
    expect(kind).toBe("email_list");
    expect(found).toHaveLength(1);
    expect(of("fault")[0]?.reason).toContain("block");
  });
});

describe("a file of mailboxes", () => {
  const SECRET = "hunter2-secret";
  it.each([
    [
      "instantly_mailboxes",
      `Email,First Name,Last Name,IMAP Username,IMAP Password,IMAP Host,IMAP Port,SMTP Username,SMTP Password,SMTP Host,SMTP Port,Daily Limit,Warmup Limit\nada@x.example,Ada,L,ada,${SECRET},imap.gmail.com,993,ada,${SECRET},smtp.gmail.com,465,30,10\n`,
      { provider: "google", from_name: "Ada L", daily_limit: 30, warmup_daily: 10 },
    ],
    [
      "smartlead_mailboxes",
      `from_name,from_email,user_name,password,smtp_host,smtp_port,imap_host,imap_port,max_email_per_day,signature,different_reply_to_address,imap_password\nAda L,ada@x.example,ada,${SECRET},smtp.office365.com,587,outlook.office365.com,993,40,<p>Ada</p>,r@x.example,${SECRET}\n`,
      {
        provider: "microsoft",
        from_name: "Ada L",
        daily_limit: 40,
        signature_html: "<p>Ada</p>",
        reply_to: "r@x.example",
      },
    ],
    [
      "emailbison_mailboxes",
      `Name,Email,Password,IMAP Server,IMAP Port,SMTP Server,SMTP Port,Daily Limit,SMTP Secure,IMAP Secure\nAda L,ada@x.example,${SECRET},imap.x.example,993,smtp.x.example,465,20,true,true\n`,
      { provider: "other", from_name: "Ada L", daily_limit: 20 },
    ],
    [
      "google_users",
      `First Name [Required],Last Name [Required],Email Address [Required],Password [Required],Org Unit Path [Required],Status [READ ONLY],Last Sign In [READ ONLY]\nAda,L,ada@x.example,${SECRET},/,Active,never\nBob,B,bob@x.example,****,/,Suspended,never\n`,
      { provider: "google", from_name: "Ada L" },
    ],
    [
      "microsoft_users",
      `Block credential,Display name,Licenses,Object Id,Proxy addresses,User principal name\nFalse,Ada L,Microsoft 365,1,smtp:old@x.example+SMTP:Ada@x.example,adal@tenant.example\nTrue,Bob,Microsoft 365,2,,bob@x.example\nFalse,Cy,Unlicensed,3,,cy@x.example\nFalse,Guest,Microsoft 365,4,,g_y.example#EXT#@x.example\n`,
      { provider: "microsoft", from_name: "Ada L" },
    ],
    [
      "entra_users",
      "userPrincipalName,displayName,givenName,surname,mail,accountEnabled\nadal@t.example,Ada L,Ada,L,ada@x.example,True\nbob@t.example,Bob,Bob,B,bob@x.example,False\n",
      { provider: "microsoft", from_name: "Ada L" },
    ],
  ])("%s is read without its passwords", async (kind, text, expected) => {
    const file = await read("mailboxes.csv", text);
    expect(file.kind).toBe(kind);
    expect(file.found).toHaveLength(1);
    expect(file.of("sender")).toMatchObject([{ email: "ada@x.example", ...expected }]);
    expect(JSON.stringify(file.found)).not.toContain(SECRET);
  });
});

describe("any other file", () => {
  it.each([
    ["apollo.csv", "First Name,Email,Company Name for Emails\nAda,a@x.example,X\n", /Apollo/],
    ["people.csv", "name,city\nAda,Rome\n", /none of those/],
    ["empty.csv", "", /empty/],
    ["picture.png", "\u0089PNG\r\n\u001a\n\u0000\u0000\u0000", /./],
    ["note.pdf", "%PDF-1.7\n%âãÏÓ\n", /./],
    ["archive.xlsx", "PK\u0003\u0004broken", /./],
  ])("%s is named, and brings nothing", async (name, text, reason) => {
    const { found } = await read(name, text);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ kind: "fault", where: name });
    expect(found[0]?.kind === "fault" ? found[0].reason : "").toMatch(reason);
  });

  it("may be a workbook, with notes above the names", async () => {
    const bytes = await workbook({
      sheets: [
        {
          name: "Leads",
          rows: [["Exported by Ada"], ["campaign_lead_map_id", "email"], [1, "a@x.example"]],
        },
      ],
    });
    const { kind, of } = await read("leads.xlsx", bytes);
    expect(kind).toBe("smartlead_leads");
    expect(of("lead").map(({ email }) => email)).toEqual(["a@x.example"]);
  });

  it("is bounded: many broken lines are counted, not listed", async () => {
    const text = `campaign_lead_map_id,email\n${"1,nobody\n".repeat(5_000)}2,a@x.example\n`;
    const { of } = await read("a.csv", text);
    expect(of("fault")).toHaveLength(1_001);
    expect(of("lead")).toHaveLength(1);
  });

  it("may name a column so that it would change objects, and have more cells than names", async () => {
    const { of } = await read(
      "a.csv",
      'campaign_lead_map_id,email,__proto__,constructor,custom_fields\n1,a@x.example,x,y,"{""__proto__"":{""a"":1},""b"":2}",more\n',
    );
    expect(of("fault")).toEqual([]);
    expect(of("lead")[0]?.custom).toEqual({ constructor: "y", b: "2" });
    expect(({} as Record<string, unknown>)["a"]).toBeUndefined();
  });
});
