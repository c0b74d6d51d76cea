/** How a student's course ends. */
export const outcomes = ['graduated', 'left'] as const
export type Outcome = (typeof outcomes)[number]
