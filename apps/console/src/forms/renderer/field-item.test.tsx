import { emptyDoc, type FormNode, type FormSettings, specOf } from '@suyuan/forms';
import { Form, Row } from 'antd';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { FieldColumn, FieldItem } from './field-item.tsx';

const node: FormNode = { ...specOf('input').fresh(), id: 101, type: 'input', name: 'place', label: '地点', regList: [] };

const drawn = (given: Partial<FormSettings>, span = 24, stacked = false) => {
  const settings: FormSettings = { ...emptyDoc().form, ...given };
  return renderToStaticMarkup(
    <Form component={false}>
      <Row gutter={settings.gutter}>
        <FieldColumn span={span} inline={false} stacked={stacked}>
          <FieldItem node={node} settings={settings} stacked={stacked} helpId="help">
            <input />
          </FieldItem>
        </FieldColumn>
      </Row>
    </Form>,
  );
};

it('gives a field its width, the gutter and the side of its label (defect 3: the parser ignored all three)', () => {
  const usual = drawn({});
  expect(usual).toMatch(/ant-col-24.*ant-col-3 ant-form-item-label.*ant-col-21/s);
  expect(usual).toContain('-7.5px');
  expect(usual).not.toContain('ant-form-item-label-left');
  const other = drawn({ gutter: 40, labelAlign: 'left', labelSpan: 6, wrapperSpan: 18 }, 12);
  // labels keep their width: 6 of 24 columns are 12 columns of the half
  expect(other).toMatch(/ant-col-12.*ant-col-12 ant-form-item-label/s);
  expect(other).toContain('-20px');
  expect(other).toContain('ant-form-item-label-left');
});

it('stands over the whole width with its label above where there is no room', () => {
  const narrow = drawn({}, 12, true);
  expect(narrow).toContain('ant-col-24');
  expect(narrow).not.toMatch(/ant-col-12|ant-col-3 /);
});
