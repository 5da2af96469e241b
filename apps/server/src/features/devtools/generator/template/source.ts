/** A string literal with all special characters escaped. */
export const quoted = (text: string) => `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

export const quotedList = (texts: readonly string[]) => `[${texts.map(quoted).join(', ')}]`;

/** Text that cannot end a comment. */
export const inComment = (text: string) => text.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ').replaceAll('*/', '* /');

/** An SQL literal within a template literal. */
export const sqlText = (text: string) =>
  `'${text
    .replace(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .replaceAll("'", "''")
    .replaceAll('\\', '\\\\')
    .replaceAll('`', '\\`')
    .replaceAll('${', '\\${')}'`;

/** A number with separators, as Biome expects. */
export function numberLiteral(number: number): string {
  if (Math.abs(number) === Number.MAX_SAFE_INTEGER) return `${number < 0 ? '-' : ''}Number.MAX_SAFE_INTEGER`;
  return Math.abs(number) >= 10_000 ? String(number).replace(/\B(?=(\d{3})+$)/g, '_') : String(number);
}

export const lowerFirst = (text: string) => text.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());

/** Lines of code; false parts are left out. */
export const lines = (...parts: (string | false | null | undefined)[]) => parts.filter(Boolean).join('\n');

type Imports = readonly [from: string, names: string][];

/** `body` after imports of the names that it uses. @param available names by module, separated by spaces; types with `type:` */
export function withImports(body: string, available: Imports): string {
  const code = body.replace(/\/\*\*.*?\*\//gs, '').replace(/'(?:[^'\\\n]|\\.)*'/g, "''");
  const isUsed = (name: string) => new RegExp(`(?<![\\w'"/]|(?<!\\.\\.)\\.)${name}(?![\\w'"/]|:)`).test(code);
  const lines = available.flatMap(([from, names]) => {
    const used = names.split(' ').filter((name) => isUsed(name.replace(/^type:/, '')));
    if (used.length === 0) return [];
    const typeOnly = used.every((name) => name.startsWith('type:'));
    const list = used.map((name) => name.replace(/^type:/, typeOnly ? '' : 'type ')).join(', ');
    return [`import ${typeOnly ? 'type ' : ''}{ ${list} } from '${from}';\n`];
  });
  return `${lines.join('')}\n${body}`;
}
