/** The events of a review's schedule (contract, section 9). */
export const historyKinds = [
  'booked',
  'moved',
  'asked',
  'withdrawn',
  'cancelled',
  'no-show',
  'lost',
  'marked',
  'decided',
  'undone',
] as const
export type HistoryKind = (typeof historyKinds)[number]

/** Who can be reported as a no-show. */
export const noShowRoles = ['student', 'reviewer'] as const
export type NoShowRole = (typeof noShowRoles)[number]
