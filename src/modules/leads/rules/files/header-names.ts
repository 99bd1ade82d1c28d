import type { OutsideText } from "#platform/rules/outside-text.ts";
import { customKey, LEAD_FIELDS, type LeadField } from "#modules/leads/rules/fields.ts";

/**
 * How people and other tools name the columns of a lead, in English, German, French, Spanish,
 * Portuguese, Italian, Dutch, Polish, the Nordic languages, Russian, Japanese, Chinese and Korean.
 * Compared without case, accents, spaces and punctuation.
 */
const NAMES: Readonly<Record<LeadField, string>> = {
  email: `
    email, emails, e-mail address, mail, mail address, work email, work email address, business email,
    business email address, company email, corporate email, primary email, personal email, contact email,
    lead email, recommended email, mail from dropcontact, verified email, official email, professional email, direct email, user email, customer email,
    recipient, recipient email, email 1, email 1 value, email id, email work, email (work), person email,
    E-Mail-Adresse, E-Mail-Adressen, Mailadresse, Mailadressen, Emailanschrift, geschäftliche E-Mail, E-Mail geschäftlich, E-Mail dienstlich, E-Mail (geschäftlich), E-Mail-Adresse (geschäftlich), Firmen-E-Mail,
    Adresse e-mail, Adresse mail, Adresse email, Adresse de messagerie, Adresse e-mail professionnelle, Adresse mail professionnelle, E-mail pro, Adresse de courriel, Adresse électronique, Courriel, Courriel professionnel,
    Email professionnel, Mail professionnel, Mél,
    Correo, Correo electrónico, Correos electrónicos, Dirección de correo, Dirección de correo electrónico, Correo-e,
    Dirección email, Dirección de email, Correo corporativo, Correo de contacto, Correo electrónico de trabajo, Correo de trabajo, Correo profesional, Email de trabajo,
    E-mail corporativo, Correio eletrónico, Correio eletrônico, Endereço de email, Endereço de e-mail, Endereço eletrônico,
    Endereço de correio eletrónico, E-mail profissional, E-mail comercial, E-mail do trabalho, Endereço de e-mail profissional,
    Indirizzo e-mail, Indirizzo email, Indirizzo mail, Indirizzo di posta elettronica, Indirizzo posta elettronica, E-mail di lavoro, Email lavoro, E-mail professionale, Posta elettronica, E-mail aziendale,
    E-mailadres, Mailadres, E-mailadressen, Zakelijk e-mailadres, Zakelijke e-mail, E-mail werk, Werk e-mail, E-mailadres werk,
    Adres e-mail, Adres email, Adres mailowy, Adres poczty elektronicznej, Poczta elektroniczna, E-mail służbowy, Służbowy adres e-mail, Adres e-mail służbowy, Adres e-mail firmowy, E-mail firmowy,
    E-post, E-postadress, E-postadresse, Mejl, Mejladress, Mailadresse, Sähköposti, Sähköpostiosoite, E-posta, E-posta adresi,
    Электронная почта, Почта, Адрес электронной почты, Эл. почта, Емейл, Имейл, Мейл,
    メールアドレス, メール, Eメール, 電子メール, 電子メールアドレス, Eメールアドレス, メアド, 会社メールアドレス, メールアドレス（会社）, 担当者メールアドレス, 仕事用メール,
    电子邮件, 电子邮箱, 邮箱, 邮箱地址, 邮件, 邮件地址, 电子邮件地址, 电邮, 工作邮箱, 公司邮箱, 企业邮箱, 联系邮箱, 工作郵箱, 公司信箱, 電子郵件, 電子郵件地址, 電郵, 電子信箱, 信箱,
    이메일, 이메일 주소, 메일, 메일 주소, 전자우편`,
  first_name: `
    first name, first, fname, given name, forename, contact first name, person first name,
    Vorname, Rufname, Prénom, Nombre, Nombres, Primer nombre, Nombre de pila, Nome, Primeiro nome, Nome próprio,
    Nome di battesimo, Voornaam, Roepnaam, Imię, Förnamn, Fornavn, Etunimi, Имя,
    名, 下の名前, ファーストネーム, 名（名前）, 名前（名）, 名前(名), 氏名（名）, 名字, 名称（名）`,
  last_name: `
    last name, last, lname, surname, family name, contact last name, person last name,
    Nachname, Familienname, Zuname, Nom, Nom de famille, Apellido, Apellidos, Primer apellido,
    Sobrenome, Apelido, Último nome, Nome de família, Cognome, Achternaam, Familienaam, Nazwisko,
    Efternamn, Etternavn, Efternavn, Sukunimi, Фамилия, 姓, 姓氏, 苗字, ラストネーム, 名前（姓）, 氏名（姓）, 名字（姓）`,
  company: `
    company, company name, associated company, primary associated company, organization, organisation, organization name, organisation name, organization 1 name,
    account, account name, employer, account.name, business, business name, current company,
    Zugehöriges Unternehmen, Entreprise associée, Empresa asociada, Azienda associata, Empresa associada, Gekoppeld bedrijf,
    Firma, Firmenname, Unternehmen, Unternehmensname, Name des Unternehmens, Gesellschaft, Arbeitgeber,
    Entreprise, Société, Nom de la société, Nom de l'entreprise, Nom de société, Nom entreprise, Raison sociale, Employeur,
    Empresa, Nombre de la empresa, Nombre de empresa, Compañía, Razón social, Organización,
    Nome da empresa, Companhia, Razão social, Organização,
    Azienda, Nome azienda, Società, Nome dell'azienda, Nome società, Nome della società, Impresa, Ditta, Ragione sociale, Organizzazione,
    Bedrijf, Bedrijfsnaam, Onderneming, Organisatie, Organisatienaam, Werkgever,
    Nazwa firmy, Przedsiębiorstwo, Spółka, Organizacja, Pracodawca,
    Företag, Företagsnamn, Virksomhed, Bedrift, Firmanavn, Yritys, Компания, Организация, Название компании,
    会社, 会社名, 企業, 会社名／組織名, 貴社名, 企業名, 法人名, 組織名, 勤務先, 公司, 公司名称, 公司名稱, 企业, 企业名称, 单位, 单位名称, 회사, 회사명`,
  job_title: `
    job title, current job, current position, organization title, title, position, role, job, job position, organization 1 title, job role, designation, current title,
    Berufsbezeichnung, Jobbezeichnung, Positionsbezeichnung, Position im Unternehmen, Titel/Position, Jobtitel, Stellenbezeichnung, Funktion, Beruf, Rolle, Stelle,
    Poste, Fonction, Titre, Titre de fonction, Intitulé du poste, Titre du poste, Métier,
    Cargo, Puesto, Título, Cargo en la empresa, Puesto de trabajo, Posición, Título del puesto, Función, Ocupación,
    Função, Posição, Título do cargo, Ruolo, Posizione, Mansione, Qualifica, Posizione lavorativa,
    Functie, Functietitel, Functienaam, Beroep, Stanowisko, Stanowisko pracy, Befattning, Titel på stilling, Stilling,
    Должность, 役職, 役職名, 職種, 肩書き, 肩書, 职位, 岗位, 职务, 职称, 職位, 職稱, 직책, 직위, 직함`,
  phone: `
    phone, phone number, telephone, telephone number, tel, mobile, mobile phone, mobile number, cell, cellphone, cell phone, business phone, company phone,
    work phone, corporate phone, direct phone number, direct dial, direct phone, phone 1 value, contact number, company phone,
    Telefon, Telefonnummer, Tel.-Nr., Rufnummer, Handy, Handynummer, Mobil, Mobiltelefon, Mobilnummer,
    Telefon geschäftlich, Telefon (geschäftlich), Telefon dienstlich, Geschäftstelefon, Diensttelefon,
    Téléphone, Numéro de téléphone, Téléphone (bureau), Téléphone bureau, Téléphone professionnel, Tél. pro, Téléphone portable, Téléphone mobile, Portable, N° de téléphone,
    Teléfono, Número de teléfono, Teléfono del trabajo, Teléfono de trabajo, Teléfono empresa, Número de móvil, Teléfono móvil, Móvil, Celular, Telefone, Número de telefone, Telefone comercial, Telefone do trabalho, Telefone corporativo, Telemóvel, Telefone celular,
    Telefono, Numero di telefono, Telefono (uff.), Telefono ufficio, Telefono di lavoro, Numero di cellulare, Cellulare, Telefono cellulare, Recapito telefonico,
    Telefoon, Telefoonnummer, Telefoon op werk, Telefoon werk, Zakelijk telefoonnummer, Werktelefoon, Mobiel, Mobiel nummer, GSM, Numer telefonu, Nr telefonu, Telefon służbowy, Numer komórkowy, Telefon firmowy, Telefon komórkowy, Komórka,
    Puhelin, Puhelinnumero, Телефон, Номер телефона, Мобильный, Мобильный телефон,
    電話, 電話番号, 携帯, 会社電話, 会社電話番号, 携帯電話番号, 携帯電話, 携帯番号, 电话, 电话号码, 联系电话, 商务电话, 工作电话, 公司电话, 公司電話, 聯絡電話, 手机, 手机号, 手机号码, 電話號碼, 手機, 전화, 전화번호, 휴대폰`,
  linkedin_url: `
    linkedin contact profile url, contact li profile url, linkedin url public, linkedin member url, linkedin url, linkedin, linkedin profile, linkedin profile url, linkedin link, linkedin page, person linkedin url,
    person linkedin, profile url linkedin, li url, linkedin profil, profil linkedin, perfil de linkedin, perfil linkedin,
    profilo linkedin, linkedin-profil, linkedin profiel, profiel linkedin, url linkedin, contact linkedin url,
    Perfil do LinkedIn, URL do LinkedIn, URL de LinkedIn, Lien LinkedIn, LinkedIn-Seite, Link do LinkedIn, 领英, 领英链接`,
};

