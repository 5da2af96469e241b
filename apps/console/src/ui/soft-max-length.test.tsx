import { Input } from 'antd';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { withSoftMaxLength } from './field.tsx';

it.each([[<Input key="line" maxLength={3} value="abcd" />], [<Input.TextArea key="lines" maxLength={3} value="abcd" />]])(
  'leaves a text whole that is too long, and marks it',
  (control) => {
    const html = renderToStaticMarkup(withSoftMaxLength(control));
    expect(html).toContain('abcd');
    expect(html).toContain('out-of-range');
    expect(html).not.toMatch(/maxlength/i);
  },
);

it('counts where the control did, and leaves alone what takes no text', () => {
  const html = renderToStaticMarkup(withSoftMaxLength(<Input.TextArea maxLength={5} showCount value="abc" />));
  expect(html).toContain('3 / 5');
  const other = <span>abc</span>;
  expect(withSoftMaxLength(other)).toBe(other);
});
