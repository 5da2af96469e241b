/**
 * In PostgreSQL's order: comments, quoted names, escape strings, strings, dollar-quoted strings, numbers. A truncated token extends to the
 * end.
 */
const TOKENS =
  /(--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|("(?:[^"]|"")*(?:"|$))|((?<![\w$])[eE]'(?:[^'\\]|''|\\[\s\S])*(?:'|$)|'(?:[^']|'')*(?:'|$))|(?<![\w$])(\$(?:[A-Za-z_]\w*)?\$)[\s\S]*?(?:\4|$)|(?<![\w$])\d[\w.]*/g;

/** A statement on one line, with literals and comments masked; names and placeholders remain. */
export const maskLiterals = (sql: string) =>
  sql
    .replace(TOKENS, (_, comment?: string, name?: string, text?: string, dollars?: string) =>
      comment !== undefined ? ' ' : (name ?? (text !== undefined || dollars !== undefined ? "'?'" : '?')),
    )
    .replace(/\s+/g, ' ')
    .trim();
