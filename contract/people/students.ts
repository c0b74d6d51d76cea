import { formatCount } from '../kit/text/plural.ts'

type Load = { students: number | null; blockedStudents: number | null }

/** All students of an advisor, those who are blocked too. */
export const countStudents = ({ students, blockedStudents }: Load): number =>
  (students ?? 0) + (blockedStudents ?? 0)

/** Of whom a number of students is made: '19 students, 1 of them blocked'. */
export function describeStudents(all: number, blocked: number): string {
  return `${formatCount(all, 'student', 'students')}${formatBlockedCount(blocked)}`
}

/** ', 1 of them blocked'; nothing where nobody is. */
export const formatBlockedCount = (blocked: number): string =>
  blocked === 0 ? '' : `, ${blocked.toLocaleString('en')} of them blocked`

/** The same of an advisor's. */
export const describeAdvisorStudents = (advisor: Load): string =>
  describeStudents(countStudents(advisor), advisor.blockedStudents ?? 0)
