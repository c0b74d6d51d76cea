import { expect, test } from 'vitest'
import { dayMs, hourMs } from '#contract/kit/time/durations.ts'
import { listPersonReviews, listStudentReviews } from '#contract/reviews/person-reviews.ts'
import { listReviews, type Review } from '#contract/reviews/reviews.ts'
import { monday, startApp } from '#test/app.ts'
import { makeDomain, makePerson, makeReview, makeSlot } from '#test/factories.ts'

const getIds = (reviews: Review[]) => reviews.map(({ _id }) => _id)

async function start() {
  const app = await startApp()
  const advisor = await makePerson(app, 'advisor')
  const reviewer = await makePerson(app, 'reviewer')
  const slotIn = (hours: number, of = reviewer) => makeSlot(app, of, monday + hours * hourMs)
  return { app, advisor, reviewer, slotIn }
}

test('an advisor and a reviewer see their own reviews, newest first', async () => {
  const { app, advisor, reviewer, slotIn } = await start()
  const other = await makePerson(app, 'reviewer')
  const waiting = await makeReview(app, { advisor })
  const booked = await makeReview(app, { advisor, slot: await slotIn(2) })
  const conducted = await makeReview(app, { slot: await slotIn(1), conducted: true })
  const elsewhere = await makeReview(app, { advisor, slot: await slotIn(1, other), closed: true })

  const advised = await app.call(listReviews.advisor, { token: advisor.token })
  expect(advised.status).toBe(200)
  expect(getIds(advised.body)).toEqual([elsewhere, booked, waiting])
  const reviewed = await app.call(listReviews.reviewer, { token: reviewer.token })
  expect(getIds(reviewed.body)).toEqual([conducted, booked])
})

test('filtered by id, the list has that one review', async () => {
  const { app, advisor, reviewer, slotIn } = await start()
  const id = await makeReview(app, { advisor, slot: await slotIn(1) })
  await makeReview(app, { advisor, slot: await slotIn(2) })
  for (const { body } of [
    await app.call(listReviews.advisor, { token: advisor.token, query: { id } }),
    await app.call(listReviews.reviewer, { token: reviewer.token, query: { id } }),
  ]) {
    expect(getIds(body)).toEqual([id])
  }
})

test('privacy: another person’s review is not found by its id', async () => {
  const { app, slotIn } = await start()
  const advisor = await makePerson(app, 'advisor')
  const reviewer = await makePerson(app, 'reviewer')
  const id = await makeReview(app, {
    advisor: await makePerson(app, 'advisor'),
    slot: await slotIn(1),
  })
  for (const { status, body } of [
    await app.call(listReviews.advisor, { token: advisor.token, query: { id } }),
    await app.call(listReviews.reviewer, { token: reviewer.token, query: { id } }),
    await app.call(listReviews.advisor, { token: advisor.token, query: { id: 'nothing' } }),
  ]) {
    expect(status).toBe(404)
    expect(body).toEqual({ message: 'This review does not exist' })
  }
})

test('with any type, only open reviews without a slot are listed, soonest due first', async () => {
  const { app, advisor, slotIn } = await start()
  const later = await makeReview(app, { advisor, dueAt: monday + 3 * dayMs })
  const overdue = await makeReview(app, { advisor, dueAt: monday - dayMs })
  const sooner = await makeReview(app, { advisor, dueAt: monday + 2 * dayMs })
  await makeReview(app, { advisor, closed: true })
  await makeReview(app, { advisor, slot: await slotIn(1) })
  await makeReview(app, { advisor, slot: await slotIn(2), conducted: true })

  for (const type of ['booking', 'anything']) {
    const { body } = await app.call(listReviews.advisor, { token: advisor.token, query: { type } })
    expect(getIds(body)).toEqual([overdue, sooner, later])
  }
})

test('with home=true, only open booked reviews are listed, soonest first', async () => {
  const { app, advisor, reviewer, slotIn } = await start()
  const third = await makeReview(app, { advisor, slot: await slotIn(30) })
  const first = await makeReview(app, { advisor, slot: await slotIn(-1) })
  const second = await makeReview(app, { advisor, slot: await slotIn(2) })
  await makeReview(app, { advisor, slot: await slotIn(3), conducted: true })
  await makeReview(app, { advisor, slot: await slotIn(-4), closed: true })
  await makeReview(app, { advisor })

  for (const { body } of [
    await app.call(listReviews.reviewer, { token: reviewer.token, query: { home: 'true' } }),
    await app.call(listReviews.advisor, { token: advisor.token, query: { home: 'true' } }),
  ]) {
    expect(getIds(body)).toEqual([first, second, third])
  }
})

