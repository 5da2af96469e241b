import { createContext, useContext } from 'react';

/** Closes the tab of the page and navigates; set by the shell. */
export const LeavePageContext = createContext<(to: string) => void>(() => {});

export const useLeavePage = () => useContext(LeavePageContext);
