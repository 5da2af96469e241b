import { type partnerFields, partnerGrades, type Resource, type ResourceSpec } from '@suyuan/contract';
import { Input, Select } from 'antd';
import type { z } from 'zod';
import { useTranslations } from '../../../data/i18n.ts';
import { Field } from '../../../ui/field.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { RegionSelect } from '../../../ui/region-select.tsx';

type Partner = ResourceSpec & { input: z.ZodObject<typeof partnerFields> };

export function GradeField<S extends Partner>({ of }: { of: Resource<S> }) {
  const t = useTranslations();
  return (
    <Field of={of} name="grade">
      <Select allowClear options={partnerGrades.map((value) => ({ value, label: t(of.word(`grade.${value}`)) }))} />
    </Field>
  );
}

export function IdentityFields<S extends Partner>({ of }: { of: Resource<S> }) {
  return (
    <>
      <Field of={of} name="uscc">
        <Input className="mono-text" maxLength={18} />
      </Field>
      <Field of={of} name="gln">
        <Input className="mono-text" maxLength={13} inputMode="numeric" />
      </Field>
    </>
  );
}

export function ContactFields<S extends Partner>({ of }: { of: Resource<S> }) {
  return (
    <>
      <Field of={of} name="contactName">
        <Input maxLength={30} />
      </Field>
      <Field of={of} name="contactPhone">
        <Input maxLength={20} inputMode="tel" />
      </Field>
      <Field of={of} name="email">
        <Input maxLength={100} inputMode="email" />
      </Field>
      <Field of={of} name="regionCode">
        <RegionSelect />
      </Field>
      <Field of={of} name="address" className="form-wide">
        <Input maxLength={200} />
      </Field>
      <Field of={of} name="lng">
        <NumberField min={-180} max={180} controls={false} className="quantity" />
      </Field>
      <Field of={of} name="lat">
        <NumberField min={-90} max={90} controls={false} className="quantity" />
      </Field>
    </>
  );
}
