let left = false;

/** Whether somebody pressed the way out here: that the session is over is no news then. */
export const isLeaving = () => left;

/** From now on this page is on its way out. */
export const leave = () => {
  left = true;
};
