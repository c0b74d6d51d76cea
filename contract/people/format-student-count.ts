import { formatCount } from '../kit/text/plural.ts'

type Load = { students: number | null; blockedStudents: number | null }

/** All students of an advisor, blocked ones included. */
export const countStudents = ({ students, blockedStudents }: Load): number =>
  (students ?? 0) + (blockedStudents ?? 0)

/** Such as '19 students, 1 of them blocked'. */
export function formatStudentCount(all: number, blocked: number): string {
  return `${formatCount(all, 'student', 'students')}${formatBlockedCount(blocked)}`
}

/** Such as ', 1 of them blocked'; empty for none. */
export const formatBlockedCount = (blocked: number): string =>
  blocked === 0 ? '' : `, ${blocked.toLocaleString('en')} of them blocked`

/** The same for an advisor. */
export const formatAdvisorLoad = (advisor: Load): string =>
  formatStudentCount(countStudents(advisor), advisor.blockedStudents ?? 0)
