import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { refusal } from '../kit/refusal.ts'
import { ListedPerson, peopleRefusals } from '../people.ts'
import { handOverRefusals } from '../reviews/hand-over.ts'

export const studentSaved = 'Saved'

export const editStudentRefusals = {
  noReview: refusal(409, 'This student has no open review to assign'),
}

const id = z.string().max(100)

/** What is not given stays as it is. */
export const editStudent = endpoint({
  role: 'admin',
  may: 'manage people',
  method: 'PUT',
  path: '/edit-student',
  summary:
    'Changes a student’s advisor, or removes it with null. The open review goes to the new advisor, and all three are notified',
  body: z.object({ value: z.object({ id, advisor: id.nullable().optional() }) }),
  reply: z.object({ message: z.string(), user: ListedPerson }),
  refuses: [
    peopleRefusals.unknownStudent,
    handOverRefusals.unknown,
    handOverRefusals.cannotTake,
    editStudentRefusals.noReview,
  ],
})
