import { isWord, MAX_DRAWER_FIELDS } from '@suyuan/contract';
import { zhCN } from '@suyuan/contract/words/zh-CN';
import { kebab } from '../../../../platform/http/rest/rest-path.ts';
import type { FieldKind, GenField } from '../generator-field.ts';
import { takenProblemName } from '../generator-key.ts';
import type { GenModel } from '../generator-model.ts';
import { inComment, lines, numberLiteral, quoted, quotedList, withImports } from './source.ts';

export const isIdentifier = ({ name }: Pick<GenField, 'name'>) => /(Code|No)$|^code$/.test(name);

/** A unique constraint that `mapUniqueErrors` finds by its name. */
export const isStandardUnique = (table: string, { unique, column, line }: GenField) => !line && unique === `${table}_${column}_key`;

/** Fields with the label that all resources share. */
export const hasSharedLabel = ({ name, label }: Pick<GenField, 'name' | 'label'>) => {
  const word = `common.field.${name}`;
  return isWord(zhCN, word) && zhCN[word] === label;
};

function baseOf(field: GenField): string {
  const { kind, max, range, places, choices, ref, query } = field;
  const bases: Record<FieldKind, string> = {
    text: `f.${isIdentifier(field) ? 'code' : 'text'}(${numberLiteral(max)})`,
    ...{ lines: `f.lines(${numberLiteral(max)})`, html: `f.lines(${numberLiteral(max)})` },
    ...{ picture: uploadOf(max), file: uploadOf(max) },
    int: `f.number(${range.map(numberLiteral).join(', ')})`,
    decimal: `f.decimal(0, 1e12, ${places})`,
    boolean: query ? "f.of('boolean', z.boolean(), { filter: z.stringbool() })" : 'f.boolean()',
    flag: 'f.flag()',
    choice: `f.choice(${quotedList(choices.map(({ value }) => value))})`,
    day: 'f.day()',
    time: "f.of('time', Time)",
    ref: ref?.resource ? 'f.reference()' : 'f.number(1, Number.MAX_SAFE_INTEGER)',
  };
  return bases[kind];
}

const uploadOf = (max: number) => `f.of('file', text(${numberLiteral(max)}, /^\\/profile\\/upload\\/[\\w./-]+$/))`;

/** Value of a new record's form: `0` for flags, and the column defaults of choices and integers. */
function initialValueOf({ kind, default: defaultValue, choices, nullable }: GenField): string | undefined {
  if (kind === 'flag') return nullable ? undefined : "'0'";
  if (kind === 'int') return /^\d+$/.exec(defaultValue ?? '')?.[0];
  const value = /^'([\w.-]+)'/.exec(defaultValue ?? '')?.[1];
  return kind === 'choice' && !nullable && choices.some((choice) => choice.value === value) ? quoted(value ?? '') : undefined;
}

function entryOf(model: GenModel, field: GenField): string {
  const { insert, edit, required, nullable } = field;
  const isInput = insert || edit;
  const initialValue = isInput && !field.line ? initialValueOf(field) : undefined;
  const calls = [
    isStandardUnique(model.table, field) && `unique(${quoted(takenProblemName(model, field))})`,
    !isInput && 'stored()',
    !(isInput && required) && (nullable ? 'optional()' : isInput && 'omittable()'),
    initialValue && `initially(${initialValue})`,
  ].filter(Boolean);
  return `${[`${field.name}: ${baseOf(field)}`, ...calls].join('.')},`;
}

export const isRangeFilter = ({ kind, queryType }: Pick<GenField, 'kind' | 'queryType'>) =>
  kind === 'time' || (queryType === 'BETWEEN' && ['day', 'int', 'decimal'].includes(kind));

/** Names of a range's two ends. */
export const rangeOf = ({ name, kind }: Pick<GenField, 'name' | 'kind'>): [string, string] =>
  kind === 'day' || kind === 'time' ? [`${name}BeginTime`, `${name}EndTime`] : [`${name}From`, `${name}To`];

const rangeEntry = (field: GenField) => {
  const [begin, end] = rangeOf(field);
  const source = field.kind === 'time' ? "f.of('day', Moment)" : baseOf(field);
  return `${begin}: ${source},\n${end}: ${source},`;
};

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

/** The name first, else the code. */
function nameFirst({ tree }: GenModel, fields: readonly GenField[]): readonly GenField[] {
  const isText = (pattern: RegExp) => fields.find(({ name, kind }) => kind === 'text' && pattern.test(name));
  const first = fields.find(({ name }) => name === tree?.name) ?? isText(/Name$/) ?? isText(/(Code|No|Title)$/);
  return first ? [first, ...fields.filter((each) => each !== first)] : fields;
}

