import type { GenField } from '../generator-field.ts';
import { choicesOf, type GenModel } from '../generator-model.ts';
import { filled } from './contract.ts';
import { column, control, filter, isCoded, itemProps, optionsName, optionsOf } from './controls.ts';
import { array, group, indent, laidOut, object, quoted } from './layout.ts';
import { sorted } from './names.ts';

const SHARED_PARTS: [name: string, file: string][] = [
  ['CodeBadge', 'ui/columns.tsx'],
  ['columnOf', 'ui/columns.tsx'],
  ['asList', 'ui/as-list.ts'],
  ['DayInput', 'ui/day-input.tsx'],
  ['MomentInput', 'ui/day-input.tsx'],
  ['useDictionary', 'data/dictionary.ts'],
  ['DictionaryTag', 'ui/dictionary-tag.tsx'],
  ['Field', 'ui/field.tsx'],
  ['LinesField', 'ui/lines-field.tsx'],
  ['LinesView', 'ui/lines-view.tsx'],
  ['NumberField', 'ui/number-field.tsx'],
  ['NumberItem', 'ui/number-item.tsx'],
  ['NumberRange', 'ui/range-filter.tsx'],
  ['RangeFilter', 'ui/range-filter.tsx'],
  ['RecordSelect', 'ui/record-select.tsx'],
  ['ResourcePage', 'ui/resource-page.tsx'],
  ['TreePage', 'ui/tree-page.tsx'],
  ['ParentField', 'ui/tree-page.tsx'],
  ['RichTextEditor', 'ui/rich-text-editor.tsx'],
  ['UploadedPicture', 'ui/upload-field.tsx'],
  ['UploadField', 'ui/upload-field.tsx'],
  ['useWords', 'data/words.ts'],
];

const ANTD = ['Checkbox', 'Form', 'Input', 'Radio', 'Select', 'Switch'];

const has = (text: string, name: string) => new RegExp(`(?<![\\w.'"-])${name}(?![\\w'"-])`).test(text.replaceAll('...', ' '));

function imports(model: GenModel, text: string, contract: readonly string[]): string {
  const own = sorted([...contract, ...ofContract(model)].filter((name) => has(text, name)));
  const antd = ANTD.filter((name) => has(text, name));
  const files = [...new Set(SHARED_PARTS.filter(([name]) => has(text, name)).map(([, file]) => file))].sort((a, b) =>
    bareName(a) < bareName(b) ? -1 : 1,
  );
  return [
    laidOut(group(['import ', object(own), " from '@suyuan/contract';"])),
    antd.length > 0 ? laidOut(group(['import ', object(antd), " from 'antd';"])) : '',
    ...files.map(
      (file) =>
        `import { ${sorted(SHARED_PARTS.filter(([name, at]) => at === file && has(text, name)).map(([name]) => name)).join(', ')} } from '../../../${file}';\n`,
    ),
  ].join('');
}

/** Biome sorts paths without extension. */
const bareName = (file: string) => file.replace(/\.tsx?$/, '');

const ofContract = ({ plural, noun, fields, sub }: GenModel) => [
  plural,
  ...[...fields, ...(sub?.fields ?? [])].flatMap((field) => [
    ...(field.kind === 'choice' ? [choicesOf(noun, field)] : []),
    ...(field.ref?.known ? [field.ref.known.value] : []),
  ]),
];

const field = (model: GenModel, each: GenField, first: boolean): string[] => [
  `<Field of={${model.plural}} name="${each.name}"${first && model.fields.some(({ name }) => name === `${each.name}.hint`) ? ' extra={null}' : ''}${itemProps(each)}>`,
  `  ${control(model, each)}`,
  '</Field>',
];

/** Initial values of a new record: `0` for required flags, and column defaults of required choices and integers. */
function blankOf({ fields }: GenModel): string[] {
  return filled(fields).flatMap(({ name, kind, default: given, nullable, choices }) => {
    if (kind === 'flag') return nullable ? [] : [`${name}: '0'`];
    if (kind === 'choice' && !nullable) {
      const value = /^'([\w.-]+)'/.exec(given ?? '')?.[1];
      return choices.some((choice) => choice.value === value) ? [`${name}: ${quoted(value ?? '')}`] : [];
    }
    if (kind === 'int' && /^\d+$/.test(given ?? '')) return [`${name}: ${given}`];
    return [];
  });
}

