/** What a line of the trail can be about, as its table is called. */
export const trailKinds = ['people', 'sessions', 'domains', 'tasks', 'slots', 'reviews'] as const
export type TrailKind = (typeof trailKinds)[number]
