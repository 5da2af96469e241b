import { beforeEach, describe, expect, it, vi } from 'vitest';
import { clearPrefetched, prefetch, takePrefetched, takePrefetchedData } from './prefetch.ts';

describe('prefetched responses', () => {
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

  it('are available on the first render, and are not requested again', async () => {
    await prefetchAndWait('/manage/batch/list');
    await prefetchAndWait('/manage/batch/counts');
    expect(takePrefetchedData('/manage/batch/list')).toEqual({ rows: [{ batchId: 1 }], total: 1 });
    expect(takePrefetchedData('/manage/batch/counts')).toEqual({ active: 4 });
    expect(takePrefetchedData('/manage/batch/list')).toBeUndefined();
    expect(takePrefetched('/manage/batch/list')).toBeUndefined();
  });

  it('fall back to a normal request when they failed or have not arrived', async () => {
    await prefetchAndWait('/getInfo');
    expect(takePrefetchedData('/getInfo')).toBeUndefined();
    expect(await takePrefetched('/getInfo')?.json).toEqual(answers['/getInfo']);
    prefetch('/manage/batch/counts', {});
    expect(takePrefetchedData('/manage/batch/counts')).toBeUndefined();
    expect(await takePrefetched('/manage/batch/counts')?.json).toEqual(answers['/manage/batch/counts']);
  });

  it('are not available later when they were consumed or cleared before arrival', async () => {
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

  it('are dropped when the prefetch cache is cleared', async () => {
    await prefetchAndWait('/manage/batch/counts');
    clearPrefetched();
    expect(takePrefetchedData('/manage/batch/counts')).toBeUndefined();
    expect(takePrefetched('/manage/batch/counts')).toBeUndefined();
  });
});
