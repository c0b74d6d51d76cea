import { z } from 'zod'
import { formatCount } from '../kit/text/plural.ts'
import { listNames, type Reader } from './format-review.ts'

const Payload = z.object({
  /** Who has changed it. */
  by: z.string(),
  /** Who advises the students from now on; null for nobody. */
  advisor: z.object({ _id: z.string(), name: z.string() }).nullable(),
  count: z.number(),
  /** As many of them as fit. */
  students: z.array(z.string()),
  /** Whether an earlier change is taken back by it. */
  isUndo: z.boolean().default(false),
})
type Payload = z.output<typeof Payload>

export const advisorChanged = {
  label: 'Students get another advisor',
  to: ['student', 'advisor'] as const,
  schema: Payload,
  button: 'Open your home',
  mail: 'gathered' as const,
  subject: (payload: Payload, { role, _id }: Reader) => {
    const { advisor, count } = payload
    if (role === 'student') return describeForStudent(payload)
    const students = formatCount(count, 'student', 'students')
    if (advisor === null) return `${students} without an advisor`
    return _id === advisor._id ? `${students} for you` : `${students} for ${advisor.name}`
  },
  text: (payload: Payload, { role, _id }: Reader) => {
    const { by, advisor, count, students, isUndo } = payload
    if (role === 'student') return `${describeForStudent(payload)}.`
    const named = listNames(students, count)
    const isReaders = _id === advisor?._id
    if (isUndo) {
      const who = isReaders ? 'you' : (advisor?.name ?? 'nobody')
      const are = count === 1 ? 'is' : 'are'
      return `${by} took the hand-over back: ${named} ${are} with ${who} again.`
    }
    if (advisor === null) return `${by} took ${count} of your students: ${named}.`
    const given = isReaders
      ? `you ${formatCount(count, 'student', 'students')}`
      : `${advisor.name} ${count} of your students`
    return `${by} gave ${given}: ${named}.`
  },
}

function describeForStudent({ advisor, isUndo }: Payload): string {
  if (advisor === null) return 'You have no advisor at the moment'
  return `${advisor.name} is your advisor ${isUndo ? 'again' : 'now'}`
}
