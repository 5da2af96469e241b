import { createContext, useContext } from 'react';

/** Ends the tab that a page stands in, with whatever it held, and goes to `to`; the shell sets it. */
export const LeaveContext = createContext<(to: string) => void>(() => {});

/** Leaves the page of a form for another address, and closes its tab. */
export const useLeave = () => useContext(LeaveContext);
