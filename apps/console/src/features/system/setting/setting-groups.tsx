import { type ConfigKind, configKindOf, type RecordOf, SECRET_MASK, type SettingGroup, settingGroups, settings } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { editBody, listQueryOptions, useSave } from '../../../data/api.ts';
import { asApiError } from '../../../data/api-error.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ListCard } from '../../../ui/list-card.tsx';
import { Page, PageHeader } from '../../../ui/page-header.tsx';
import { FormAnchors } from '../../../ui/resource-form-page.tsx';
import { LinkButton } from '../../../ui/row-link.tsx';
import { ClearableInput } from '../../../ui/select.tsx';
import { EmptyState, QueryState } from '../../../ui/states.tsx';
import { SampleDataNotice } from './sample-data-notice.tsx';
import { RefreshButton, ViewSwitch } from './setting-parts.tsx';
import { aboutOf, nameOf, shortNameOf } from './setting-texts.ts';
import { SettingInput, SettingText, useAllowedText } from './setting-value.tsx';

interface SettingLineProps {
  setting: RecordOf<typeof settings>;
  kind: ConfigKind;
}

const immediateKinds: readonly ConfigKind['kind'][] = ['switch', 'choice', 'several'];

/** A setting with its input. Saves at once, says so, and offers to undo. */
function SettingLine({ setting, kind }: SettingLineProps) {
  const { configKey, configValue } = setting;
  const t = useTranslations();
  const id = useId();
  const canEdit = usePermission(settings.permission('edit'));
  const allowedText = useAllowedText(configKey);
  const save = useSave(settings);
  const [draft, setDraft] = useState<string>();
  const [error, setError] = useState<string>();
  /** Value before the last change, for undo. */
  const [previous, setPrevious] = useState<string>();
  /** Value to save after the one that is being saved. */
  const [queuedValue, setQueuedValue] = useState<string>();
  const isImmediate = immediateKinds.includes(kind.kind);

  const store = async (value: string, isUndo = false) => {
    if (save.isPending) {
      setDraft(value);
      return setQueuedValue(value);
    }
    // Enter and the blur after it are one change
    if (value === configValue || value === SECRET_MASK) return setDraft(undefined);
    setError(undefined);
    setDraft(value);
    try {
      await save.mutateAsync(editBody(settings, setting, { configValue: value }));
      setPrevious(isUndo || kind.kind === 'secret' ? undefined : configValue);
      setDraft((current) => (current === value ? undefined : current));
    } catch (reason) {
      setQueuedValue(undefined);
      const apiError = asApiError(reason);
      if (!apiError) throw reason;
      setError(apiError.msg);
      if (isImmediate) setDraft(undefined);
    }
  };
  const storeQueuedValue = useEffectEvent(() => {
    if (queuedValue === undefined) return;
    setQueuedValue(undefined);
    void store(queuedValue);
  });
  useEffect(() => {
    if (!save.isPending) storeQueuedValue();
  }, [save.isPending]);
  const change = (value: string) => {
    setPrevious(undefined);
    if (isImmediate) void store(value);
    else setDraft(value);
  };
  const about = aboutOf(setting) ?? (isImmediate ? undefined : allowedText);
  const isWide = kind.kind === 'addresses' || kind.kind === 'several';
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_320px] items-start gap-x-8 gap-y-2 border-b border-line py-3 max-md:grid-cols-1">
      <div>
        <span id={id} className="font-medium" data-tip={configKey}>
          {shortNameOf(setting)}
        </span>
        {about && (
          <p id={`${id}-about`} className="m-0 text-xs/5 text-muted">
            {about}
          </p>
        )}
      </div>
      <div>
        {canEdit ? (
          <div className={isWide || kind.kind === 'line' ? '[&>*]:w-full' : '[&_.ant-input-number]:w-40! [&_.ant-select]:w-full'}>
            <SettingInput
              configKey={configKey}
              value={draft ?? configValue}
              onChange={change}
              {...(!isImmediate && { onCommit: () => draft !== undefined && void store(draft) })}
              aria-labelledby={id}
              {...(about && { 'aria-describedby': `${id}-about` })}
              aria-invalid={error !== undefined}
            />
          </div>
        ) : (
          <SettingText configKey={configKey} value={configValue} />
        )}
        <p className="m-0 text-xs/5 empty:hidden" role="status">
          {error && <span className="text-danger">{error}</span>}
          {!error && save.isPending && <span className="text-muted">{t('system.config.saving')}</span>}
          {!error && !save.isPending && draft !== undefined && <span className="text-muted">{t('system.config.unsaved')}</span>}
          {!error && !save.isPending && previous !== undefined && (
            <>
              <span className="text-muted">{t('kit.saved')}</span>{' '}
              <LinkButton onClick={() => void store(previous, true)}>{t('system.config.undo')}</LinkButton>
            </>
          )}
        </p>
      </div>
    </li>
  );
}

