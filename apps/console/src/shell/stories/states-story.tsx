import { Button } from 'antd';
import { useState } from 'react';
import { ApiError } from '../../data/api-error.ts';
import { useTranslations } from '../../data/i18n.ts';
import { shellServices } from '../../data/shell-services.ts';
import { confirm } from '../../ui/confirm.ts';
import { KeyFacts, LifeCycleTimeline } from '../../ui/detail.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import { Story } from './story.tsx';

export default function StatesStory() {
  const t = useTranslations();
  const [retryCount, setRetryCount] = useState(0);
  const noun = t('manage.supplier');
  const failure = new ApiError({ code: 0, problem: 'network', msg: t('kit.networkDown') });
  return (
    <>
      <Story name="Waiting">
        <LoadingState rows={3} />
      </Story>
      <Story name="Nothing">
        <EmptyState text={t('kit.empty', { noun: t('manage.supplier.many') })}>
          <Button type="primary">{t('kit.addNoun', { noun })}</Button>
        </EmptyState>
      </Story>
      <Story name="Failed" note={t('kit.story.tries', { count: retryCount })}>
        <ErrorState error={failure} onRetry={() => setRetryCount(retryCount + 1)} />
      </Story>
      <Story name="hosts.tell">
        <div className="flex flex-wrap items-center gap-2">
          {(['success', 'info', 'warning', 'error'] as const).map((kind) => (
            <Button
              key={kind}
              onClick={() => shellServices.notify(kind, t('kit.saved'), kind === 'error' ? t('kit.networkDown') : undefined)}
            >
              {kind}
            </Button>
          ))}
        </div>
      </Story>
      <Story name="confirm">
        <div className="flex flex-wrap items-center gap-2">
          <Button onClick={() => void confirm({ title: t('kit.removeAsk', { name: 'SUP-01' }), danger: true, okText: t('kit.remove') })}>
            {t('kit.remove')}
          </Button>
          <Button
            onClick={() =>
              void confirm({ title: t('kit.removeAsk', { name: 'SUP-01' }), name: 'SUP-01', reason: 'required', danger: true })
            }
          >
            {t('kit.typeName', { name: 'SUP-01' })}
          </Button>
        </div>
      </Story>
      <Story name="KeyFacts · LifeCycleTimeline">
        <KeyFacts facts={['draft', 'pending', 'approved'].map((state) => ({ label: t('kit.row'), value: state }))}>
          <LifeCycleTimeline
            label="LifeCycleTimeline"
            current="approved"
            steps={['draft', 'pending', 'approved', 'issued', 'active'].map((key) => ({ key, title: key }))}
          />
        </KeyFacts>
      </Story>
    </>
  );
}
