import { message, notification } from 'antd';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { notices } from './notices.tsx';

describe('notifications', () => {
  const openMock = vi.fn<(config: object) => void>();
  beforeEach(() => {
    vi.stubGlobal('addEventListener', () => {});
    vi.spyOn(message, 'open').mockImplementation((config) => openMock(config) as never);
    for (const kind of ['error', 'warning'] as const) vi.spyOn(notification, kind).mockImplementation((config) => openMock(config));
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    openMock.mockReset();
  });

  it('show errors for five seconds, with and without details', () => {
    notices.notify('error', '不行');
    notices.notify('error', '不行', '因为');
    notices.showLoading('正在下载').close({ kind: 'error', text: '下载失败' });
    const errors = openMock.mock.calls.map(([config]) => config).filter((config) => !('type' in config) || config.type === 'error');
    expect(errors).toHaveLength(3);
    for (const config of errors) expect(config).toMatchObject({ duration: 5 });
  });

  it('close the refusals before a success', () => {
    const closed: unknown[] = [];
    for (const api of [message, notification]) vi.spyOn(api, 'destroy').mockImplementation((key) => void closed.push(key));
    notices.notify('error', '不行');
    notices.notify('warning', '注意');
    expect(closed).toEqual([]);
    notices.notify('success', '已保存');
    notices.notify('success', '已保存');
    expect(closed).toEqual(['不行', '不行']);
  });

  it('show one session notice until the user answers it', () => {
    notices.notifySessionExpired();
    notices.notifySessionExpired();
    // the same key replaces the open notice
    expect(openMock).toHaveBeenCalledTimes(2);
    for (const [config] of openMock.mock.calls) expect(config).toMatchObject({ key: 'session', duration: 0, closable: false });
  });

  it('keep the first reason for the end of a session when later calls report none', () => {
    for (const why of [undefined, '账号已停用', undefined]) notices.notifySessionExpired(why);
    expect(openMock.mock.calls.map(([config]) => config)).toMatchObject([
      { title: '登录状态已过期，请重新登录' },
      { title: '账号已停用' },
      { title: '账号已停用' },
    ]);
  });

  it('show a download until it ends, and then its result', () => {
    const { close } = notices.showLoading('正在下载');
    close({ kind: 'success', text: '下载成功' });
    const [[loadingConfig], [resultConfig]] = openMock.mock.calls as [[{ key: string; duration: number }], [{ key: string }]];
    expect(loadingConfig).toMatchObject({ type: 'loading', duration: 0 });
    expect(resultConfig).toMatchObject({ key: loadingConfig.key, type: 'success', content: '下载成功' });
  });

  it('keep two downloads apart, so that the end of one does not close the other', () => {
    notices.showLoading('正在下载').close({ kind: 'success', text: '下载成功' });
    notices.showLoading('正在下载');
    const keys = openMock.mock.calls.map(([config]) => (config as { key: string }).key);
    expect(new Set(keys).size).toBe(2);
  });
});
