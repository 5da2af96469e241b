import { type GenWebType, genWebTypes } from '@suyuan/contract';
import { Radio } from 'antd';
import { useTranslations } from '../../../data/i18n.ts';

const labels: Record<GenWebType, string> = {
  'element-ui': 'Vue 2 Element UI',
  'element-plus': 'Vue 3 Element Plus',
  'element-plus-typescript': 'Vue 3 Element Plus TypeScript',
};

export const webTypeOptions = genWebTypes.map((value) => ({ value, label: labels[value] }));

export function WebTypeChoice({ value, onChange }: { value: GenWebType; onChange: (to: GenWebType) => void }) {
  const t = useTranslations();
  return (
    <div className="gen-web-type">
      <span id="gen-web-type">{t('tool.gen.tplWebType')}</span>
      <Radio.Group
        aria-labelledby="gen-web-type"
        options={webTypeOptions}
        value={value}
        onChange={({ target }) => onChange(target.value as GenWebType)}
      />
    </div>
  );
}
