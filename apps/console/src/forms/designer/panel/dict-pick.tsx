import { useQuery } from '@tanstack/react-query';
import { AutoComplete } from 'antd';
import { request } from '../../../data/request.ts';

interface DictionaryType {
  dictType: string;
  dictName: string;
}

/** Dictionary type: a select if the user may read the list, else a text field. */
export function DictionaryPicker({
  id,
  value,
  onChange,
}: {
  id: string;
  value: string | undefined;
  onChange: (next: string | undefined) => void;
}) {
  const { data = [] } = useQuery({
    queryKey: ['/system/dict/type', 'optionselect'],
    queryFn: ({ signal }) => request<DictionaryType[]>('GET', '/system/dict/type/optionselect', undefined, { signal }),
    staleTime: 60_000,
    retry: false,
    meta: { ownErrors: true },
  });
  return (
    <AutoComplete
      id={id}
      size="small"
      value={value ?? ''}
      options={data.map(({ dictType, dictName }) => ({ value: dictType, label: `${dictName} ${dictType}` }))}
      showSearch={{ filterOption: (input, option) => String(option?.label).toLowerCase().includes(input.toLowerCase()) }}
      onChange={(next) => onChange(next || undefined)}
    />
  );
}
