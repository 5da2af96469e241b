import { Button, Input } from 'antd';
import { useTranslations } from '../../../data/words.ts';
import { Icon } from '../../../ui/icon.tsx';

interface Attribute {
  name: string;
  value: string;
}

const MAX_ATTRIBUTES = 30;

export function AttributesField({ value = [], onChange }: { value?: Attribute[]; onChange?: (attributes: Attribute[]) => void }) {
  const t = useTranslations();
  const change = (at: number, part: Partial<Attribute>) =>
    onChange?.(value.map((each, index) => (index === at ? { ...each, ...part } : each)));
  return (
    <div className="attributes">
      {value.map((attribute, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an attribute is its place while it is typed
        <div key={index} className="attribute">
          <Input
            maxLength={30}
            value={attribute.name}
            placeholder={t('manage.category.attributes.name')}
            aria-label={`${t('manage.category.attributes.name')} ${index + 1}`}
            onChange={({ target }) => change(index, { name: target.value })}
          />
          <Input
            maxLength={200}
            value={attribute.value}
            placeholder={t('manage.category.attributes.value')}
            aria-label={`${t('manage.category.attributes.value')} ${index + 1}`}
            onChange={({ target }) => change(index, { value: target.value })}
          />
          <Button
            type="text"
            size="small"
            danger
            icon={<Icon name="close" />}
            aria-label={`${t('kit.remove')} ${attribute.name || index + 1}`}
            onClick={() => onChange?.(value.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      {value.length < MAX_ATTRIBUTES && (
        <Button size="small" icon={<Icon name="plus" />} onClick={() => onChange?.([...value, { name: '', value: '' }])}>
          {t('manage.category.attributes.add')}
        </Button>
      )}
    </div>
  );
}
