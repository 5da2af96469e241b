import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * Opens the form if a link requests it: `navigate(path, { state: { add: true } })`. The state is removed before the form opens. Otherwise
 * going back from a form page would open the form again.
 */
export function useOpenAddForm(canAdd: boolean, open: () => void) {
  const { state, pathname, search } = useLocation();
  const navigate = useNavigate();
  const isRequested = canAdd && (state as { add?: boolean } | null)?.add === true;
  const hasArrived = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per navigation
  useEffect(() => {
    if (isRequested) {
      hasArrived.current = true;
      void navigate(pathname + search, { replace: true, state: null });
    } else if (hasArrived.current) {
      hasArrived.current = false;
      open();
    }
  }, [isRequested]);
}
