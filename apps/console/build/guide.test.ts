import { describe, expect, it } from 'vitest';
import { sectionFor } from '../src/shell/help-sections.ts';
import { shippedPages } from '../src/shell/pages.ts';
import { readGuide } from './guide.ts';

const outlineOf = (language: string) =>
  readGuide(language).documents.map(({ name, sections }) => ({ name, sections: sections.map(({ id, pages }) => ({ id, pages })) }));

describe('user guide', () => {
  it('has the same sections and pictures in both languages', () => {
    expect(outlineOf('en-US')).toEqual(outlineOf('zh-CN'));
    const picturesOf = (language: string) => readGuide(language).pictures.map((picture) => picture.replace(language, '…'));
    expect(picturesOf('en-US')).toEqual(picturesOf('zh-CN'));
  });

  it('explains every page of the menu', () => {
    const { documents } = readGuide('zh-CN');
    expect(shippedPages.map(({ path }) => path).filter((path) => !sectionFor(documents, path, []))).toEqual([]);
  });

  it('prefers the more specific page, then the role of the user', () => {
    const { documents } = readGuide('zh-CN');
    const titleFor = (path: string, roles: string[]) => {
      const id = sectionFor(documents, path, roles);
      return documents.flatMap(({ sections }) => sections).find((section) => section.id === id)?.title;
    };
    expect(titleFor('/manage/batch', ['planner'])).toBe('制定批次');
    expect(titleFor('/manage/batch', ['approver'])).toBe('审批与发码');
    expect(titleFor('/manage/codeCase/3', [])).toBe('处理案件');
    expect(titleFor('/system/log/operlog', [])).toBe('日志与安全');
    expect(titleFor('/account/settings', ['planner'])).toBe('我的账号');
    expect(titleFor('/gen/edit', ['planner'])).toBe('运行情况');
    expect(sectionFor(documents, '/404', ['admin'])).toBe('administrator');
  });
});
