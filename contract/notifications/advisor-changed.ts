import { z } from 'zod'
import { formatCount } from '../kit/text/plural.ts'
import { joinNames, type Reader } from './format-review.ts'

export const AdvisorChange = z.object({
  /** The name of the admin. */
  by: z.string(),
  /** The new advisor; null for none. */
  advisor: z.object({ _id: z.string(), name: z.string() }).nullable(),
  count: z.number(),
  /** As many names as fit. */
  students: z.array(z.string()),
  /** Whether this undoes an earlier change. */
  isUndo: z.boolean().default(false),
})
export type AdvisorChange = z.output<typeof AdvisorChange>

export const advisorChangedNotification = {
  label: 'An advisor changes',
  to: ['student', 'advisor'] as const,
  schema: AdvisorChange,
  button: 'Go to Home',
  mail: 'batched' as const,
  subject: (payload: AdvisorChange, { role, _id }: Reader) => {
    const { advisor, count } = payload
    if (role === 'student') return describeForStudent(payload)
    const students = formatCount(count, 'student', 'students')
    if (advisor === null) return `${students} without an advisor`
    return `${students} assigned to ${_id === advisor._id ? 'you' : advisor.name}`
  },
  text: (payload: AdvisorChange, { role, _id }: Reader) => {
    const { by, advisor, count, students, isUndo } = payload
    if (role === 'student') return `${describeForStudent(payload)}.`
    const named = joinNames(students, count)
    const isReaders = _id === advisor?._id
    if (isUndo) {
      const who = isReaders ? 'you' : (advisor?.name ?? 'no one')
      const are = count === 1 ? 'is' : 'are'
      return `${by} undid the handover: ${named} ${are} assigned to ${who} again.`
    }
    if (advisor === null) return `${by} unassigned ${count} of your students: ${named}.`
    return isReaders
      ? `${by} assigned ${formatCount(count, 'student', 'students')} to you: ${named}.`
      : `${by} assigned ${count} of your students to ${advisor.name}: ${named}.`
  },
}

function describeForStudent({ advisor, isUndo }: AdvisorChange): string {
  if (advisor === null) return 'You have no advisor at the moment'
  return `${advisor.name} is ${isUndo ? 'your advisor again' : 'now your advisor'}`
}
