/** The duration of animations, in ms. */
export const motionMs = 150
