/** Form documents: what a form is made of, its rules, how it is checked and exchanged. Pure; runs in browser and server alike. */
export {};
