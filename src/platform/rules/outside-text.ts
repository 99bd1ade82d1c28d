declare const outside: unique symbol;

/**
 * Something that a stranger or a low role may have written: request bodies, mails, files, DNS and
 * providers' answers, headers, cookies, addresses. Any `T` fits without a cast. A function that takes
 * it is a parser: its time grows in proportion to its input, which is bounded, as its output is; the
 * growth test has hostile inputs for each, and fails for one that has none.
 */
export type Outside<T extends object | string> = T & { readonly [outside]?: never };

export type OutsideText = Outside<string>;
