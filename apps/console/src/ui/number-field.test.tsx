import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { NumberField } from './number-field.tsx';

it('exposes limits and value to screen readers, even when the value is out of range', () => {
  const html = renderToStaticMarkup(<NumberField value={999} min={-180} max={180} />);
  expect(html).toMatch(/role="spinbutton" aria-valuemin="-180" aria-valuemax="180" aria-valuenow="999"/);
  expect(html).toContain('value="999"');
});

it.each([
  [-5.678, { fixed: 2 }, '-5.678'],
  [5, { fixed: 2 }, '5.00'],
  [1000, { grouped: true }, '1,000'],
  ['abc', { grouped: true }, 'abc'],
  ['30', {}, '30'],
  [undefined, { grouped: true, fixed: 2 }, ''],
])('shows %j without changes', (value, props, expected) => {
  expect(renderToStaticMarkup(<NumberField value={value} {...props} />)).toContain(`value="${expected}"`);
});

it('is the only number input of the console, because the antd input changes the text', () => {
  const source = path.resolve(import.meta.dirname, '..');
  const files = globSync('**/*.tsx', { cwd: source });
  const others = files.filter(
    (file) => !file.startsWith('ui/number-field.') && /\bInputNumber\b/.test(readFileSync(path.join(source, file), 'utf8')),
  );
  expect([files.length > 100, others]).toEqual([true, []]);
});
