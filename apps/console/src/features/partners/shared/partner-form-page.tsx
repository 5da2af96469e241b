import type { Partner } from '@suyuan/contract';
import { useTranslations } from '../../../data/i18n.ts';
import type { FieldProps } from '../../../ui/field-kinds.tsx';
import { declaredGroups, type FormGroup, ResourceFormPage } from '../../../ui/resource-form-page.tsx';
import { CategorySelect } from '../../catalog/shared/category-select.tsx';
import type { PartnerKind } from './partner-kind.ts';

const degrees = { inputProps: { controls: false, className: 'w-full!' } };

/** Inputs of all partners, where they differ from those of their kinds. */
const partnerFieldProps: FieldProps = {
  grade: { inputProps: { allowClear: true } },
  uscc: { extra: null },
  gln: { extra: null, inputProps: { inputMode: 'numeric' } },
  contactPhone: { inputProps: { inputMode: 'tel' } },
  email: { inputProps: { inputMode: 'email' } },
  address: { className: 'col-span-full' },
  lng: degrees,
  lat: degrees,
};

interface PartnerFormPageProps {
  partner: Partner;
  fieldProps?: FieldProps;
  blank?: Record<string, unknown> | undefined;
  /** Replaces or leaves out declared sections. */
  groupOf?: (group: FormGroup, record: Record<string, unknown> | undefined) => FormGroup | undefined;
}

export function PartnerFormPage({ partner: { of, name }, fieldProps, blank, groupOf = (group) => group }: PartnerFormPageProps) {
  const t = useTranslations();
  const catalogueId = { control: <CategorySelect kind={of.name as PartnerKind} /> };
  return (
    <ResourceFormPage
      resource={of}
      blank={blank}
      groups={(record) =>
        declaredGroups(of, t, { ...partnerFieldProps, catalogueId, ...fieldProps }).flatMap((group) => groupOf(group, record) ?? [])
      }
      nameField={name}
      home={of.path}
    />
  );
}
