import type { Json } from '../json.ts';
import type { FormDoc, FormNode } from '../model.ts';
import { parsePattern } from '../pattern/pattern-rule.ts';
import { specOf } from '../registry/registry.ts';
import { quote, writeLiteral } from '../text/write.ts';
import { answerFields } from '../tree.ts';
import { attributes, type Control, controls } from './controls.ts';
import { RuleWriter } from './rule-source.ts';

const types: Record<string, string> = {
  text: 'string',
  html: 'string',
  number: 'number',
  flag: 'boolean',
  choice: 'string | number',
  choices: '(string | number)[]',
  path: '(string | number)[]',
  pair: '[string, string]',
  files: 'UploadFile[]',
};

function typeOf(node: FormNode): string {
  const { answer } = specOf(node.type);
  if (answer === 'rows')
    return `{ ${answerFields(node.children ?? [])
      .map((column) => `${column.name}?: ${typeOf(column)}`)
      .join('; ')} }[]`;
  if (node.type === 'slider' && node.props.range === true) return '[number, number]';
  return answer === 'choice' && (node.props.multiple === true || node.props.treeCheckable === true)
    ? '(string | number)[]'
    : types[answer]!;
}

const hasFiles = (nodes: readonly FormNode[]): boolean =>
  answerFields(nodes).some(({ type, children = [] }) => specOf(type).answer === 'files' || (type === 'subtable' && hasFiles(children)));

/**
 * Writes a self-contained React and antd component with layout, rules and validation. The caller provides `onSubmit`, dynamic options,
 * map images and the rich-text editor.
 */
export const writeTsx = (doc: FormDoc): string => new TsxWriter(doc).file();

class TsxWriter {
  readonly #doc: FormDoc;
  readonly #parts = new Set(['Form']);
  readonly #needs = new Set<string>();
  readonly #rules = new RuleWriter();
  #watches = false;

  constructor(doc: FormDoc) {
    this.#doc = doc;
  }

