/** What a line of the trail can be about, as its table is called; each has its own id there. */
export const trackedTables = ['people', 'sessions', 'domains', 'tasks', 'slots', 'reviews'] as const
export type TrackedTable = (typeof trackedTables)[number]

/** The same, and what has a person's id, or no id at all. */
export const trailKinds = [
  ...trackedTables,
  'second_factors',
  'password_resets',
  'second_factor_roles',
] as const
export type TrailKind = (typeof trailKinds)[number]
