import { countsOf, sizesOf } from '@suyuan/codes';
import { codeLevels, codes, levelNames } from '@suyuan/contract';
import { Form, type FormInstance, Radio } from 'antd';
import { useTranslations } from '../../../data/words.ts';
import type { Batch } from './batch-steps.ts';

const levelCounts = ({ packaging, issuedCount }: Batch) => countsOf(sizesOf(packaging ?? []), issuedCount);

/** The selected level, its number of codes, and the names of the levels above. */
export function useLevel(form: FormInstance, batch: Batch) {
  const level: number = Form.useWatch('level', form) ?? 0;
  return {
    level,
    count: levelCounts(batch)[level as 0 | 1 | 2 | 3],
    packedIn: (batch.packaging ?? []).flatMap((container) => (container.level > level ? [levelNames[container.level] ?? ''] : [])),
  };
}

/** Selects units, boxes, cases or pallets. Renders nothing for a batch with units only. */
export function LevelField({ batch }: { batch: Batch }) {
  const t = useTranslations();
  const form = Form.useFormInstance();
  const counts = levelCounts(batch);
  const options = codeLevels
    .filter((level) => counts[level] > 0)
    .map((level) => ({
      value: level,
      label: t('manage.codeExport.level.count', { level: t(codes.word(`level.${level}`)), count: counts[level] }),
    }));
  if (options.length < 2) return undefined;
  return (
    <Form.Item name="level" label={t('manage.codeExport.level')}>
      <Radio.Group
        aria-label={t('manage.codeExport.level')}
        optionType="button"
        options={options}
        onChange={() => form.resetFields(['from', 'to'])}
      />
    </Form.Item>
  );
}
