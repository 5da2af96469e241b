import { scans } from '@suyuan/contract';
import type { TableColumnType } from 'antd';
import { usePermission } from '../../../data/permission.tsx';
import { CodeBadge, FieldTitle } from '../../../ui/columns.tsx';
import { RegionText } from '../../../ui/region-text.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { TimeText } from '../../../ui/time-format.tsx';

interface Scan {
  scanTime: string;
  verdict: string;
  sessionNo: number | null;
  region: string | null;
  device: string;
}

/**
 * Columns `resultColumns` (time, verdict) and `sourceColumns` (visit, place, device); other columns go between. The device links to its scans, with
 * permission.
 */
export function useScanColumns<S extends Scan>(): { resultColumns: TableColumnType<S>[]; sourceColumns: TableColumnType<S>[] } {
  const canList = usePermission(scans.permission('list'));
  const title = (name: string) => <FieldTitle of={scans} name={name} />;
  return {
    resultColumns: [
      { key: 'scanTime', title: title('scanTime'), render: (_, { scanTime }) => <TimeText value={scanTime} seconds /> },
      {
        key: 'verdict',
        title: title('verdict'),
        render: (_, { verdict }) => <CodeBadge of={scans} field="verdict" value={verdict} />,
      },
    ],
    sourceColumns: [
      {
        key: 'sessionNo',
        title: title('sessionNo'),
        align: 'right',
        className: 'tabular-nums',
        render: (_, { sessionNo }) => sessionNo ?? '—',
      },
      { key: 'region', title: title('region'), render: (_, { region }) => <RegionText name={region} /> },
      {
        key: 'device',
        title: title('device'),
        render: (_, { device }) => {
          const name = <span className="mono-text">{device}</span>;
          return canList ? <RowLink to={`${scans.path}?device=${device}`}>{name}</RowLink> : name;
        },
      },
    ],
  };
}
