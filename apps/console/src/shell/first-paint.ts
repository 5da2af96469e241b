import { paint, storedSettings } from '../ui/look.ts';

// Runs before anything is painted, on the console's page and on the sign-in page: nobody sees the other look first.
paint(storedSettings());
