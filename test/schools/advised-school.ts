import { blockUnblock } from '#contract/accounts/accounts.ts'
import { listNotifications } from '#contract/notifications/list.ts'
import { editPerson } from '#contract/people/edit-person.ts'
import { handOverStudents, undoHandOver } from '#contract/reviews/hand-over-students.ts'
import { listReviews } from '#contract/reviews/reviews.ts'
import {
  choosePassword,
  fillProfile,
  invitePerson,
  makeProfileCompletion,
  readPersonId,
} from '../accounts/onboard.ts'
import { startApp } from '../app.ts'
import { makePerson, makeReview } from '../factories.ts'

type Advisor = Awaited<ReturnType<typeof makePerson>>

/** An advisor with three students, and two others, one of whom has one. */
export async function startAdvisedSchool() {
  const app = await startApp()
  const admin = await makePerson(app, 'admin', { name: 'Grace' })
  const [ada, ben, cem] = [
    await makePerson(app, 'advisor', { name: 'Ada' }),
    await makePerson(app, 'advisor', { name: 'Ben' }),
    await makePerson(app, 'advisor', { name: 'Cem' }),
  ]
  const students = []
  for (const name of ['Lars', 'Mona', 'Nils']) {
    const student = await makePerson(app, 'student', { name })
    students.push(student)
    await makeReview(app, { student, advisor: ada, closed: true })
    await makeReview(app, { student, advisor: ada })
  }
  await makeReview(app, { advisor: ben })
  return {
    app,
    admin,
    ada,
    ben,
    cem,
    students,
    give: (to: string, from = ada._id) =>
      app.call(handOverStudents, { token: admin.token, body: { value: { from, to } } }),
    undo: (from = ada._id) =>
      app.call(undoHandOver, { token: admin.token, body: { value: { from } } }),
    takeBack: () =>
      app.call(undoHandOver, {
        token: admin.token,
        body: { value: { from: ada._id, takeBack: true } },
      }),
    block: (id: string) =>
      app.call(blockUnblock.advisor, { token: admin.token, body: { id, action: 'block' } }),
    openOf: async ({ token }: Advisor) => {
      const { body } = await app.call(listReviews.advisor, { token, query: { open: 'true' } })
      return body.map(({ student }) => student.name).sort()
    },
    /** Invites a student who is to start with Ada; `join` completes the profile. */
    invite: async (name: string) => {
      const invited = await invitePerson(app, 'student')
      const id = await readPersonId(app, invited)
      const value = { id, name, advisor: ada._id }
      await app.call(editPerson.student, { token: admin.token, body: { value } })
      await choosePassword(app, invited)
      const profile = await makeProfileCompletion(app)
      return { _id: id, name, join: () => fillProfile(app, invited, profile) }
    },
    newestOf: async (role: 'student' | 'advisor', { token }: Advisor) =>
      (await app.call(listNotifications[role], { token, query: {} })).body[0]?.text,
  }
}
