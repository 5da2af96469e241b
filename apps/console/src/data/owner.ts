import { createContext, useContext } from 'react';

/** Key of the signed-in user: what one person keeps in a browser is not shown to the next. */
export const OwnerContext = createContext(0);

/** The key of who is signed in, under which their settings are kept. */
export const useOwner = () => useContext(OwnerContext);
