import { Tag } from 'antd';
import { useTranslations } from '../../../data/words.ts';
import { ChinaMap } from '../../../ui/china-map.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { OverlapWarning } from './authority-fields.tsx';
import type { Dealer } from './dealer-life.ts';
import { ancestorsOf, useDealers } from './dealer-tree.ts';

/** Authorised regions by name and on the map: the dealer's own, or else those of its ancestors. */
export function DealerRegions({ dealer }: { dealer: Dealer }) {
  const t = useTranslations();
  const { data: nodes = [] } = useDealers();
  const { channelBusinessId, parentId, regionCodes, regionNames, categoryIds, exclusive, regionCode, regionName, lng, lat } = dealer;
  const inheritedFrom =
    regionCodes.length > 0 ? undefined : ancestorsOf(nodes, parentId).find((ancestor) => ancestor.regionCodes.length > 0);
  const codes = inheritedFrom?.regionCodes ?? regionCodes;
  const names = inheritedFrom?.regionNames ?? regionNames;
  return (
    <>
      <OverlapWarning
        id={channelBusinessId}
        parentId={parentId}
        regionCodes={regionCodes}
        categoryIds={categoryIds}
        exclusive={exclusive}
      />
      {inheritedFrom && (
        <p className="none">
          {t('manage.channelBusiness.inherited')}{' '}
          <RowLink to={`/manage/channelBusiness/${inheritedFrom.channelBusinessId}`}>{inheritedFrom.channelBusinessName}</RowLink>
        </p>
      )}
      {codes.length === 0 ? (
        <p className="none">{t('manage.channelBusiness.everywhere')}</p>
      ) : (
        <ul className="dealer-tags">
          {names.map((name) => (
            <li key={name}>
              <Tag>{name}</Tag>
            </li>
          ))}
        </ul>
      )}
      <div className="dealer-map">
        <ChinaMap
          title={t('manage.channelBusiness.mapTitle')}
          outlined={codes}
          outlinedName={t('manage.channelBusiness.regions')}
          {...((lng !== null || regionCode !== null) && {
            dots: [{ lng, lat, regionCode, text: regionName ?? dealer.channelBusinessName }],
            dotsName: t('manage.channelBusiness.seat'),
          })}
        />
      </div>
    </>
  );
}
