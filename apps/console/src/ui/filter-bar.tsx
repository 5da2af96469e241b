import type { Resource, Translate } from '@suyuan/contract';
import { Button, Form, Tag } from 'antd';
import { Children, type ComponentProps, Fragment, isValidElement, type ReactNode, useEffect, useRef, useState } from 'react';
import type { ListQuery } from '../data/api.ts';
import { filtersOf } from '../data/list-query.ts';
import { currentLanguage, useWords, valueWord, wordOr } from '../data/words.ts';
import { Icon } from './icon.tsx';
import { RangeFilter } from './range-filter.tsx';
import { useMedia, useNarrow } from './viewport.ts';

/** Labels of filter values without a translation, e.g. the name behind a key. */
export type FilterText = Record<string, (value: string) => ReactNode>;

interface FilterBarProps {
  of: Pick<Resource, 'word' | 'path'>;
  /** Form items named after the filters; the first ones are always visible. */
  children: ReactNode;
  query: ListQuery;
  narrow: (changes: Record<string, unknown>) => void;
  filterText?: FilterText | undefined;
  /** Number of visible filters; fewer if something is next to the list. */
  first?: number;
  toolbar?: ReactNode;
  tools?: ReactNode;
}

const items = (node: ReactNode): ReactNode[] =>
  Children.toArray(isValidElement<{ children?: ReactNode }>(node) && node.type === Fragment ? node.props.children : node);

/** The rest is behind "more"; active filters are removable tags. */
export function FilterBar({ of, children, query, narrow, filterText, first = 3, toolbar, tools }: FilterBarProps) {
  const t = useWords();
  const [form] = Form.useForm<Record<string, unknown>>();
  const [wide, setWide] = useState(false);
  const all = items(children);
  // English labels, a date range and page buttons leave less space
  const spanned = all.slice(0, 3).some((item) => isValidElement(item) && item.type === RangeFilter);
  const wideOnes = currentLanguage() === 'en-US' || spanned;
  const [roomy, wideWindow] = [useMedia('(min-width: 1600px)'), useMedia('(min-width: 1200px)')];
  const tight = !wideWindow || (!roomy && currentLanguage() === 'en-US');
  const crowded = (!roomy && toolbar !== undefined && wideOnes) || (tight && spanned);
  const onLine = useNarrow() ? 1 : Math.min(first, crowded ? 2 : 3);
  const active = filtersOf(query);
  const search = JSON.stringify(active);
  const laid = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the query is compared by its text
  useEffect(() => {
    if (laid.current === search) return; // a tab that becomes active again keeps its input
    laid.current = search;
    form.resetFields();
    form.setFieldsValue(Object.fromEntries(active));
  }, [search, form]);

  const apply = (values: Record<string, unknown>) =>
    narrow(Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value])));
  const clear = () => {
    form.resetFields();
    narrow(Object.fromEntries(active.map(([name]) => [name, undefined])));
  };

  return (
    <div className="filter-bar">
      {all.length > 0 && (
        <Form
          form={form}
          name={`${of.path.slice(1).replaceAll('/', '-')}-filters`}
          layout="inline"
          role="search"
          onFinish={apply}
          // an invalid filter may be hidden
          onFinishFailed={() => setWide(true)}
          className={wide ? 'filter-line filter-line-all' : 'filter-line'}
        >
          <div className="filter-fields">
            {all.map((item, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the filters of a page keep their order
              <div key={index} className="filter-item" hidden={index >= onLine && !wide}>
                {item}
              </div>
            ))}
          </div>
          <div className="filter-buttons">
            <Button type="primary" ghost htmlType="submit">
              {t('kit.search')}
            </Button>
            <Button onClick={clear}>{t('kit.reset')}</Button>
            {all.length > onLine && (
              <Button
                type="link"
                aria-expanded={wide}
                onClick={() => setWide(!wide)}
                icon={<Icon name="down" className={wide ? 'icon-up' : ''} />}
                iconPlacement="end"
              >
                {wide ? t('kit.less') : t('kit.more')}
              </Button>
            )}
          </div>
          {toolbar && <div className="list-toolbar">{toolbar}</div>}
          {tools && <div className="list-tools">{tools}</div>}
        </Form>
      )}
      {all.length === 0 && (toolbar || tools) && (
        <div className="filter-line">
          {toolbar && <div className="list-toolbar">{toolbar}</div>}
          <div className="list-tools">{tools}</div>
        </div>
      )}
      {active.length > 0 && (
        <div className="filter-tags">
          {active.map(([name, value]) => (
            <Tag
              key={name}
              closable
              closeIcon={<Cross title={t('kit.clearFilter')} aria-label={t('kit.clearFilter')} />}
              onClose={(event) => {
                event.preventDefault();
                narrow({ [name]: undefined });
              }}
            >
              {paired(t, titleOf(t, of, name), filterText?.[name]?.(value) ?? wordOfValue(t, of, name, value))}
            </Tag>
          ))}
          <Button type="link" size="small" onClick={clear}>
            {t('kit.clearFilters')}
          </Button>
        </div>
      )}
    </div>
  );
}

const Cross = (props: ComponentProps<'span'>) => <span {...props}>×</span>;

type T = ReturnType<typeof useWords>;

/** Title of a filter; the translation `.filter` overrides the field's name. */
function titleOf(t: T, of: Pick<Resource, 'word'>, name: string) {
  const key = wordOr(of.word(`${name}.filter`)) ?? wordOr(of.word(name)) ?? wordOr(`kit.${name}`);
  return key ? t(key) : name;
}

function wordOfValue(t: T, of: Pick<Resource, 'word'>, name: string, value: string) {
  return valueWord(t, of.word(`${name}.${value}`), value);
}

/** Placeholder of the value in a tag's text. */
const PLACE = '\uFFFC';

/** The value may be an element, e.g. a name that is still loading. */
function paired(t: Translate, what: string, which: ReactNode) {
  const [before, after] = t('kit.pair', { what, which: PLACE }).split(PLACE);
  return (
    <>
      {before}
      {which}
      {after}
    </>
  );
}
