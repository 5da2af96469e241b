/** Columns of a line, as Biome is set for this repository. */
const WIDTH = 140;
const STEP = 2;

/**
 * A piece of source whose breaks are not chosen yet: text; pieces in a row; a group, which is on one line where it fits; what is
 * indented; a place where a line may end; and what is written only where the group around it is broken.
 */
export type Doc =
  | string
  | readonly Doc[]
  | { group: Doc; broken?: boolean }
  | { indent: Doc }
  | { line: ' ' | '' }
  | { ifBroken: string }
  | { hard: true };

export const line: Doc = { line: ' ' };
export const soft: Doc = { line: '' };
export const hard: Doc = { hard: true };

/** Lines that begin within `doc` stand one step further in. */
export const indent = (doc: Doc): Doc => ({ indent: doc });

/** On one line where it fits. @param broken never on one line */
export const group = (doc: Doc, broken = false): Doc => ({ group: doc, broken });

/** Pieces with `between` between them. */
export const joined = (docs: readonly Doc[], between: Doc): Doc => docs.flatMap((doc, index) => (index === 0 ? [doc] : [between, doc]));

/** Lines below each other; a blank one is ''. */
export const stacked = (docs: readonly Doc[]): Doc => joined(docs, hard);

const listOf = (open: string, items: readonly Doc[], close: string, pad: Doc, broken: boolean): Doc =>
  items.length === 0 ? `${open}${close}` : group([open, indent([pad, joined(items, [',', line])]), { ifBroken: ',' }, pad, close], broken);

/** `{ a, b }` */
export const object = (items: readonly Doc[], broken = false) => listOf('{', items, '}', line, broken);

/** `[a, b]` */
export const array = (items: readonly Doc[]) => listOf('[', items, ']', soft, false);

/** `(a, b)` */
export const params = (items: readonly Doc[]) => listOf('(', items, ')', soft, false);

/** A call whose only or last argument opens and closes with it. */
export const hugging = (name: string, argument: Doc): Doc => [name, '(', argument, ')'];

/** `head.first().second()`: on one line where it fits, else a call a line; always a call a line where a call holds more than names. */
export const chain = (head: string, calls: readonly Doc[], broken = false): Doc =>
  group([head, indent(calls.map((call) => [soft, '.', call]))], broken);

/** `const name = (a, b) =>` and its one expression. */
export const arrow = (head: Doc, body: Doc): Doc => [group(head), ' =>', group(indent([line, body]))];

/** A string as the source has it; whatever it holds stays within it. */
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
  // Biome takes the quote that needs fewer escapes, and the single one of two equals
  const [single, double] = [plain.split("'").length, plain.split('"').length];
  return single > double ? `"${plain.replaceAll('"', '\\"')}"` : `'${plain.replaceAll("'", "\\'")}'`;
}

/** Text that stands within a comment and cannot end it. */
export const inComment = (text: string) => text.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ').replaceAll('*/', '* /');

/** Text as an SQL literal within a template literal. */
export const sqlText = (text: string) =>
  `'${text
    .replace(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .replaceAll("'", "''")
    .replaceAll('\\', '\\\\')
    .replaceAll('`', '\\`')
    .replaceAll('${', '\\${')}'`;

const isRow = (doc: Doc): doc is readonly Doc[] => Array.isArray(doc);

type Item = [doc: Doc, indent: number, broken: boolean];

/** Columns that `text` takes: those of Chinese are two wide, as Biome counts. */
function widthOf(text: string): number {
  let width = 0;
  for (const sign of text)
    width += /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/.test(sign)
      ? 2
      : 1;
  return width;
}

/** Whether what comes fits into `room` up to the next place where a line ends. */
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
      // what comes later may break where it stands
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

/** Holds a group that is always broken, so that what is around it is, too. */
function breaks(doc: Doc): boolean {
  if (typeof doc === 'string') return false;
  if (isRow(doc)) return doc.some(breaks);
  if ('hard' in doc) return true;
  if ('group' in doc) return doc.broken === true || breaks(doc.group);
  return 'indent' in doc && breaks(doc.indent);
}

/** The source, each group on one line where it fits; ends with a line's end. */
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
