import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { displayName, setLanguage, translate } from '../../../data/i18n.ts';
import { ownerText } from './owner-text.ts';

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await setLanguage('en-US');
});
afterAll(() => vi.unstubAllGlobals());

it('names a preinstalled role in the current language, and others as they are stored', () => {
  expect(ownerText(translate, 'role', '计划员')).toBe('Planner');
  expect(ownerText(translate, 'supplier', '顶点标签')).toBe('顶点标签');
  expect(ownerText(translate, 'any', null)).toBe('Not assigned');
});

it('names the department of a record in the current language', () => {
  expect([displayName('partyName', '生产计划部'), displayName('partyName', '自建部门')]).toEqual(['Production planning', '自建部门']);
});
