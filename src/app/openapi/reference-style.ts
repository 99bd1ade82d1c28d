/** Colours of the pages that are read, for day and night. */
export const PAGE_TOKENS = `:root {
  color-scheme: light dark;
  --page: light-dark(oklch(.998 .001 212), oklch(.212 .005 212));
  --panel: light-dark(oklch(.964 .005 212), oklch(.248 .006 212));
  --line: light-dark(oklch(.912 .007 212), oklch(.305 .007 212));
  --text: light-dark(oklch(.235 .014 212), oklch(.945 .006 212));
  --soft: light-dark(oklch(.45 .014 212), oklch(.76 .01 212));
  --link: light-dark(oklch(.45 .085 212), oklch(.84 .085 212));
  --get: light-dark(oklch(.43 .095 155), oklch(.84 .11 155));
  --post: light-dark(oklch(.43 .095 258), oklch(.84 .075 255));
  --put: light-dark(oklch(.45 .092 68), oklch(.86 .105 80));
  --delete: light-dark(oklch(.46 .15 27), oklch(.83 .095 25));
}
`;

/** The reference page's stylesheet: one column on a phone, the resources beside it on a wide screen. */
export const REFERENCE_STYLE = `${PAGE_TOKENS}* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: var(--text); background: var(--page); }
header, .columns { max-width: 75rem; margin: 0 auto; padding: 1rem; }
h1 { margin: 1rem 0 0; font-size: 1.75rem; }
h2 { margin: 2.5rem 0 1rem; padding-bottom: .4rem; border-bottom: 1px solid var(--line); font-size: 1.35rem; }
h3 { margin: 0 0 .5rem; font-size: 1rem; overflow-wrap: anywhere; }
h4 { margin: 1.25rem 0 .25rem; font-size: .85rem; color: var(--soft); }
p { margin: .35rem 0; }
a { color: var(--link); text-decoration: none; }
a:hover, p a { text-decoration: underline; text-underline-offset: .18em; }
code { font: .9em/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { margin: .25rem 0 0; padding: .75rem; overflow-x: auto; background: var(--panel); border-radius: .5rem; }
pre code { overflow-wrap: normal; }
article { margin: 0 0 1.5rem; padding: 1rem; border: 1px solid var(--line); border-radius: .75rem; }
article:target, dt:target { outline: 2px solid var(--link); outline-offset: 2px; }
.method { font: 700 .75rem/1 ui-monospace, monospace; }
.get { color: var(--get); } .post { color: var(--post); } .put { color: var(--put); } .delete { color: var(--delete); }
.who, .type { color: var(--soft); font-size: .9rem; }
dl { margin: .25rem 0; }
dt { margin-top: .5rem; }
dd { margin: 0; color: var(--soft); font-size: .9rem; overflow-wrap: anywhere; }
.required { font-size: .75rem; font-weight: 600; color: var(--delete); }
.problem { font-size: .9rem; overflow-wrap: anywhere; }
summary { cursor: pointer; }
details > dl { padding-left: 1rem; border-left: 2px solid var(--line); }
nav { font-size: .9rem; }
nav summary, nav .plain { padding: .15rem 0; }
nav a, header a { display: inline-block; min-height: 1.6rem; min-width: 1.6rem; }
summary { min-height: 1.6rem; }
nav ul { margin: 0; padding: 0 0 .5rem 1rem; list-style: none; overflow-wrap: anywhere; }
@media (min-width: 62rem) {
  .columns { display: grid; grid-template-columns: 17rem minmax(0, 1fr); gap: 2rem; }
  nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; padding: 2rem 0; }
}
`;
