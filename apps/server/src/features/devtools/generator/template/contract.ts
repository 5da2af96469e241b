import { isWord } from '@suyuan/contract';
import { zhCN } from '@suyuan/contract/words/zh-CN';
import type { GenField } from '../generator-field.ts';
import { choicesOf, type GenModel } from '../generator-model.ts';
import { array, callDoc, chain, type Doc, group, hardLine, inComment, indent, joinLines, object, printDoc, quoted } from './doc-printer.ts';

function fieldSchema(noun: string, field: GenField): Doc {
  const { kind, max, range, places } = field;
  switch (kind) {
    case 'text':
      return `text(${formatNumber(max)})`;
    case 'picture':
    case 'file':
      return `text(${formatNumber(max)}, /^\\/profile\\/upload\\/[\\w./-]+$/)`;
    case 'lines':
    case 'html':
      return `lines(${formatNumber(max)})`;
    case 'int':
      return `int(${range.map(formatBound).join(', ')})`;
    case 'decimal':
      return `decimal(0, 1e12, ${places})`;
    case 'boolean':
      return 'z.boolean()';
    case 'flag':
      return 'Flag';
    case 'choice':
      return `z.enum(${choicesOf(noun, field)})`;
    case 'day':
      return 'Day';
    case 'time':
      return 'Time';
    case 'ref':
      return 'Id';
  }
}

/** A number in Biome's format. */
const formatNumber = (number: number) => (number >= 10_000 ? String(number).replace(/\B(?=(\d{3})+$)/g, '_') : String(number));
const formatBound = (number: number) => {
  if (Math.abs(number) === Number.MAX_SAFE_INTEGER) return `${number < 0 ? '-' : ''}Number.MAX_SAFE_INTEGER`;
  return number < 0 ? `-${formatNumber(-number)}` : formatNumber(number);
};

/** Schema of a field in input: required, optional, or nullable. */
function inputRule(noun: string, field: GenField): Doc {
  const { kind, required, nullable } = field;
  const schema = fieldSchema(noun, field);
  if (required) return schema;
  if (!nullable) return kind === 'flag' || kind === 'boolean' ? [schema, '.optional()'] : callDoc('unlessBlank', schema);
  if (kind === 'text' || kind === 'picture' || kind === 'file') return String(schema).replace(/^text/, 'optionalText');
  if (kind === 'lines' || kind === 'html') return String(schema).replace(/^lines/, 'optionalLines');
  if (kind === 'day') return 'optionalDay';
  if (kind === 'ref') return 'optionalId';
  return callDoc('orNone', schema);
}

function filtersOf(noun: string, field: GenField): Doc[] {
  const { name, kind, queryType, max } = field;
  if (kind === 'day' || kind === 'time') {
    const [begin, end] = rangeOf(field);
    return queryType === 'BETWEEN' ? [`${begin}: Moment`, `${end}: Moment`] : [kind === 'day' ? `${name}: Day` : `${name}: Moment`];
  }
  if ((kind === 'int' || kind === 'decimal') && queryType === 'BETWEEN') {
    const [begin, end] = rangeOf(field);
    return [
      [`${begin}: `, fieldSchema(noun, field)],
      [`${end}: `, fieldSchema(noun, field)],
    ];
  }
  if (kind === 'text' || kind === 'lines') return [`${name}: text(${Math.min(max, 100)})`];
  if (kind === 'boolean') return [`${name}: z.stringbool()`];
  return [[`${name}: `, fieldSchema(noun, field)]];
}

/** Names of a range's two ends, as in the console's range filters. */
export const rangeOf = ({ name, kind }: Pick<GenField, 'name' | 'kind'>): [string, string] =>
  kind === 'day' || kind === 'time' ? [`${name}BeginTime`, `${name}EndTime`] : [`${name}From`, `${name}To`];

export const isRangeFilter = ({ kind, queryType }: Pick<GenField, 'kind' | 'queryType'>) =>
  queryType === 'BETWEEN' && ['day', 'time', 'int', 'decimal'].includes(kind);

const isSortable = ({ kind, list, max }: GenField) =>
  list && (['int', 'decimal', 'day', 'time'].includes(kind) || (kind === 'text' && max <= 100));

export const formFields = (fields: readonly GenField[]) => fields.filter(({ insert, edit }) => insert || edit);

/** References that are shown with a label. */
export const labeledReferences = (fields: readonly GenField[]) =>
  fields.filter(
    (field) =>
      field.kind === 'ref' && field.ref?.label && field.column.endsWith('_id') && !fields.some(({ name }) => name === labelOf(field)),
  );

/** Label field of a reference: `supplierId` → `supplierName`. */
export const labelOf = ({ name }: GenField) => `${name.slice(0, -2)}Name`;

const readOnlyField = (noun: string, field: GenField): Doc => {
  const schema = field.kind === 'text' || field.kind === 'lines' || field.kind === 'html' ? 'z.string()' : fieldSchema(noun, field);
  return [`${field.name}: `, schema, field.nullable ? '.nullable()' : ''];
};

function docComment(text: string): Doc[] {
  return text ? [`/** ${inComment(text)} */`] : [];
}

