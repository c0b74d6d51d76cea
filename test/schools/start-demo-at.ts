import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { Slot } from '#contract/kit/slot.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import { demoLogins } from '#contract/school/school.ts'
import { getFaketimeEnvironment } from '../processes/faketime.ts'
import { startScript } from './school-under-writes.ts'

/** A folder for a demo school, deleted when the test ends. */
export function makeSchoolFolder(): string {
  const place = mkdtempSync(join(tmpdir(), 'weekward-clock-'))
  onTestFinished(() => rmSync(place, { recursive: true, force: true }))
  return place
}

/** A real server on a demo school, whose clock starts at an instant and advances. */
export async function startDemoAt(
  instant: string,
  timeZone: string,
  DATA_DIR = makeSchoolFolder(),
) {
  const settings = { DATA_DIR, TIME_ZONE: timeZone, PORT: '0', RATE_LIMIT: 'off', DEMO: 'on' }
  const clock = getFaketimeEnvironment(Date.parse(instant))
  const server = startScript('server/main.ts', [], { ...settings, ...clock })
  const url = await server.line(/^weekward ready on (.+)$/)

  async function ask<T>(method: string, path: string, token = '', body?: unknown) {
    const headers = { 'content-type': 'application/json', authorization: token }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const reply = await fetch(url + path, { method, headers, ...sent })
    // Each call below knows its reply's type.
    return {
      status: reply.status,
      date: reply.headers.get('date'),
      body: (await reply.json()) as T,
    }
  }

  type SignedIn = Record<'token' | 'message', { token: string }>
  const advisor = (await ask<SignedIn>('POST', '/advisor/login', '', demoLogins.advisor)).body.token
  const reviewer = await ask<SignedIn>('POST', '/reviewer/login', '', demoLogins.reviewer)
  const { token } = reviewer.body.message
  const { _id } = (await ask<{ _id: string }>('GET', '/reviewer/profile', token)).body
  return {
    ask,
    /** Makes a call as the demo school's reviewer. */
    asReviewer: <T>(method: string, path: string, body?: unknown) =>
      ask<T>(method, `/reviewer${path}`, token, body),
    /** Stops the server gracefully. The school stays. */
    stop: async () => {
      server.signal('SIGTERM')
      await server.ended
    },
    /** Publishes a range and returns the times of its slots. */
    publish: async (date: string, timeStart: string, timeEnd: string, reviewTime: number) => {
      const values = { date, timeStart, timeEnd, reviewTime }
      const added = await ask<Slot[]>('POST', '/reviewer/add-slot', token, { values })
      expect(added.status).toBe(200)
      return added.body
    },
    list: async () => (await ask<Slot[]>('GET', `/advisor/slots/${_id}`, advisor.token)).body,
    /** Books a slot for the first waiting review. */
    book: async (slot: Slot | undefined) => {
      const waiting = await ask<Review[]>('GET', '/advisor/review-list?type=booking', advisor.token)
      const value = { reviewId: waiting.body[0]?._id, reviewer: _id, slot: slot?._id }
      return ask<{ review: Review }>('PUT', '/advisor/book-slot', advisor.token, { value })
    },
  }
}
