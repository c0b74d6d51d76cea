import fc from 'fast-check'
import { listStudentReviews } from '#contract/reviews/person-reviews.ts'
import { arbitraryActor, callAs, makeCommand } from '../command.ts'
import type { School } from '../members.ts'
import type { Actor, Model, Verdict } from '../model.ts'
import { archiveDomain, importAndRemove } from './import-and-archive-commands.ts'
import * as judged from './judge.ts'

const student = fc.nat({ max: 2 })
const input = fc.record({ actor: arbitraryActor('admin'), student, undo: fc.boolean() })

type Input = { actor: Actor; student: number; undo: boolean }

/** A change to a student's course by an admin. */
const change = (
  path: string,
  more: (input: Input) => Record<string, unknown>,
  judgeIt: (model: Model, actor: Actor, student: number, undo: boolean) => Verdict,
) =>
  input.map((input) =>
    makeCommand(`${path} ${JSON.stringify(input)}`, async (model, school) => {
      const { actor, student, undo } = input
      const value = { id: school.people.student[student]?._id, ...more(input) }
      const request = { method: 'PUT', path: `/admin/${path}`, body: { value } } as const
      await callAs(school, actor, request, () => judgeIt(model, actor, student, undo))
      await learnId(model, school, student)
    }),
  )

/** Asks for the id of a review that the change has opened. */
async function learnId(model: Model, { app, people }: School, student: number): Promise<void> {
  const opened = model.reviews.find(({ id }) => id === judged.placeholderReviewId)
  if (!opened) return
  const query = { student: people.student[student]?._id ?? '' }
  const { body } = await app.call(listStudentReviews, { token: people.admin[0]?.token, query })
  opened.id = body[0]?._id ?? ''
  model.reopened.set(opened.id, model.now)
}

const pause = change('pause-student', () => ({ reason: 'Ill' }), judged.judgePause)
const resume = change('resume-student', ({ undo }) => ({ undo }), judged.judgeResume)
const finish = change('finish-student', () => ({ outcome: 'left' }), judged.judgeFinish)
const reopen = change('reopen-student', ({ undo }) => ({ undo }), judged.judgeReopen)

const editWeek = fc
  .record({ actor: arbitraryActor('admin'), student, week: fc.integer({ min: 1, max: 30 }) })
  .map((input) =>
    makeCommand(`edit week ${JSON.stringify(input)}`, async (model, school) => {
      const { actor, student, week } = input
      const value = { id: school.people.student[student]?._id, week, name: `In ${week}` }
      const request = { method: 'PUT', path: '/admin/edit-student', body: { value } } as const
      await callAs(school, actor, request, () => judged.judgeWeek(model, actor, student, week))
    }),
  )

/** Changes of courses (contract, section 11). */
export const enrolmentCommands = [
  ...[pause, resume, resume, finish, reopen, reopen],
  ...[editWeek, archiveDomain, importAndRemove],
]