test('a list is filtered by name, domain, week, status, student and open state', async () => {
  const { app, advisor, slotIn } = await start()
  const domain = await makeDomain(app)
  const grace = await makePerson(app, 'student', { name: 'Grace_100% Hopper', domain })
  const emma = await makePerson(app, 'student', { name: 'Émma Hop', domain })
  const alan = await makePerson(app, 'student', { name: 'Alan Turing' })
  const ofGrace = await makeReview(app, { student: grace, advisor, week: 2 })
  const ofEmma = await makeReview(app, { student: emma, advisor, slot: await slotIn(1) })
  const ofAlan = await makeReview(app, { student: alan, advisor, week: 2, closed: true })
  const all = [ofAlan, ofEmma, ofGrace]

  for (const [query, expected] of [
    [{ search: 'HOP' }, [ofEmma, ofGrace]],
    [{ search: 'émma' }, [ofEmma]],
    [{ search: '_100%' }, [ofGrace]],
    [{ search: '%' }, [ofGrace]],
    [{ search: 'a_an' }, []],
    [{ search: '' }, all],
    [{ search: 'hop', namesOnly: 'true' }, [ofEmma, ofGrace]],
    [{ search: 'school', namesOnly: 'true' }, []],
    [{ domain: domain._id }, [ofEmma, ofGrace]],
    [{ domain: 'all' }, all],
    [{ domain: '' }, all],
    [{ domain: 'nowhere' }, []],
    [{ week: 2 }, [ofAlan, ofGrace]],
    [{ status: 'not-scheduled' }, [ofAlan, ofGrace]],
    [{ status: 'review-scheduled' }, [ofEmma]],
    [{ open: 'true' }, [ofEmma, ofGrace]],
    [{ open: 'true', status: 'not-scheduled' }, [ofGrace]],
    [{ student: alan._id }, [ofAlan]],
    [{ search: 'hop', week: 2 }, [ofGrace]],
    [{ type: 'booking', week: 2 }, [ofGrace]],
  ] as const) {
    const { body } = await app.call(listReviews.advisor, { token: advisor.token, query })
    expect(getIds(body), JSON.stringify(query)).toEqual(expected)
  }
})

test('sorting by `when` uses the slot if there is one; sorting by date uses the due date', async () => {
  const { app, advisor, slotIn } = await start()
  const student = await makePerson(app, 'student')
  const bookedLate = await makeReview(app, {
    student,
    advisor,
    dueAt: monday + dayMs,
    slot: await slotIn(96),
  })
  const waiting = await makeReview(app, { student, advisor, dueAt: monday + 2 * dayMs })
  const heldEarly = await makeReview(app, {
    student,
    advisor,
    dueAt: monday + 3 * dayMs,
    slot: await slotIn(1),
    conducted: true,
  })
  const admin = await makePerson(app, 'admin')
  const [byWhen, byDate] = [
    [heldEarly, waiting, bookedLate],
    [bookedLate, waiting, heldEarly],
  ]
  for (const [sort, expected] of [
    ['when', byWhen],
    ['-when', byWhen.toReversed()],
    ['date', byDate],
    ['-date', byDate.toReversed()],
  ] as const) {
    const url = `/advisor/review-list?limit=1&sort=${sort}`
    const pages = await app.readPages<Review>(url, advisor.token)
    expect(getIds(pages.flat()), sort).toEqual(expected)
    const { body } = await app.call(listStudentReviews, {
      token: admin.token,
      query: { student: student._id, sort },
    })
    expect(getIds(body), sort).toEqual(expected)
  }
})

test('sorting by `next` lists open work first, soonest on top, then finished reviews', async () => {
  const { app, advisor, reviewer, slotIn } = await start()
  const blocked = await makePerson(app, 'student', { blocked: true })
  const ofBlocked = await makeReview(app, { advisor, student: blocked, dueAt: monday - 9 * dayMs })
  const later = await makeReview(app, { advisor, dueAt: monday + 9 * dayMs })
  const booked = await makeReview(app, { advisor, slot: await slotIn(3) })
  const overdue = await makeReview(app, { advisor, dueAt: monday - 2 * dayMs })
  const undecided = await makeReview(app, { advisor, slot: await slotIn(2), conducted: true })
  const sooner = await makeReview(app, { advisor, slot: await slotIn(1) })
  for (const [role, token, expected] of [
    ['advisor', advisor.token, [overdue, sooner, undecided, booked, later, ofBlocked]],
    ['reviewer', reviewer.token, [sooner, booked, undecided]],
  ] as const) {
    const pages = await app.readPages<Review>(`/${role}/review-list?limit=2&sort=next`, token)
    expect(getIds(pages.flat()), role).toEqual(expected)
  }
})

