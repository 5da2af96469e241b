import { describe, expect, it } from 'vitest';
import { type ApiDocument, countOperations, filterByGroup, groupsOf, searchDocument } from './api-document.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const document: ApiDocument = {
  tags: [
    { name: 'manage/batch', description: '批次' },
    { name: 'system/post', description: '岗位' },
  ],
  paths: {
    '/manage/batch/list': {
      get: { tags: ['manage/batch'], summary: '批次列表', 'x-permission': 'manage:batch:list', ...{ answer: ref('Batch') } },
    },
    '/manage/batch': { post: { tags: ['manage/batch'], summary: '新增批次' }, put: { tags: ['manage/batch'], summary: '修改批次' } },
    '/system/post/list': { get: { tags: ['system/post'], summary: '岗位列表', 'x-permission': 'system:post:list' } },
  },
  components: { schemas: { Batch: { items: ref('Products') }, Goods: { back: ref('Batch') }, Post: {} } },
};

describe('API document', () => {
  it('lists its groups, each with its number of calls', () => {
    expect(groupsOf(document)).toEqual([
      { name: 'manage/batch', title: '批次', count: 3 },
      { name: 'system/post', title: '岗位', count: 1 },
    ]);
  });

  it('is reduced to one group and the schemas that it references, even in cycles', () => {
    const part = filterByGroup(document, 'manage/batch');
    expect([countOperations(part), Object.keys(part.components.schemas).sort()]).toEqual([3, ['Batch', 'Products']]);
    expect(part.tags).toEqual([{ name: 'manage/batch', description: '批次' }]);
  });

  it('matches every search word against path, method, title and permission', () => {
    expect(Object.keys(searchDocument(document, 'list').paths)).toEqual(['/manage/batch/list', '/system/post/list']);
    expect(searchDocument(document, 'PUT 批次').paths).toEqual({ '/manage/batch': { put: expect.anything() } });
    expect(Object.keys(searchDocument(document, 'system:post:list').paths)).toEqual(['/system/post/list']);
    expect(countOperations(searchDocument(document, 'nothing'))).toBe(0);
  });
});
