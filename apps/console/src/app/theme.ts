import type { ThemeConfig } from 'antd';

/** The look's tokens as antd takes them; the rest of it is in the style sheets. */
export const themeOf = (primary: string): ThemeConfig => ({
  token: {
    colorPrimary: primary,
    colorInfo: primary,
    colorLink: '#0958d9',
    colorLinkHover: '#003eb3',
    colorError: '#cf1322',
    colorTextSecondary: 'rgba(0, 0, 0, 0.62)',
    colorTextTertiary: 'rgba(0, 0, 0, 0.58)',
    colorTextPlaceholder: 'rgba(0, 0, 0, 0.55)',
    colorTextDescription: 'rgba(0, 0, 0, 0.6)',
    borderRadius: 6,
    fontFamily:
      "-apple-system, BlinkMacSystemFont, 'Segoe UI', 'PingFang SC', 'Hiragino Sans GB', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif",
    fontSize: 14,
    motionDurationFast: '0.1s',
    motionDurationMid: '0.15s',
    motionDurationSlow: '0.2s',
  },
  components: {
    Table: { headerBg: '#fafafa', headerSplitColor: 'transparent', cellPaddingBlockMD: 10, cellPaddingInlineMD: 12 },
    Form: { itemMarginBottom: 20 },
    Menu: { darkItemBg: '#001529', darkSubMenuItemBg: '#000c17', itemHeight: 40 },
  },
});
