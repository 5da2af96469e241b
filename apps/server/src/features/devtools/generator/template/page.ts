import type { GenField } from '../generator-field.ts';
import { camel } from '../generator-infer-column.ts';
import type { GenModel } from '../generator-model.ts';
import { formFields, isIdentifier, isRangeFilter } from './contract.ts';
import { lines, quoted, quotedList, withImports } from './source.ts';

const isCheckboxGroup = ({ dictType, htmlType, line }: GenField) => dictType !== '' && htmlType === 'checkbox' && !line;
const labelOf = ({ domain, noun }: GenModel, { name, line }: GenField) => `t(${quoted(`${domain}.${noun}.${line ? 'line.' : ''}${name}`)})`;

/** Options of a choice. Those of a dictionary are declared by `dictionaryOf`. */
function optionsOf({ domain, noun, plural }: GenModel, { name, line, dictType, choices }: GenField): string {
  if (dictType) return `${camel(dictType)}.options`;
  if (!line) return `optionsOf({ of: ${plural}, name: ${quoted(name)}, t })`;
  const values = quotedList(choices.map(({ value }) => value));
  return `(${values} as const).map((value) => ({ value, label: t(\`${domain}.${noun}.line.${name}.\${value}\`) }))`;
}

/** Input of a choice or reference, if it is not the one of the field's kind. */
function choiceInput(model: GenModel, field: GenField, isFilter = false): string | undefined {
  const { kind, dictType, htmlType, ref } = field;
  if (kind === 'ref' && ref?.resource)
    return `<RecordSelect of={${ref.resource.value}} label=${JSON.stringify(ref.resource.label)} allowClear />`;
  const group = isFilter ? undefined : { radio: 'Radio.Group', checkbox: dictType && 'Checkbox.Group' }[htmlType as 'radio'];
  if (!dictType && !(group && (kind === 'flag' || kind === 'choice'))) return undefined;
  return `<${group || 'Select'} options={${optionsOf(model, field)}}${isFilter ? ' allowClear' : ''} />`;
}

const ownInputs = { picture: '<UploadField isPicture />', file: '<UploadField />', time: '<DateTimeInput />' };

/** Input of the form, if it is not the one of the field's kind. */
const ownControl = (model: GenModel, field: GenField): string | undefined =>
  field.kind === 'html'
    ? `<RichTextEditor label={${labelOf(model, field)}} />`
    : (ownInputs[field.kind as 'time'] ?? choiceInput(model, field));

const YES_OR_NO = "['true', 'false'].map((value) => ({ value, label: t(value === 'true' ? 'kit.yes' : 'kit.no') }))";

function partsOf(model: GenModel) {
  const { fields } = model;
  const form = formFields(fields);
  const entries = (list: readonly GenField[], partOf: (field: GenField) => string | undefined) =>
    list.flatMap((field) => partOf(field)?.replace(/^/, `${field.name}: `) ?? []);
  return {
    checkboxGroups: form.filter(isCheckboxGroup),
    controls: entries(form, (field) => (isCheckboxGroup(field) ? undefined : ownControl(model, field))),
    filterControls: entries(
      fields.filter((field) => field.query && !isRangeFilter(field)),
      (field) => (field.kind === 'boolean' ? `<Select allowClear options={${YES_OR_NO}} />` : choiceInput(model, field, true)),
    ),
    cells: entries(fields, ({ name, kind, dictType, list }) => {
      if (list && dictType) return `(${name}) => <DictionaryTag type="${dictType}" value={${name}} />`;
      return list && kind === 'picture' ? `(${name}) => <UploadedPicture path={${name}} />` : undefined;
    }),
  };
}

/** Whether the declaration says everything, so that a line in `shell/plain-pages.tsx` is enough. */
export function isPlainPage(model: GenModel): boolean {
  return !model.tree && !model.sub && Object.values(partsOf(model)).every((parts) => parts.length === 0);
}

