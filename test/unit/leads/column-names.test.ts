import { describe, expect, it } from "vitest";
import { guessColumns } from "#modules/leads/rules/files/columns.ts";

const FIELDS = [
  "email",
  "first_name",
  "last_name",
  "company",
  "job_title",
  "phone",
  "linkedin_url",
];

const become = (headers: readonly string[], rows: readonly (readonly string[])[] = []) =>
  guessColumns(headers, {}, rows).map(({ column, by, suggestion }) => [
    column?.kind === "custom"
      ? `custom.${column.key}`
      : column?.kind === "field"
        ? column.field
        : (column?.kind ?? null),
    by,
    ...(suggestion === null ? [] : [suggestion]),
  ]);

describe("names of columns", () => {
  it.each([
    "Tags",
    "lead_tags",
    "Schlagwörter",
    "Étiquettes",
    "Etiquetas",
    "Etichette",
    "Trefwoorden",
    "Etykiety",
    "タグ",
    "标签",
    "태그",
    "Теги",
  ])("know that %s are the tags of a lead", (name) => {
    expect(become(["email", name])).toEqual([
      ["email", "name"],
      ["tags", "name"],
    ]);
  });

  it("say whose a column is, and are known only where no column has the name alone", () => {
    expect(become(["Person - Email - Work", "Email", "Lead - Title", "Phone 2"])).toEqual([
      ["custom.person_email_work", "none"],
      ["email", "name"],
      ["custom.lead_title", "none"],
      ["custom.phone_2", "none"],
    ]);
  });

  it("give tags to one column, and leave others to what they are called", () => {
    expect(become(["email", "Tags", "Labels"]).map(([target]) => target)).toEqual([
      "email",
      "tags",
      "custom.labels",
    ]);
    const said = guessColumns(
      ["email", "Tags", "Group"],
      { Group: "tags", Tags: "custom.tags" },
      [],
    );
    expect(said.map(({ column }) => column)).toEqual([
      { kind: "field", field: "email" },
      { kind: "custom", key: "tags" },
      { kind: "tags" },
    ]);
    expect(() => guessColumns(["email", "A", "B"], { A: "tags", B: "tags" }, [])).toThrow(
      "Map one column to tags.",
    );
  });

  /* Email, first name, last name, company, job title, phone and LinkedIn, as address books, CRMs and people name them. */
  it.each([
    [
      "English",
      "Email Address, First Name, Last Name, Company, Job Title, Business Phone, LinkedIn",
    ],
    [
      "English, of a CRM",
      "Work Email, Given Name, Surname, Account Name, Title, Mobile Phone, Person Linkedin Url",
    ],
    [
      "English, of Pipedrive",
      "Person - Email - Work, Person - First name, Person - Last name, Person - Organization, Person - Job title, Person - Phone - Work, LinkedIn",
    ],
    [
      "German, of Pipedrive",
      "Person - E-Mail - Arbeit, Person - Vorname, Person - Nachname, Person - Organisation, Person - Position, Person - Telefon - Arbeit, LinkedIn",
    ],
    [
      "English, of data providers",
      "Work Email 1, First Name, Last Name, Associated Company, Current Job, Contact Phone 1, LinkedIn Contact Profile URL",
    ],
    [
      "French, of HubSpot",
      "E-mail, Prénom, Nom, Entreprise associée, Intitulé du poste, Numéro de téléphone, LinkedIn",
    ],
    [
      "German",
      "E-Mail-Adresse, Vorname, Nachname, Firma, Position, Telefon geschäftlich, LinkedIn-Profil",
    ],
    [
      "German, of a CRM",
      "E-Mail geschäftlich, Vorname, Familienname, Unternehmen, Berufsbezeichnung, Mobiltelefon, LinkedIn URL",
    ],
    [
      "French",
      "Adresse de messagerie, Prénom, Nom, Société, Titre, Téléphone (bureau), Profil LinkedIn",
    ],
    [
      "French, of a CRM",
      "Adresse e-mail professionnelle, Prénom, Nom de famille, Nom de l'entreprise, Intitulé du poste, Numéro de téléphone, URL LinkedIn",
    ],
    [
      "Spanish",
      "Dirección de correo electrónico, Nombre, Apellidos, Organización, Cargo, Teléfono del trabajo, Perfil de LinkedIn",
    ],
    [
      "Spanish, of a CRM",
      "Correo electrónico, Nombre, Apellido, Nombre de la empresa, Puesto, Número de teléfono, LinkedIn",
    ],
    [
      "Portuguese of Brazil",
      "Endereço de email, Nome, Sobrenome, Empresa, Cargo, Telefone comercial, Perfil do LinkedIn",
    ],
    [
      "Portuguese of Portugal",
      "Endereço de correio eletrónico, Nome próprio, Apelido, Empresa, Função, Telemóvel, LinkedIn",
    ],
    [
      "Italian",
      "Indirizzo posta elettronica, Nome, Cognome, Società, Posizione, Telefono (uff.), Profilo LinkedIn",
    ],
    [
      "Italian, of a CRM",
      "Indirizzo e-mail, Nome, Cognome, Nome dell'azienda, Qualifica, Numero di cellulare, LinkedIn",
    ],
    [
      "Dutch",
      "E-mailadres, Voornaam, Achternaam, Bedrijf, Functie, Telefoon op werk, LinkedIn-profiel",
    ],
    [
      "Dutch, of a CRM",
      "Zakelijk e-mailadres, Voornaam, Familienaam, Bedrijfsnaam, Functietitel, Mobiel nummer, LinkedIn",
    ],
    [
      "Polish",
      "Adres e-mail, Imię, Nazwisko, Firma, Stanowisko, Telefon służbowy, Profil LinkedIn",
    ],
    [
      "Polish, of a CRM",
      "Służbowy adres e-mail, Imię, Nazwisko, Nazwa firmy, Stanowisko pracy, Numer telefonu, LinkedIn",
    ],
    ["Japanese", "電子メール アドレス, 名, 姓, 会社名, 役職, 会社電話, LinkedIn"],
    [
      "Japanese, of a CRM",
      "メールアドレス, 名前（名）, 名前（姓）, 企業名, 肩書き, 電話番号, LinkedIn URL",
    ],
    ["Chinese", "电子邮件地址, 名, 姓, 单位, 职务, 商务电话, 领英"],
    ["Chinese, traditional", "電子郵件地址, 名字, 姓氏, 公司, 職稱, 公司電話, LinkedIn"],
  ])("are known in %s", (_, names) => {
    expect(become(names.split(", "))).toEqual(FIELDS.map((field) => [field, "name"]));
  });

  it("tell nothing where they are none: then the cells do", () => {
    const rows = [
      [
        "ann.lee@acme-tools.example",
        "Ann",
        "Lee",
        "Acme Tools GmbH",
        "CTO",
        "+49 30 123456",
        "https://www.linkedin.com/in/annlee",
        "https://acme.example",
        "Germany",
        "7",
      ],
      [
        "bob.roe@birds.example",
        "Bob",
        "Roe",
        "Birds",
        "Head of Sales",
        "030 / 65 43 21",
        "linkedin.com/in/bobroe",
        "birds.example",
        "Polska",
        "12",
      ],
      [
        "jmueller@cars.example",
        "Jürgen",
        "Müller",
        "Cars Ltd.",
        "Leiter Einkauf",
        "(0151) 1234567",
        "",
        "www.cars.example",
        "日本",
        "2026-01-02",
      ],
    ];
    const fields = [...FIELDS, "custom.website", "custom.country"].map((field) => [
      field,
      "values",
    ]);
    const unnamed = rows[0]?.map(() => "") ?? [];
    expect(become(unnamed, rows)).toEqual([...fields, ["custom.column_10", "none"]]);
    const numbered = unnamed.map((_, i) => `Column ${i + 1}`);
    expect(become(numbered, rows)).toEqual([...fields, ["custom.column_10", "none"]]);
  });

  it("that are unknown keep their column as it is named, and the field that it looks like is suggested", () => {
    const rows = [
      ["ann@acme.example", "+49 30 123456", "Acme GmbH", "Ann"],
      ["bob@birds.example", "+49 30 654321", "Birds AG", "Bob"],
    ];
    expect(become(["email", "Durchwahl", "Kunde", "first_name"], rows)).toEqual([
      ["email", "name"],
      ["custom.durchwahl", "none", "phone"],
      ["custom.kunde", "none", "company"],
      ["first_name", "name"],
    ]);
  });

  it("that stand over something else are believed, and a field is taken once", () => {
    const rows = [["ann@acme.example", "+49 30 123456", "+49 30 123457"]];
    expect(become(["email", "phone", "Fax"], rows)).toEqual([
      ["email", "name"],
      ["phone", "name"],
      ["custom.fax", "none"],
    ]);
  });

  it.each([
    ["amounts", ["1200", "88000", "5000000"]],
    ["dates", ["2026-01-31", "31.01.2026", "01/31/2026"]],
    ["ids", ["10002345", "10002346", "10002347"]],
    ["words", ["warm", "cold", "warm"]],
    ["sentences", ["Met at the fair.", "Call in May", "No budget"]],
    ["versions", ["1.2.3", "2.0.1", "3.10"]],
    ["nothing", ["", "", ""]],
  ])("are not made up for %s", (_, values) => {
    const rows = values.map((value, i) => [`p${i}@x.example`, value]);
    expect(become(["email", ""], rows)[1]).toEqual(["custom.column_2", "none"]);
  });

  it("may be places in a mapping", () => {
    const columns = guessColumns(
      ["", "", "email"],
      { column_1: "company", column_2: "email", email: null },
      [],
    ).map(({ column }) => column);
    expect(columns).toEqual([
      { kind: "field", field: "company" },
      { kind: "field", field: "email" },
      null,
    ]);
  });
});
