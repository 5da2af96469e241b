import { beforeEach, describe, expect, it, vi } from 'vitest';
import { askEarly, forgetEarly, takeArrived, takeEarly } from './early.ts';

describe('what the page asked early', () => {
  const answers: Record<string, object> = {
    '/manage/batch/list': { code: 200, rows: [{ batchId: 1 }], total: 1 },
    '/manage/batch/counts': { code: 200, data: { active: 4 } },
    '/getInfo': { code: 401, msg: '登录已失效' },
  };
  beforeEach(() => {
    forgetEarly();
    vi.stubGlobal('fetch', async (url: string) => Response.json(answers[url.slice('/api'.length)]));
    return () => vi.unstubAllGlobals();
  });
  const asked = async (path: string) => {
    askEarly(path, {});
    await new Promise((resolve) => setTimeout(resolve));
  };

  it('is in the first drawing once it has come, and is not asked for again', async () => {
    await asked('/manage/batch/list');
    await asked('/manage/batch/counts');
    expect(takeArrived('/manage/batch/list')).toEqual({ rows: [{ batchId: 1 }], total: 1 });
    expect(takeArrived('/manage/batch/counts')).toEqual({ active: 4 });
    expect(takeArrived('/manage/batch/list')).toBeUndefined();
    expect(takeEarly('/manage/batch/list')).toBeUndefined();
  });

  it('goes its usual way where it was refused or has not come', async () => {
    await asked('/getInfo');
    expect(takeArrived('/getInfo')).toBeUndefined();
    expect(await takeEarly('/getInfo')?.json).toEqual(answers['/getInfo']);
    askEarly('/manage/batch/counts', {});
    expect(takeArrived('/manage/batch/counts')).toBeUndefined();
    expect(await takeEarly('/manage/batch/counts')?.json).toEqual(answers['/manage/batch/counts']);
  });

  it('is gone for whoever comes later where it was taken, or forgotten, before it came', async () => {
    const soon = () => new Promise((resolve) => setTimeout(resolve));
    askEarly('/manage/batch/counts', {});
    await takeEarly('/manage/batch/counts')?.json;
    await soon();
    expect(takeArrived('/manage/batch/counts')).toBeUndefined();
    askEarly('/manage/batch/list', {});
    forgetEarly();
    await soon();
    expect(takeArrived('/manage/batch/list')).toBeUndefined();
  });

  it('is gone when it is forgotten', async () => {
    await asked('/manage/batch/counts');
    forgetEarly();
    expect(takeArrived('/manage/batch/counts')).toBeUndefined();
    expect(takeEarly('/manage/batch/counts')).toBeUndefined();
  });
});
