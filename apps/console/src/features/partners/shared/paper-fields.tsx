import { supplierPapers } from '@suyuan/contract';
import { Input } from 'antd';
import { useTranslations } from '../../../data/i18n.ts';
import { FormField, FormFields } from '../../../ui/field-kinds.tsx';
import { FileField } from '../../../ui/file-inputs.tsx';

/** Fields of a supplier's certificate or contract. */
export function PaperFields() {
  const t = useTranslations();
  return (
    <>
      <FormFields
        of={supplierPapers}
        fieldProps={{ filePath: { extra: t('kit.fileHint'), control: <FileField nameField="fileName" /> } }}
      />
      <FormField of={supplierPapers} name="fileName" hidden />
      <FormField of={supplierPapers} name="supplierId" hidden control={<Input />} />
    </>
  );
}
