import type { Language } from '@suyuan/contract';
import type { GenField } from '../generator-field.ts';
import { takenProblemName } from '../generator-key.ts';
import { type GenModel, pluralOf } from '../generator-model.ts';
import { formFields, hasSharedLabel, isRangeFilter, labeledReferences, labelOf, rangeOf } from './contract.ts';
import { lowerFirst } from './source.ts';

type Word = [key: string, chinese: string, english: string];

function fieldWords(field: GenField): Word[] {
  const { name, label, english, line, choices } = field;
  const ends = field.query && isRangeFilter(field) ? rangeOf(field) : [];
  const names = [...(line || !hasSharedLabel(field) ? [name] : []), ...labeledReferences([field]).map(labelOf)];
  return [
    ...names.map((each): Word => [each, label, english]),
    ...choices.map((choice): Word => [`${name}.${choice.value}`, choice.label, choice.english]),
    ...ends.map((end, at): Word => [end, `${label}${at ? '到' : '从'}`, `${english} ${at ? 'to' : 'from'}`]),
  ];
}

function wordsOf(model: GenModel): Word[] {
  const { domain, noun, key, nounTitle, title, english, englishPlural, fields, tree, sub, hasCreateTimeFilter, revised } = model;
  const root = `${domain}.${noun}`;
  const entries: Word[] = [
    ['title', title, englishPlural],
    ['purpose', `查找和维护${nounTitle}`, `Find and keep ${lowerFirst(englishPlural)}`],
    [key, `${nounTitle}序号`, `${english} no.`],
  ];
  if (tree) entries.push([tree.parent.name, `上级${nounTitle}`, `${english} above`]);
  entries.push(...fields.flatMap(fieldWords));
  if (sub) {
    entries.push(['lines', sub.label, pluralOf(sub.english)], ['addLine', `添加${sub.label}`, `Add ${lowerFirst(sub.english)}`]);
    const words = formFields(sub.fields).flatMap(fieldWords);
    entries.push(...words.map(([name, ...texts]): Word => [`line.${name}`, ...texts]));
  }
  if (hasCreateTimeFilter) entries.push(['beginTime', '创建时间从', 'Created from'], ['endTime', '创建时间到', 'Created to']);
  if (revised) entries.push(['version', '版本', 'Revision']);
  const seenKeys = new Set<string>();
  const all: Word[] = [[root, nounTitle, english], ...entries.map(([name, ...texts]): Word => [`${root}.${name}`, ...texts])];
  return all.filter(([word]) => !seenKeys.has(word) && seenKeys.add(word));
}

/** `locales/<language>/generated/<domain>/<noun>.json` */
export function localeFile(model: GenModel, language: Language): string {
  const words = wordsOf(model).map(([key, chinese, english]) => [key, language === 'zh-CN' ? chinese : english]);
  return `${JSON.stringify(Object.fromEntries(words), null, 2)}\n`;
}

/** Problems of the module: duplicate values, records in use, and moves within a tree. */
export function problemsOf({ noun, nounTitle, english: title, fields, uses, keys, tree, sub }: GenModel) {
  const record = lowerFirst(title);
  const problem = (name: string, chinese: string, english: string, status = 409, code = 500) => ({ name, chinese, english, status, code });
  const taken = (field: GenField) =>
    problem(
      takenProblemName({ noun }, field),
      field.line
        ? `${sub?.label}里的${field.label}有两行相同，或已被别的记录使用；逐行改成不同的`
        : `${field.label}“{${field.name}}”已被使用；换一个`,
      field.line
        ? `Two lines have the same ${lowerFirst(field.english)}, or another record uses it; make each line’s its own`
        : `${field.english} “{${field.name}}” is taken; choose another`,
    );
  const problems = [
    ...[...fields, ...formFields(sub?.fields ?? [])].filter(({ unique }) => unique).map(taken),
    ...[...keys, ...(sub?.keys ?? [])].map((key) => problem(key.problem, key.chinese, key.english)),
  ];
  const inUse = [`还有记录用到这个${nounTitle}，不能删除；先改掉它们`, `Records still refer to this ${record}; change them first`] as const;
  const above = [
    `这个${nounTitle}还有下级，不能删除；先删除或移走下级`,
    `This ${record} has others below it; remove or move them first`,
  ] as const;
  const itself = [
    `${nounTitle}不能放到自己或自己的下级之下；另选一个上级`,
    `The ${record} cannot be below itself; choose another one above it`,
  ] as const;
  if (uses.length > 0) problems.push(problem(`${noun}InUse`, ...inUse));
  if (tree) problems.push(problem(`${noun}HasChildren`, ...above, 409, 601), problem(`${noun}BelowItself`, ...itself, 400));
  return problems;
}
