import type { GenField } from '../generator-field.ts';
import { choicesOf, type GenModel } from '../generator-model.ts';
import { formFields } from './contract.ts';
import { column, control, filter, isCoded, itemProps, optionsName, optionsOf } from './controls.ts';
import { array, group, indent, object, printDoc, quoted } from './doc-printer.ts';
import { sortNames } from './names.ts';

const SHARED_PARTS: [name: string, file: string][] = [
  ['CodeBadge', 'ui/columns.tsx'],
  ['columnOf', 'ui/columns.tsx'],
  ['commaSeparatedProps', 'ui/comma-separated-props.ts'],
  ['DayInput', 'ui/day-input.tsx'],
  ['DateTimeInput', 'ui/day-input.tsx'],
  ['useDictionary', 'data/dictionary.ts'],
  ['DictionaryTag', 'ui/dictionary-tag.tsx'],
  ['Field', 'ui/field.tsx'],
  ['LinesField', 'ui/lines-field.tsx'],
  ['LinesView', 'ui/lines-view.tsx'],
  ['NumberField', 'ui/number-field.tsx'],
  ['NumberFormItem', 'ui/number-form-item.tsx'],
  ['NumberRange', 'ui/range-filter.tsx'],
  ['RangeFilter', 'ui/range-filter.tsx'],
  ['RecordSelect', 'ui/record-select.tsx'],
  ['ResourcePage', 'ui/resource-page.tsx'],
  ['TreePage', 'ui/tree-page.tsx'],
  ['ParentField', 'ui/tree-page.tsx'],
  ['RichTextEditor', 'ui/rich-text-editor.tsx'],
  ['UploadedPicture', 'ui/upload-field.tsx'],
  ['UploadField', 'ui/upload-field.tsx'],
  ['useTranslations', 'data/i18n.ts'],
];

const ANTD = ['Checkbox', 'Form', 'Input', 'Radio', 'Select', 'Switch'];

const containsName = (text: string, name: string) => new RegExp(`(?<![\\w.'"-])${name}(?![\\w'"-])`).test(text.replaceAll('...', ' '));

function imports(model: GenModel, text: string, contract: readonly string[]): string {
  const contractNames = sortNames([...contract, ...contractNamesOf(model)].filter((name) => containsName(text, name)));
  const antd = ANTD.filter((name) => containsName(text, name));
  const files = [...new Set(SHARED_PARTS.filter(([name]) => containsName(text, name)).map(([, file]) => file))].sort((a, b) =>
    bareName(a) < bareName(b) ? -1 : 1,
  );
  return [
    printDoc(group(['import ', object(contractNames), " from '@suyuan/contract';"])),
    antd.length > 0 ? printDoc(group(['import ', object(antd), " from 'antd';"])) : '',
    ...files.map(
      (file) =>
        `import { ${sortNames(SHARED_PARTS.filter(([name, sourceFile]) => sourceFile === file && containsName(text, name)).map(([name]) => name)).join(', ')} } from '../../../${file}';\n`,
    ),
  ].join('');
}

/** Biome sorts paths without extension. */
const bareName = (file: string) => file.replace(/\.tsx?$/, '');

const contractNamesOf = ({ plural, noun, fields, sub }: GenModel) => [
  plural,
  ...[...fields, ...(sub?.fields ?? [])].flatMap((field) => [
    ...(field.kind === 'choice' ? [choicesOf(noun, field)] : []),
    ...(field.ref?.resource ? [field.ref.resource.value] : []),
  ]),
];

const fieldElement = (model: GenModel, each: GenField, first: boolean): string[] => [
  `<Field of={${model.plural}} name="${each.name}"${first && model.fields.some(({ name }) => name === `${each.name}.hint`) ? ' extra={null}' : ''}${itemProps(each)}>`,
  `  ${control(model, each)}`,
  '</Field>',
];

/** Initial values of a new record: `0` for required flags, and column defaults of required choices and integers. */
function initialValuesOf({ fields }: GenModel): string[] {
  return formFields(fields).flatMap(({ name, kind, default: defaultValue, nullable, choices }) => {
    if (kind === 'flag') return nullable ? [] : [`${name}: '0'`];
    if (kind === 'choice' && !nullable) {
      const value = /^'([\w.-]+)'/.exec(defaultValue ?? '')?.[1];
      return choices.some((choice) => choice.value === value) ? [`${name}: ${quoted(value ?? '')}`] : [];
    }
    if (kind === 'int' && /^\d+$/.test(defaultValue ?? '')) return [`${name}: ${defaultValue}`];
    return [];
  });
}