/** Props of a list page that no declaration contains. */
export const pageProps = ({ plural, key, view, formColumns, sub }: GenModel) => {
  const columns = Math.max(formColumns, sub ? 2 : 1); // lines need a wide form
  return `${columns > 1 ? ` formColumns={${columns}}` : ''}${view ? ` detail={({ ${key} }) => \`\${${plural}.path}/\${${key}}\`}` : ''}`;
};

/** Input of a line, for which the declaration has no control. */
function lineControl(model: GenModel, field: GenField): string {
  const { kind, max, places, range } = field;
  const limits = range[1] < 2 ** 31 - 1 ? ` min={${range[0]}} max={${range[1]}}` : '';
  const choice = `<Select options={${optionsOf(model, field)}} />`;
  const inputs: Record<string, string> = {
    ...{ boolean: '<Switch />', day: '<DayInput />', flag: choice, choice, ref: '<NumberField min={1} />' },
    ...{ decimal: `<NumberField min={0} fixed={${places}} />`, int: `<NumberField${limits} />` },
    lines: `<Input.TextArea rows={2} maxLength={${max}} />`,
    text: `<Input${isIdentifier(field) ? ' className="mono-text"' : ''} maxLength={${max}} />`,
  };
  return ownControl(model, field) ?? inputs[kind] ?? '<Input />';
}

const SHARED_PARTS: [file: string, names: string][] = [
  ['data/dictionary.ts', 'useDictionary'],
  ['data/i18n.ts', 'useTranslations'],
  ['ui/comma-separated-props.ts', 'commaSeparatedProps'],
  ['ui/day-input.tsx', 'DateTimeInput DayInput'],
  ['ui/dictionary-tag.tsx', 'DictionaryTag'],
  ['ui/field.tsx', 'Field'],
  ['ui/field-kinds.tsx', 'FormFields filtersOf optionsOf'],
  ['ui/lines-field.tsx', 'LinesField'],
  ['ui/lines-view.tsx', 'LinesView'],
  ['ui/number-field.tsx', 'NumberField'],
  ['ui/detail-page.tsx', 'DetailPage'],
  ['ui/page-header.tsx', 'PageHeader'],
  ['ui/record-select.tsx', 'RecordSelect'],
  ['ui/record-view.tsx', 'RecordFacts'],
  ['ui/resource-page.tsx', 'ResourcePage'],
  ['ui/rich-text-editor.tsx', 'RichTextEditor'],
  ['ui/tree-page.tsx', 'ParentField TreePage'],
  ['ui/upload-field.tsx', 'UploadedPicture UploadField'],
];

const withPageImports = (body: string, contract: readonly string[]) =>
  withImports(body, [
    ['@suyuan/contract', [...new Set(contract)].join(' ')],
    ['antd', 'Checkbox Form Input Radio Select Switch'],
    ['react-router', 'useParams'],
    ...SHARED_PARTS.map(([file, names]): [string, string] => [`../../../${file}`, names]),
  ]);

/** `apps/console/src/features/<domain>/<noun>/<noun>-page.tsx`, if the page differs from the declaration. */
export function pageFile(model: GenModel): string {
  const { plural, domain, noun, type, fields, tree, sub } = model;
  const { controls, checkboxGroups, filterControls, cells } = partsOf(model);
  const prop = (name: string, entries: readonly string[]) => (entries.length > 0 ? ` ${name}={{ ${entries.join(', ')} }}` : '');
  const [controlsProp, cellsProp] = [prop('controls', controls), prop('cells', cells)];
  const names = formFields(fields).flatMap((field) => (checkboxGroups.includes(field) ? [] : [field.name]));
  const lineFields = formFields(sub?.fields ?? []);
  const lineName = (field: GenField) => `name: ${quoted(field.name)}, title: ${labelOf(model, field)}`;
  const lineColumn = (field: GenField) =>
    `{ ${lineName(field)}, ${field.kind === 'boolean' ? "valuePropName: 'checked', " : field.required ? 'required: true, ' : ''}control: ${lineControl(model, field)} },`;
  const formParts = [
    tree && `<ParentField of={${plural}} name="${tree.parent.name}" label="${tree.name}" />`,
    `<FormFields of={${plural}}${checkboxGroups.length > 0 ? ` names={${quotedList(names)}}` : ''}${controlsProp} />`,
    ...checkboxGroups.map(
      (field) => `<Field of={${plural}} name="${field.name}" {...commaSeparatedProps}>${choiceInput(model, field)}</Field>`,
    ),
    sub &&
      `<Form.Item label={t('${domain}.${noun}.lines')}>
        <LinesField name="${sub.list}" add={t('${domain}.${noun}.addLine')} columns={[${lineFields.map(lineColumn).join('\n')}]} />
      </Form.Item>`,
  ].filter(Boolean);
  const form = formParts.length > 1 ? ` form={<>${formParts.join('\n')}</>}` : controlsProp && ` form={${formParts[0]}}`;
  const treeFilters = filterControls.length > 0 ? ` filters={filtersOf(${plural}, t, { ${filterControls.join(', ')} })}` : '';
  const view = sub
    ? ` view={(record) => <LinesView of={${plural}} record={record} name="${sub.list}" title={t('${domain}.${noun}.lines')}
        columns={[${lineFields.map((field) => `{ ${lineName(field)} }`).join(', ')}]} />}`
    : '';
  const element = tree
    ? `<TreePage resource={${plural}} parent="${tree.parent.name}" name="${tree.name}"${tree.order ? ` order="${tree.order.name}"` : ''}${cellsProp}${treeFilters}${form} />`
    : `<ResourcePage resource={${plural}}${pageProps(model)}${cellsProp}${prop('filterControls', filterControls)}${form}${view} />`;
  const dictionaries = new Set([...fields, ...lineFields].flatMap(({ dictType }) => (dictType ? [dictType] : [])));
  const used = [...dictionaries].filter((each) => element.includes(`${camel(each)}.options`));
  const code = lines(...used.map((each) => `const ${camel(each)} = useDictionary(${quoted(each)});`), `return ${element};`);
  const translate = /(?<!\w)t[(,]|, t \}/.test(code) ? 'const t = useTranslations();\n  ' : '';
  const references = [...fields, ...lineFields].flatMap(({ ref }) => ref?.resource?.value ?? []);
  return withPageImports(`export default function ${type}Page() {\n  ${translate}${code}\n}\n`, [plural, ...references]);
}

/** `<noun>-detail-page.tsx`: all fields of one record. */
export function detailFile({ plural, type, key, fields, sub }: GenModel): string {
  const name = fields.find(({ name: each, kind }) => kind === 'text' && each.endsWith('Name'))?.name;
  const hidden = [key, 'version', ...fields.filter(({ kind }) => kind === 'ref').map((field) => field.name), ...(sub ? [sub.list] : [])];
  const title = name ? `record.${name} ?? ''` : `t(${plural}.word())`;
  return withPageImports(
    `/** All fields of one record. */
export default function ${type}DetailPage() {
  const t = useTranslations();
  const { ${key} = '' } = useParams();
  return (
    <DetailPage of={${plural}} id={${key}} titleOf={(${name ? 'record' : ''}) => ${title}}>
      {(record) => (
        <>
          <PageHeader title={${title}} purpose={t(${plural}.word('purpose'))} />
          <section className="card px-6 py-2"><RecordFacts of={${plural}} record={record} names={visibleFields} /></section>
        </>
      )}
    </DetailPage>
  );
}

const hiddenFields = new Set(${quotedList(hidden)});
const visibleFields = Object.keys(${plural}.record.shape).filter((name) => !hiddenFields.has(name));
`,
    [plural],
  );
}