  file(): string {
    const { form, fields } = this.#doc;
    const body = this.#row(fields, form.gutter, '      ');
    const computed = answerFields(fields).flatMap((node) =>
      node.rules?.value ? [`    form.setFieldValue(${quote(node.name)}, orNothing(${this.#rules.write(node.rules.value)}));`] : [],
    );
    const buttons = form.showButtons ? this.#buttons() : [];
    const settings = attributes({
      name: form.name,
      layout: form.layout,
      labelAlign: form.labelAlign,
      labelCol: { span: form.labelSpan, offset: form.labelOffset },
      wrapperCol: { span: form.wrapperSpan, offset: form.wrapperOffset },
      disabled: form.disabled,
      size: form.size,
    });
    if (this.#needs.has('fileList') || hasFiles(fields)) this.#needs.add('UploadFile');
    const watch = this.#watches || computed.length > 0;
    const helpers = this.#rules.helpers();
    return `${[
      `import { ${[...this.#parts].sort().join(', ')} } from 'antd';`,
      ...(this.#needs.has('UploadFile') ? ["import type { UploadFile } from 'antd';"] : []),
      ...(this.#needs.has('dayjs') ? ["import dayjs, { type Dayjs } from 'dayjs';", ...this.#plugins()] : []),
      ...(computed.length > 0 ? ["import { useEffect } from 'react';"] : []),
      '',
      'export interface Answers {',
      ...answerFields(fields).map((node) => `  ${node.name}?: ${typeOf(node)};`),
      '}',
      '',
      ...(this.#needs.has('Choice')
        ? [
            'interface Choice {',
            '  label: string;',
            '  value: string | number;',
            '  disabled?: boolean;',
            '  children?: Choice[];',
            '}',
            '',
          ]
        : []),
      ...(this.#needs.has('fileList') ? ['const fileList = (event: { fileList: UploadFile[] }) => event.fileList;', ''] : []),
      ...(computed.length > 0 ? ['const orNothing = (value: unknown) => value ?? undefined;', ''] : []),
      ...helpers.flatMap((helper) => [helper, '']),
      'export function GeneratedForm({ onSubmit }: { onSubmit: (answers: Answers) => void }) {',
      '  const [form] = Form.useForm<Answers>();',
      ...(watch ? ['  const values = Form.useWatch((all: Answers) => all, { form, preserve: true });'] : []),
      ...(computed.length > 0 ? ['  useEffect(() => {', ...computed, '  }, [form, values]);'] : []),
      '  return (',
      `    <Form form={form}${settings} initialValues={${writeLiteral(this.#defaults(), '    ')}} onFinish={onSubmit}>`,
      ...body,
      ...buttons,
      '    </Form>',
      '  );',
      '}',
    ].join('\n')}\n`;
  }

  #plugins = () => [
    "import customParseFormat from 'dayjs/plugin/customParseFormat';",
    "import isoWeek from 'dayjs/plugin/isoWeek';",
    '',
    'dayjs.extend(customParseFormat);',
    'dayjs.extend(isoWeek);',
  ];

  #defaults = (): Json =>
    Object.fromEntries(
      answerFields(this.#doc.fields).flatMap((node) => (node.defaultValue === undefined ? [] : [[node.name, node.defaultValue]])),
    );

  #buttons(): string[] {
    for (const part of ['Button', 'Space']) this.#parts.add(part);
    const { labelSpan } = this.#doc.form;
    return [
      `      <Form.Item wrapperCol={{ offset: ${this.#doc.form.layout === 'horizontal' ? labelSpan : 0} }}>`,
      '        <Space>',
      '          <Button type="primary" htmlType="submit">',
      "            {'提交'}",
      '          </Button>',
      '          <Button htmlType="reset">{\'重置\'}</Button>',
      '        </Space>',
      '      </Form.Item>',
    ];
  }

  #row(nodes: readonly FormNode[], gutter: number, indent: string, more = ''): string[] {
    this.#parts.add('Row');
    if (nodes.length > 0) this.#parts.add('Col');
    return [`${indent}<Row gutter={${gutter}}${more}>`, ...nodes.flatMap((node) => this.#column(node, `${indent}  `)), `${indent}</Row>`];
  }

  #column(node: FormNode, indent: string): string[] {
    const inner = [`<Col span={${node.span}}>`, ...this.#node(node, '  '), '</Col>'];
    const { visible } = node.rules ?? {};
    if (!visible) return inner.map((line) => indent + line);
    this.#watches = true;
    return [`{${this.#rules.condition(visible)} ? (`, ...inner.map((line) => `  ${line}`), ') : null}'].map((line) => indent + line);
  }

  #node(node: FormNode, indent: string): string[] {
    const { props, label } = node;
    const use = (part: string) => this.#parts.add(part);
    const text = (value: Json | undefined) => `{${writeLiteral(value ?? '')}}`;
    switch (node.type) {
      case 'row':
        return this.#row(
          node.children ?? [],
          Number(props.gutter ?? 15),
          indent,
          attributes({ justify: props.justify, align: props.align }),
        );
      case 'group':
        use('Card');
        return [
          `${indent}<Card${attributes({ title: label, size: 'small' })}>`,
          ...this.#row(node.children ?? [], this.#doc.form.gutter, `${indent}  `),
          `${indent}</Card>`,
        ];
      case 'tabs':
        return this.#tabs(node, indent);
      case 'subtable':
        return this.#table(node, indent);
      case 'divider':
        use('Divider');
        return [`${indent}<Divider${attributes({ dashed: props.dashed, titlePlacement: props.titlePlacement })}>${text(label)}</Divider>`];
      case 'text':
        use('Typography');
        return [`${indent}<Typography.Paragraph>${text(props.content)}</Typography.Paragraph>`];
      case 'button': {
        use('Button');
        const action = props.action === 'submit' || props.action === 'reset' ? props.action : 'button';
        return [
          `${indent}<Button${attributes({ type: props.type, danger: props.danger, block: props.block, htmlType: action })}>${text(props.text ?? label)}</Button>`,
        ];
      }
      case 'map-view':
        use('Typography');
        return [`${indent}<Typography.Text>${text(`${props.startName ?? ''} → ${props.endName ?? ''}`)}</Typography.Text>`];
      case 'tab':
      case 'unknown':
        return [];
      default:
        return this.#item(node, controls[node.type](node), quote(node.name), indent);
    }
  }

  #item(node: FormNode, control: Control, name: string, indent: string): string[] {
    for (const part of control.parts) this.#parts.add(part);
    for (const need of control.needs ?? []) this.#needs.add(need);
    const itemProps = [`name={${name}}`, ...(control.item ?? [])];
    const label = attributes({ label: node.showLabel === false ? undefined : node.label, extra: node.help });
    const rules = this.#rulesOf(node);
    if (rules.length > 0) itemProps.push(`rules={[${rules.join(', ')}]}`);
    return [
      `${indent}<Form.Item${label} ${itemProps.join(' ')}>`,
      ...control.element.split('\n').map((line) => `${indent}  ${line}`),
      `${indent}</Form.Item>`,
    ];
  }

  #rulesOf(node: FormNode): string[] {
    const { required } = node.rules ?? {};
    const message = node.requiredMessage ? `, message: ${quote(node.requiredMessage)}` : '';
    if (required) this.#watches = true;
    const requiredRule = required
      ? [`{ required: ${this.#rules.condition(required)}${message} }`]
      : node.required
        ? [`{ required: true${message} }`]
        : [];
    const patterns = node.regList.map((rule) => {
      const { body, flags } = parsePattern(rule);
      const regExp = `new RegExp(${quote(body)}${flags ? `, ${quote(flags)}` : ''})`;
      return `{ pattern: ${regExp}${rule.message ? `, message: ${quote(rule.message)}` : ''} }`;
    });
    return [...requiredRule, ...patterns];
  }

  #tabs(node: FormNode, indent: string): string[] {
    this.#parts.add('Tabs');
    const items = (node.children ?? []).flatMap((tab) => [
      `${indent}    { key: ${quote(tab.name)}, label: ${quote(tab.label ?? '')}, forceRender: true, children: (`,
      ...this.#row(tab.children ?? [], this.#doc.form.gutter, `${indent}      `),
      `${indent}    ) },`,
    ]);
    return [`${indent}<Tabs${attributes({ type: node.props.kind })}`, `${indent}  items={[`, ...items, `${indent}  ]}`, `${indent}/>`];
  }

  /** Column rules depend on their row and are not exported. */
  #table(node: FormNode, indent: string): string[] {
    for (const part of ['Button', 'Card']) this.#parts.add(part);
    const columns = (node.children ?? []).filter(({ type }) => type in controls);
    const columnsWithoutRules = columns.map((column): FormNode => ({ ...column, rules: undefined }));
    return [
      ...(node.label ? [`${indent}<div>{${quote(node.label)}}</div>`] : []),
      `${indent}<Form.List name={${quote(node.name)}}>`,
      `${indent}  {(rows, { add, remove }) => (`,
      `${indent}    <>`,
      `${indent}      {rows.map((row) => (`,
      `${indent}        <Card key={row.key} size="small" extra={<Button onClick={() => remove(row.name)}>{'×'}</Button>}>`,
      ...columnsWithoutRules.flatMap((column) =>
        this.#item(
          column,
          controls[column.type as keyof typeof controls](column),
          `[row.name, ${quote(column.name)}]`,
          `${indent}          `,
        ),
      ),
      `${indent}        </Card>`,
      `${indent}      ))}`,
      `${indent}      <Button onClick={() => add()}>{${writeLiteral(node.props.addText ?? '+')}}</Button>`,
      `${indent}    </>`,
      `${indent}  )}`,
      `${indent}</Form.List>`,
    ];
  }
}