/** A whole name, but the family name where the first name has a column of its own. */
const WHOLE_NAMES = "name, naam, namn, navn, nimi, nazwa, contact name, 名前, 名称, 이름";

/** Tags, several in a cell. Ours are called `lead_tags` in exports. */
const TAG_NAMES = `
  tags, tag, tag list, lead tags, contact tags, labels, Schlagwörter, Schlagworte, Etiketten, Étiquettes, Mots-clés,
  Libellés, Etiquetas, Palabras clave, Marcadores, Palavras-chave, Etichette, Parole chiave, Trefwoorden, Tagi, Etykiety,
  Słowa kluczowe, Taggar, Tagger, Tunnisteet, Теги, Метки, タグ, ラベル, 标签, 標籤, 태그, 라벨`;

/** A header without case, accents, spaces and punctuation. */
export const squeezeHeader = (header: OutsideText): string =>
  customKey(header)
    .normalize("NFKD")
    .replace(/[\p{M}_]/gu, "");

const squeezed = (names: string): string[] => names.split(",").map((name) => squeezeHeader(name));

const FIELD_OF = new Map(
  LEAD_FIELDS.flatMap((field) => squeezed(NAMES[field]).map((name) => [name, field] as const)),
);
const WHOLE_NAME = new Set(squeezed(WHOLE_NAMES));
const TAGS = new Set(squeezed(TAG_NAMES));

