import type { Form } from '@suyuan/contract';
import { useTranslations } from '../../../data/words.ts';

export function OpenSpan({ form: { openTime, closeTime } }: { form: Pick<Form, 'openTime' | 'closeTime'> }) {
  const t = useTranslations();
  if (!openTime && !closeTime) return <span className="none">{t('tool.form.always')}</span>;
  const parts = [
    openTime && t('tool.form.from', { time: openTime.slice(0, 16) }),
    closeTime && t('tool.form.until', { time: closeTime.slice(0, 16) }),
  ];
  return <span className="numeral">{parts.filter(Boolean).join(' ')}</span>;
}
