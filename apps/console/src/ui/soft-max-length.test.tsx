import { Input } from 'antd';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { withSoftMaxLength } from './field.tsx';

it.each([[<Input key="line" maxLength={3} value="abcd" />], [<Input.TextArea key="lines" maxLength={3} value="abcd" />]])(
  'shows a text beyond the maximum length in full and marks it',
  (control) => {
    const html = renderToStaticMarkup(withSoftMaxLength(control));
    expect(html).toContain('abcd');
    expect(html).toContain('out-of-range');
    expect(html).not.toMatch(/maxlength/i);
  },
);

it('shows the count of the control, and leaves other elements unchanged', () => {
  const html = renderToStaticMarkup(withSoftMaxLength(<Input.TextArea maxLength={5} showCount value="abc" />));
  expect(html).toContain('3 / 5');
  const other = <span>abc</span>;
  expect(withSoftMaxLength(other)).toBe(other);
});
