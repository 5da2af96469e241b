import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * Opens the form if a link requests it: `navigate(path, { state: { add: true } })`. The state is removed before the form opens. Otherwise
 * going back from a form page would open the form again.
 */
export function useAddOnArrival(mayAdd: boolean, open: () => void) {
  const { state, pathname, search } = useLocation();
  const navigate = useNavigate();
  const wanted = mayAdd && (state as { add?: boolean } | null)?.add === true;
  const arrived = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per navigation
  useEffect(() => {
    if (wanted) {
      arrived.current = true;
      void navigate(pathname + search, { replace: true, state: null });
    } else if (arrived.current) {
      arrived.current = false;
      open();
    }
  }, [wanted]);
}
