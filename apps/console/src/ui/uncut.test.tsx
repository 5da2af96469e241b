import { Input } from 'antd';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { uncut } from './uncut.ts';

it.each([[<Input key="line" maxLength={3} value="abcd" />], [<Input.TextArea key="lines" maxLength={3} value="abcd" />]])(
  'leaves a text whole that is too long, and marks it',
  (control) => {
    const drawn = renderToStaticMarkup(uncut(control));
    expect(drawn).toContain('abcd');
    expect(drawn).toContain('out-of-range');
    expect(drawn).not.toMatch(/maxlength/i);
  },
);

it('counts where the control did, and leaves alone what takes no text', () => {
  const drawn = renderToStaticMarkup(uncut(<Input.TextArea maxLength={5} showCount value="abc" />));
  expect(drawn).toContain('3 / 5');
  const other = <span>abc</span>;
  expect(uncut(other)).toBe(other);
});
