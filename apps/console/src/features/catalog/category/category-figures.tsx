import { type Category, type CategoryKind, categories, type NodeFigures, type Translate } from '@suyuan/contract';
import type { ReactNode } from 'react';
import { useRights } from '../../../data/permission.tsx';
import { useWords, valueWord } from '../../../data/words.ts';
import { How } from '../../../ui/how.tsx';
import { groupDigits } from '../../../ui/numbers.ts';
import { RowLink } from '../../../ui/row-link.tsx';
import { shareText } from '../../../ui/share-text.ts';
import { classLists } from './class-lists.ts';
import { type Figures, suspectRate } from './use-figures.ts';

interface CategoryFiguresCardProps {
  kind: CategoryKind;
  node: Category | undefined;
  figures: Figures | undefined;
}

type Lists = ReturnType<typeof classLists>;

/** Title, explanation, formatted value, and the list behind it. */
type Line = [title: string, about: string, shown: (of: NodeFigures) => string, list: (of: Lists) => string | undefined];

export function CategoryFiguresCard({ kind, node, figures }: CategoryFiguresCardProps) {
  const t = useWords();
  const { hasPermi } = useRights();
  const lines = useLines(kind);
  if (!node) return null;
  const lists = (own: boolean) => classLists(kind, node.catalogueId, own, hasPermi);
  const cell = (own: boolean, [, , shown, list]: Line): ReactNode => {
    if (!figures) return '…';
    const text = shown(own ? figures.own : figures.branch);
    const to = text === '0' || text === '—' ? undefined : list(lists(own));
    return to ? <RowLink to={to}>{text}</RowLink> : text;
  };
  const { catalogueCode, bizStep, disposition, publicFlag } = node;
  const said: [what: string, which: string | null][] = [
    [t(categories[kind].word('catalogueCode')), catalogueCode],
    [t('digit.catalogue.bizStep'), bizStep && nameOf(t, 'bizStep', bizStep)],
    [t('digit.catalogue.disposition'), disposition && nameOf(t, 'disposition', disposition)],
    [t('digit.catalogue.publicFlag'), publicFlag && t(`digit.catalogue.publicFlag.${publicFlag}`)],
  ];
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
          {lines.map((line) => (
            <tr key={line[0]}>
              <th scope="row">
                <How says={line[1]}>{line[0]}</How>
              </th>
              <td className="numeral">{cell(true, line)}</td>
              <td className="numeral catalogue-branch">{cell(false, line)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Unfilled of={figures?.branch} lists={lists(false)} />
      {said.map(([what, which]) => which && <p key={what}>{t('kit.pair', { what, which })}</p>)}
      {node.remark && <p className="catalogue-remark">{node.remark}</p>}
      <p className="none catalogue-hint">{t('digit.catalogue.figures.pick')}</p>
    </aside>
  );
}

function useLines(kind: CategoryKind): Line[] {
  const t = useWords();
  const [held, steps] = [kind === 'channelBusiness', kind === 'traceability'];
  const codes = held ? 'digit.catalogue.codesHeld' : 'digit.catalogue.codes';
  const traced: Line[] = [
    [
      t('digit.catalogue.complete'),
      t('digit.catalogue.complete.about'),
      ({ trace }) => (trace ? shareText(trace.filled, trace.required) : '—'),
      ({ trace }) => trace(),
    ],
    [
      t('digit.catalogue.verified'),
      t('digit.catalogue.verified.about'),
      ({ trace }) => (trace ? shareText(trace.verified, trace.filled) : '—'),
      ({ trace }) => trace(),
    ],
    [
      t('digit.catalogue.delay'),
      t('digit.catalogue.delay.about'),
      ({ trace }) => (trace?.delayHours == null ? '—' : t('digit.catalogue.delay.hours', { hours: trace.delayHours })),
      ({ trace }) => trace(),
    ],
  ];
  return [
    [t(`digit.catalogue.records.${kind}`), t('digit.catalogue.records.about'), (of) => groupDigits(of.records), (lists) => lists.records],
    [
      t('digit.catalogue.activeBatches'),
      t('digit.catalogue.activeBatches.about'),
      (of) => groupDigits(of.activeBatches),
      (lists) => lists.activeBatches,
    ],
    [t(codes), t(`${codes}.about`), (of) => groupDigits(of.codes), (lists) => lists.codes],
    [
      t('digit.catalogue.scans'),
      t(held ? 'digit.catalogue.scansHeld.about' : 'digit.catalogue.scans.about'),
      (of) => groupDigits(of.scans),
      (lists) => lists.scans,
    ],
    [t('digit.catalogue.suspectRate'), t('digit.catalogue.suspectRate.about'), (of) => suspectRate(of) ?? '—', (lists) => lists.suspects],
    ...(steps ? traced : []),
  ];
}

function Unfilled({ of, lists }: { of: NodeFigures | undefined; lists: Lists }) {
  const t = useWords();
  const unfilled = of?.trace?.unfilled ?? [];
  if (unfilled.length === 0) return null;
  return (
    <section aria-labelledby="catalogue-unfilled-title">
      <h3 id="catalogue-unfilled-title">
        <How says={t('digit.catalogue.unfilled.about')}>{t('digit.catalogue.unfilled')}</How>
      </h3>
      <ul className="catalogue-unfilled">
        {unfilled.map(({ filler, ownerName, count }) => {
          const to = lists.trace({ filler, ownerName });
          return (
            <li key={`${filler} ${ownerName}`}>
              <span>{ownerName ?? t(`manage.traceability.filler.${filler}`)}</span>
              <span className="numeral">{to ? <RowLink to={to}>{groupDigits(count)}</RowLink> : groupDigits(count)}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const nameOf = (t: Translate, kind: 'bizStep' | 'disposition', value: string) => valueWord(t, `manage.cbv.${kind}.${value}`, value);
