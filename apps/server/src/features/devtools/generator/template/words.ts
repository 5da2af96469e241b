import type { Language } from '@suyuan/contract';
import type { GenField } from '../generator-field.ts';
import { takenProblemName } from '../generator-key.ts';
import { type GenModel, pluralOf } from '../generator-model.ts';
import { formFields, isRangeFilter, labeledReferences, labelOf, rangeOf } from './contract.ts';

type Word = [key: string, chinese: string, english: string];

const lowerFirst = (text: string) => text.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());

function wordsOf(model: GenModel): Word[] {
  const { domain, noun, key, nounTitle, title, english, englishPlural, fields, tree, sub, creation, hasCreateTimeFilter, revised } = model;
  const root = `${domain}.${noun}`;
  const fieldWords = (field: GenField): Word[] => [
    [field.name, field.label, field.english],
    ...(field.kind === 'ref' && labeledReferences([field]).length > 0 ? [[labelOf(field), field.label, field.english] as Word] : []),
    ...field.choices.map(({ value, label, english: englishLabel }): Word => [`${field.name}.${value}`, label, englishLabel]),
    ...(field.query && isRangeFilter(field)
      ? rangeOf(field).map(
          (name, index): Word => [name, `${field.label}${index ? '到' : '从'}`, `${field.english} ${index ? 'to' : 'from'}`],
        )
      : []),
  ];
  const entries: Word[] = [
    ['title', title, englishPlural],
    ['purpose', `查找和维护${nounTitle}`, `Find and keep ${lowerFirst(englishPlural)}`],
    [key, `${nounTitle}序号`, `${english} no.`],
    ...(tree ? [[tree.parent.name, `上级${nounTitle}`, `${english} above`] as Word] : []),
    ...fields.flatMap(fieldWords),
    ...(sub
      ? ([
          ['lines', sub.label, pluralOf(sub.english)],
          ['addLine', `添加${sub.label}`, `Add ${lowerFirst(sub.english)}`],
          ...formFields(sub.fields)
            .flatMap(fieldWords)
            .map(([name, ...texts]) => [`line.${name}`, ...texts] as Word),
        ] as Word[])
      : []),
    ...(creation && hasCreateTimeFilter
      ? ([
          ['beginTime', '创建时间从', 'Created from'],
          ['endTime', '创建时间到', 'Created to'],
        ] as Word[])
      : []),
    ...(revised ? [['version', '版本', 'Version'] as Word] : []),
  ];
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
  const { nounTitle, english, fields, uses, keys, tree, sub } = model;
  return [
    ...fields
      .filter(({ unique }) => unique)
      .map((field) => ({
        name: takenProblemName(model, field),
        chinese: `${field.label}“{${field.name}}”已被使用；换一个`,
        english: `${field.english} “{${field.name}}” is taken; choose another`,
      })),
    ...formFields(sub?.fields ?? [])
      .filter(({ unique }) => unique)
      .map((field) => ({
        name: takenProblemName(model, field),
        chinese: `${sub?.label}里的${field.label}有两行相同，或已被别的记录使用；逐行改成不同的`,
        english: `Two lines have the same ${lowerFirst(field.english)}, or another record uses it; make each line’s its own`,
      })),
    ...[...keys, ...(sub?.keys ?? [])].map(({ problem: name, chinese, english }) => ({ name, chinese, english })),
    ...(uses.length > 0
      ? [
          {
            name: `${model.noun}InUse`,
            chinese: `还有记录用到这个${nounTitle}，不能删除；先改掉它们`,
            english: `Records still refer to this ${lowerFirst(english)}; change them first`,
          },
        ]
      : []),
    ...(tree
      ? [
          {
            name: `${model.noun}HasChildren`,
            chinese: `这个${nounTitle}还有下级，不能删除；先删除或移走下级`,
            english: `This ${lowerFirst(english)} has others below it; remove or move them first`,
          },
          {
            name: `${model.noun}BelowItself`,
            chinese: `${nounTitle}不能放到自己或自己的下级之下；另选一个上级`,
            english: `The ${lowerFirst(english)} cannot stand below itself; choose another above it`,
          },
        ]
      : []),
  ];
}
