import { expect, test } from 'vitest'
import { listAuditLog } from '#contract/audit/audit.ts'
import { editPerson } from '#contract/people/edit-person.ts'
import { makePerson } from '#test/factories.ts'
import { startAdvisedSchool } from '#test/schools/advised-school.ts'

async function start() {
  const school = await startAdvisedSchool()
  const { app, admin, students } = school
  const [lars = school.ada] = students
  return {
    ...school,
    lars,
    edit: (advisor?: string | null, id = lars._id) =>
      app.call(editPerson.student, { token: admin.token, body: { value: { id, advisor } } }),
  }
}

test('a student gets another advisor: the open review moves too, and all three are notified', async () => {
  const { app, admin, ada, cem, lars, edit, openOf, newestOf } = await start()
  const { status, body } = await edit(cem._id)
  expect([status, body.message]).toEqual([200, 'Saved'])
  expect(body.user).toMatchObject({ _id: lars._id, advisor: { _id: cem._id, name: 'Cem' } })
  expect([await openOf(ada), await openOf(cem)]).toEqual([['Mona', 'Nils'], ['Lars']])
  expect(await newestOf('student', lars)).toBe('Cem is now your advisor.')
  expect(await newestOf('advisor', cem)).toBe('Grace assigned 1 student to you: Lars.')
  expect(await newestOf('advisor', ada)).toBe('Grace assigned 1 of your students to Cem: Lars.')
  const { body: lines } = await app.call(listAuditLog, {
    token: admin.token,
    query: { kind: 'reviews' },
  })
  expect(lines[0]).toMatchObject({
    deed: 'advisor-given',
    before: { advisor_id: ada._id },
    after: { advisor_id: cem._id },
  })
})

test('a student can be left without an advisor and get one again later', async () => {
  const { ada, lars, edit, openOf, newestOf } = await start()
  expect((await edit(null)).body.user.advisor).toBeNull()
  expect(await newestOf('student', lars)).toBe('You have no advisor at the moment.')
  expect(await newestOf('advisor', ada)).toBe('Grace unassigned 1 of your students: Lars.')
  expect((await edit(ada._id)).status).toBe(200)
  expect(await openOf(ada)).toEqual(['Lars', 'Mona', 'Nils'])
})

test('closed reviews stay with their advisor, and assigning the same advisor changes nothing', async () => {
  const { ada, edit, openOf, newestOf } = await start()
  for (const advisor of [undefined, ada._id]) expect((await edit(advisor)).status).toBe(200)
  expect(await openOf(ada)).toEqual(['Lars', 'Mona', 'Nils'])
  expect(await newestOf('advisor', ada)).toBeUndefined()
})

test('a blocked, unverified or unknown advisor, or a student without a review, is refused', async () => {
  const { app, cem, ada, block, edit, openOf } = await start()
  await block(cem._id)
  const invited = await makePerson(app, 'advisor', { verified: false })
  for (const [advisor, status] of [
    [cem._id, 409],
    [invited._id, 409],
    ['nobody', 404],
  ] as const) {
    expect((await edit(advisor)).status).toBe(status)
  }
  expect((await edit(ada._id, 'nobody')).status).toBe(404)
  const without = await makePerson(app, 'student')
  expect((await edit(ada._id, without._id)).status).toBe(409)
  expect(await openOf(ada)).toEqual(['Lars', 'Mona', 'Nils'])
})