/** The field that a header means, or null for one of the file's own. */
export const fieldOfHeader = (header: OutsideText): LeadField | null =>
  FIELD_OF.get(squeezeHeader(header)) ?? null;

/** Whose a column is, as Pipedrive and others write it before the name. */
const WHOSE =
  /^(?:person|contact|kontakt|personne|persona|pessoa|contacto|contatto|contato|contactpersoon|persoon|osoba)\s{0,3}[-:./–]?\s{1,3}(?=\S)/i;
/** Which of several it is; the first and the one at work are meant. */
const WHICH =
  /(?<=\S)\s{0,3}[-:._–]?\s{0,3}(?:\b1|(?:work|office|business|arbeit|büro|geschäftlich|bureau|travail|trabajo|lavoro|ufficio|trabalho|werk|praca))$/i;
const MAX_HEADER = 100;

/**
 * The same of a header that says whose or which it is: "Person - Email - Work", "Phone 1". For where
 * no column has the name alone.
 */
export function fieldOfLongHeader(header: OutsideText): LeadField | null {
  const short = withoutOwner(header).replace(WHICH, "");
  return short === "" ? null : fieldOfHeader(short);
}

const withoutOwner = (header: string): string =>
  header.trim().slice(0, MAX_HEADER).replace(WHOSE, "");

/** Whether a header names the whole name, or the family name beside a first name. */
export const isWholeName = (header: OutsideText): boolean =>
  WHOLE_NAME.has(squeezeHeader(header)) || WHOLE_NAME.has(squeezeHeader(withoutOwner(header)));

/** Whether a header means the tags of a lead. */
export const isTagsHeader = (header: OutsideText): boolean => TAGS.has(squeezeHeader(header));
