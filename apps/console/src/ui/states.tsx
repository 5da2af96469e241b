import { createContext, type ReactNode, useEffect, useRef, useState } from 'react';
import { type ApiError, asApiError } from '../data/api-error.ts';
import { useTranslations } from '../data/i18n.ts';
import { PlainButton } from './plain-button.tsx';
import { RowLink } from './row-link.tsx';

/** Reasons displayed on the page for missing parts, with the number of parts that show each. */
const visibleCounts = new Map<string, number>();

/** Milliseconds until a failed part shows its reason. A notice is only needed for reasons not visible by then. */
export const INLINE_ERROR_DELAY_MS = 300;

/** Registers `text` as a visible reason while the component is mounted. */
function useVisibleError(text: string): void {
  useEffect(() => {
    visibleCounts.set(text, (visibleCounts.get(text) ?? 0) + 1);
    return () => {
      const remaining = (visibleCounts.get(text) ?? 1) - 1;
      if (remaining > 0) visibleCounts.set(text, remaining);
      else visibleCounts.delete(text);
    };
  }, [text]);
}

/** Whether the page already shows `text`, so that no notice is needed. */
export const isErrorVisible = (text: string): boolean => visibleCounts.has(text);

/** True after `delay` milliseconds. */
function useDelay(delay: number) {
  const [isElapsed, setElapsed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setElapsed(true), delay);
    return () => clearTimeout(timer);
  }, [delay]);
  return isElapsed;
}

// States directly in an element with `data-page` are cards. In the frame of a page they are all there is, and have the page's margins.
const loadingLines = 'py-3 [[data-page]>*>&]:card [[data-page]>*>&]:px-6 [[data-page]>*>&]:pt-6 [[data-page]>*>&]:pb-2';
/** Line in place of the title, if nothing else of the page is visible. */
const titleLine = 'mb-6 hidden h-6 w-40 rounded-sm bg-skeleton [[data-page=body]>:only-child>&]:block [[data-page=frame]>*>&]:block';
const loadingLine = 'mb-6 block h-4 animate-pulse rounded-sm bg-skeleton nth-[3n]:w-[82%]';

interface SkeletonProps {
  /** Pixels. */
  minHeight: number;
  className?: string;
  children: ReactNode;
}

/** In place of what is loading. Its shapes appear after 200 ms, so that fast responses show none. */
export function Skeleton({ minHeight, className = '', children }: SkeletonProps) {
  const t = useTranslations();
  const isElapsed = useDelay(200);
  return (
    <div role="status" aria-label={t('kit.loading')} className={className} style={{ minHeight }}>
      {isElapsed && children}
    </div>
  );
}

const loadingSpace = '[[data-page=frame]>&]:px-(--gutter) [[data-page=frame]>&]:pt-5 [[data-page=body]>&]:not-last:not-empty:mb-4';

/** Skeleton lines. */
export function LoadingState({ rows = 8 }: { rows?: number | undefined }) {
  return (
    <Skeleton minHeight={rows * 40} className={loadingSpace}>
      <i className={titleLine} aria-hidden="true" />
      <div className={loadingLines} aria-hidden="true">
        <SkeletonLines count={rows} />
      </div>
    </Skeleton>
  );
}

export const SkeletonLines = ({ count }: { count: number }) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: skeleton lines are identical
  Array.from({ length: count }, (_, index) => <i key={index} className={loadingLine} />);

const stateBox =
  'flex flex-col items-center gap-2 px-4 py-12 text-center text-muted [&_svg]:text-faint ' +
  '[&_p]:m-0 [&_p]:max-w-[min(480px,100%)] [&_p]:text-balance [&_p]:wrap-anywhere ' +
  '[[data-page]>&]:card [[data-page=body]>&]:not-last:mb-4 [[data-page=frame]>&]:mx-(--gutter) [[data-page=frame]>&]:mt-5';

/** Picture, text and action in place of missing content. */
export function StateBox({ children, role }: { children: ReactNode; role?: 'alert' }) {
  return (
    <div data-state-box className={stateBox} role={role}>
      {children}
    </div>
  );
}

/** Whether a component is in an empty state. */
export const EmptyStateContext = createContext(false);

