import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Opens the form where a link came to add: `navigate(path, { state: { add: true } })`. */
export function useAddOnArrival(mayAdd: boolean, open: () => void) {
  const { state, pathname, search } = useLocation();
  const navigate = useNavigate();
  const wanted = mayAdd && (state as { add?: boolean } | null)?.add === true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once an arrival
  useEffect(() => {
    if (!wanted) return;
    open();
    void navigate(pathname + search, { replace: true, state: null });
  }, [wanted]);
}
