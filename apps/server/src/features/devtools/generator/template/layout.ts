/** Line width in Biome's configuration of this repository. */
const WIDTH = 140;
const STEP = 2;

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
const soft: Doc = { line: '' };
export const hard: Doc = { hard: true };

export const indent = (doc: Doc): Doc => ({ indent: doc });

/** On one line if it fits. @param broken never on one line */
export const group = (doc: Doc, broken = false): Doc => ({ group: doc, broken });

const joined = (docs: readonly Doc[], between: Doc): Doc => docs.flatMap((doc, index) => (index === 0 ? [doc] : [between, doc]));

/** Joins with line breaks; '' is a blank line. */
export const stacked = (docs: readonly Doc[]): Doc => joined(docs, hard);

const listOf = (open: string, items: readonly Doc[], close: string, pad: Doc, broken: boolean): Doc =>
  items.length === 0 ? `${open}${close}` : group([open, indent([pad, joined(items, [',', line])]), { ifBroken: ',' }, pad, close], broken);

/** `{ a, b }` */
export const object = (items: readonly Doc[], broken = false) => listOf('{', items, '}', line, broken);

/** `[a, b]` */
export const array = (items: readonly Doc[]) => listOf('[', items, ']', soft, false);

/** `(a, b)` */
export const params = (items: readonly Doc[]) => listOf('(', items, ')', soft, false);

/** A call whose brackets hug its only or last argument. */
export const hugging = (name: string, argument: Doc): Doc => [name, '(', argument, ')'];

/** `head.first().second()`: on one line if it fits, else one call per line. With `broken`, always one call per line. */
export const chain = (head: string, calls: readonly Doc[], broken = false): Doc =>
  group([head, indent(calls.map((call) => [soft, '.', call]))], broken);

/** `const name = (a, b) =>` with an expression body. */
export const arrow = (head: Doc, body: Doc): Doc => [group(head), ' =>', group(indent([line, body]))];

/** A string literal with all characters escaped. */
export function quoted(text: string): string {
  const plain = [...text]
    .map((sign) => {
      const code = sign.codePointAt(0) ?? 0;
      if (sign === '\\') return '\\\\';
      if (sign === '\n') return '\\n';
      const unseen =
        code < 32 || code === 127 || code === 0x2028 || code === 0x2029 || code === 0xfeff || (code >= 0xd800 && code <= 0xdfff);
      return unseen ? `\\u{${code.toString(16)}}` : sign;
    })
    .join('');
  // like Biome: the quote with fewer escapes, single if equal
  const [single, double] = [plain.split("'").length, plain.split('"').length];
  return single > double ? `"${plain.replaceAll('"', '\\"')}"` : `'${plain.replaceAll("'", "\\'")}'`;
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

const isRow = (doc: Doc): doc is readonly Doc[] => Array.isArray(doc);

type Item = [doc: Doc, indent: number, broken: boolean];

/** Display width; Chinese characters count as two, as in Biome. */
function widthOf(text: string): number {
  let width = 0;
  for (const sign of text)
    width += /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/.test(sign)
      ? 2
      : 1;
  return width;
}

/** Whether content up to the next line break fits into `room`. */
function fits(next: Item, rest: readonly Item[], room: number): boolean {
  const stack: Item[] = [next];
  let left = room;
  let at = rest.length;
  while (left >= 0) {
    const item = stack.pop();
    if (!item) {
      const after = rest[--at];
      if (!after) return true;
      stack.push(after);
      continue;
    }
    const [doc, depth, broken] = item;
    if (typeof doc === 'string') left -= widthOf(doc);
    else if (isRow(doc)) for (const part of doc.toReversed()) stack.push([part, depth, broken]);
    else if ('group' in doc) {
      if (doc.broken && !broken) return false;
      // the rest may break
      stack.push([doc.group, depth, broken || (doc.broken ?? false)]);
    } else if ('indent' in doc) stack.push([doc.indent, depth, broken]);
    else if ('hard' in doc) return true;
    else if ('line' in doc) {
      if (broken) return true;
      left -= doc.line.length;
    } else if ('ifBroken' in doc && broken) left -= doc.ifBroken.length;
  }
  return false;
}

function breaks(doc: Doc): boolean {
  if (typeof doc === 'string') return false;
  if (isRow(doc)) return doc.some(breaks);
  if ('hard' in doc) return true;
  if ('group' in doc) return doc.broken === true || breaks(doc.group);
  return 'indent' in doc && breaks(doc.indent);
}

export function laidOut(doc: Doc): string {
  const out: string[] = [];
  let column = 0;
  const stack: Item[] = [[doc, 0, true]];
  const newLine = (depth: number) => {
    out.push('\n', ' '.repeat(depth));
    column = depth;
  };
  for (let item = stack.pop(); item; item = stack.pop()) {
    const [part, depth, broken] = item;
    if (typeof part === 'string') {
      out.push(part);
      column += widthOf(part);
    } else if (isRow(part)) for (const each of part.toReversed()) stack.push([each, depth, broken]);
    else if ('group' in part) {
      const flat: Item = [part.group, depth, false];
      stack.push(!part.broken && !breaks(part.group) && fits(flat, stack, WIDTH - column) ? flat : [part.group, depth, true]);
    } else if ('indent' in part) stack.push([part.indent, depth + STEP, broken]);
    else if ('hard' in part) newLine(depth);
    else if ('line' in part) {
      if (broken) newLine(depth);
      else {
        out.push(part.line);
        column += part.line.length;
      }
    } else if (broken) out.push(part.ifBroken);
  }
  return `${out.join('').replace(/[ ]+\n/g, '\n')}\n`;
}
