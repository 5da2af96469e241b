import { type JobTargetReading, jobs } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, Select, Switch } from 'antd';
import { getOf } from '../../../data/api.ts';
import { useWords } from '../../../data/words.ts';
import { ValidatedNumber } from '../../../ui/validated-number.tsx';
import { argumentsOf, nameOf, targetText } from './target-text.ts';

interface TargetInputProps {
  id?: string;
  value?: string;
  onChange?: (value: string) => void;
}

export function TargetInput({ id, value = '', onChange }: TargetInputProps) {
  const t = useWords();
  const { data: targets = [], isPending } = useQuery(getOf<JobTargetReading[]>(jobs, '/targets'));
  const target = targets.find(({ name }) => name === nameOf(value));
  const args = target ? argumentsOf(value, target.params) : [];
  const put = (place: number, argument: string | number | boolean) =>
    target && onChange?.(targetText(target.name, target.params, args.with(place, argument)));
  return (
    <div className="target-input">
      <Select
        {...(id && { id })}
        loading={isPending}
        showSearch={{ optionFilterProp: 'label' }}
        value={target?.name ?? (value || null)}
        options={targets.map(({ name, title }) => ({ value: name, label: `${title} · ${name}` }))}
        onChange={(name) => onChange?.(name ?? '')}
      />
      {target && <p className="cron-reading">{target.purpose}</p>}
      {target?.params.map((param, place) => (
        <Form.Item key={param.name} label={param.title} className="target-param" htmlFor={`${id}-${param.name}`}>
          {param.kind === 'boolean' ? (
            <Switch id={`${id}-${param.name}`} checked={args[place] === true} onChange={(on) => put(place, on)} />
          ) : param.kind === 'text' ? (
            <Input
              id={`${id}-${param.name}`}
              value={String(args[place])}
              maxLength={param.max ?? 200}
              onChange={({ target: field }) => put(place, field.value)}
            />
          ) : (
            <ValidatedNumber
              id={`${id}-${param.name}`}
              title={param.title}
              value={Number(args[place])}
              min={param.min}
              max={param.max}
              needed
              {...(param.kind !== 'int' && { places: 9 })}
              onChange={(number) => number !== null && put(place, number)}
            />
          )}
        </Form.Item>
      ))}
      {value && <code className="target-text">{value}</code>}
      {target?.params.length === 0 && <span className="none"> {t('monitor.job.noParams')}</span>}
    </div>
  );
}
