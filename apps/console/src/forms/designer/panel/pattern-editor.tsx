import { type FormNode, hasPattern, type PatternRule, patternRefusal } from '@suyuan/forms';
import { Button, Dropdown, Input } from 'antd';
import { useState } from 'react';
import { useTranslations } from '../../../data/i18n.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useDesignerStore } from '../designer-store.ts';
import { ListSection, Note } from '../parts.tsx';

/** Common patterns. Text keys: `tool.build.pattern.<name>`. */
const presets = {
  digits: '/^\\d+$/',
  letters: '/^[A-Za-z]+$/',
  lettersAndDigits: '/^[A-Za-z0-9]+$/',
  word: '/^\\w+$/',
  chinese: '/^[\\u4e00-\\u9fa5]+$/',
  mail: '/^[\\w.+-]+@[\\w-]+(\\.[\\w-]+)+$/',
  mobile: '/^1[3-9]\\d{9}$/',
  postcode: '/^\\d{6}$/',
} as const;
type Preset = keyof typeof presets;

/** Required patterns with their messages, and a text to test them. */
export function PatternEditor({ node }: { node: FormNode }) {
  const t = useTranslations();
  const store = useDesignerStore();
  const [sample, setSample] = useState('');
  const { regList } = node;
  const set = (next: PatternRule[]) => store.dispatch({ do: 'set', ids: [node.id], changes: { regList: next } });
  const change = (index: number, changes: Partial<PatternRule>) =>
    set(regList.map((rule, position) => (position === index ? { ...rule, ...changes } : rule)));
  const add = (preset?: Preset) =>
    set([
      ...regList,
      preset ? { pattern: presets[preset], message: t(`tool.build.pattern.${preset}.message`) } : { pattern: '', message: '' },
    ]);
  return (
    <ListSection
      title={t('tool.build.setting.regList')}
      action={
        <Dropdown
          trigger={['click']}
          menu={{
            items: (Object.keys(presets) as Preset[]).map((key) => ({ key, label: t(`tool.build.pattern.${key}`) })),
            onClick: ({ key }) => add(key as Preset),
          }}
        >
          <Button size="small" type="link">
            {t('tool.build.pattern.presets')}
          </Button>
        </Dropdown>
      }
    >
      <ul className="mt-0 mb-2 list-none p-0">
        {regList.map((rule, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule is its place; its texts change while they are typed
          <li key={index} className="flex items-start gap-1 bg-surface pt-1 pb-2">
            <PatternLine rule={rule} index={index} sample={sample} onChange={(changes) => change(index, changes)} />
            <Button
              size="small"
              type="text"
              aria-label={t('tool.build.pattern.remove', { number: index + 1 })}
              icon={<Icon name="close" />}
              onClick={() => set(regList.toSpliced(index, 1))}
            />
          </li>
        ))}
      </ul>
      {regList.length > 0 && (
        <Input
          size="small"
          className="mb-2!"
          value={sample}
          aria-label={t('tool.build.pattern.sample')}
          placeholder={t('tool.build.pattern.sample')}
          onChange={(event) => setSample(event.target.value)}
        />
      )}
      <Button size="small" type="dashed" block icon={<Icon name="plus" />} onClick={() => add()}>
        {t('tool.build.pattern.add')}
      </Button>
    </ListSection>
  );
}

interface PatternLineProps {
  rule: PatternRule;
  index: number;
  sample: string;
  onChange: (changes: Partial<PatternRule>) => void;
}

function PatternLine({ rule, index, sample, onChange }: PatternLineProps) {
  const t = useTranslations();
  const patternError = rule.pattern ? patternRefusal(rule) : undefined;
  const isMatch = sample !== '' && rule.pattern !== '' && !patternError ? hasPattern(rule, sample) : undefined;
  return (
    <div className="grid flex-1 gap-1">
      <Input
        size="small"
        className="mono-text"
        spellCheck={false}
        placeholder="/^…$/"
        aria-label={t('tool.build.pattern.of', { number: index + 1 })}
        aria-invalid={patternError !== undefined}
        status={patternError ? 'error' : ''}
        value={rule.pattern}
        onChange={(event) => onChange({ pattern: event.target.value })}
      />
      <Input
        size="small"
        placeholder={t('tool.build.pattern.message')}
        aria-label={t('tool.build.pattern.messageOf', { number: index + 1 })}
        value={rule.message}
        onChange={(event) => onChange({ message: event.target.value })}
      />
      {patternError && (
        <Note kind="fault" role="alert">
          {t(`issue.form.pattern.${patternError}`)}
        </Note>
      )}
      {isMatch !== undefined && (
        <Note kind={isMatch ? 'success' : 'fault'}>{t(isMatch ? 'tool.build.pattern.fits' : 'tool.build.pattern.misses')}</Note>
      )}
    </div>
  );
}
