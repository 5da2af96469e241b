import type { Option } from '@suyuan/forms';

/** Indexes of an option at each level. */
export type OptionPath = readonly number[];

export interface OptionLine {
  option: Option;
  path: OptionPath;
}

/** Flattens the tree, parents before children. */
export const toLines = (options: readonly Option[], parentPath: OptionPath = []): OptionLine[] =>
  options.flatMap((option, index) => {
    const path = [...parentPath, index];
    return [{ option, path }, ...toLines(option.children ?? [], path)];
  });

/** Applies `change` to the list at `path`, with the last index of `path`. */
function updateSiblings(options: readonly Option[], path: OptionPath, change: (siblings: Option[], index: number) => Option[]): Option[] {
  const [first, ...restPath] = path;
  if (first === undefined) return [...options];
  if (restPath.length === 0) return change([...options], first);
  return options.map((option, index) => {
    if (index !== first) return option;
    const children = updateSiblings(option.children ?? [], restPath, change);
    const { children: _, ...withoutChildren } = option;
    return children.length > 0 ? { ...withoutChildren, children } : withoutChildren;
  });
}

export const updateOption = (options: readonly Option[], path: OptionPath, change: Partial<Option>) =>
  updateSiblings(options, path, (siblings, index) => siblings.map((one, position) => (position === index ? { ...one, ...change } : one)));

export const removeOption = (options: readonly Option[], path: OptionPath) =>
  updateSiblings(options, path, (siblings, index) => siblings.toSpliced(index, 1));

/** Moves the option at `path` to index `to` among its siblings, from 0. */
export const moveOption = (options: readonly Option[], path: OptionPath, to: number) =>
  updateSiblings(options, path, (siblings, index) => {
    const [one] = siblings.splice(index, 1);
    if (one) siblings.splice(to, 0, one);
    return siblings;
  });

/** An unused value: the next integer, as a string if all values are strings. */
export function nextValue(options: readonly Option[]): string | number {
  const values = toLines(options).map(({ option }) => option.value);
  const numbers = values.map(Number).filter(Number.isInteger);
  const next = Math.max(0, ...numbers) + 1;
  return values.length === 0 || values.some((value) => typeof value === 'number') ? next : String(next);
}

/** Typed text becomes a number if the previous value was one. */
export const parseValue = (text: string, previous: string | number): string | number =>
  typeof previous === 'number' && /^-?\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : text;

/** Options as lines `label,value`, indented by two spaces per level. */
export const formatOptions = (options: readonly Option[]): string =>
  toLines(options)
    .map(({ option: { label, value }, path }) => `${'  '.repeat(path.length - 1)}${label}${String(value) === label ? '' : `,${value}`}`)
    .join('\n');

/** Parses lines into options; if `nested`, indented lines become children of the line before. */
export function parseOptions(text: string, nested: boolean, numbers: boolean): Option[] {
  const roots: Option[] = [];
  const ancestors: { depth: number; option: Option }[] = [];
  for (const line of text.split('\n')) {
    const words = line.trim();
    if (!words) continue;
    const [label = '', value = label] = words.split(/[,，\t]/, 2).map((part) => part.trim());
    const option: Option = { label, value: numbers ? parseValue(value, 0) : value };
    const depth = nested ? line.length - line.trimStart().length : 0;
    while (ancestors.length > 0 && ancestors.at(-1)!.depth >= depth) ancestors.pop();
    const parent = ancestors.at(-1)?.option;
    if (parent) parent.children = [...(parent.children ?? []), option];
    else roots.push(option);
    ancestors.push({ depth, option });
  }
  return roots;
}