const auditOf = ({ creation, revised }: GenModel): string[] => {
  if (!creation) return [];
  const optionalCreator = '/** Null: created by the installation. */\ncreateBy: audited.createBy.optional(),';
  if (!revised) return [creation.required ? 'createBy: audited.createBy,' : optionalCreator, 'createTime: audited.createTime,'];
  return ['...audited,', ...(creation.required ? [] : [optionalCreator])];
};

/** `packages/contract/src/<domain>/<noun>.ts` */
export function contractFile(model: GenModel): string {
  const { domain, noun, plural, key, nounTitle, title, fields, tree, sub, creation, hasCreateTimeFilter, hasCreateTimeColumn } = model;
  const references = labeledReferences(fields);
  const queried = nameFirst(
    model,
    fields.filter(({ query }) => query),
  );
  const ranges = queried.filter(isRangeFilter);
  const columnOf = (field: GenField) => (references.includes(field) ? labelOf(field) : field.name);
  const ownWords = fields.filter((field) => isWord(zhCN, `common.field.${field.name}`) && !hasSharedLabel(field));
  const listed = nameFirst(
    model,
    fields.filter(({ list }) => list),
  );
  const parent =
    tree && `/** 0: at the top. */\n${tree.parent.name}: f.of('reference', int(0, Number.MAX_SAFE_INTEGER)).omittable().initially(0),`;
  const filterNames = queried.flatMap((field) => (isRangeFilter(field) ? rangeOf(field) : [field.name]));
  const sortable = tree ? [] : [...fields.filter(isSortable).map(({ name }) => name), ...(creation ? ['createTime'] : [])];
  const inputs = nameFirst(model, formFields(fields));
  const isLong = inputs.length > MAX_DRAWER_FIELDS;
  // of a long form, required fields are visible first
  const visible = isLong
    ? inputs.toSorted((one, other) => Number(other.required) - Number(one.required)).slice(0, MAX_DRAWER_FIELDS)
    : inputs;
  const namesOf = (isVisible: boolean) => inputs.filter((field) => visible.includes(field) === isVisible).map(({ name }) => name);
  const body = lines(
    sub && lineDeclaration(model, sub),
    `/** ${inComment(nounTitle)}.${tree ? ' The list is complete and flat; the client builds the tree.' : ''} */`,
    `export const ${plural} = defineResource({`,
    `domain: ${quoted(domain)}, name: ${quoted(noun)}, key: ${quoted(key)}, rest: ${quoted(kebab(plural))},`,
    ownWords.length > 0 && `ownWords: ${quotedList(ownWords.map(({ name }) => name))},`,
    `log: ${quoted(title)},`,
    `operations: ${quotedList(['list', 'read', 'add', 'edit', 'remove', ...(tree ? [] : ['export'])])},`,
    'fields: {',
    parent,
    ...fields.map((field) => entryOf(model, field)),
    ...references.map((field) => `${labelOf(field)}: f.serverText().optional(),`),
    sub && `/** All lines. Empty in lists. */\n${sub.list}: f.json(z.array(lines.input).max(500)).omittable(),`,
    ...auditOf(model),
    '},',
    ranges.length > 0 && `moreFilters: {\n${ranges.map(rangeEntry).join('\n')}\n},`,
    `filters: ${quotedList([...filterNames, ...(hasCreateTimeFilter ? ['created'] : [])])},`,
    `sortable: ${quotedList(sortable)},`,
    `columns: ${quotedList([...listed.map(columnOf), ...(hasCreateTimeColumn ? ['createTime'] : [])])},`,
    `form: ${quotedList(namesOf(true))},`,
    isLong && `moreForm: ${quotedList(namesOf(false))},`,
    '});\n',
    tree && treeRequests(model),
  );
  return withImports(body, [
    ['zod', 'z'],
    ['../core/endpoint.ts', 'defineEndpoint'],
    ['../core/field-kinds.ts', 'audited f'],
    ['../core/fields.ts', 'int Moment Time text'],
    ['../core/resource.ts', 'defineResource'],
  ]);
}

const lineDeclaration = (model: GenModel, { key, fields }: NonNullable<GenModel['sub']>) => `/** Lines have no requests of their own. */
const lines = defineResource({
  domain: ${quoted(model.domain)}, name: ${quoted(model.noun)}, key: ${quoted(key)}, operations: [],
  fields: { ${lines(...formFields(fields).map((field) => entryOf(model, field)))} },
  filters: [], sortable: [], columns: [],
});
`;

const treeRequests = ({ noun, plural }: GenModel) => `
export const ${noun}List = defineEndpoint(${plural}, 'GET /list', {
  permission: 'list', filters: ${plural}.filters, data: z.array(${plural}.record),
});
`;
