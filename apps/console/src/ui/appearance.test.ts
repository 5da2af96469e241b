import { afterEach, describe, expect, it, vi } from 'vitest';
import { defaults, readStoredSettings } from './appearance.ts';

describe('appearance settings', () => {
  const stubStorage = (stored: Record<string, unknown>) =>
    vi.stubGlobal('localStorage', { getItem: (key: string) => (key in stored ? JSON.stringify(stored[key]) : null) });
  afterEach(() => void vi.unstubAllGlobals());

  it('start with the specified defaults', () => {
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

  it('use stored values and ignore invalid ones', () => {
    stubStorage({ 'suyuan.tableSize': 'small', 'suyuan.layout': 'floating', 'suyuan.multiTab': 'yes', 'suyuan.hideFooter': true });
    expect(readStoredSettings()).toEqual({ ...defaults, tableSize: 'small', hideFooter: true });
  });
});
