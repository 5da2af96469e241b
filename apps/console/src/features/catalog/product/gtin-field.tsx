import { products } from '@suyuan/contract';
import { Button, Form, Input } from 'antd';
import { useWords } from '../../../data/words.ts';
import { Field } from '../../../ui/field.tsx';
import { gtinHint } from './gtin-hint.ts';

/** The GTIN, judged digit by digit as it is typed; a missing or wrong check digit is put right by one click. `fixed`: codes are issued. */
export function GtinField({ fixed }: { fixed: boolean }) {
  const t = useWords();
  const form = Form.useFormInstance();
  const hint = gtinHint(t, Form.useWatch<string | undefined>('gtin', form));
  const { whole } = hint ?? {};
  const complete = () => {
    form.setFieldValue('gtin', whole);
    void form.validateFields(['gtin']).catch(() => undefined);
  };
  return (
    <Field
      of={products}
      name="gtin"
      {...(hint && {
        extra: (
          <span className={`gtin-hint gtin-${hint.tone}`} aria-live="polite">
            {hint.text}
            {whole && (
              <Button type="link" size="small" onClick={complete}>
                {t('manage.category.gtin.use', { gtin: whole })}
              </Button>
            )}
          </span>
        ),
      })}
    >
      <Input className="mono-text" maxLength={14} inputMode="numeric" autoComplete="off" disabled={fixed} />
    </Field>
  );
}