test('each order is paged without gaps or repeats', async () => {
  const { app, advisor, reviewer, slotIn } = await start()
  const waiting: string[] = []
  const booked: string[] = []
  for (let index = 0; index < 5; index++) {
    // Reviews share due dates in pairs, so that a page ends between equal keys.
    const dueAt = monday + Math.floor(index / 2) * dayMs
    waiting.push(await makeReview(app, { advisor, dueAt }))
    booked.push(await makeReview(app, { advisor, slot: await slotIn(10 - index) }))
  }
  const all = [...waiting, ...booked].sort().reverse()
  for (const [query, expected, token, role] of [
    ['', all, advisor.token, 'advisor'],
    ['&type=booking', waiting, advisor.token, 'advisor'],
    ['&home=true', booked.toReversed(), advisor.token, 'advisor'],
    ['', booked.toReversed(), reviewer.token, 'reviewer'],
    ['&home=true', booked.toReversed(), reviewer.token, 'reviewer'],
  ] as const) {
    const pages = await app.readPages<Review>(`/${role}/review-list?limit=2${query}`, token)
    expect(pages.map((page) => page.length)).toEqual(
      expected.length > 5 ? Array(5).fill(2) : [2, 2, 1],
    )
    expect(getIds(pages.flat())).toEqual(expected)
  }
})

test('an invalid status, a broken cursor and a limit of 0 are refused', async () => {
  const { app, advisor } = await start()
  for (const query of [
    ...['status=done', 'week=two', 'cursor=x', 'search=nobody&cursor=x'],
    ...['limit=0', 'limit=1001'],
  ]) {
    const refused = await app.send('GET', `/advisor/review-list?${query}`, { token: advisor.token })
    expect(refused.status, query).toBe(400)
  }
})

test('a cursor with wrong values and an absurd week do no harm', async () => {
  const { app, advisor } = await start()
  const cursor = Buffer.from(JSON.stringify(['soon', 'x'])).toString('base64url')
  for (const query of [`type=booking&cursor=${cursor}`, 'week=99999999999999', 'search=%00']) {
    const { status } = await app.send('GET', `/advisor/review-list?${query}`, {
      token: advisor.token,
    })
    expect([200, 400], query).toContain(status)
  }
  expect(app.errors).toEqual([])
})

test('only advisors and reviewers have a list of reviews, each under their own path', async () => {
  const { app, advisor, reviewer } = await start()
  const student = await makePerson(app, 'student')
  const admin = await makePerson(app, 'admin')
  for (const token of [undefined, student.token, admin.token, reviewer.token]) {
    const refused = await app.call(listReviews.advisor, { token })
    expect(refused.status).toBe(401)
    expect(refused.body).toMatchObject({ success: false, Auth: false })
  }
  expect((await app.call(listReviews.reviewer, { token: advisor.token })).status).toBe(401)
})

test('an admin reads an advisor’s or reviewer’s list with the same filters', async () => {
  const { app, advisor, reviewer, slotIn } = await start()
  const { token } = await makePerson(app, 'admin')
  const booked = await makeReview(app, { advisor, slot: await slotIn(2) })
  const late = await makeReview(app, { advisor, dueAt: monday - dayMs })
  await makeReview(app, { slot: await slotIn(1), closed: true })
  const read = async (person: { _id: string }, query = {}) =>
    app.call(listPersonReviews, { token, query: { person: person._id, ...query } })
  expect(getIds((await read(advisor)).body)).toEqual([late, booked])
  expect(getIds((await read(advisor, { overdue: 'true' })).body)).toEqual([late])
  expect(getIds((await read(reviewer, { home: 'true' })).body)).toEqual([booked])
  // Includes a reschedule request, which reviewers do not see.
  await app.context.db
    .insertInto('reschedule_requests')
    .values({ review_id: booked, reason: 'An exam', asked_at: monday, ended_at: null })
    .execute()
  const [shown] = (await read(reviewer, { home: 'true' })).body
  expect(shown).toMatchObject({ wish: { reason: 'An exam' } })
  const { status, body } = await read(await makePerson(app, 'student'))
  expect({ status, body }).toEqual({ status: 404, body: { message: 'This person does not exist' } })
})