/** `apps/console/src/features/<domain>/<noun>/<noun>-page.tsx` */
export function pageFile(model: GenModel): string {
  const { plural, domain, noun, type, fields, tree, sub, formColumns, key, view } = model;
  const coded = [
    ...fields.filter((each) => isCoded(each) && (each.query || each.insert || each.edit)),
    ...(sub?.fields.filter(isCoded) ?? []),
  ];
  const options = coded.filter(
    (each, at) =>
      coded.findIndex((other) => optionsName(model, other) === optionsName(model, each)) === at && (each.kind !== 'boolean' || each.query),
  );
  const listed = fields.filter(({ list }) => list);
  const named = tree
    ? [...listed.filter(({ name }) => name === tree.name), ...listed.filter(({ name }) => name !== tree.name)]
    : firstNamed(listed);
  const columns = [...named.map((each) => column(model, each)), ...(model.listed ? [`columnOf(${plural}, 'createTime')`] : [])];
  const filters = [
    ...fields.filter(({ query }) => query).flatMap((each) => filter(model, each)),
    ...(model.created && !tree ? [`<RangeFilter label={t('common.field.createTime')} />`] : []),
  ];
  const form = filled(fields).flatMap((each, at) => field(model, each, at === 0));
  const indented = (lines: readonly string[], by: number) => lines.map((each) => `${' '.repeat(by)}${each}`).join('\n');
  const blank = blankOf(model);
  const own = tree
    ? [
        `      parent=${JSON.stringify(tree.parent.name)}`,
        `      name=${JSON.stringify(tree.name)}`,
        ...(tree.order ? [`      order=${JSON.stringify(tree.order.name)}`] : []),
      ]
    : [];
  const parent = tree ? [`<ParentField of={${plural}} name="${tree.parent.name}" label="${tree.name}" />`] : [];
  const lines = sub
    ? [
        `<Form.Item label={t(${quoted(`${domain}.${noun}.lines`)})}>`,
        '  <LinesField',
        `    name="${sub.list}"`,
        `    add={t(${quoted(`${domain}.${noun}.addLine`)})}`,
        '    columns={[',
        ...filled(sub.fields).flatMap((each) => lineColumn(model, each).map((text) => `      ${text}`)),
        '    ]}',
        '  />',
        '</Form.Item>',
      ]
    : [];
  const component = tree ? 'TreePage' : 'ResourcePage';
  // lines need a wide form
  const beside = Math.max(formColumns, sub ? 2 : 1);
  const wide = beside > 1 && !tree ? [`      formColumns={${beside}}`] : [];
  const viewing = sub
    ? [
        '      view={(record) => (',
        `        <LinesView of={${plural}} record={record} name="${sub.list}" title={t(${quoted(`${domain}.${noun}.lines`)})} columns={lines} />`,
        '      )}',
      ]
    : [];
  const told = sub
    ? `${laidOut(indent(['  const lines = ', array(filled(sub.fields).map((each) => `{ name: ${quoted(each.name)}, title: t(${quoted(`${domain}.${noun}.line.${each.name}`)}) }`)), ';'])).trimEnd()}\n`
    : '';
  const text = `export default function ${type}Page() {
  const t = useWords();
${options.map((each) => `${optionsOf(model, each)}\n`).join('')}${told}  return (
    <${component}
      resource={${plural}}
${blank.length > 0 ? `${laidOut(indent(['      blank=', '{', object(blank), '}'])).trimEnd()}\n` : ''}${[...own, ...wide].map((each) => `${each}\n`).join('')}${view && !tree ? `      detail={({ ${key} }) => \`\${${plural}.path}/\${${key}}\`}\n` : ''}${laidOut(indent(indent(indent(['      columns={', array(columns), '}'])))).trimEnd()}
      filters={${filters.length > 0 ? `\n        <>\n${indented(filters, 10)}\n        </>\n      ` : 'null'}}
      form={
        <>
${indented([...parent, ...form, ...lines], 10)}
        </>
      }
${viewing.map((each) => `${each}\n`).join('')}    />
  );
}
`;
  return `${imports(model, text, [plural])}\n${text}`;
}

/** The first list column: a name, else a code, else any other. */
function firstNamed(listed: readonly GenField[]): readonly GenField[] {
  const first =
    listed.find(({ name, kind }) => kind === 'text' && /Name$/.test(name)) ??
    listed.find(({ name, kind }) => kind === 'text' && /(Code|No|Title)$/.test(name));
  return first ? [first, ...listed.filter((each) => each !== first)] : listed;
}

/** Indent of the line columns in the page, and the line width. */
const [LINES_AT, WIDTH] = [18, 140];

function lineColumn(model: GenModel, each: GenField): string[] {
  const { domain, noun } = model;
  const parts = [
    `name: ${quoted(each.name)}`,
    `title: t(${quoted(`${domain}.${noun}.line.${each.name}`)})`,
    ...(each.required && each.kind !== 'boolean' ? ['required: true'] : []),
    ...(each.kind === 'boolean' ? ["value: 'checked'"] : []),
    `control: ${control(model, each)}`,
  ];
  const whole = `{ ${parts.join(', ')} },`;
  return LINES_AT + whole.length <= WIDTH ? [whole] : ['{', ...parts.map((part) => `  ${part},`), '},'];
}
