import { cache, type ListedCacheName } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useSearchParams } from 'react-router';
import { getOf } from '../../../data/api.ts';
import { usePermission } from '../../../data/permission.tsx';
import { has } from '../../../data/server-about.ts';
import { useWords } from '../../../data/words.ts';
import { groupDigits } from '../../../ui/numbers.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Failed, Nothing, Waiting } from '../../../ui/states.tsx';
import { CacheContent } from './cache-content.tsx';
import { CacheKeyList } from './cache-key-list.tsx';
import { RedisKeyList } from './redis-key-list.tsx';
import { useClearing } from './use-clearing.ts';
import './cache.css';

export default function CacheListPage() {
  const t = useWords();
  const names = useQuery(getOf<ListedCacheName[]>(cache, '/getNames'));
  const [search, setSearch] = useSearchParams();
  const detailed = has('cacheDetails');
  // RuoYi requires only the list permission for clearing
  const mayClear = usePermission(cache.permission(detailed ? 'remove' : 'list'));
  const KeyList = detailed ? CacheKeyList : RedisKeyList;
  const clear = useClearing();
  const chosen = names.data?.find(({ cacheName }) => cacheName === search.get('name'));
  const key = search.get('key');
  const go = (next: Record<string, string>) => setSearch(next, { replace: true });
  return (
    <div className="page">
      <PageHeader
        title={t('monitor.cacheList')}
        purpose={t(detailed ? 'monitor.cacheList.purpose' : 'monitor.redis.listPurpose')}
        actions={
          mayClear && (
            <Button danger loading={clear.isPending} onClick={() => void clear.all()}>
              {t('monitor.cache.clearAll')}
            </Button>
          )
        }
      />
      {names.isError && !names.data ? (
        <section className="card">
          <Failed error={names.error} onRetry={() => void names.refetch()} />
        </section>
      ) : (
        <div className="cache-panes">
          <section className="card cache-pane" aria-label={t('monitor.cache.nameList')}>
            <h2>{t('monitor.cache.nameList')}</h2>
            {names.data ? (
              <ul className="cache-names">
                {names.data.map((name) => (
                  <NameRow
                    key={name.cacheName}
                    name={name}
                    chosen={name === chosen}
                    onChoose={() => go({ name: name.cacheName })}
                    onClear={mayClear ? () => void clear.name(name) : undefined}
                  />
                ))}
              </ul>
            ) : (
              <Waiting />
            )}
          </section>
          <section className="card cache-pane" aria-label={t('monitor.cache.keyList')}>
            <h2>{t('monitor.cache.keyList')}</h2>
            {chosen ? (
              <KeyList
                key={chosen.cacheName}
                name={chosen}
                chosen={key}
                onChoose={(cacheKey) => go({ name: chosen.cacheName, key: cacheKey })}
                onClear={mayClear && chosen.clearable !== false ? (cacheKey) => void clear.key(chosen, cacheKey) : undefined}
              />
            ) : (
              <Nothing text={t('monitor.cache.chooseName')} />
            )}
          </section>
          <section className="card cache-pane cache-content-pane" aria-label={t('monitor.cache.content')}>
            <h2>{t('monitor.cache.content')}</h2>
            {chosen && key ? <CacheContent key={key} name={chosen} cacheKey={key} /> : <Nothing text={t('monitor.cache.chooseKey')} />}
          </section>
        </div>
      )}
    </div>
  );
}

interface NameRowProps {
  name: ListedCacheName;
  chosen: boolean;
  onChoose: () => void;
  onClear: (() => void) | undefined;
}

function NameRow({ name, chosen, onChoose, onClear }: NameRowProps) {
  const t = useWords();
  const { cacheName, remark, count, place, clearable = true } = name;
  return (
    <li className={chosen ? 'cache-row cache-chosen' : 'cache-row'}>
      <button type="button" className="cache-choice" aria-pressed={chosen} onClick={onChoose}>
        <span className="cache-choice-name">{remark}</span>
        <span className="cache-choice-note">
          <span className="mono">{cacheName.replace(/:$/, '')}</span>
          {place && ` · ${t(`monitor.cache.place.${place}`)}`}
        </span>
      </button>
      {count !== undefined && (
        <span className="numeral cache-count">{count === null ? t('monitor.cache.manyKeys') : groupDigits(count)}</span>
      )}
      {onClear &&
        (clearable ? (
          <button type="button" className="row-link" aria-label={t('monitor.cache.clearNameLabel', { name: remark })} onClick={onClear}>
            {t('monitor.cache.clear')}
          </button>
        ) : (
          <span className="none" title={t('monitor.cache.kept')}>
            {t('monitor.cache.keptShort')}
          </span>
        ))}
    </li>
  );
}
