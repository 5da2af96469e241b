import { suppliers } from '@suyuan/contract';
import { useTranslations } from '../../data/i18n.ts';
import { CodeBadge } from '../../ui/columns.tsx';
import { CopyableText } from '../../ui/copyable-text.tsx';
import { DictionaryTag } from '../../ui/dictionary-tag.tsx';
import { Ellipsis, widthOf } from '../../ui/ellipsis.tsx';
import { groupDigits, shortNumber } from '../../ui/number-format.ts';
import { formatTime, TimeText } from '../../ui/time-format.tsx';
import { Case, Story } from './story.tsx';

const samples = ['云岭牧场乳业有限公司昆明第二工厂', 'Yunling Dairy, second factory of Kunming', '纯牛奶 250 ml', 'SUP-01'];

export default function TextStory() {
  const t = useTranslations();
  return (
    <>
      <Story name="Ellipsis" note={t('kit.story.ellipsis')}>
        {samples.map((text) => (
          <Case key={text} label={t('kit.story.width', { width: widthOf(text) })}>
            <Ellipsis width={18}>{text}</Ellipsis>
          </Case>
        ))}
      </Story>
      <Story name="DictionaryTag" note={t('kit.story.dictionaryTag')}>
        {['1', '2', '1,2', '9', ''].map((value) => (
          <Case key={value} label={<span className="mono-text">{value || '∅'}</span>}>
            <DictionaryTag type="sys_notice_type" value={value} />
          </Case>
        ))}
      </Story>
      <Story name="CodeBadge">
        {(['draft', 'approved'] as const).map((value) => (
          <Case key={value} label={<span className="mono-text">{value}</span>}>
            <CodeBadge of={suppliers} field="state" value={value} />
          </Case>
        ))}
      </Story>
      <Story name="Mono">
        <Case label="copy">
          <CopyableText>6990016890013</CopyableText>
        </Case>
        <Case label="groups">
          <CopyableText grouped>7K3QW9XTZ4M2A6BC</CopyableText>
        </Case>
      </Story>
      <Story name="TimeText · formatTime" note={t('kit.story.times')}>
        <Case label={t('kit.story.now')}>
          <TimeText value={Date.now() - 180_000} />
        </Case>
        <Case label={<span className="mono-text">1700000000</span>}>
          <TimeText value={1_700_000_000} seconds />
        </Case>
        <Case label={<span className="mono-text">2026-11-20T00:30:00Z</span>}>{formatTime('2026-11-20T00:30:00Z')}</Case>
        <Case label="∅">
          <TimeText value={null} />
        </Case>
      </Story>
      <Story name="groupDigits · shortNumber">
        {[9999, 124_300, 1_000_000_000].map((value) => (
          <Case key={value} label={<span className="tabular-nums">{groupDigits(value)}</span>}>
            {shortNumber(value)} · {shortNumber(value, 'en-US')}
          </Case>
        ))}
      </Story>
    </>
  );
}
