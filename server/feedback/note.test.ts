import { expect, test } from 'vitest'
import { toUrl } from '#contract/kit/endpoint.ts'
import { monday, startApp } from '#test/app.ts'
import { endpoints } from '#test/endpoints.ts'
import { sessionCalls } from '#test/rights/calls.ts'
import { makeRelatedPeople } from '#test/rights/related-people.ts'

test('no call of a student answers with a note for staff', { timeout: 60_000 }, async () => {
  const app = await startApp()
  const note = 'Only for staff'
  const calls = sessionCalls.filter(([name]) => endpoints.get(name)?.role === 'student')
  for (const [name, { before, input }] of calls) {
    const circle = await makeRelatedPeople(app)
    await before?.(app, circle)
    const row = { review_id: circle.review, text: 'To the student', note, saved_at: monday }
    await app.context.db
      .insertInto('feedback')
      .values(row)
      .onConflict((conflict) => conflict.column('review_id').doUpdateSet({ note }))
      .execute()
    const endpoint = endpoints.get(name)
    if (!endpoint) throw new Error(`${name} is not in the contract`)
    const { params, query, body } = input(circle)
    const url = toUrl(endpoint, params, query)
    const token = circle.tokens.student
    const { status, body: reply } = await app.send(endpoint.method, url, { token, body })
    expect([name, status]).toEqual([name, 200])
    expect(JSON.stringify(reply), name).not.toContain(note)
  }
})
