import { type SelectProps as AntdProps, Select as AntdSelect, Button, Input, type InputProps } from 'antd';
import type { BaseOptionType, DefaultOptionType } from 'antd/es/select';
import type { ReactNode } from 'react';
import { useTranslations } from '../data/i18n.ts';
import { Icon } from './icon.tsx';

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

/** antd's own label of the clear button is English in every language. */
export function useAllowClear(allowed: boolean) {
  const t = useTranslations();
  return allowed && { clearIcon: <Icon name="clear" />, label: t('kit.clearChoice') };
}

/** The same for `Input` and its variants, whose icon has the label. */
export function useInputClear(allowed = true) {
  const t = useTranslations();
  return (
    allowed && {
      clearIcon: (
        <span role="img" aria-label={t('kit.clearInput')}>
          <Icon name="clear" />
        </span>
      ),
    }
  );
}

/** antd's `Input` with a translated clear button. */
export const ClearableInput = (props: Omit<InputProps, 'allowClear'>) => <Input {...props} allowClear={useInputClear()} />;

export type SelectProps<Value = AntdProps['value'], Option extends BaseOptionType | DefaultOptionType = DefaultOptionType> = Omit<
  AntdProps<Value, Option>,
  'allowClear'
> & { allowClear?: boolean | undefined };

/** antd's `Select` with a translated clear button. */
export function Select<Value = unknown, Option extends BaseOptionType | DefaultOptionType = DefaultOptionType>({
  allowClear = false,
  ...rest
}: SelectProps<Value, Option>) {
  return <AntdSelect<Value, Option> {...rest} allowClear={useAllowClear(allowClear)} />;
}
