import { ConfigProvider, type ThemeConfig } from 'antd';
import english from 'antd/es/locale/en_US';
import antdChinese from 'antd/es/locale/zh_CN';
import darkAlgorithm from 'antd/es/theme/themes/dark';
import { type ReactNode, useMemo } from 'react';
import { useTranslations } from '../data/i18n.ts';
import { SYSTEM_DARK } from '../ui/appearance.ts';
import { useMediaQuery } from '../ui/breakpoint.ts';
import { useSettings } from '../ui/settings.ts';
import { menuActiveColourOf, shadesOf } from '../ui/theme-colours.ts';

const shape = {
  borderRadius: 6,
  fontFamily:
    "-apple-system, BlinkMacSystemFont, 'Segoe UI', 'PingFang SC', 'Hiragino Sans GB', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif",
  fontSize: 14,
  motionDurationFast: '0.1s',
  motionDurationMid: '0.15s',
  motionDurationSlow: '0.2s',
};

/** Tokens of look.css as values: antd computes colours from them, so they cannot be CSS variables. */
const light = {
  colorBgLayout: '#f5f6f8',
  colorError: '#cf1322',
  colorTextSecondary: 'rgba(0, 0, 0, 0.62)',
  colorTextTertiary: 'rgba(0, 0, 0, 0.58)',
  colorTextPlaceholder: 'rgba(0, 0, 0, 0.55)',
  colorTextDescription: 'rgba(0, 0, 0, 0.6)',
};
const dark = {
  colorBgBase: '#181a1d',
  colorBgLayout: '#101214',
  colorBgContainer: '#181a1d',
  colorBgElevated: '#24272b',
  colorBgSpotlight: '#3a3e44',
  colorBorder: '#484c52',
  colorBorderSecondary: '#2b2e33',
  colorError: '#ff7875',
  colorText: 'rgba(255, 255, 255, 0.88)',
  colorTextSecondary: 'rgba(255, 255, 255, 0.68)',
  colorTextTertiary: 'rgba(255, 255, 255, 0.62)',
  colorTextPlaceholder: 'rgba(255, 255, 255, 0.58)',
  colorTextDescription: 'rgba(255, 255, 255, 0.65)',
};

/** antd theme; everything else is in the style sheets. */
function themeOf(colour: string, isDark: boolean, isStill: boolean): ThemeConfig {
  const { solid, strong, ink } = shadesOf(colour, isDark);
  const paper = isDark ? dark.colorBgContainer : '#ffffff';
  const ground = mixColours(solid, paper, isDark ? 0.78 : 0.9);
  const menu = isDark ? '#0b1622' : '#001529';
  const line = mixColours(solid, paper, isDark ? 0.45 : 0.55);
  return {
    ...(isDark && { algorithm: darkAlgorithm }),
    // one key for all parts, so that the CSS variables are written once
    cssVar: { key: 'css-var-suyuan' },
    token: {
      ...shape,
      // without motion there are no end events, which antd would wait for
      motion: !isStill,
      ...(isDark ? dark : light),
      colorPrimary: solid,
      colorPrimaryHover: isDark ? ink : mixColours(solid, '#ffffff', 0.2),
      colorPrimaryActive: strong,
      colorPrimaryBg: ground,
      colorPrimaryBgHover: mixColours(solid, paper, isDark ? 0.68 : 0.82),
      colorPrimaryBorder: line,
      colorPrimaryBorderHover: solid,
      colorPrimaryText: ink,
      colorPrimaryTextHover: ink,
      colorPrimaryTextActive: ink,
      colorInfo: solid,
      colorLink: ink,
      colorLinkHover: mixColours(ink, isDark ? '#ffffff' : '#000000', 0.25),
      colorLinkActive: strong,
      controlItemBgActive: ground,
      controlItemBgActiveHover: mixColours(solid, paper, isDark ? 0.68 : 0.82),
      controlOutline: mixColours(solid, paper, 0.8),
    },
    components: {
      // in the dark theme antd derives a link colour that is too dark on elevated surfaces
      Button: { colorLink: ink, colorLinkHover: mixColours(ink, isDark ? '#ffffff' : '#000000', 0.25), colorLinkActive: strong },
      Table: {
        headerBg: isDark ? '#1f2226' : '#fafafa',
        headerSplitColor: 'transparent',
        cellPaddingBlockMD: 10,
        cellPaddingInlineMD: 12,
        rowSelectedBg: ground,
      },
      Form: { itemMarginBottom: 20 },
      Layout: { siderBg: menu, lightSiderBg: paper },
      Menu: {
        darkItemBg: menu,
        darkSubMenuItemBg: isDark ? '#070e17' : '#000c17',
        darkItemSelectedBg: menuActiveColourOf(colour, isDark),
        itemHeight: 40,
        itemSelectedColor: ink,
        subMenuItemSelectedColor: ink,
        itemSelectedBg: ground,
        horizontalItemSelectedColor: ink,
      },
      Tabs: { itemSelectedColor: ink, itemHoverColor: ink, itemActiveColor: ink, inkBarColor: solid },
      Pagination: { colorPrimary: ink, colorPrimaryHover: ink },
    },
  };
}

