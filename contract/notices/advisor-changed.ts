import { z } from 'zod'
import { counted } from '../kit/counted.ts'
import { listNames, type Reader } from './review-words.ts'

const Facts = z.object({
  /** Who has changed it. */
  by: z.string(),
  /** Who advises the students from now on. */
  advisor: z.object({ _id: z.string(), name: z.string() }),
  count: z.number(),
  /** As many of them as fit. */
  students: z.array(z.string()),
})
type Facts = z.output<typeof Facts>

export const advisorChanged = {
  label: 'Students get another advisor',
  to: ['student', 'advisor'] as const,
  facts: Facts,
  button: 'Open your home',
  mail: 'gathered' as const,
  subject: ({ advisor, count }: Facts, { role, _id }: Reader) => {
    if (role === 'student') return `${advisor.name} is your advisor now`
    const students = counted(count, 'student', 'students')
    return _id === advisor._id ? `${students} for you` : `${students} for ${advisor.name}`
  },
  text: ({ by, advisor, count, students }: Facts, { role, _id }: Reader) => {
    if (role === 'student') return `${advisor.name} is your advisor now.`
    const given =
      _id === advisor._id
        ? `you ${counted(count, 'student', 'students')}`
        : `${advisor.name} ${count} of your students`
    return `${by} gave ${given}: ${listNames(students, count)}.`
  },
}
