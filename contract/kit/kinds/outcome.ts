/** How a student's course ends. */
export type Outcome = 'graduated' | 'left'
