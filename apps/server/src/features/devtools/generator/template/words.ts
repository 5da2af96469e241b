import type { Language } from '@suyuan/contract';
import type { GenField } from '../generator-field.ts';
import { takenProblemName } from '../generator-key.ts';
import { type GenModel, pluralOf } from '../generator-model.ts';
import { formFields, hasSharedLabel, isRangeFilter, labeledReferences, labelOf, rangeOf } from './contract.ts';
import { lowerFirst } from './source.ts';

type Word = [key: string, chinese: string, english: string];

function wordsOf(model: GenModel): Word[] {
  const { domain, noun, key, nounTitle, title, english, englishPlural, fields, tree, sub, hasCreateTimeFilter, revised } = model;
  const root = `${domain}.${noun}`;
  const fieldWords = (field: GenField, before = ''): Word[] => {
    const { name, label, english: fieldEnglish, line } = field;
    const ends = field.query && isRangeFilter(field) ? rangeOf(field) : [];
    const words: Word[] = [
      [name, label, fieldEnglish],
      [labelOf(field), label, fieldEnglish],
    ];
    return [
      ...words.filter((_, at) => (at === 0 ? line || !hasSharedLabel(field) : labeledReferences([field]).length > 0)),
      ...field.choices.map((choice): Word => [`${name}.${choice.value}`, choice.label, choice.english]),
      ...ends.map((end, at): Word => [end, `${label}${at ? '到' : '从'}`, `${fieldEnglish} ${at ? 'to' : 'from'}`]),
    ].map(([key, ...texts]) => [`${before}${key}`, ...texts]);
  };
  const entries: Word[] = [
    ['title', title, englishPlural],
    ['purpose', `查找和维护${nounTitle}`, `Find and keep ${lowerFirst(englishPlural)}`],
    [key, `${nounTitle}序号`, `${english} no.`],
  ];
  if (tree) entries.push([tree.parent.name, `上级${nounTitle}`, `${english} above`]);
  entries.push(...fields.flatMap((field) => fieldWords(field)));
  if (sub) {
    entries.push(['lines', sub.label, pluralOf(sub.english)], ['addLine', `添加${sub.label}`, `Add ${lowerFirst(sub.english)}`]);
    entries.push(...formFields(sub.fields).flatMap((field) => fieldWords(field, 'line.')));
  }
  if (hasCreateTimeFilter) entries.push(['beginTime', '创建时间从', 'Created from'], ['endTime', '创建时间到', 'Created to']);
  if (revised) entries.push(['version', '版本', 'Version']);
  const seenKeys = new Set<string>();
  const all: Word[] = [[root, nounTitle, english], ...entries.map(([name, ...texts]): Word => [`${root}.${name}`, ...texts])];
  return all.filter(([word]) => !seenKeys.has(word) && seenKeys.add(word));
}

/** `locales/<language>/generated/<domain>/<noun>.json` */
export function localeFile(model: GenModel, language: Language): string {
  const words = wordsOf(model).map(([key, chinese, english]) => [key, language === 'zh-CN' ? chinese : english]);
  return `${JSON.stringify(Object.fromEntries(words), null, 2)}\n`;
}

/** Problems of the module: duplicate values and records in use. */
export function problemsOf(model: GenModel): { name: string; chinese: string; english: string }[] {
  const { noun, nounTitle, fields, uses, keys, tree, sub } = model;
  const english = lowerFirst(model.english);
  const unique = (list: readonly GenField[]) => list.filter((field) => field.unique);
  const problems: Word[] = [
    ...unique(fields).map(
      (field): Word => [
        takenProblemName(model, field),
        `${field.label}“{${field.name}}”已被使用；换一个`,
        `${field.english} “{${field.name}}” is taken; choose another`,
      ],
    ),
    ...unique(formFields(sub?.fields ?? [])).map(
      (field): Word => [
        takenProblemName(model, field),
        `${sub?.label}里的${field.label}有两行相同，或已被别的记录使用；逐行改成不同的`,
        `Two lines have the same ${lowerFirst(field.english)}, or another record uses it; make each line’s its own`,
      ],
    ),
    ...[...keys, ...(sub?.keys ?? [])].map((key): Word => [key.problem, key.chinese, key.english]),
  ];
  const inUse = [
    `还有记录用到这个${nounTitle}，不能删除；先改掉它们`,
    `Records still refer to this ${english}; change them first`,
  ] as const;
  const below = [
    `这个${nounTitle}还有下级，不能删除；先删除或移走下级`,
    `This ${english} has others below it; remove or move them first`,
  ] as const;
  const itself = [
    `${nounTitle}不能放到自己或自己的下级之下；另选一个上级`,
    `The ${english} cannot be below itself; choose another one above it`,
  ] as const;
  if (uses.length > 0) problems.push([`${noun}InUse`, ...inUse]);
  if (tree) problems.push([`${noun}HasChildren`, ...below], [`${noun}BelowItself`, ...itself]);
  return problems.map(([name, chinese, englishText]) => ({ name, chinese, english: englishText }));
}
