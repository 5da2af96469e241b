import { missingWord } from '@suyuan/contract';
import { Button, Form, type FormItemProps } from 'antd';
import { cloneElement, type ReactElement } from 'react';
import { useTranslations } from '../data/i18n.ts';
import { Icon } from './icon.tsx';

interface LineColumn extends Pick<FormItemProps, 'getValueProps' | 'getValueFromEvent'> {
  name: string;
  title: string;
  required?: boolean;
  /** Property of the control that holds the value, e.g. `checked`. */
  valuePropName?: string;
  control: ReactElement<{ 'aria-label'?: string }>;
}

interface LinesFieldProps {
  name: string;
  add: string;
  columns: readonly LineColumn[];
  maxLines?: number;
}

export function LinesField({ name, add, columns, maxLines = 500 }: LinesFieldProps) {
  const t = useTranslations();
  return (
    <Form.List name={name}>
      {(lines, { add: append, remove }) => (
        <div data-wide-field="" className="flex flex-col gap-3">
          {lines.map(({ key, name: at }) => (
            <fieldset key={key} className="m-0 flex min-w-0 flex-wrap items-end gap-2 rounded-lg border border-line px-3 pt-1 pb-3">
              <legend className="m-0! w-auto! border-0! px-1.5! text-xs/5! text-muted!">{at + 1}</legend>
              {columns.map(({ name: field, title, valuePropName, control, required = false, ...rest }) => (
                <Form.Item
                  key={field}
                  name={[at, field]}
                  label={title}
                  layout="vertical"
                  // a checkbox is as wide as its title
                  className={`mb-0! ${valuePropName === 'checked' ? 'flex-none' : 'flex-[1_1_140px]'} [&_:is(.ant-input-number,.ant-picker)]:w-full!`}
                  {...(valuePropName && { valuePropName })}
                  rules={[{ required, message: t(missingWord(field), { field: title }) }]}
                  {...rest}
                >
                  {cloneElement(control, { 'aria-label': `${title} ${at + 1}` })}
                </Form.Item>
              ))}
              <Button
                type="text"
                danger
                icon={<Icon name="close" />}
                aria-label={`${t('kit.remove')} ${at + 1}`}
                onClick={() => remove(at)}
              />
            </fieldset>
          ))}
          {lines.length < maxLines && (
            <Button type="dashed" block icon={<Icon name="plus" />} onClick={() => append({})}>
              {add}
            </Button>
          )}
        </div>
      )}
    </Form.List>
  );
}
