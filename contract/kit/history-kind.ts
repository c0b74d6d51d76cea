/** What can become of a review's plans (contract, section 9). */
export const historyWhats = [
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
export type HistoryWhat = (typeof historyWhats)[number]

/** Who can fail to come to a review. */
export const absents = ['student', 'reviewer'] as const
export type Absent = (typeof absents)[number]
