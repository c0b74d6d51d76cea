import { z } from 'zod'
import { defineEndpoint } from '../kit/endpoint.ts'
import { defineRefusal } from '../kit/refusal.ts'
import { nameMaxLength } from '../limits/limits.ts'
import { peopleRefusals } from '../people/people.ts'

export const eraseRefusals = {
  wrongName: defineRefusal(400, 'Type the name exactly as it is shown'),
  booked: defineRefusal(409, 'There is a booked review. Cancel or hold it first.'),
  hasStudents: defineRefusal(409, 'This advisor still has students. Hand them over first.'),
  self: defineRefusal(409, 'You cannot erase your own account. Ask another admin.'),
  mailUnderWay: defineRefusal(
    409,
    'An email to or about this person is just being sent. Try again in a few minutes.',
  ),
}

export const formatErasedMessage = (name: string) =>
  `Erased. What remains is under the name ‘${name}’.`

export const getErasedName = (number: number) => `Erased person ${number}`

export const erasePerson = defineEndpoint({
  role: 'admin',
  may: 'manage people',
  method: 'PUT',
  path: '/erase-person',
  summary:
    'Erases a person permanently. Marks and dates are kept for statistics under a placeholder name. `name` must repeat the person’s name',
  body: z.object({
    value: z.object({ id: z.string().max(100), name: z.string().max(nameMaxLength) }),
  }),
  reply: z.object({
    message: z.string(),
    /** By which the person is called from now on. */
    name: z.string(),
  }),
  refuses: [peopleRefusals.unknownPerson, ...Object.values(eraseRefusals)],
})
