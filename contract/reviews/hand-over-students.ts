import { z } from 'zod'
import { defineEndpoint } from '../kit/endpoint.ts'
import { defineRefusal } from '../kit/refusal.ts'
import { formatCount } from '../kit/text/plural.ts'
import { namesInReminder } from '../limits/notifications.ts'
import { undoMinutes } from '../limits/reviews.ts'
import { joinNames } from '../notifications/format-review.ts'
import { remindRefusals } from '../notifications/send-reminder.ts'
import { formatInactive, type InactiveStudents } from '../people/format-student-count.ts'

/** Instead of an advisor's id: hand over evenly to all others. */
export const shareEvenlyOption = 'share'

export const handOverRefusals = {
  unknown: remindRefusals.unknownAdvisor,
  cannotTake: defineRefusal(409, 'This advisor is blocked or has not completed the profile'),
  self: defineRefusal(409, 'This advisor already has these students'),
  nobody: defineRefusal(409, 'There is no other advisor to hand over to'),
  undoOver: defineRefusal(409, `A handover can be undone for ${undoMinutes} minutes`),
  noneToTakeBack: defineRefusal(
    409,
    'None of the students from the last handover still have the advisor they were given',
  ),
}

/** Such as '19 students handed over, 1 of them blocked'. */
export const formatHandedOver = (students: number, inactive: InactiveStudents) =>
  `${formatCount(students, 'student', 'students')} handed over${formatInactive(inactive)}`

const Named = z.object({ _id: z.string(), name: z.string() })

export const HandedOverStudent = z.object({ student: Named, advisor: Named })
export type HandedOverStudent = z.infer<typeof HandedOverStudent>

const id = z.string().max(100)

export const handOverStudents = defineEndpoint({
  role: 'admin',
  may: 'manage people',
  method: 'PUT',
  path: '/hand-over',
  summary:
    'Hands over all of an advisor’s students, invited ones too, and their open reviews to another advisor, or evenly to all others',
  body: z.object({ value: z.object({ from: id, to: id }) }),
  reply: z.object({ message: z.string(), moved: z.array(HandedOverStudent) }),
  refuses: [
    handOverRefusals.unknown,
    handOverRefusals.cannotTake,
    handOverRefusals.self,
    handOverRefusals.nobody,
  ],
})

/** Students who are back with the advisor, and those who stay with another. */
export type UndoHandOverResult = { back: HandedOverStudent[]; kept: KeptElsewhere[] }

/** A student who stays, with their advisor; null for none. */
const KeptElsewhere = HandedOverStudent.extend({ advisor: Named.nullable() })
type KeptElsewhere = z.infer<typeof KeptElsewhere>

/** Such as '2 students are back with Ada. Lars Kim stays with Ben, who has acted since.' */
export function describeUndoHandOverResult({ back, kept }: UndoHandOverResult): string {
  const advisor = back[0]?.advisor.name
  const said = [
    ...(advisor === undefined
      ? []
      : [`${formatCount(back.length, 'student is', 'students are')} back with ${advisor}.`]),
    ...[...Map.groupBy(kept, (one) => one.advisor?.name)].map(describeKept),
  ]
  return said.join(' ')
}

function describeKept([advisor, kept]: [string | undefined, KeptElsewhere[]]): string {
  const names = kept.slice(0, namesInReminder).map(({ student }) => student.name)
  const stay = kept.length === 1 ? 'stays' : 'stay'
  const where = advisor === undefined ? 'without an advisor' : `with ${advisor}`
  return `${joinNames(names, kept.length)} ${stay} ${where} because something has changed since.`
}

export const undoHandOver = defineEndpoint({
  role: 'admin',
  may: 'manage people',
  method: 'PUT',
  path: '/undo-hand-over',
  summary: `Undoes a handover within ${undoMinutes} minutes. Students whose new advisor has already acted stay. With \`takeBack\`, at any time returns the students of the last handover, unless they have changed advisor since`,
  body: z.object({ value: z.object({ from: id, takeBack: z.boolean().default(false) }) }),
  reply: z.object({
    message: z.string(),
    back: z.array(HandedOverStudent),
    kept: z.array(KeptElsewhere),
  }),
  refuses: [
    ...[handOverRefusals.unknown, handOverRefusals.cannotTake],
    ...[handOverRefusals.undoOver, handOverRefusals.noneToTakeBack],
  ],
})
