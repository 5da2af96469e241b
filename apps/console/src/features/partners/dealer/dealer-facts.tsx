import { dealers } from '@suyuan/contract';
import { useTranslations } from '../../../data/words.ts';
import { renderCell } from '../../../ui/columns.tsx';
import { fetchFile } from '../../../ui/file-field.tsx';
import { CopyableText } from '../../../ui/mono.tsx';
import { groupDigits } from '../../../ui/numbers.ts';
import type { Dealer } from './dealer-life.ts';

const contractFields = ['gln', 'contractNo', 'contractFrom', 'contractTo'] as const;
const contactFields = ['contactName', 'contactPhone', 'email', 'regionName', 'address', 'lng', 'lat', 'warehouses', 'remark'] as const;

export function DealerFacts({ dealer }: { dealer: Dealer }) {
  const t = useTranslations();
  const { grade, uscc, depositYuan, contractPath, contractFile } = dealer;
  const plainLines = (names: readonly ((typeof contractFields)[number] | (typeof contactFields)[number])[]) =>
    names.map((name) => [name, renderCell(name, dealer[name], false)] as const);
  const lines = [
    ['grade', grade ? t(`manage.channelBusiness.grade.${grade}`) : '—'],
    ['uscc', uscc ? <CopyableText key="uscc">{uscc}</CopyableText> : '—'],
    ...plainLines(contractFields),
    ['depositYuan', depositYuan === null ? '—' : groupDigits(depositYuan)],
    [
      'contractPath',
      contractPath ? (
        <button key="file" type="button" className="row-link" onClick={() => void fetchFile(contractPath, contractFile)}>
          {contractFile ?? t('kit.file')}
        </button>
      ) : (
        '—'
      ),
    ],
    ...plainLines(contactFields),
  ] as const;
  return (
    <dl className="record-view">
      {lines.map(([name, value]) => (
        <div key={name}>
          <dt>{t(dealers.word(name))}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