/** `packages/contract/src/<domain>/<noun>.ts` */
export function contractFile(model: GenModel): string {
  const { domain, noun, plural, type, key, nounTitle, title, fields, tree, sub } = model;
  const input = formFields(fields);
  const parent: Doc[] = tree
    ? [...docComment('0: at the top.'), 'parentId: unlessBlank(int(0, Number.MAX_SAFE_INTEGER)),'].map((text) =>
        String(text).replace('parentId', tree.parent.name),
      )
    : [];
  // a field may mean something else than the shared label of its name
  const ownWords = fields.map(({ name }) => name).filter((name) => isWord(zhCN, `common.field.${name}`));
  const choices = [...fields, ...(sub?.fields ?? [])].filter(({ kind }) => kind === 'choice');
  const entry = (field: GenField): Doc[] => [[`${field.name}: `, inputRule(noun, field), ',']];
  const lines = sub ? formFields(sub.fields) : [];
  const inputEntries: Doc[] = [
    ...parent,
    ...input.flatMap(entry),
    ...(sub
      ? [
          ...docComment('All of its lines: those that are not sent are gone.'),
          `${sub.list}: z.array(${sub.type}Input).max(500).optional(),`,
        ]
      : []),
    ...(model.revised ? ['version: Version,'] : []),
  ];
  const recordEntries: Doc[] = [
    `${key}: Id,`,
    `...${type}Input.required().shape,`,
    ...(tree ? [`${tree.parent.name}: z.int(),`] : []),
    ...fields.filter(({ insert, edit }) => !insert && !edit).map((field): Doc => [readOnlyField(noun, field), ',']),
    ...labeledReferences(fields).flatMap((field) => [`${labelOf(field)}: z.string().nullable(),`]),
    ...(sub ? [...docComment('Empty in lists.'), `${sub.list}: z.array(${sub.type}),`] : []),
    ...audit(model),
  ];
  const filters: Doc[] = [
    ...fields.filter(({ query }) => query).flatMap((field) => filtersOf(noun, field)),
    ...(model.hasCreateTimeFilter ? ['...createdBetween'] : []),
  ];
  const sortable = tree ? [] : [...fields.filter(isSortable).map(({ name }) => name), ...(model.creation ? ['createTime'] : [])];
  const block = (name: string, body: readonly Doc[]): Doc => [
    `${name} = z.object({`,
    indent(body.flatMap((each) => [hardLine, each])),
    hardLine,
    '});',
  ];
  const body: Doc[] = [
    ...choices.flatMap((field): Doc[] => [
      ...docComment(field.label),
      [`export const ${choicesOf(noun, field)} = `, array(field.choices.map(({ value }) => quoted(value))), ' as const;'],
      '',
    ]),
    ...(sub
      ? [
          block(`const ${sub.type}Input`, [...lines.flatMap(entry)]),
          '',
          block(`export const ${sub.type}`, [`${sub.key}: Id,`, `...${sub.type}Input.required().shape,`]),
          `export type ${sub.type} = z.output<typeof ${sub.type}>;`,
          '',
        ]
      : []),
    block(`const ${type}Input`, inputEntries),
    '',
    block(`export const ${type}`, recordEntries),
    `export type ${type} = z.output<typeof ${type}>;`,
    '',
    ...docComment(tree ? `${nounTitle}. Its list is complete and flat; the client builds the tree.` : `${nounTitle}.`),
    [
      `export const ${plural} = defineResource({`,
      indent(
        [
          `domain: ${quoted(domain)},`,
          `name: ${quoted(noun)},`,
          `key: ${quoted(key)},`,
          ...(ownWords.length > 0 ? [['ownWords: ', array(ownWords.map(quoted)), ','] as Doc] : []),
          `log: ${quoted(title)},`,
          ['operations: ', array(['list', 'read', 'add', 'edit', 'remove', ...(tree ? [] : ['export'])].map(quoted)), ','] as Doc,
          `record: ${type},`,
          `input: ${type}Input,`,
          ['filters: ', filterObject(filters), ','] as Doc,
          ['sortable: ', array(sortable.map(quoted)), ','] as Doc,
        ].flatMap((each): Doc[] => [hardLine, each]),
      ),
      hardLine,
      '});',
    ],
  ];
  const text = printDoc(joinLines(body));
  return `import { z } from 'zod';\n${coreImport(text)}import { defineResource } from '../core/resource.ts';\n\n${text}`;
}

const filterObject = (filters: readonly Doc[]): Doc =>
  filters.length === 0 ? 'z.object({})' : chain('z', [callDoc('object', object(filters)), 'partial()']);

/** Audit fields. Records with only one of creation and revision get separate fields. */
function audit({ creation, revised }: GenModel): Doc[] {
  const creatorEntry: Doc[] =
    creation && !creation.required ? ['/** Null: created by the installation. */', 'createBy: z.string().nullable(),'] : [];
  if (revised) return ['...audited,', ...creatorEntry];
  if (creation) return [...(creatorEntry.length > 0 ? creatorEntry : ['createBy: z.string(),']), 'createTime: Time,'];
  return [];
}

const CORE_EXPORTS = [
  'audited',
  'createdBetween',
  'Day',
  'decimal',
  'Flag',
  'Id',
  'int',
  'lines',
  'Moment',
  'optionalDay',
  'optionalId',
  'optionalLines',
  'optionalText',
  'orNone',
  'Time',
  'text',
  'unlessBlank',
  'Version',
];

function coreImport(text: string): string {
  const usedNames = CORE_EXPORTS.filter((name) => new RegExp(`(?<![\\w.'])(\\.\\.\\.)?${name}(?![\\w':])`).test(text));
  return printDoc(group(['import ', object(usedNames), " from '../core/fields.ts';"]));
}
