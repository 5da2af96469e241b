import { expect, it } from 'vitest';
import { chooseNode } from './paths.mjs';

const user = (version: string) => ({ binary: 'user', version });
const packaged = (version: string) => ({ binary: 'packaged', version });

it.each([
  ['20.20.2', '24.21.0', 'packaged'],
  ['24.3.0', '24.21.0', 'packaged'], // numeric, not lexical comparison
  ['24.21.0', '24.0.0', 'user'], // Apple silicon
  ['26.1.0', '24.21.0', 'user'],
])('a user with Node %s and the packaged Node %s runs the %s one', (version, other, expected) => {
  expect(chooseNode(user(version), packaged(other))).toBe(expected);
});

it('without a packaged Node, the user needs Node 24 or later', () => {
  expect([chooseNode(user('22.9.0')), chooseNode(user('24.0.0'))]).toEqual([undefined, 'user']);
});
