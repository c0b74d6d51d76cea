import { expect, test } from 'vitest'
import { getDraft, type ReviewDraft, saveDraft } from '#contract/calls/review-draft.ts'
import { hourMs } from '#contract/kit/time/durations.ts'
import { getOwnData, PersonData } from '#contract/privacy/privacy.ts'
import { updateMark } from '#contract/reviews/marking.ts'
import { moveReview } from '#contract/reviews/scheduling/rescheduling.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { makePerson, makeSlot } from '#test/factories.ts'
import { makeUpcomingReview } from '#test/live-app.ts'

const draft: ReviewDraft = {
  mark: { code: '7', theory: '8 or', weekStatus: '' },
  pendingTask: [
    { text: 'Read about  indexes ', done: false },
    { text: '', done: true },
  ],
}
const nothing = { mark: null, pendingTask: null }

async function read(app: TestApp, token: string, id: string) {
  return (await app.call(getDraft, { token, query: { id } })).body
}

test('what a reviewer types is saved as a draft, and the latest version counts', async () => {
  const app = await startApp()
  const { room: id, reviewer } = await makeUpcomingReview(app)
  expect(await read(app, reviewer.token, id)).toEqual({ draft: nothing, savedAt: null })

  const { token } = reviewer
  const { body } = await app.call(saveDraft, { token, body: { id, draft } })
  expect(body).toEqual({ savedAt: new Date(app.time.now).toISOString() })
  expect(await read(app, token, id)).toEqual({ draft, savedAt: body.savedAt })

  const later = { ...draft, mark: { code: '75', theory: '80', weekStatus: 'Task Completed' } }
  await app.call(saveDraft, { token, body: { id, draft: later } })
  expect((await read(app, token, id)).draft).toEqual(later)
})

test('a draft repeated with its Idempotency-Key does not replace a later one', async () => {
  const app = await startApp()
  const { room: id, reviewer } = await makeUpcomingReview(app)
  const { token } = reviewer
  const first = { token, key: 'sent first', body: { id, draft } }
  const { body } = await app.call(saveDraft, first)
  const later = { ...draft, pendingTask: [] }
  await app.call(saveDraft, { token, body: { id, draft: later } })
  expect(await app.call(saveDraft, first)).toMatchObject({ status: 200, body })
  expect((await read(app, token, id)).draft).toEqual(later)
})

test('submitted parts are removed from the draft, and the rest stays', async () => {
  const app = await startApp()
  const { room: id, reviewer } = await makeUpcomingReview(app)
  const { token } = reviewer
  await app.call(saveDraft, { token, body: { id, draft } })

  const mark = { code: 75, theory: 80, weekStatus: 'Task Completed' as const }
  await app.call(updateMark, { token, body: { id, value: { mark } } })
  expect((await read(app, token, id)).draft).toEqual({ ...draft, mark: null })
  await app.call(updateMark, { token, body: { id, pendingTopic: ['Read about indexes'] } })
  expect(await read(app, token, id)).toEqual({ draft: nothing, savedAt: null })
})

test('a refused mark leaves the draft as it is', async () => {
  const app = await startApp()
  const { room: id, reviewer } = await makeUpcomingReview(app)
  const { token } = reviewer
  await app.call(saveDraft, { token, body: { id, draft } })
  const mark = { code: 101, theory: 0, weekStatus: '' as const }
  expect((await app.call(updateMark, { token, body: { id, value: { mark } } })).status).toBe(400)
  expect((await read(app, token, id)).draft).toEqual(draft)
})

test('another reviewer can neither read nor write a draft', async () => {
  const app = await startApp()
  const { room: id, reviewer, advisor } = await makeUpcomingReview(app)
  await app.call(saveDraft, { token: reviewer.token, body: { id, draft } })
  const { token } = await makePerson(app, 'reviewer')
  for (const refused of [
    await app.call(getDraft, { token, query: { id } }),
    await app.call(saveDraft, { token, body: { id, draft: nothing } }),
    await app.call(getDraft, { token: reviewer.token, query: { id: 'nowhere' } }),
  ]) {
    expect(refused).toMatchObject({ status: 404, body: { message: 'This review does not exist' } })
  }
  expect((await app.call(getDraft, { token: advisor.token, query: { id } })).status).toBe(401)
  expect((await read(app, reviewer.token, id)).draft).toEqual(draft)
})

test('a draft stays with the reviewer who typed it when the review gets another', async () => {
  const app = await startApp()
  const { room: id, reviewer: first, advisor } = await makeUpcomingReview(app)
  const second = await makePerson(app, 'reviewer')
  const moveTo = async (reviewer: typeof second, hours: number) => {
    const slot = await makeSlot(app, reviewer, app.time.now + hours * hourMs)
    const value = { reviewId: id, reviewer: reviewer._id, slot }
    const moved = await app.call(moveReview.advisor, { token: advisor.token, body: { value } })
    expect(moved.status).toBe(200)
  }
  const readOwnDrafts = async ({ token }: typeof second) => {
    const { parts } = PersonData.parse((await app.call(getOwnData.reviewer, { token })).body)
    return parts.find(({ part }) => part === 'review_drafts')?.rows
  }
  await app.call(saveDraft, { token: first.token, body: { id, draft } })
  await moveTo(second, 2)
  expect(await read(app, second.token, id)).toEqual({ draft: nothing, savedAt: null })
  expect(await readOwnDrafts(second)).toEqual([])
  expect(await readOwnDrafts(first)).toHaveLength(1)
  await moveTo(first, 3)
  expect((await read(app, first.token, id)).draft).toEqual(draft)

  await moveTo(second, 4)
  const later = { ...draft, pendingTask: [] }
  await app.call(saveDraft, { token: second.token, body: { id, draft: later } })
  expect((await read(app, second.token, id)).draft).toEqual(later)
  expect(await readOwnDrafts(first)).toEqual([])
})

test('a draft has size limits', async () => {
  const app = await startApp()
  const { room: id, reviewer } = await makeUpcomingReview(app)
  const line = { text: 'x', done: false }
  for (const wrong of [
    { ...draft, pendingTask: Array.from({ length: 101 }, () => line) },
    { ...draft, pendingTask: [{ text: 'x'.repeat(501), done: false }] },
    { ...draft, mark: { code: 'x'.repeat(501), theory: '', weekStatus: '' } },
    { mark: null },
    undefined,
  ]) {
    const body = { id, draft: wrong }
    const refused = await app.send('PUT', '/reviewer/review-draft', { token: reviewer.token, body })
    expect(refused.status).toBe(400)
  }
})
