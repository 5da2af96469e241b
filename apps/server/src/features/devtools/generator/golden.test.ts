import { readFileSync } from 'node:fs';
import path from 'node:path';
import { enUS } from '@suyuan/contract/words/en-US';
import { zhCN } from '@suyuan/contract/words/zh-CN';
import { describe, expect, it } from 'vitest';
import { postSource } from '../../../test/generator/post.ts';
import { formatSources } from './generator-code.service.ts';
import { patchOf } from './generator-merge.ts';
import { modelOf } from './generator-model.ts';
import { moduleFiles } from './template/module.ts';
import { registrations } from './template/registrations.ts';

const root = path.resolve(import.meta.dirname, '../../../../../..');
const postModel = modelOf(postSource, undefined, { resources: new Map(), owners: new Map() });

/** Location of posts: generated modules are in a folder named after their path, ours after their domain. */
const pathInSource = (file: string) => file.replace(/(features|contract\/src)\/system\/post/, '$1/identity/post');

/** Texts of posts, which ours are in a file with others of their domain. */
function wordsOfPosts(file: string): string {
  const all = Object.entries(file.includes('zh-CN') ? zhCN : enUS);
  return `${JSON.stringify(Object.fromEntries(all.filter(([key]) => /^system\.post(\.|$)/.test(key))), null, 2)}\n`;
}

describe('generator compared with the code base', () => {
  it('writes posts alike, except for knowledge that no table contains', async () => {
    const files = await formatSources(moduleFiles(postModel, '0000-post'));
    const differences = [...files].map(([file, code]) => {
      // tests cover specific rules, and the table's migration has many others
      if (/\.test\.ts$|migrations/.test(file)) return '';
      return patchOf(
        file,
        file.startsWith('locales/') ? wordsOfPosts(file) : readFileSync(path.join(root, pathInSource(file)), 'utf8'),
        code,
      );
    });
    await expect(differences.join('')).toMatchFileSnapshot('golden.diff');
  });

  it('gives posts the page that they have: a line among the plain pages', () => {
    const pages = registrations(postModel, '0000-post').filter(({ path: file }) => file.includes('/shell/'));
    expect(pages).toHaveLength(2);
    for (const { path: file, apply } of pages) {
      const source = readFileSync(path.join(root, file), 'utf8');
      expect(source).toContain('PostPage');
      expect(apply(source), file).toBe(source);
    }
  });

  it.each(['manage', 'crm'])('registers a module in “%s” once in every file, at the correct position', async (moduleName) => {
    const table = { ...postSource.table, moduleName, businessName: 'shelf', className: 'Shelf', tableName: 'shelf' };
    const model = modelOf({ ...postSource, table }, undefined, { resources: new Map(), owners: new Map() });
    const all = registrations(model, '0999-shelf');
    const sourceOf = (file: string) => readFileSync(path.join(root, file), 'utf8');
    const edited = await formatSources(new Map(all.map(({ path: file, apply }) => [file, apply(sourceOf(file))])));
    for (const { path: file, apply } of all) {
      const text = edited.get(file) ?? '';
      expect(text.length, file).toBeGreaterThan(sourceOf(file).length);
      expect(apply(text), file).toBe(text);
    }
  });
});
