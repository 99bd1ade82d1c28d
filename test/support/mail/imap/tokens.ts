/** An argument of a command: text (atom, quoted string or literal, as bytes in Latin-1) or a list. */
export type Token = string | readonly Token[];

/** The token as text; a list where text was expected makes a syntax error. */
export function text(token: Token | undefined): string {
  if (typeof token !== "string") throw new Error("a string is missing");
  return token;
}

/** The token as UTF-8 text: user names and passwords. */
export const utf8 = (token: Token | undefined): string =>
  Buffer.from(text(token), "latin1").toString("utf8");

export const list = (token: Token | undefined): readonly Token[] =>
  token === undefined ? [] : typeof token === "string" ? [token] : token;

/** Reads the arguments of one complete command, literals included (RFC 3501 9). */
export function tokenize(command: string): Token[] {
  let at = 0;

  function quoted(): string {
    let out = "";
    for (at++; at < command.length && command[at] !== '"'; at++) {
      if (command[at] === "\\") at++;
      out += command[at] ?? "";
    }
    at++;
    return out;
  }

  function literal(): string {
    const head = /^\{(\d+)\+?\}\r\n/.exec(command.slice(at, at + 24));
    if (!head) throw new Error("a literal is malformed");
    const from = at + head[0].length;
    at = from + Number(head[1]);
    return command.slice(from, at);
  }

  function atom(): string {
    const from = at;
    // Brackets belong to one atom with all they hold: BODY[HEADER.FIELDS (TO)].
    for (let depth = 0; at < command.length; at++) {
      const char = command[at] ?? "";
      if (depth === 0 && " ()".includes(char)) break;
      if (char === "[") depth++;
      if (char === "]") depth--;
    }
    return command.slice(from, at);
  }

  function value(): Token {
    if (command[at] === '"') return quoted();
    if (command[at] === "{") return literal();
    if (command[at] !== "(") return atom();
    const items: Token[] = [];
    for (at++; at < command.length && command[at] !== ")";) {
      if (command[at] === " ") at++;
      else items.push(value());
    }
    at++;
    return items;
  }

  const tokens: Token[] = [];
  while (at < command.length) {
    if (command[at] === " ") at++;
    else if (command[at] === ")") throw new Error("a bracket is not opened");
    else tokens.push(value());
  }
  return tokens;
}

/** Text as a quoted string, or as a literal where quotes cannot hold it; null is NIL. */
export function quote(value: string | null | undefined): string {
  if (value === null || value === undefined) return "NIL";
  return /^[\x20-\x21\x23-\x5b\x5d-\x7e]*$/.test(value)
    ? `"${value}"`
    : `{${value.length}}\r\n${value}`;
}
