import { Button } from 'antd';
import { useState } from 'react';
import { hosts } from '../../data/hosts.ts';
import { Refusal } from '../../data/refusal.ts';
import { useWords } from '../../data/words.ts';
import { confirm } from '../../ui/confirm.ts';
import { KeyFacts, LifeLine } from '../../ui/detail.tsx';
import { Failed, Nothing, Waiting } from '../../ui/states.tsx';
import { Story } from './story.tsx';

export default function StatesStory() {
  const t = useWords();
  const [tries, setTries] = useState(0);
  const noun = t('manage.supplier');
  const failure = new Refusal({ code: 0, problem: 'network', msg: t('kit.networkDown') });
  return (
    <>
      <Story name="Waiting">
        <Waiting rows={3} />
      </Story>
      <Story name="Nothing">
        <Nothing text={t('kit.empty', { noun: t('manage.supplier.many') })}>
          <Button type="primary">{t('kit.addNoun', { noun })}</Button>
        </Nothing>
      </Story>
      <Story name="Failed" note={t('kit.story.tries', { count: tries })}>
        <Failed error={failure} onRetry={() => setTries(tries + 1)} />
      </Story>
      <Story name="hosts.tell">
        <div className="list-toolbar">
          {(['success', 'info', 'warning', 'error'] as const).map((kind) => (
            <Button key={kind} onClick={() => hosts.tell(kind, t('kit.saved'), kind === 'error' ? t('kit.networkDown') : undefined)}>
              {kind}
            </Button>
          ))}
        </div>
      </Story>
      <Story name="confirm">
        <div className="list-toolbar">
          <Button onClick={() => void confirm({ title: t('kit.removeAsk', { name: 'SUP-01' }), danger: true, okText: t('kit.remove') })}>
            {t('kit.remove')}
          </Button>
          <Button
            onClick={() => void confirm({ title: t('kit.removeAsk', { name: 'SUP-01' }), name: 'SUP-01', reason: 'needed', danger: true })}
          >
            {t('kit.typeName', { name: 'SUP-01' })}
          </Button>
        </div>
      </Story>
      <Story name="KeyFacts · LifeLine">
        <KeyFacts facts={['draft', 'pending', 'approved'].map((state) => ({ label: t('kit.row'), value: state }))} />
        <LifeLine
          label="LifeLine"
          now="approved"
          steps={['draft', 'pending', 'approved', 'issued', 'active'].map((key) => ({ key, title: key }))}
        />
      </Story>
    </>
  );
}
