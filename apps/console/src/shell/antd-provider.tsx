import { ConfigProvider } from 'antd';
import english from 'antd/es/locale/en_US';
import antdChinese from 'antd/es/locale/zh_CN';
import { type ReactNode, useMemo } from 'react';
import { useTranslations } from '../data/words.ts';
import { SYSTEM_DARK } from '../ui/look.ts';
import { useSettings } from '../ui/settings.ts';
import { useMediaQuery } from '../ui/viewport.ts';
import { themeOf } from './theme.ts';

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
