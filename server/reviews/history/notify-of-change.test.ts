import { expect, test } from 'vitest'
import { addAbsence } from '#contract/availability/absences.ts'
import { hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { listNotifications } from '#contract/notifications/list.ts'
import { createReview, undoDecision } from '#contract/reviews/decision.ts'
import { updateMark } from '#contract/reviews/marking.ts'
import { monday } from '#test/app.ts'
import { type BookedSchool, startBookedSchool } from '#test/schools/booked.ts'

const people = ['student', 'advisor', 'reviewer', 'other'] as const
type Who = (typeof people)[number]

/**
 * The new notifications of each person as `kind: text`, newest first; people without any are left
 * out.
 */
async function readNotified(of: BookedSchool): Promise<Partial<Record<Who, string[]>>> {
  const heard: Partial<Record<Who, string[]>> = {}
  for (const who of people) {
    const role = who === 'other' ? 'reviewer' : who
    const { token } = of[who]
    const { body } = await of.app.call(listNotifications[role], { token, query: {} })
    if (body.length > 0) heard[who] = body.map(({ kind, text }) => `${kind}: ${text}`)
  }
  return heard
}

/** The two slots as the messages show them. */
const first = 'Mon 2 Mar, 1:00 PM'
const second = 'Mon 2 Mar, 2:00 PM'

/**
 * Starts a school with a booked review, makes `change`, and returns the notifications that it
 * caused.
 */
async function notifiedBy(change: (of: BookedSchool) => Promise<unknown>) {
  const of = await startBookedSchool()
  await of.app.context.db.deleteFrom('notifications').execute()
  await change(of)
  const [student, advisor] = [of.student.name, of.advisor.name]
  const [reviewer, other] = [of.reviewer.name, of.other.name]
  const heard = JSON.stringify(await readNotified(of))
  const named = [
    [student, 'Sofía'],
    [advisor, 'Ada'],
    [reviewer, 'Priya'],
    [other, 'Omar'],
  ] as const
  return JSON.parse(named.reduce((said, [name, as]) => said.replaceAll(name, as), heard))
}

test('a booking notifies the student and the reviewer, but not the one who booked', async () => {
  const of = await startBookedSchool()
  const heard = await readNotified(of)
  expect(heard).toEqual({
    student: [`booked: Your week 01 review is booked for ${first} with ${of.reviewer.name}.`],
    reviewer: [`booked: ${of.student.name}’s week 01 review is booked for ${first}.`],
  })
})

test('a move notifies the student and both reviewers', async () => {
  expect(await notifiedBy(({ move }) => move())).toEqual({
    student: [
      `moved: Ada moved your week 01 review. It was on ${first} and is now on ${second} with Omar.`,
    ],
    reviewer: [`moved: Sofía’s week 01 review on ${first} is no longer yours: Ada moved it.`],
    other: [`moved: Ada moved Sofía’s week 01 review. It was on ${first} and is now on ${second}.`],
  })
})

test('privacy: only the student learns that a request was granted; reviewers do not', async () => {
  const heard = await notifiedBy(async ({ ask, move, ofOther }) => {
    await ask([ofOther], 'An exam')
    await move()
  })
  expect(heard).toEqual({
    student: [
      `granted: Your reschedule request was accepted: your week 01 review is now on ${second} with Omar.`,
    ],
    advisor: [
      `asked: Sofía asked to reschedule the week 01 review: An exam. Suggested slots: ${second} with Omar.`,
    ],
    reviewer: [`moved: Sofía’s week 01 review on ${first} is no longer yours: Ada moved it.`],
    other: [`moved: Ada moved Sofía’s week 01 review. It was on ${first} and is now on ${second}.`],
  })
})

test('a withdrawn request, or one for other slots, is not granted by a move', async () => {
  const over = await notifiedBy(async ({ ask, withdraw, move, ofOther }) => {
    await ask([ofOther])
    await withdraw()
    await move()
  })
  const elsewhere = await notifiedBy(async ({ ask, move, later }) => {
    await ask([later])
    await move()
  })
  const moved = `moved: Ada moved your week 01 review. It was on ${first} and is now on ${second} with Omar.`
  expect([over.student, elsewhere.student]).toEqual([[moved], [moved]])
})

test.each([
  ['advisor', 'Ada', 'reviewer', ' with Priya', ''],
  ['reviewer', 'Priya', 'advisor', '', ' It needs another slot.'],
] as const)(
  'a cancellation by the %s notifies the others with the reason',
  async (by, name, hears, whom, next) => {
    expect(await notifiedBy(({ cancel }) => cancel(by, 'Ill'))).toEqual({
      student: [
        `cancelled: ${name} cancelled your week 01 review on ${first}${whom}: Ill. Your advisor will book another slot.`,
      ],
      [hears]: [`cancelled: ${name} cancelled Sofía’s week 01 review on ${first}: Ill.${next}`],
    })
  },
)

test('withdrawing a request notifies only the advisor', async () => {
  const heard = await notifiedBy(async ({ ask, withdraw }) => {
    await ask()
    await withdraw()
  })
  expect(heard).toEqual({
    advisor: [
      'withdrawn: Sofía withdrew the request to reschedule the week 01 review.',
      'asked: Sofía asked to reschedule the week 01 review: An exam.',
    ],
  })
})

test('declining a request notifies the student and gives the reason', async () => {
  const heard = await notifiedBy(async ({ ask, decline }) => {
    await ask()
    await decline('No other slot fits')
  })
  expect(heard).toEqual({
    student: [
      'declined: Ada declined your request to reschedule the week 01 review: No other slot fits.',
    ],
    advisor: ['asked: Sofía asked to reschedule the week 01 review: An exam.'],
  })
})

test('a no-show notifies everybody else and the absent person', async () => {
  const late = ({ app }: BookedSchool) => {
    app.time.now = monday + hourMs + 10 * minuteMs
  }
  const byReviewer = await notifiedBy(async (of) => {
    late(of)
    await of.noShow('reviewer', 'student')
  })
  expect(byReviewer).toEqual({
    student: [
      `no-show: Priya recorded that you did not come to the week 01 review on ${first}. Your advisor will book another slot.`,
    ],
    advisor: [
      `no-show: Priya recorded that Sofía did not come to the week 01 review on ${first}. It needs another slot.`,
    ],
  })
  const byStudent = await notifiedBy(async (of) => {
    late(of)
    await of.noShow('student', 'reviewer')
  })
  expect(byStudent).toEqual({
    advisor: [
      `no-show: Sofía recorded that Priya did not come to Sofía’s week 01 review on ${first}. It needs another slot.`,
    ],
    reviewer: [`no-show: Sofía recorded that you did not come to the week 01 review on ${first}.`],
  })
})

test('privacy: a lost slot is reported without the reason for the absence', async () => {
  let kept: unknown
  const heard = await notifiedBy(async ({ app, reviewer }) => {
    const value = { from: '2026-03-02', to: '2026-03-02', reason: 'Surgery', confirm: true }
    await app.call(addAbsence, { token: reviewer.token, body: { value } })
    const notices = app.context.db.selectFrom('notifications').selectAll()
    kept = await notices.where('person_id', '<>', reviewer._id).execute()
  })
  expect(JSON.stringify(kept)).not.toContain('Surgery')
  expect(heard).toEqual({
    student: [
      `lost: Priya removed the slot of your week 01 review on ${first}. Your advisor will book another slot.`,
    ],
    advisor: [
      `lost: Priya, who is away until Mon 2 Mar, removed the slot of Sofía’s week 01 review on ${first}. It needs another slot.`,
    ],
  })
})

test('student and advisor are notified of marks and of those that correct them, once each', async () => {
  const mark = { code: 1, theory: 2, weekStatus: 'Task Completed' } as const
  const heard = await notifiedBy(async ({ app, reviewer, id }) => {
    app.time.now = monday + hourMs
    for (const code of [1, 1, 2, 2]) {
      const body = { id, value: { mark: { ...mark, code } } }
      expect((await app.call(updateMark, { token: reviewer.token, body })).status).toBe(200)
    }
  })
  expect(heard).toEqual({
    student: [
      'marked: Your week 01 review has corrected marks.',
      'marked: Your week 01 review has been marked.',
    ],
    advisor: [
      'marked: Sofía’s week 01 review has corrected marks.',
      'marked: Sofía’s week 01 review has been marked.',
    ],
  })
})

test.each([
  ['next-week', 'begun: You move on to week 02.'],
  ['week-repeat', 'repeated: You repeat week 01.'],
] as const)('a decision notifies the student, and its undo does too: %s', async (status, said) => {
  const kind = said.split(':')[0]
  const heard = await notifiedBy(async ({ app, advisor: { token }, id }) => {
    const body = { id, value: { status } }
    expect((await app.call(createReview.advisor, { token, body })).status).toBe(200)
    app.time.now += minuteMs
    const undone = await app.call(undoDecision.advisor, {
      token,
      body: { value: { reviewId: id } },
    })
    expect(undone.status).toBe(200)
  })
  const back = (whose: string) =>
    `undone: The decision on ${whose} week 01 review was undone. The review is on ${first}`
  expect(heard).toEqual({
    student: [`${back('your')} with Priya.`, said],
    reviewer: [
      `${back('Sofía’s')}.`,
      `${kind}: Sofía’s week 01 review on ${first} will not take place: the week has already been decided.`,
    ],
  })
})

test('everybody notified of a move is notified when it is undone', async () => {
  const heard = await notifiedBy(async ({ app, move, undo }) => {
    await move()
    await app.context.db.updateTable('notifications').set({ read_at: monday }).execute()
    await undo('advisor')
  })
  const back = (whose: string) => `undone: The move of ${whose} week 01 review was undone.`
  expect([heard.student[0], heard.reviewer[0], heard.other[0], heard.advisor]).toEqual([
    `${back('your')} The review is on ${first} with Priya.`,
    `${back('Sofía’s')} The review is on ${first}.`,
    `${back('Sofía’s')} The review on ${second} is no longer yours.`,
    undefined,
  ])
})

test('withdrawing a declined request notifies nobody', async () => {
  const heard = await notifiedBy(async ({ ask, decline }) => {
    await ask()
    await decline()
  })
  expect(JSON.stringify(heard)).not.toContain('no more')
  expect(heard.reviewer).toBeUndefined()
})

test('a student whose advisor is blocked reads that the school will assign another', async () => {
  const heard = await notifiedBy(async ({ app, advisor, cancel }) => {
    const blocked = { blocked_at: monday }
    await app.context.db.updateTable('people').set(blocked).where('id', '=', advisor._id).execute()
    await cancel('reviewer')
  })
  expect(heard.student).toEqual([
    `cancelled: Priya cancelled your week 01 review on ${first}: Ill. Your school will assign you an advisor, who will book another slot.`,
  ])
})