type Setting = RecordOf<typeof settings>;

/** All declared settings; the server has about forty. */
const QUERY = { configType: 'Y', pageSize: '100' };

/** Whether every word of the search is in the name, the description, the key or the group. */
function matches(setting: Setting, groupName: string, search: string): boolean {
  const text = [nameOf(setting), aboutOf(setting), setting.configKey, groupName].join(' ').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Settings that the server declares, by group. Each is saved where it is changed. */
export function SettingGroups() {
  const t = useTranslations();
  const [search, setSearch] = useState('');
  const content = useRef<HTMLDivElement>(null);
  const list = useQuery({ ...listQueryOptions(settings, QUERY), meta: { ownErrors: true } });
  const settingByKey = new Map((list.data?.rows ?? []).map((setting) => [setting.configKey, setting]));
  const groups = settingGroups
    .map(({ group, configKeys }) => ({
      group,
      title: t(`system.config.group.${group}`),
      rows: configKeys.flatMap((key) => settingByKey.get(key) ?? []),
    }))
    .map(({ rows, ...group }) => ({ ...group, rows: rows.filter((setting) => matches(setting, group.title, search.trim())) }))
    .filter(({ rows }) => rows.length > 0);
  return (
    <Page>
      <PageHeader title={t('system.config.title')} purpose={t('system.config.purpose')} />
      <ListCard>
        <search className="mb-4 flex flex-wrap items-center gap-2">
          <ClearableInput
            className="max-w-90"
            type="search"
            prefix={<Icon name="search" className="text-muted" />}
            aria-label={t('system.config.search')}
            placeholder={t('system.config.search')}
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
          <span className="ml-auto flex gap-2">
            <RefreshButton />
            <ViewSwitch to="table" />
          </span>
        </search>
        <SampleDataNotice />
        {!list.data && <QueryState query={list} rows={12} />}
        {list.data && groups.length === 0 && (
          <EmptyState text={t('system.config.noMatch')}>
            <Button onClick={() => setSearch('')}>{t('kit.clearFilters')}</Button>
          </EmptyState>
        )}
        {list.data && groups.length > 0 && (
          <div className="grid grid-cols-1 items-start gap-8 pb-6 max-xl:gap-4 xl:grid-cols-[208px_minmax(0,1fr)]">
            <div className="self-stretch max-xl:sticky max-xl:top-23 max-xl:z-5 max-xl:self-auto max-xl:bg-surface max-xl:py-1 max-md:top-13">
              <FormAnchors parts={groups.map(({ group, title }) => ({ key: group, title }))} within={content} columnFrom="xl" />
            </div>
            <div ref={content} className="max-w-240 min-w-0">
              {groups.map(({ group, title, rows }) => (
                <section
                  key={group}
                  data-part={group}
                  aria-labelledby={`${idOf(group)}-title`}
                  className="scroll-mt-28 not-first:mt-8 max-xl:scroll-mt-36"
                >
                  <h2 id={`${idOf(group)}-title`} className="mt-0 mb-1 text-base/6 font-semibold">
                    {title}
                  </h2>
                  <ul className="m-0 list-none p-0">
                    {rows.map((setting) => (
                      <SettingLine key={setting.configKey} setting={setting} kind={configKindOf(setting.configKey)} />
                    ))}
                  </ul>
                </section>
              ))}
            </div>
          </div>
        )}
      </ListCard>
    </Page>
  );
}

const idOf = (group: SettingGroup) => `settings-${group}`;
