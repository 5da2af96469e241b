import { Alert, Button } from 'antd';
import { useTranslations } from '../../../data/i18n.ts';
import { useSampleData } from './use-sample-data.ts';

/** On a phone the button is below the text. */
const alertLook = {
  className: 'mb-3! max-sm:flex-wrap!',
  classNames: { actions: 'max-sm:ms-[22px]! max-sm:mt-2! max-sm:basis-full!' },
};

/** Note about the sample data for users who may remove it; nothing once it is removed. */
export function SampleDataNotice() {
  const t = useTranslations();
  const { hasSampleData, removing, batches, confirmRemoval } = useSampleData();
  if (!hasSampleData) return null;
  return removing ? (
    <Alert
      {...alertLook}
      type="info"
      showIcon
      role="status"
      title={t('tool.sample.removing')}
      action={<progress aria-label={t('tool.sample.remove')} />}
    />
  ) : (
    <Alert
      {...alertLook}
      type="info"
      showIcon
      title={t('tool.sample.there', { batches })}
      action={
        <Button danger onClick={confirmRemoval}>
          {t('tool.sample.remove')}
        </Button>
      }
    />
  );
}
