/**
 * Parts of a statement that say something, in the order in which PostgreSQL tells them apart: comments, names, texts with escapes, texts,
 * texts between dollars, numbers. What is cut off ends where the statement ends.
 */
const PARTS =
  /(--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|("(?:[^"]|"")*(?:"|$))|((?<![\w$])[eE]'(?:[^'\\]|''|\\[\s\S])*(?:'|$)|'(?:[^']|'')*(?:'|$))|(?<![\w$])(\$(?:[A-Za-z_]\w*)?\$)[\s\S]*?(?:\4|$)|(?<![\w$])\d[\w.]*/g;

/** A statement on one line without what its texts, numbers and comments say; names and the places of values stay. */
export const masked = (sql: string) =>
  sql
    .replace(PARTS, (_, comment?: string, name?: string, text?: string, dollars?: string) =>
      comment !== undefined ? ' ' : (name ?? (text !== undefined || dollars !== undefined ? "'?'" : '?')),
    )
    .replace(/\s+/g, ' ')
    .trim();
