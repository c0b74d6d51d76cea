import { formatCount } from '../kit/text/plural.ts'

type Load = {
  students: number | null
  blockedStudents: number | null
  pausedStudents: number | null
}

/** All students of an advisor, blocked and paused ones included: each has an open review. */
export const countAllStudents = ({ students, blockedStudents, pausedStudents }: Load): number =>
  (students ?? 0) + (blockedStudents ?? 0) + (pausedStudents ?? 0)

/** How many of an advisor's students do not take part. */
export type InactiveStudents = { blocked: number; paused: number }

/** Such as '19 students, 1 of them blocked'. */
export const formatStudentCount = (all: number, inactive: InactiveStudents): string =>
  `${formatCount(all, 'student', 'students')}${formatInactive(inactive)}`

/** Such as ', 1 of them blocked' or ', 1 of them blocked, 2 paused'; empty for none. */
export function formatInactive({ blocked, paused }: InactiveStudents): string {
  const said = [[blocked, 'blocked'] as const, [paused, 'paused'] as const].filter(
    ([count]) => count > 0,
  )
  return said
    .map(
      ([count, how], place) => `, ${count.toLocaleString('en')} ${place ? '' : 'of them '}${how}`,
    )
    .join('')
}

/** The same for an advisor. */
export const formatAdvisorLoad = (advisor: Load): string =>
  formatStudentCount(countAllStudents(advisor), {
    blocked: advisor.blockedStudents ?? 0,
    paused: advisor.pausedStudents ?? 0,
  })
