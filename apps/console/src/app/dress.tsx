import { ConfigProvider } from 'antd';
import english from 'antd/es/locale/en_US';
import chinese from 'antd/es/locale/zh_CN';
import type { ReactNode } from 'react';
import { SYSTEM_DARK } from '../kit/look.ts';
import { useSettings } from '../kit/settings.ts';
import { useMedia } from '../kit/viewport.ts';
import { themeOf } from './theme.ts';

/** Language and look for antd's controls: stands around every part that is made of them (`dressed.tsx`), and nowhere else. */
export function Dress({ children }: { children: ReactNode }) {
  const { language, primaryColor, scheme } = useSettings();
  const systemDark = useMedia(SYSTEM_DARK);
  const still = useMedia('(prefers-reduced-motion: reduce)');
  return (
    <ConfigProvider
      locale={language === 'zh-CN' ? chinese : english}
      theme={theme(primaryColor, scheme === 'dark' || (scheme === 'system' && systemDark), still)}
      button={{ autoInsertSpace: false }}
      wave={{ disabled: true }}
    >
      {children}
    </ConfigProvider>
  );
}

let last: { of: string; theme: ReturnType<typeof themeOf> } | undefined;

/** The same look is the same object, however many parts wear it: antd computes its colours once. */
function theme(...look: Parameters<typeof themeOf>) {
  const of = String(look);
  if (last?.of !== of) last = { of, theme: themeOf(...look) };
  return last.theme;
}

// notices stand outside of every part
ConfigProvider.config({ holderRender: (shown) => <Dress>{shown}</Dress> });
