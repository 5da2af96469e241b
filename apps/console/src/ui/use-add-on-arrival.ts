import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * Opens the form where a link came to add: `navigate(path, { state: { add: true } })`. The wish is taken off the address first, and the
 * form opened when that is done: a form that is a page of its own is gone to, and the list behind it must not wish for it again.
 */
export function useAddOnArrival(mayAdd: boolean, open: () => void) {
  const { state, pathname, search } = useLocation();
  const navigate = useNavigate();
  const wanted = mayAdd && (state as { add?: boolean } | null)?.add === true;
  const arrived = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once an arrival
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
