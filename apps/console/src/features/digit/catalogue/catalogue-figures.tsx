import { type Catalogue, type CatalogueKind, categories, type NodeFigures, suppliers, type Translate } from '@suyuan/contract';
import { How } from '../../../kit/how.tsx';
import { groupDigits } from '../../../kit/numbers.ts';
import { useRights } from '../../../kit/permission.tsx';
import { RowLink } from '../../../kit/row-link.tsx';
import { useWords, wordOr } from '../../../kit/words.ts';
import { type Figures, suspectRate } from './use-figures.ts';

/** Where the records of a class are listed, and the right that the list needs. */
const lists: Record<CatalogueKind, [path: string, permission: string] | undefined> = {
  category: ['/manage/category', categories.permission('list')],
  supplier: ['/manage/supplier', suppliers.permission('list')],
  channelBusiness: ['/manage/channelBusiness', 'manage:channelBusiness:list'],
  traceability: undefined,
};

interface CatalogueFiguresCardProps {
  kind: CatalogueKind;
  node: Catalogue | undefined;
  figures: Figures | undefined;
}

/** The figures of one class, of itself and with all below it, and the way to its records. */
export function CatalogueFiguresCard({ kind, node, figures }: CatalogueFiguresCardProps) {
  const t = useWords();
  const { hasPermi } = useRights();
  if (!node) return null;
  const [path, permission] = lists[kind] ?? [];
  const held = kind === 'channelBusiness';
  const count = (value: number | null) => (value === null ? '—' : groupDigits(value));
  const lines: [title: string, about: string, shown: (of: NodeFigures) => string][] = [
    [t(`digit.catalogue.records.${kind}`), t('digit.catalogue.records.about'), ({ records }) => count(records)],
  ];
  if (kind !== 'traceability') {
    const codes = held ? 'digit.catalogue.codesHeld' : 'digit.catalogue.codes';
    lines.push(
      [t('digit.catalogue.activeBatches'), t('digit.catalogue.activeBatches.about'), (of) => count(of.activeBatches)],
      [t(codes), t(`${codes}.about`), (of) => count(of.codes)],
      [t('digit.catalogue.scans'), t(held ? 'digit.catalogue.scansHeld.about' : 'digit.catalogue.scans.about'), (of) => count(of.scans)],
      [t('digit.catalogue.suspectRate'), t('digit.catalogue.suspectRate.about'), (of) => suspectRate(of) ?? '—'],
    );
  }
  return (
    <aside className="card catalogue-figures" aria-labelledby="catalogue-figures-title">
      <h2 id="catalogue-figures-title">{t('digit.catalogue.figures', { name: node.catalogueName })}</h2>
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('digit.catalogue.figures.own')}</th>
            <th scope="col">{t('digit.catalogue.figures.branch')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(([title, about, shown]) => (
            <tr key={title}>
              <th scope="row">
                <How says={about}>{title}</How>
              </th>
              <td className="numeral">{figures ? shown(figures.own) : '…'}</td>
              <td className="numeral catalogue-branch">{figures ? shown(figures.branch) : '…'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {node.disposition && <p>{t('kit.pair', { what: t('digit.catalogue.disposition'), which: dispositionName(t, node.disposition) })}</p>}
      {node.remark && <p className="catalogue-remark">{node.remark}</p>}
      {path && permission && hasPermi(permission) && (
        <p>
          <RowLink to={`${path}?catalogueId=${node.catalogueId}`}>{t('digit.catalogue.seeRecords')}</RowLink>
        </p>
      )}
      <p className="none catalogue-hint">{t('digit.catalogue.figures.pick')}</p>
    </aside>
  );
}

function dispositionName(t: Translate, value: string) {
  const key = wordOr(`manage.cbv.disposition.${value}`);
  return key ? t(key) : value;
}
