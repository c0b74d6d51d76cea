/** How a student's course ends. */
export const courseOutcomes = ['graduated', 'left'] as const
export type CourseOutcome = (typeof courseOutcomes)[number]
