/** Line width in Biome's configuration of this repository. */
const WIDTH = 140;
const INDENT_WIDTH = 2;

/**
 * Source with open line breaks, like Prettier's document model: text, rows, groups on one line if they fit, indents, break points, and text
 * only for broken groups.
 */
export type Doc =
  | string
  | readonly Doc[]
  | { group: Doc; broken?: boolean }
  | { indent: Doc }
  | { line: ' ' | '' }
  | { ifBroken: string }
  | { hard: true };

const line: Doc = { line: ' ' };
const softLine: Doc = { line: '' };
export const hardLine: Doc = { hard: true };

export const indent = (doc: Doc): Doc => ({ indent: doc });

/** On one line if it fits. @param broken never on one line */
export const group = (doc: Doc, broken = false): Doc => ({ group: doc, broken });

const joinDocs = (docs: readonly Doc[], between: Doc): Doc => docs.flatMap((doc, index) => (index === 0 ? [doc] : [between, doc]));

/** Joins with line breaks; '' is a blank line. */
export const joinLines = (docs: readonly Doc[]): Doc => joinDocs(docs, hardLine);

const listOf = (open: string, items: readonly Doc[], close: string, pad: Doc, broken: boolean): Doc =>
  items.length === 0
    ? `${open}${close}`
    : group([open, indent([pad, joinDocs(items, [',', line])]), { ifBroken: ',' }, pad, close], broken);

/** `{ a, b }` */
export const object = (items: readonly Doc[], broken = false) => listOf('{', items, '}', line, broken);

/** `[a, b]` */
export const array = (items: readonly Doc[]) => listOf('[', items, ']', softLine, false);

/** `(a, b)` */
export const params = (items: readonly Doc[]) => listOf('(', items, ')', softLine, false);

/** A call whose brackets hug its only or last argument. */
export const callDoc = (name: string, argument: Doc): Doc => [name, '(', argument, ')'];

/** `head.first().second()`: on one line if it fits, else one call per line. With `broken`, always one call per line. */
export const chain = (head: string, calls: readonly Doc[], broken = false): Doc =>
  group([head, indent(calls.map((call) => [softLine, '.', call]))], broken);

/** `const name = (a, b) =>` with an expression body. */
export const arrow = (head: Doc, body: Doc): Doc => [group(head), ' =>', group(indent([line, body]))];

/** A string literal with all characters escaped. */
export function quoted(text: string): string {
  const escaped = [...text]
    .map((char) => {
      const code = char.codePointAt(0) ?? 0;
      if (char === '\\') return '\\\\';
      if (char === '\n') return '\\n';
      const isInvisible =
        code < 32 || code === 127 || code === 0x2028 || code === 0x2029 || code === 0xfeff || (code >= 0xd800 && code <= 0xdfff);
      return isInvisible ? `\\u{${code.toString(16)}}` : char;
    })
    .join('');
  // like Biome: the quote with fewer escapes, single if equal
  const [single, double] = [escaped.split("'").length, escaped.split('"').length];
  return single > double ? `"${escaped.replaceAll('"', '\\"')}"` : `'${escaped.replaceAll("'", "\\'")}'`;
}

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

const isConcat = (doc: Doc): doc is readonly Doc[] => Array.isArray(doc);

type Item = [doc: Doc, indent: number, broken: boolean];

/** Display width; Chinese characters count as two, as in Biome. */
function widthOf(text: string): number {
  let width = 0;
  for (const char of text)
    width += /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/.test(char)
      ? 2
      : 1;
  return width;
}

/** Whether content up to the next line break fits into `availableWidth`. */
function fitsInWidth(next: Item, pending: readonly Item[], availableWidth: number): boolean {
  const stack: Item[] = [next];
  let remaining = availableWidth;
  let at = pending.length;
  while (remaining >= 0) {
    const item = stack.pop();
    if (!item) {
      const following = pending[--at];
      if (!following) return true;
      stack.push(following);
      continue;
    }
    const [doc, depth, broken] = item;
    if (typeof doc === 'string') remaining -= widthOf(doc);
    else if (isConcat(doc)) for (const part of doc.toReversed()) stack.push([part, depth, broken]);
    else if ('group' in doc) {
      if (doc.broken && !broken) return false;
      // the rest may break
      stack.push([doc.group, depth, broken || (doc.broken ?? false)]);
    } else if ('indent' in doc) stack.push([doc.indent, depth, broken]);
    else if ('hard' in doc) return true;
    else if ('line' in doc) {
      if (broken) return true;
      remaining -= doc.line.length;
    } else if ('ifBroken' in doc && broken) remaining -= doc.ifBroken.length;
  }
  return false;
}

function hasHardBreak(doc: Doc): boolean {
  if (typeof doc === 'string') return false;
  if (isConcat(doc)) return doc.some(hasHardBreak);
  if ('hard' in doc) return true;
  if ('group' in doc) return doc.broken === true || hasHardBreak(doc.group);
  return 'indent' in doc && hasHardBreak(doc.indent);
}

export function printDoc(doc: Doc): string {
  const output: string[] = [];
  let column = 0;
  const stack: Item[] = [[doc, 0, true]];
  const newLine = (depth: number) => {
    output.push('\n', ' '.repeat(depth));
    column = depth;
  };
  for (let item = stack.pop(); item; item = stack.pop()) {
    const [part, depth, broken] = item;
    if (typeof part === 'string') {
      output.push(part);
      column += widthOf(part);
    } else if (isConcat(part)) for (const each of part.toReversed()) stack.push([each, depth, broken]);
    else if ('group' in part) {
      const flat: Item = [part.group, depth, false];
      stack.push(!part.broken && !hasHardBreak(part.group) && fitsInWidth(flat, stack, WIDTH - column) ? flat : [part.group, depth, true]);
    } else if ('indent' in part) stack.push([part.indent, depth + INDENT_WIDTH, broken]);
    else if ('hard' in part) newLine(depth);
    else if ('line' in part) {
      if (broken) newLine(depth);
      else {
        output.push(part.line);
        column += part.line.length;
      }
    } else if (broken) output.push(part.ifBroken);
  }
  return `${output.join('').replace(/[ ]+\n/g, '\n')}\n`;
}
