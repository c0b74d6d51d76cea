/** What can become of a review's plans (contract, section 9). */
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

/** Who can fail to come to a review. */
export const absentRoles = ['student', 'reviewer'] as const
export type AbsentRole = (typeof absentRoles)[number]
