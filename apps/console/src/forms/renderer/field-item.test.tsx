import { emptyDoc, type FormNode, type FormSettings, specOf } from '@suyuan/forms';
import { Form, Row } from 'antd';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { FieldColumn, FieldItem } from './field-item.tsx';

const node: FormNode = { ...specOf('input').fresh(), id: 101, type: 'input', name: 'place', label: '地点', regList: [] };

const renderField = (overrides: Partial<FormSettings>, span = 24, stacked = false, labelWidth?: string) => {
  const settings: FormSettings = { ...emptyDoc().form, ...overrides };
  return renderToStaticMarkup(
    <Form component={false}>
      <Row gutter={settings.gutter}>
        <FieldColumn span={span} inline={false} stacked={stacked}>
          <FieldItem node={node} settings={settings} stacked={stacked} labelWidth={labelWidth} helpId="help">
            <input />
          </FieldItem>
        </FieldColumn>
      </Row>
    </Form>,
  );
};

it('applies width, gutter and label alignment (defect 3: the parser ignored all three)', () => {
  const defaultHtml = renderField({});
  expect(defaultHtml).toMatch(/ant-col-24.*ant-col-3 ant-form-item-label.*ant-col-21/s);
  expect(defaultHtml).toContain('-7.5px');
  expect(defaultHtml).not.toContain('ant-form-item-label-left');
  const customHtml = renderField({ gutter: 40, labelAlign: 'left', labelSpan: 6, wrapperSpan: 18 }, 12);
  // labels keep their width: 6 of 24 columns are 12 columns of the half
  expect(customHtml).toMatch(/ant-col-12.*ant-col-12 ant-form-item-label/s);
  expect(customHtml).toContain('-20px');
  expect(customHtml).toContain('ant-form-item-label-left');
});

it('uses the full width with the label above when there is no room', () => {
  const stackedHtml = renderField({}, 12, true);
  expect(stackedHtml).toContain('ant-col-24');
  expect(stackedHtml).not.toMatch(/ant-col-12|ant-col-3 /);
});

it('has labels as wide as those of the page', () => {
  const html = renderField({}, 12, false, '120px');
  expect(html).toMatch(/style="flex:0 0 120px" class="ant-col ant-form-item-label/);
  expect(html).not.toMatch(/ant-col-3 |ant-col-6 /);
});
