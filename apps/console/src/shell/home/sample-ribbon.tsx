import { useState } from 'react';
import { useTranslations } from '../../data/i18n.ts';
import { storeLocally } from '../../data/platform.ts';
import { useSampleData } from '../../features/system/setting/use-sample-data.ts';
import { Icon } from '../../ui/icon.tsx';
import { useSession } from '../session.ts';

const keyOf = (userId: number) => `suyuan.sampleRibbon.${userId}`;

const button = 'cursor-pointer border-0 bg-transparent p-0 [font:inherit]';

/** Says that records are samples, until the user dismisses it for good. */
export default function SampleRibbon() {
  const t = useTranslations();
  const { userId } = useSession().info.user;
  const [isDismissed, setDismissed] = useState(() => localStorage.getItem(keyOf(userId)) !== null);
  const { hasSampleData, removing, confirmRemoval } = useSampleData();
  if (!hasSampleData || isDismissed) return null;
  const dismiss = () => {
    storeLocally(keyOf(userId), '1');
    setDismissed(true);
  };
  return (
    <div className="flex items-center gap-2 rounded border border-edge bg-surface px-3 py-1" role="status">
      <span>{t(removing ? 'tool.sample.ribbon.removing' : 'tool.sample.ribbon')}</span>
      {!removing && (
        <>
          <span aria-hidden="true">·</span>
          <button type="button" className={`${button} text-link`} onClick={confirmRemoval}>
            {t('tool.sample.ribbon.remove')}
          </button>
          <button
            type="button"
            className={`${button} ml-1 text-muted hover:text-inherit`}
            aria-label={t('tool.sample.ribbon.dismiss')}
            onClick={dismiss}
          >
            <Icon name="close" />
          </button>
        </>
      )}
    </div>
  );
}
