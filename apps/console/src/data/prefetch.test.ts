import { beforeEach, describe, expect, it, vi } from 'vitest';
import { clearPrefetched, prefetch, takePrefetched, takePrefetchedData } from './prefetch.ts';

describe('what the page asked early', () => {
  const answers: Record<string, object> = {
    '/manage/batch/list': { code: 200, rows: [{ batchId: 1 }], total: 1 },
    '/manage/batch/counts': { code: 200, data: { active: 4 } },
    '/getInfo': { code: 401, msg: '登录已失效' },
  };
  beforeEach(() => {
    clearPrefetched();
    vi.stubGlobal('fetch', async (url: string) => Response.json(answers[url.slice('/api'.length)]));
    return () => vi.unstubAllGlobals();
  });
  const prefetchAndWait = async (path: string) => {
    prefetch(path, {});
    await new Promise((resolve) => setTimeout(resolve));
  };

  it('is in the first drawing once it has come, and is not asked for again', async () => {
    await prefetchAndWait('/manage/batch/list');
    await prefetchAndWait('/manage/batch/counts');
    expect(takePrefetchedData('/manage/batch/list')).toEqual({ rows: [{ batchId: 1 }], total: 1 });
    expect(takePrefetchedData('/manage/batch/counts')).toEqual({ active: 4 });
    expect(takePrefetchedData('/manage/batch/list')).toBeUndefined();
    expect(takePrefetched('/manage/batch/list')).toBeUndefined();
  });

  it('goes its usual way where it was refused or has not come', async () => {
    await prefetchAndWait('/getInfo');
    expect(takePrefetchedData('/getInfo')).toBeUndefined();
    expect(await takePrefetched('/getInfo')?.json).toEqual(answers['/getInfo']);
    prefetch('/manage/batch/counts', {});
    expect(takePrefetchedData('/manage/batch/counts')).toBeUndefined();
    expect(await takePrefetched('/manage/batch/counts')?.json).toEqual(answers['/manage/batch/counts']);
  });

  it('is gone for whoever comes later where it was taken, or forgotten, before it came', async () => {
    const nextTick = () => new Promise((resolve) => setTimeout(resolve));
    prefetch('/manage/batch/counts', {});
    await takePrefetched('/manage/batch/counts')?.json;
    await nextTick();
    expect(takePrefetchedData('/manage/batch/counts')).toBeUndefined();
    prefetch('/manage/batch/list', {});
    clearPrefetched();
    await nextTick();
    expect(takePrefetchedData('/manage/batch/list')).toBeUndefined();
  });

  it('is gone when it is forgotten', async () => {
    await prefetchAndWait('/manage/batch/counts');
    clearPrefetched();
    expect(takePrefetchedData('/manage/batch/counts')).toBeUndefined();
    expect(takePrefetched('/manage/batch/counts')).toBeUndefined();
  });
});