/** `colour` with `share` of `other`, both as `#rrggbb`. */
function mixColours(colour: string, other: string, share: number): string {
  const parts = [1, 3, 5].map((at) => {
    const [one, two] = [colour, other].map((text) => Number.parseInt(text.slice(at, at + 2), 16));
    return Math.round((one ?? 0) * (1 - share) + (two ?? 0) * share);
  });
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

const { DatePicker: days, TimePicker: times, Transfer: transfer } = antdChinese;

/** antd's Chinese texts without 请, as in the console's style. */
const chinese: typeof antdChinese = {
  ...antdChinese,
  global: { ...antdChinese.global, placeholder: '选择' },
  ...(days && {
    DatePicker: {
      ...days,
      lang: {
        ...days.lang,
        yearPlaceholder: '选择年份',
        quarterPlaceholder: '选择季度',
        monthPlaceholder: '选择月份',
        weekPlaceholder: '选择周',
      },
    },
  }),
  ...(times && { TimePicker: { ...times, placeholder: '选择时间' } }),
  ...(transfer && { Transfer: { ...transfer, searchPlaceholder: '输入要找的内容' } }),
};

/** antd's texts, except for date placeholders: these contain the date format. */
function withDatePlaceholder(locale: typeof antdChinese): typeof antdChinese {
  const picker = locale.DatePicker;
  return { ...locale, ...(picker && { DatePicker: { ...picker, lang: { ...picker.lang, placeholder: 'YYYY-MM-DD' } } }) };
}

const locales = { 'zh-CN': withDatePlaceholder(chinese), 'en-US': withDatePlaceholder(english) };

/** Locale and theme for antd's controls. Wraps only parts that use antd (`with-antd-provider.tsx`). */
export function AntdProvider({ children }: { children: ReactNode }) {
  const { language, primaryColor, scheme } = useSettings();
  const systemDark = useMediaQuery(SYSTEM_DARK);
  const isMotionReduced = useMediaQuery('(prefers-reduced-motion: reduce)');
  const t = useTranslations();
  // validation messages for rules without an explicit one
  const messages = useMemo(() => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: antd fills the label in
    const missing = t('issue.required', { field: '${label}' });
    return { validateMessages: { required: missing, whitespace: missing } };
  }, [t]);
  return (
    <ConfigProvider
      locale={locales[language]}
      form={messages}
      theme={theme(primaryColor, scheme === 'dark' || (scheme === 'system' && systemDark), isMotionReduced)}
      button={{ autoInsertSpace: false }}
      wave={{ disabled: true }}
    >
      {children}
    </ConfigProvider>
  );
}

let last: { key: string; theme: ReturnType<typeof themeOf> } | undefined;

/** Memoised by its parameters, because antd computes colours once per theme object. */
function theme(...params: Parameters<typeof themeOf>) {
  const key = String(params);
  if (last?.key !== key) last = { key, theme: themeOf(...params) };
  return last.theme;
}

// notifications render outside of all parts
ConfigProvider.config({ holderRender: (children) => <AntdProvider>{children}</AntdProvider> });
