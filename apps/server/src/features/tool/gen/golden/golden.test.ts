import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { patchOf } from '../gen-merge.ts';
import { modelOf } from '../gen-model.ts';
import { moduleFiles } from '../template/module.ts';
import { postSource } from './post.ts';

const root = path.resolve(import.meta.dirname, '../../../../../../..');

describe('the generator and the house', () => {
  it('write posts alike: all that differs is what people know of posts and no table says', async () => {
    const files = moduleFiles(modelOf(postSource, undefined, new Map()), '0000-post');
    const differences = [...files].map(([file, code]) => {
      // tests say what the noun's own rules are, and its table came with many others
      if (/\.test\.ts$|migrations/.test(file)) return '';
      return patchOf(file, readFileSync(path.join(root, file), 'utf8'), code);
    });
    await expect(differences.join('')).toMatchFileSnapshot('post.diff');
  });
});
