import { type ComponentProps, createContext, type ReactNode, useContext, useEffect } from 'react';
import { create } from 'zustand';
import { useTranslations } from '../data/i18n.ts';
import { TabContext } from '../data/unsaved-changes.ts';

/** Closes the tab of the page and navigates; set by the shell. */
export const LeavePageContext = createContext<(to: string) => void>(() => {});

export const useLeavePage = () => useContext(LeavePageContext);

export const useTabTitles = create<Record<string, string>>(() => ({}));

/** Undefined leaves the title unchanged, an empty text removes it. */
export function useTabTitle(title: string | undefined) {
  const tab = useContext(TabContext);
  const t = useTranslations();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the language removes all titles
  useEffect(() => {
    if (title !== undefined) useTabTitles.setState({ [tab]: title });
  }, [tab, title, t]);
}

/** Root of a page. The shell sets `--page-top` below a breadcrumb. States directly in it are cards (states.tsx). */
export function Page(props: ComponentProps<'div'>) {
  return <div data-page="body" className="px-(--gutter) pt-[var(--page-top,20px)]" {...props} />;
}

interface PageHeaderProps {
  title: ReactNode;
  purpose?: ReactNode;
  /** State, code with copy button. */
  titleExtra?: ReactNode;
  /** Cause of the state, next to it. */
  cause?: ReactNode;
  /** One primary action, and a menu with the others. */
  actions?: ReactNode;
  /** On phones in one line: the title, and an action that is an icon or a short text. */
  compact?: boolean;
}

const headerActions = 'flex items-center gap-2 ';
const wideActions =
  'max-md:[&>.ant-btn]:h-10! max-md:[&>.ant-btn-icon-only]:w-10! max-md:[&>.ant-btn-primary]:flex-1! ' +
  // a single menu stays next to the title
  'max-md:has-[>:not(.ant-dropdown-trigger)]:w-full';

/** Header with the page's only `h1`. In a page with `data-headerless` only screen readers get the title. */
export function PageHeader({ title, purpose, titleExtra, cause, actions, compact = false }: PageHeaderProps) {
  return (
    <header
      className={`mb-4 flex items-start justify-between gap-x-6 gap-y-3 in-data-headerless:justify-end ${compact ? 'md:flex-wrap' : 'flex-wrap'}`}
    >
      <div className="min-w-0 flex-[1_1_320px] max-md:basis-60 in-data-headerless:sr-only">
        <div data-show-copy className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {/* no line ends with the dot between parts of a title */}
          <h1 className="m-0 text-lg/7 font-semibold">{typeof title === 'string' ? title.replaceAll(' · ', '\u00a0· ') : title}</h1>
          {titleExtra}
          {cause && <span className="text-pretty text-warning">{cause}</span>}
        </div>
        {purpose && <p className={`mt-1 mb-0 text-pretty text-muted ${compact ? 'max-md:hidden' : ''}`}>{purpose}</p>}
      </div>
      {actions && (
        <div data-testid="page-actions" className={compact ? headerActions : headerActions + wideActions}>
          {actions}
        </div>
      )}
    </header>
  );
}
