import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslations } from '../data/i18n.ts';

interface NoOptionsProps {
  pending?: boolean;
  /** Repeats the failed request; undefined unless it failed. */
  retry?: (() => void) | undefined;
  /** Text for a response without options. */
  children?: ReactNode;
}

/** Placeholder of an empty list of options: loading, failed, or no options. */
export function NoOptions({ pending = false, retry, children }: NoOptionsProps) {
  const t = useTranslations();
  if (pending)
    return (
      <span role="status" className="text-muted">
        {t('kit.looking')}
      </span>
    );
  if (!retry) return <span className="text-muted">{children ?? t('kit.noOptions')}</span>;
  return (
    <span className="text-muted">
      {t('kit.optionsFailed')}{' '}
      <Button type="link" size="small" onClick={retry}>
        {t('kit.retry')}
      </Button>
    </span>
  );
}
