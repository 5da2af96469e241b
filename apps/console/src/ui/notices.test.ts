import { message, notification } from 'antd';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { notices } from './notices.tsx';

describe('notices', () => {
  const opened = vi.fn<(shown: object) => void>();
  beforeEach(() => {
    vi.spyOn(message, 'open').mockImplementation((shown) => opened(shown) as never);
    for (const kind of ['error', 'warning'] as const) vi.spyOn(notification, kind).mockImplementation((shown) => opened(shown));
  });
  afterEach(() => {
    vi.restoreAllMocks();
    opened.mockReset();
  });

  it('of errors stand for five seconds, whether they say more below or not', () => {
    notices.tell('error', '不行');
    notices.tell('error', '不行', '因为');
    notices.loading('正在下载').done({ kind: 'error', text: '下载失败' });
    const errors = opened.mock.calls.map(([shown]) => shown).filter((shown) => !('type' in shown) || shown.type === 'error');
    expect(errors).toHaveLength(3);
    for (const shown of errors) expect(shown).toMatchObject({ duration: 5 });
  });

  it('of a session that is over stand once, until they are answered', () => {
    notices.sessionOver();
    notices.sessionOver();
    // the same key replaces the open notice
    expect(opened).toHaveBeenCalledTimes(2);
    for (const [shown] of opened.mock.calls) expect(shown).toMatchObject({ key: 'session', duration: 0, closable: false });
  });

  it('of a session keep the reason that was told, though calls find it over later that do not know', () => {
    for (const why of [undefined, '账号已停用', undefined]) notices.sessionOver(why);
    expect(opened.mock.calls.map(([shown]) => shown)).toMatchObject([
      { title: '登录状态已过期，请重新登录' },
      { title: '账号已停用' },
      { title: '账号已停用' },
    ]);
  });

  it('of a download stand until it is over, and are replaced by how it ended', () => {
    const { done } = notices.loading('正在下载');
    done({ kind: 'success', text: '下载成功' });
    const [[begun], [ended]] = opened.mock.calls as [[{ key: string; duration: number }], [{ key: string }]];
    expect(begun).toMatchObject({ type: 'loading', duration: 0 });
    expect(ended).toMatchObject({ key: begun.key, type: 'success', content: '下载成功' });
  });
});
