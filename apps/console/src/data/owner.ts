import { createContext, useContext } from 'react';

/** Settings in localStorage are separate per user. */
export const OwnerContext = createContext(0);

export const useOwner = () => useContext(OwnerContext);
