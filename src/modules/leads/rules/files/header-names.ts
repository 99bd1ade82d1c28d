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
    lead email, verified email, official email, professional email, direct email, user email, customer email,
    recipient, recipient email, email 1, email 1 value, email id, email work, email (work), person email,
    E-Mail-Adresse, E-Mail-Adressen, Mailadresse, Mailadressen, Emailanschrift, geschäftliche E-Mail,
    Adresse e-mail, Adresse mail, Adresse email, Adresse de courriel, Adresse électronique, Courriel, Courriel professionnel,
    Email professionnel, Mail professionnel, Mél,
    Correo, Correo electrónico, Correos electrónicos, Dirección de correo, Dirección de correo electrónico, Correo-e,
    Dirección email, Dirección de email, Correo corporativo, Correo de contacto,
    E-mail corporativo, Correio eletrónico, Correio eletrônico, Endereço de email, Endereço de e-mail, Endereço eletrônico,
    Endereço de correio eletrónico,
    Indirizzo e-mail, Indirizzo email, Indirizzo mail, Indirizzo di posta elettronica, Posta elettronica, E-mail aziendale,
    E-mailadres, Mailadres, E-mailadressen, Zakelijk e-mailadres,
    Adres e-mail, Adres email, Adres mailowy, Adres poczty elektronicznej, Poczta elektroniczna, E-mail służbowy,
    E-post, E-postadress, E-postadresse, Mejl, Mejladress, Mailadresse, Sähköposti, Sähköpostiosoite, E-posta, E-posta adresi,
    Электронная почта, Почта, Адрес электронной почты, Эл. почта, Емейл, Имейл, Мейл,
    メールアドレス, メール, Eメール, 電子メール, 電子メールアドレス, Eメールアドレス, メアド,
    电子邮件, 电子邮箱, 邮箱, 邮箱地址, 邮件, 邮件地址, 电子邮件地址, 电邮, 電子郵件, 電子郵件地址, 電郵, 電子信箱, 信箱,
    이메일, 이메일 주소, 메일, 메일 주소, 전자우편`,
  first_name: `
    first name, first, fname, given name, forename, contact first name, person first name,
    Vorname, Rufname, Prénom, Nombre, Nombres, Primer nombre, Nombre de pila, Nome, Primeiro nome, Nome próprio,
    Nome di battesimo, Voornaam, Roepnaam, Imię, Förnamn, Fornavn, Etunimi, Имя,
    名, 下の名前, ファーストネーム, 名（名前）`,
  last_name: `
    last name, last, lname, surname, family name, contact last name, person last name,
    Nachname, Familienname, Zuname, Nom, Nom de famille, Apellido, Apellidos, Primer apellido,
    Sobrenome, Apelido, Último nome, Nome de família, Cognome, Achternaam, Familienaam, Nazwisko,
    Efternamn, Etternavn, Efternavn, Sukunimi, Фамилия, 姓, 姓氏, 苗字, ラストネーム`,
  company: `
    company, company name, organization, organisation, organization name, organisation name, organization 1 name,
    account, account name, employer, business, business name, current company,
    Firma, Firmenname, Unternehmen, Unternehmensname, Name des Unternehmens, Gesellschaft, Arbeitgeber,
    Entreprise, Société, Nom de la société, Nom de l'entreprise, Raison sociale, Employeur,
    Empresa, Nombre de la empresa, Nombre de empresa, Compañía, Razón social, Organización,
    Nome da empresa, Companhia, Razão social, Organização,
    Azienda, Nome azienda, Società, Impresa, Ditta, Ragione sociale, Organizzazione,
    Bedrijf, Bedrijfsnaam, Onderneming, Organisatie, Organisatienaam, Werkgever,
    Nazwa firmy, Przedsiębiorstwo, Spółka, Organizacja, Pracodawca,
    Företag, Företagsnamn, Virksomhed, Bedrift, Firmanavn, Yritys, Компания, Организация, Название компании,
    会社, 会社名, 企業, 企業名, 法人名, 組織名, 勤務先, 公司, 公司名称, 公司名稱, 企业, 企业名称, 单位, 单位名称, 회사, 회사명`,
  job_title: `
    job title, title, position, role, job, job position, organization 1 title, job role, designation, current title,
    Berufsbezeichnung, Jobbezeichnung, Jobtitel, Stellenbezeichnung, Funktion, Beruf, Rolle, Stelle,
    Poste, Fonction, Intitulé du poste, Titre du poste, Métier,
    Cargo, Puesto, Puesto de trabajo, Posición, Título del puesto, Función, Ocupación,
    Função, Posição, Título do cargo, Ruolo, Posizione, Mansione, Qualifica, Posizione lavorativa,
    Functie, Functietitel, Functienaam, Beroep, Stanowisko, Stanowisko pracy, Befattning, Titel på stilling, Stilling,
    Должность, 役職, 職種, 肩書き, 肩書, 职位, 职务, 职称, 職位, 職稱, 직책, 직위, 직함`,
  phone: `
    phone, phone number, telephone, telephone number, tel, mobile, mobile phone, mobile number, cell, cellphone, cell phone,
    work phone, direct phone, phone 1 value, contact number, company phone,
    Telefon, Telefonnummer, Tel.-Nr., Rufnummer, Handy, Handynummer, Mobil, Mobiltelefon, Mobilnummer,
    Téléphone, Numéro de téléphone, Téléphone portable, Téléphone mobile, Portable, N° de téléphone,
    Teléfono, Número de teléfono, Teléfono móvil, Móvil, Celular, Telefone, Número de telefone, Telemóvel, Telefone celular,
    Telefono, Numero di telefono, Cellulare, Telefono cellulare, Recapito telefonico,
    Telefoon, Telefoonnummer, Mobiel, Mobiel nummer, GSM, Numer telefonu, Nr telefonu, Telefon komórkowy, Komórka,
    Puhelin, Puhelinnumero, Телефон, Номер телефона, Мобильный, Мобильный телефон,
    電話, 電話番号, 携帯, 携帯電話, 携帯番号, 电话, 电话号码, 联系电话, 手机, 手机号, 手机号码, 電話號碼, 手機, 전화, 전화번호, 휴대폰`,
  linkedin_url: `
    linkedin url, linkedin, linkedin profile, linkedin profile url, linkedin link, linkedin page, person linkedin url,
    person linkedin, profile url linkedin, li url, linkedin profil, profil linkedin, perfil de linkedin, perfil linkedin,
    profilo linkedin, linkedin-profil, linkedin profiel, profiel linkedin, url linkedin, contact linkedin url`,
};

/** A whole name, but the family name where the first name has a column of its own. */
const WHOLE_NAMES = "name, naam, namn, navn, nimi, nazwa, contact name, 名前, 名称, 이름";

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

/** The field that a header means, or null for one of the file's own. */
export const fieldOfHeader = (header: OutsideText): LeadField | null =>
  FIELD_OF.get(squeezeHeader(header)) ?? null;

/** Whether a header names the whole name, or the family name beside a first name. */
export const isWholeName = (header: OutsideText): boolean => WHOLE_NAME.has(squeezeHeader(header));
