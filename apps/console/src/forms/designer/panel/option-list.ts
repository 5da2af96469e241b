import type { Option } from '@suyuan/forms';

/** Where an option stands: its place among its siblings, at each level. */
export type Way = readonly number[];

export interface OptionLine {
  option: Option;
  way: Way;
}

/** The options below each other, those within others behind them. */
export const linesOf = (options: readonly Option[], above: Way = []): OptionLine[] =>
  options.flatMap((option, index) => {
    const way = [...above, index];
    return [{ option, way }, ...linesOf(option.children ?? [], way)];
  });

/** The options with the list that `way` leads into changed by `change`, which is told the last step of the way. */
export function within(options: readonly Option[], way: Way, change: (siblings: Option[], index: number) => Option[]): Option[] {
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

/** The options with the one that `way` leads to changed in some of its parts. */
export const changed = (options: readonly Option[], way: Way, change: Partial<Option>) =>
  within(options, way, (siblings, index) => siblings.map((one, place) => (place === index ? { ...one, ...change } : one)));

/** The options without the one that `way` leads to, and without what lies within it. */
export const without = (options: readonly Option[], way: Way) => within(options, way, (siblings, index) => siblings.toSpliced(index, 1));

/** The options with the one that `way` leads to at place `to` among its siblings, from 0. */
export const moved = (options: readonly Option[], way: Way, to: number) =>
  within(options, way, (siblings, index) => {
    const [one] = siblings.splice(index, 1);
    if (one) siblings.splice(to, 0, one);
    return siblings;
  });

/** A value that no other option has: the next number where all are numbers. */
export function freshValue(options: readonly Option[]): string | number {
  const values = linesOf(options).map(({ option }) => option.value);
  const numbers = values.map(Number).filter(Number.isInteger);
  const next = Math.max(0, ...numbers) + 1;
  return values.length === 0 || values.some((value) => typeof value === 'number') ? next : String(next);
}

/** What is typed as a value stays a number where the value was one. */
export const valueTyped = (text: string, before: string | number): string | number =>
  typeof before === 'number' && /^-?\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : text;

/** Options as lines of text, `label,value`, two spaces for each level. */
export const textOf = (options: readonly Option[]): string =>
  linesOf(options)
    .map(({ option: { label, value }, way }) => `${'  '.repeat(way.length - 1)}${label}${String(value) === label ? '' : `,${value}`}`)
    .join('\n');

/** The options that lines of text name; what is indented lies below the line before it where `nested`. */
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
