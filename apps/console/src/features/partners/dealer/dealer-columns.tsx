import { dealers, scanCases } from '@suyuan/contract';
import { Tooltip } from 'antd';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { CodeBadge, columnOf } from '../../../ui/columns.tsx';
import { ExpiryDate } from '../../../ui/expiry-date.tsx';
import { groupDigits } from '../../../ui/number-format.ts';
import { RowLink } from '../../../ui/row-link.tsx';

function Regions({ names, none }: { names: string[]; none: string }) {
  const t = useTranslations();
  if (names.length === 0) return <span className="none">{none}</span>;
  const visibleText = names.slice(0, 2).join(t('kit.joint'));
  if (names.length <= 2) return visibleText;
  return (
    <Tooltip title={names.join(t('kit.joint'))}>
      <span>
        {visibleText} +{names.length - 2}
      </span>
    </Tooltip>
  );
}

export const casesPath = (channelBusinessId: number) => `${scanCases.path}?channelBusinessId=${channelBusinessId}&reason=otherRegion`;

export function useDealerColumns() {
  const t = useTranslations();
  const canListCases = usePermission(scanCases.permission('list'));
  return [
    columnOf(dealers, 'state', (state) => <CodeBadge of={dealers} field="state" value={state} />),
    columnOf(dealers, 'channelBusinessCode'),
    columnOf(dealers, 'regionNames', (names, { parentId, exclusive }) => (
      <>
        <Regions names={names} none={t(parentId ? 'manage.channelBusiness.inherited' : 'manage.channelBusiness.everywhere')} />
        {exclusive === '1' && <span className="none small"> {t('manage.channelBusiness.exclusive')}</span>}
      </>
    )),
    columnOf(dealers, 'contractTo', (day) => <ExpiryDate day={day} />),
    columnOf(dealers, 'stockCount', (count) => groupDigits(count)),
    columnOf(dealers, 'coverDays', (days) =>
      days === null ? <span className="none">—</span> : t('manage.channelBusiness.days', { count: days }),
    ),
    columnOf(dealers, 'diversionCount', (count, { channelBusinessId }) =>
      count > 0 && canListCases ? <RowLink to={casesPath(channelBusinessId)}>{groupDigits(count)}</RowLink> : groupDigits(count),
    ),
  ];
}
