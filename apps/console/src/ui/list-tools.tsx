import { Button, Dropdown, Popover, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import type { ListViews } from '../data/list-settings.ts';
import { useTranslations } from '../data/words.ts';
import { ColumnSettings } from './column-settings.tsx';
import { Icon } from './icon.tsx';
import { SaveView } from './saved-views.tsx';
import { setSetting, useSettings } from './settings.ts';

interface ToolButtonProps {
  label: string;
  icon: ReactNode;
  onClick?: () => void;
  busy?: boolean;
}

export function ToolButton({ label, icon, onClick, busy = false, ...rest }: ToolButtonProps) {
  return (
    <Tooltip title={label}>
      <Button type="text" aria-label={label} icon={icon} loading={busy} {...(onClick && { onClick })} {...rest} />
    </Tooltip>
  );
}

interface ListToolsProps {
  columns: { key: string; title: string }[];
  views: ListViews;
  onRefresh: () => void;
  refreshing: boolean;
  onExport?: (() => void) | undefined;
  onImport?: (() => void) | undefined;
}

export function ListTools({ columns, views, onRefresh, refreshing, onExport, onImport }: ListToolsProps) {
  const t = useTranslations();
  const size = useSettings(({ tableSize }) => tableSize);
  const densities = (['default', 'middle', 'small'] as const).map((key) => ({
    key,
    label: t(`kit.density.${key}`),
    onClick: () => setSetting('tableSize', key),
  }));
  return (
    <>
      {onImport && <ToolButton label={t('kit.import')} icon={<Icon name="upload" />} onClick={onImport} />}
      {onExport && <ToolButton label={t('kit.export')} icon={<Icon name="download" />} onClick={onExport} />}
      <SaveView views={views} />
      <span className="wide-only">
        <Dropdown trigger={['click']} menu={{ items: densities, selectable: true, selectedKeys: [size] }}>
          <Button type="text" aria-label={t('kit.density')} title={t('kit.density')} icon={<Icon name="density" />} />
        </Dropdown>
        <Popover
          trigger="click"
          placement="bottomRight"
          title={t('kit.columns')}
          content={<ColumnSettings columns={columns} value={views.columns} defaultLayout={views.defaultLayout} onChange={views.arrange} />}
        >
          <Button type="text" aria-label={t('kit.columns')} title={t('kit.columns')} icon={<Icon name="columns" />} />
        </Popover>
      </span>
      <ToolButton label={t('kit.refresh')} icon={<Icon name="reload" />} onClick={onRefresh} busy={refreshing} />
    </>
  );
}
