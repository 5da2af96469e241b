import { afterEach, describe, expect, it, vi } from 'vitest';
import { defaults, readStoredSettings } from './appearance.ts';

describe('the look of the console', () => {
  const stubStorage = (stored: Record<string, unknown>) =>
    vi.stubGlobal('localStorage', { getItem: (key: string) => (key in stored ? JSON.stringify(stored[key]) : null) });
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
    stubStorage({});
    expect(readStoredSettings()).toEqual(defaults);
  });

  it('is what the browser remembers, but for what no setting may be', () => {
    stubStorage({ 'suyuan.tableSize': 'small', 'suyuan.layout': 'floating', 'suyuan.multiTab': 'yes', 'suyuan.hideFooter': true });
    expect(readStoredSettings()).toEqual({ ...defaults, tableSize: 'small', hideFooter: true });
  });
});
