import type { Option } from '@suyuan/forms';

/** Indexes of an option at each level. */
export type Way = readonly number[];

export interface OptionLine {
  option: Option;
  way: Way;
}

/** Flattens the tree, parents before children. */
export const linesOf = (options: readonly Option[], above: Way = []): OptionLine[] =>
  options.flatMap((option, index) => {
    const way = [...above, index];
    return [{ option, way }, ...linesOf(option.children ?? [], way)];
  });

/** Applies `change` to the list at `way`, with the last index of `way`. */
function within(options: readonly Option[], way: Way, change: (siblings: Option[], index: number) => Option[]): Option[] {
  const [first, ...rest] = way;
  if (first === undefined) return [...options];
  if (rest.length === 0) return change([...options], first);
  return options.map((option, index) => {
    if (index !== first) return option;
    const children = within(option.children ?? [], rest, change);
    const { children: _, ...bare } = option;
    return children.length > 0 ? { ...bare, children } : bare;
  });
}

export const changed = (options: readonly Option[], way: Way, change: Partial<Option>) =>
  within(options, way, (siblings, index) => siblings.map((one, place) => (place === index ? { ...one, ...change } : one)));

export const without = (options: readonly Option[], way: Way) => within(options, way, (siblings, index) => siblings.toSpliced(index, 1));

/** Moves the option at `way` to index `to` among its siblings, from 0. */
export const moved = (options: readonly Option[], way: Way, to: number) =>
  within(options, way, (siblings, index) => {
    const [one] = siblings.splice(index, 1);
    if (one) siblings.splice(to, 0, one);
    return siblings;
  });

/** An unused value: the next integer, as a string if all values are strings. */
export function freshValue(options: readonly Option[]): string | number {
  const values = linesOf(options).map(({ option }) => option.value);
  const numbers = values.map(Number).filter(Number.isInteger);
  const next = Math.max(0, ...numbers) + 1;
  return values.length === 0 || values.some((value) => typeof value === 'number') ? next : String(next);
}

/** Typed text becomes a number if the previous value was one. */
export const valueTyped = (text: string, before: string | number): string | number =>
  typeof before === 'number' && /^-?\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : text;

/** Options as lines `label,value`, indented by two spaces per level. */
export const textOf = (options: readonly Option[]): string =>
  linesOf(options)
    .map(({ option: { label, value }, way }) => `${'  '.repeat(way.length - 1)}${label}${String(value) === label ? '' : `,${value}`}`)
    .join('\n');

/** Parses lines into options; if `nested`, indented lines become children of the line before. */
export function optionsOf(text: string, nested: boolean, numbers: boolean): Option[] {
  const roots: Option[] = [];
  const open: { depth: number; option: Option }[] = [];
  for (const line of text.split('\n')) {
    const words = line.trim();
    if (!words) continue;
    const [label = '', value = label] = words.split(/[,，\t]/, 2).map((part) => part.trim());
    const option: Option = { label, value: numbers ? valueTyped(value, 0) : value };
    const depth = nested ? line.length - line.trimStart().length : 0;
    while (open.length > 0 && open.at(-1)!.depth >= depth) open.pop();
    const above = open.at(-1)?.option;
    if (above) above.children = [...(above.children ?? []), option];
    else roots.push(option);
    open.push({ depth, option });
  }
  return roots;
}