/** `apps/console/src/features/<domain>/<noun>/<noun>-page.tsx` */
export function pageFile(model: GenModel): string {
  const { plural, domain, noun, type, fields, tree, sub, formColumns, key, view } = model;
  const codedFields = [
    ...fields.filter((each) => isCoded(each) && (each.query || each.insert || each.edit)),
    ...(sub?.fields.filter(isCoded) ?? []),
  ];
  const options = codedFields.filter(
    (each, at) =>
      codedFields.findIndex((other) => optionsName(model, other) === optionsName(model, each)) === at &&
      (each.kind !== 'boolean' || each.query),
  );
  const listFields = fields.filter(({ list }) => list);
  const orderedFields = tree
    ? [...listFields.filter(({ name }) => name === tree.name), ...listFields.filter(({ name }) => name !== tree.name)]
    : nameFirst(listFields);
  const columns = [
    ...orderedFields.map((each) => column(model, each)),
    ...(model.hasCreateTimeColumn ? [`columnOf(${plural}, 'createTime')`] : []),
  ];
  const filters = [
    ...fields.filter(({ query }) => query).flatMap((each) => filter(model, each)),
    ...(model.hasCreateTimeFilter && !tree ? [`<RangeFilter label={t('common.field.createTime')} />`] : []),
  ];
  const form = formFields(fields).flatMap((each, at) => fieldElement(model, each, at === 0));
  const indentLines = (lines: readonly string[], spaces: number) => lines.map((each) => `${' '.repeat(spaces)}${each}`).join('\n');
  const initialValues = initialValuesOf(model);
  const treeProps = tree
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
        ...formFields(sub.fields).flatMap((each) => lineColumn(model, each).map((text) => `      ${text}`)),
        '    ]}',
        '  />',
        '</Form.Item>',
      ]
    : [];
  const component = tree ? 'TreePage' : 'ResourcePage';
  // lines need a wide form
  const columnCount = Math.max(formColumns, sub ? 2 : 1);
  const formColumnsProp = columnCount > 1 && !tree ? [`      formColumns={${columnCount}}`] : [];
  const viewProp = sub
    ? [
        '      view={(record) => (',
        `        <LinesView of={${plural}} record={record} name="${sub.list}" title={t(${quoted(`${domain}.${noun}.lines`)})} columns={lines} />`,
        '      )}',
      ]
    : [];
  const linesDeclaration = sub
    ? `${printDoc(indent(['  const lines = ', array(formFields(sub.fields).map((each) => `{ name: ${quoted(each.name)}, title: t(${quoted(`${domain}.${noun}.line.${each.name}`)}) }`)), ';'])).trimEnd()}\n`
    : '';
  const text = `export default function ${type}Page() {
  const t = useTranslations();
${options.map((each) => `${optionsOf(model, each)}\n`).join('')}${linesDeclaration}  return (
    <${component}
      resource={${plural}}
${initialValues.length > 0 ? `${printDoc(indent(['      blank=', '{', object(initialValues), '}'])).trimEnd()}\n` : ''}${[...treeProps, ...formColumnsProp].map((each) => `${each}\n`).join('')}${view && !tree ? `      detail={({ ${key} }) => \`\${${plural}.path}/\${${key}}\`}\n` : ''}${printDoc(indent(indent(indent(['      columns={', array(columns), '}'])))).trimEnd()}
      filters={${filters.length > 0 ? `\n        <>\n${indentLines(filters, 10)}\n        </>\n      ` : 'null'}}
      form={
        <>
${indentLines([...parent, ...form, ...lines], 10)}
        </>
      }
${viewProp.map((each) => `${each}\n`).join('')}    />
  );
}
`;
  return `${imports(model, text, [plural])}\n${text}`;
}

/** The first list column: a name, else a code, else any other. */
function nameFirst(listFields: readonly GenField[]): readonly GenField[] {
  const first =
    listFields.find(({ name, kind }) => kind === 'text' && /Name$/.test(name)) ??
    listFields.find(({ name, kind }) => kind === 'text' && /(Code|No|Title)$/.test(name));
  return first ? [first, ...listFields.filter((each) => each !== first)] : listFields;
}

/** Indent of the line columns in the page, and the line width. */
const [LINE_COLUMNS_INDENT, WIDTH] = [18, 140];

function lineColumn(model: GenModel, each: GenField): string[] {
  const { domain, noun } = model;
  const parts = [
    `name: ${quoted(each.name)}`,
    `title: t(${quoted(`${domain}.${noun}.line.${each.name}`)})`,
    ...(each.required && each.kind !== 'boolean' ? ['required: true'] : []),
    ...(each.kind === 'boolean' ? ["valuePropName: 'checked'"] : []),
    `control: ${control(model, each)}`,
  ];
  const singleLine = `{ ${parts.join(', ')} },`;
  return LINE_COLUMNS_INDENT + singleLine.length <= WIDTH ? [singleLine] : ['{', ...parts.map((part) => `  ${part},`), '},'];
}
