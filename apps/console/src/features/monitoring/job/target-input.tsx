import { type JobParam, type JobTargetReading, jobs } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, Select, Switch } from 'antd';
import { getQueryOptions } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { ValidatedNumber } from '../../../ui/number-form-item.tsx';

type Argument = string | number | boolean;

const targetName = (target: string): string => target.split('(')[0]?.trim() ?? '';

const ARGUMENT = /'([^']*)'|"([^"]*)"|(true|false)|(-?\d+(?:\.\d+)?)[LD]?/g;

/** Argument values of a target; defaults where they are missing. */
function targetArguments(target: string, params: readonly JobParam[]): Argument[] {
  const list = target.slice(targetName(target).length);
  const parsed = [...list.matchAll(ARGUMENT)].map(([, single, double, flag, number]) =>
    flag ? flag === 'true' : number !== undefined ? Number(number) : (single ?? double ?? ''),
  );
  return params.map((param, index) => parsed[index] ?? param.default);
}

/** A target in RuoYi's syntax. A text with an apostrophe is quoted with double quotes. */
function targetText(name: string, params: readonly JobParam[], args: readonly Argument[]): string {
  if (params.length === 0) return name;
  const argumentTexts = args.map((argument, index) => {
    if (params[index]?.kind !== 'text') return String(argument);
    const text = String(argument);
    return text.includes("'") ? `"${text.replaceAll('"', '')}"` : `'${text}'`;
  });
  return `${name}(${argumentTexts.join(', ')})`;
}

interface TargetInputProps {
  id?: string;
  value?: string;
  onChange?: (value: string) => void;
}

export function TargetInput({ id, value = '', onChange }: TargetInputProps) {
  const t = useTranslations();
  const { data: targets = [], isPending } = useQuery(getQueryOptions<JobTargetReading[]>(jobs, '/targets'));
  const target = targets.find(({ name }) => name === targetName(value));
  const args = target ? targetArguments(value, target.params) : [];
  const setArgument = (index: number, argument: string | number | boolean) =>
    target && onChange?.(targetText(target.name, target.params, args.with(index, argument)));
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
      {target?.params.map((param, index) => (
        <Form.Item key={param.name} label={param.title} className="target-param" htmlFor={`${id}-${param.name}`}>
          {param.kind === 'boolean' ? (
            <Switch id={`${id}-${param.name}`} checked={args[index] === true} onChange={(on) => setArgument(index, on)} />
          ) : param.kind === 'text' ? (
            <Input
              id={`${id}-${param.name}`}
              value={String(args[index])}
              maxLength={param.max ?? 200}
              onChange={({ target: field }) => setArgument(index, field.value)}
            />
          ) : (
            <ValidatedNumber
              id={`${id}-${param.name}`}
              title={param.title}
              value={Number(args[index])}
              min={param.min}
              max={param.max}
              required
              {...(param.kind !== 'int' && { places: 9 })}
              onChange={(number) => number !== null && setArgument(index, number)}
            />
          )}
        </Form.Item>
      ))}
      {value && <code className="target-text">{value}</code>}
      {target?.params.length === 0 && <span className="none"> {t('monitor.job.noParams')}</span>}
    </div>
  );
}
