import { afterEach, describe, expect, it, vi } from 'vitest';
import { defaults, storedSettings } from './look.ts';

describe('the look of the console', () => {
  const remember = (kept: Record<string, unknown>) =>
    vi.stubGlobal('localStorage', { getItem: (key: string) => (key in kept ? JSON.stringify(kept[key]) : null) });
  afterEach(() => void vi.unstubAllGlobals());

  it('begins as specified', () => {
    expect(defaults).toEqual({
      navTheme: 'dark',
      primaryColor: '#1890ff',
      layout: 'sidemenu',
      contentWidth: 'Fluid',
      fixedHeader: true,
      fixedSidebar: true,
      colorWeak: false,
      multiTab: true,
      tableSize: 'middle',
      tableBordered: false,
      hideFooter: false,
      language: 'zh-CN',
      sidebarCollapsed: false,
      mobile: false,
      // light by default
      scheme: 'light',
    });
    remember({});
    expect(storedSettings()).toEqual(defaults);
  });

  it('is what the browser remembers, but for what no setting may be', () => {
    remember({ 'suyuan.tableSize': 'small', 'suyuan.layout': 'floating', 'suyuan.multiTab': 'yes', 'suyuan.hideFooter': true });
    expect(storedSettings()).toEqual({ ...defaults, tableSize: 'small', hideFooter: true });
  });
});
