import { z } from 'zod'
import { counted } from '../kit/counted.ts'
import { endpoint } from '../kit/endpoint.ts'
import { refusal } from '../kit/refusal.ts'
import { remindRefusals } from '../notices/remind.ts'

/** In the place of one advisor: evenly among all others. */
export const shareEvenly = 'share'

export const handOverRefusals = {
  unknown: remindRefusals.unknownAdvisor,
  cannotTake: refusal(409, 'This advisor is blocked or has not completed the profile'),
  self: refusal(409, 'They are this advisor’s already'),
  nobody: refusal(409, 'There is no other advisor who could take them'),
}

/** '3 students handed over'. */
export const handedOver = (students: number) =>
  `${counted(students, 'student', 'students')} handed over`

const Named = z.object({ _id: z.string(), name: z.string() })

/** A student and who advises them from now on. */
export const HandedOver = z.object({ student: Named, advisor: Named })
export type HandedOver = z.infer<typeof HandedOver>

const id = z.string().max(100)

export const handOver = endpoint({
  role: 'admin',
  may: 'manage people',
  method: 'PUT',
  path: '/hand-over',
  summary:
    'Gives all students of an advisor, with their open reviews, to one who can take them, or shares them evenly among all others',
  body: z.object({ value: z.object({ from: id, to: id }) }),
  reply: z.object({ message: z.string(), moved: z.array(HandedOver) }),
  refuses: Object.values(handOverRefusals),
})