export function EmptyState({ text, children }: { text: ReactNode; children?: ReactNode }) {
  return (
    <StateBox>
      <svg viewBox="0 0 120 72" width="120" height="72" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="1.5">
        <path d="M14 58h92M30 58V30l30-14 30 14v28M30 30l30 14 30-14M60 44v14" strokeLinejoin="round" strokeLinecap="round" />
        <path d="M45 23l30 14v8" strokeLinejoin="round" strokeLinecap="round" />
      </svg>
      <p>{text}</p>
      <EmptyStateContext value={true}>{children}</EmptyStateContext>
    </StateBox>
  );
}

interface ErrorStateProps {
  error: unknown;
  onRetry?: () => void;
  /** Action for an invalid request, which a retry would not fix. */
  children?: ReactNode;
  /** URL of the list, offered if a retry does not help. */
  listHref?: string | undefined;
}

export function ErrorState({ error, onRetry, children, listHref }: ErrorStateProps) {
  const t = useTranslations();
  const apiError = asApiError(error);
  const incidentId = apiError?.params.incident ?? apiError?.requestId;
  const message = apiError?.msg ?? t('kit.failed');
  const isPermanent = apiError !== undefined && isPermanentError(apiError);
  // a missing record stays missing; its list leads on
  const isMissing = apiError?.problem === 'notFound' && listHref !== undefined;
  // the technical reason alone does not say what is missing
  const isTechnical = apiError?.code === 0 || apiError?.problem === 'status' || apiError?.problem === 'webPage';
  const lines = [isTechnical && t('kit.failed'), message, apiError?.detail].filter((line) => typeof line === 'string');
  useVisibleError(message);
  return (
    <StateBox role="alert">
      <svg viewBox="0 0 120 72" width="120" height="72" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="1.5">
        <path d="M10 46h26l8-22 12 36 10-24 5 10h39" strokeLinejoin="round" strokeLinecap="round" />
      </svg>
      {lines.map((line) => (
        <p key={line} className="first-of-type:text-ink">
          {line}
        </p>
      ))}
      {!isPermanent && typeof incidentId === 'string' && !message.includes(incidentId) && (
        <p className="text-xs">
          {t('kit.requestId')} <span className="mono-text">{incidentId}</span>
        </p>
      )}
      {isPermanent ? children : onRetry && !isMissing && <RetryButton onRetry={onRetry} />}
      {listHref && <RowLink to={listHref}>{t('kit.toList')}</RowLink>}
    </StateBox>
  );
}

interface QueryStateProps {
  query: { error: unknown; refetch: () => unknown };
  rows?: number;
  listHref?: string;
}

/** In place of the data of a query that has none: its error, or skeleton lines. */
export function QueryState({ query: { error, refetch }, rows, listHref }: QueryStateProps) {
  return error ? <ErrorState error={error} onRetry={() => void refetch()} listHref={listHref} /> : <LoadingState rows={rows} />;
}

/** Refusals that a retry or an administrator may resolve. */
const TEMPORARY_PROBLEMS = [
  'network',
  'timeout',
  'status',
  'webPage',
  'busy',
  'unexpected',
  'tooManyRequests',
  'unknownLimited',
  'storageFull',
  'forbidden',
  'notFound',
];

/** Whether a retry would be refused again. */
const isPermanentError = ({ problem }: ApiError) => problem !== undefined && !TEMPORARY_PROBLEMS.includes(problem);

/** Whether the next failure follows a press of Retry without other input in between. */
let isRetryPending = false;
const clearRetryPending = () => {
  isRetryPending = false;
};

/** Retry button. It disappears while the retry runs; if the retry fails, the new button gets the focus. */
function RetryButton({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isRetryPending && document.activeElement === document.body) button.current?.focus();
    clearRetryPending();
  }, []);
  const retry = () => {
    isRetryPending = true;
    for (const act of ['keydown', 'pointerdown']) addEventListener(act, clearRetryPending, { once: true, capture: true });
    onRetry();
  };
  return (
    <PlainButton ref={button} onClick={retry}>
      {t('kit.retry')}
    </PlainButton>
  );
}
