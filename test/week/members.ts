import type { Role } from '#contract/roles.ts'
import type { TestApp } from '#test/app.ts'
import type { makePerson } from '#test/factories.ts'

export type Member = Awaited<ReturnType<typeof makePerson>>

/** The real school to compare with the model. */
export type School = { app: TestApp; people: Record<Role, Member[]> }

export const timeZone = 'America/New_York'

/** The number of members of each role. */
export const memberCounts: Record<Role, number> = { student: 3, advisor: 2, reviewer: 2, admin: 1 }
