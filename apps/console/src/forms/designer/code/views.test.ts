import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { emptyDoc, type FormDoc } from '@suyuan/forms';
import { describe, expect, it, vi } from 'vitest';
import { views } from './views.ts';

const doc: FormDoc = {
  ...emptyDoc(),
  idSeq: 101,
  fields: [{ id: 101, type: 'input', name: 'field101', label: '地点', span: 24, regList: [], props: {} }],
};

describe('text views of a form', () => {
  it('are written and read without network (defect 14: a formatter came from a public address)', async () => {
    const fetchMock = vi.fn();
    vi.stubGlobal('fetch', fetchMock);
    const outcomes = await Promise.all([views.module, views.json].map(async (view) => view.read(await view.write(doc))));
    expect(outcomes.map((outcome) => outcome.doc)).toEqual([doc, doc]);
    for (const view of [views.tsx, views.fg]) expect(await view.write(doc)).toContain('field101');
    expect(fetchMock).not.toHaveBeenCalled();
    vi.unstubAllGlobals();
  });

  it('load the designer, the forms and the editor from this server only (defect 14)', () => {
    const source = path.join(import.meta.dirname, '../../..');
    const files = ['forms', 'ui/rich-text', 'ui/route-map'].flatMap((folder) =>
      readdirSync(path.join(source, folder), { recursive: true, encoding: 'utf8' }).map((file) => path.join(source, folder, file)),
    );
    const sources = files.filter((file) => /\.(tsx?|css)$/.test(file) && !file.includes('.test.'));
    expect(sources.length).toBeGreaterThan(60);
    const externalUrl = /(?:import\(|from |src=|url\(|@import )\s*["'`]?(?:https?:)?\/\//;
    expect(sources.filter((file) => externalUrl.test(readFileSync(file, 'utf8')))).toEqual([]);
    expect(externalUrl.test("await import('https://cdn.example/prettier.js')")).toBe(true);
  });
});
