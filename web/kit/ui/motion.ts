/** Motion shows where something went, and is over soon: after so many ms. */
export const motionMs = 150
