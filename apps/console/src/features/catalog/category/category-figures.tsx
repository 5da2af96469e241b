import { type Category, type CategoryKind, categories, type NodeFigures, type Translate } from '@suyuan/contract';
import type { ReactNode } from 'react';
import { useRights } from '../../../data/permission.tsx';
import { translateValue, useTranslations } from '../../../data/words.ts';
import { TermTooltip } from '../../../ui/how.tsx';
import { groupDigits } from '../../../ui/numbers.ts';
import { RowLink } from '../../../ui/row-link.tsx';
import { formatShare } from '../../../ui/share-text.ts';
import { categoryLinks } from './class-lists.ts';
import { type Figures, suspectRate } from './use-figures.ts';

interface CategoryFiguresCardProps {
  kind: CategoryKind;
  node: Category | undefined;
  figures: Figures | undefined;
}

type CategoryLinks = ReturnType<typeof categoryLinks>;

/** Title, explanation, formatted value, and the list behind it. */
type Line = [title: string, about: string, shown: (of: NodeFigures) => string, list: (of: CategoryLinks) => string | undefined];

export function CategoryFiguresCard({ kind, node, figures }: CategoryFiguresCardProps) {
  const t = useTranslations();
  const { hasPermi } = useRights();
  const lines = useLines(kind);
  if (!node) return null;
  const links = (ownOnly: boolean) => categoryLinks(kind, node.catalogueId, ownOnly, hasPermi);
  const cell = (ownOnly: boolean, [, , format, getLink]: Line): ReactNode => {
    if (!figures) return '…';
    const text = format(ownOnly ? figures.own : figures.branch);
    const href = text === '0' || text === '—' ? undefined : getLink(links(ownOnly));
    return href ? <RowLink to={href}>{text}</RowLink> : text;
  };
  const { catalogueCode, bizStep, disposition, publicFlag } = node;
  const attributes: [what: string, which: string | null][] = [
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
                <TermTooltip explanation={line[1]}>{line[0]}</TermTooltip>
              </th>
              <td className="numeral">{cell(true, line)}</td>
              <td className="numeral catalogue-branch">{cell(false, line)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <MissingRecords of={figures?.branch} links={links(false)} />
      {attributes.map(([label, value]) => value && <p key={label}>{t('kit.pair', { what: label, which: value })}</p>)}
      {node.remark && <p className="catalogue-remark">{node.remark}</p>}
      <p className="none catalogue-hint">{t('digit.catalogue.figures.pick')}</p>
    </aside>
  );
}

function useLines(kind: CategoryKind): Line[] {
  const t = useTranslations();
  const [isDealer, isTraceStep] = [kind === 'channelBusiness', kind === 'traceability'];
  const codes = isDealer ? 'digit.catalogue.codesHeld' : 'digit.catalogue.codes';
  const traceLines: Line[] = [
    [
      t('digit.catalogue.complete'),
      t('digit.catalogue.complete.about'),
      ({ trace }) => (trace ? formatShare(trace.filled, trace.required) : '—'),
      ({ trace }) => trace(),
    ],
    [
      t('digit.catalogue.verified'),
      t('digit.catalogue.verified.about'),
      ({ trace }) => (trace ? formatShare(trace.verified, trace.filled) : '—'),
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
    [t(`digit.catalogue.records.${kind}`), t('digit.catalogue.records.about'), (of) => groupDigits(of.records), (links) => links.records],
    [
      t('digit.catalogue.activeBatches'),
      t('digit.catalogue.activeBatches.about'),
      (of) => groupDigits(of.activeBatches),
      (links) => links.activeBatches,
    ],
    [t(codes), t(`${codes}.about`), (of) => groupDigits(of.codes), (links) => links.codes],
    [
      t('digit.catalogue.scans'),
      t(isDealer ? 'digit.catalogue.scansHeld.about' : 'digit.catalogue.scans.about'),
      (of) => groupDigits(of.scans),
      (links) => links.scans,
    ],
    [t('digit.catalogue.suspectRate'), t('digit.catalogue.suspectRate.about'), (of) => suspectRate(of) ?? '—', (links) => links.suspects],
    ...(isTraceStep ? traceLines : []),
  ];
}

function MissingRecords({ of, links }: { of: NodeFigures | undefined; links: CategoryLinks }) {
  const t = useTranslations();
  const unfilled = of?.trace?.unfilled ?? [];
  if (unfilled.length === 0) return null;
  return (
    <section aria-labelledby="catalogue-unfilled-title">
      <h3 id="catalogue-unfilled-title">
        <TermTooltip explanation={t('digit.catalogue.unfilled.about')}>{t('digit.catalogue.unfilled')}</TermTooltip>
      </h3>
      <ul className="catalogue-unfilled">
        {unfilled.map(({ filler, ownerName, count }) => {
          const href = links.trace({ filler, ownerName });
          return (
            <li key={`${filler} ${ownerName}`}>
              <span>{ownerName ?? t(`manage.traceability.filler.${filler}`)}</span>
              <span className="numeral">{href ? <RowLink to={href}>{groupDigits(count)}</RowLink> : groupDigits(count)}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const nameOf = (t: Translate, kind: 'bizStep' | 'disposition', value: string) => translateValue(t, `manage.cbv.${kind}.${value}`, value);
