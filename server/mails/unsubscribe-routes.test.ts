import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeGetUnsubscribeUrl } from '#server/kit/mail/unsubscribe.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { makePerson } from '#test/factories.ts'
import { unsubscribeRoutes } from './unsubscribe-routes.ts'

const asForm = { 'content-type': 'application/x-www-form-urlencoded' }
const payload = 'List-Unsubscribe=One-Click'

async function pathFor({ context }: TestApp, personId: string, kind = 'invitation' as const) {
  const url = (await makeGetUnsubscribeUrl(context))({ kind, person_id: personId })
  return new URL(url).pathname
}

/** A server where invitations can be switched off. */
async function withSwitch(school: TestApp) {
  const app = Fastify()
  onTestFinished(() => app.close())
  const off = vi.fn(async () => {})
  unsubscribeRoutes(app, school.context, { invitation: off })
  return { app, off }
}

test('unsubscribing with one click stops that kind of email, and can be repeated', async () => {
  const school = await startApp()
  const { _id: id } = await makePerson(school, 'student')
  const { app, off } = await withSwitch(school)
  const url = await pathFor(school, id)

  for (const headers of [asForm, { 'content-type': 'multipart/form-data; boundary=a' }, {}]) {
    const reply = await app.inject({ method: 'POST', url, headers, payload })
    expect(reply.statusCode).toBe(200)
    expect(reply.body).toContain('You are unsubscribed')
  }
  expect(off.mock.calls).toEqual(Array.from({ length: 3 }, () => [expect.anything(), id]))
})

test('opening the link only asks for confirmation, as email clients open every link', async () => {
  const school = await startApp()
  const { _id: id } = await makePerson(school, 'student')
  const { app, off } = await withSwitch(school)

  const { statusCode, body, headers } = await app.inject(await pathFor(school, id))
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(body).toMatch(/<form [^>]*method="post"><button type="submit"/)
  expect(off).not.toHaveBeenCalled()
})

test('emails about an account cannot be unsubscribed, and a click still succeeds', async () => {
  const school = await startApp()
  const { _id: id } = await makePerson(school, 'student')
  const url = await pathFor(school, id)
  const navigating = { accept: 'text/html', 'sec-fetch-mode': 'navigate' }
  for (const reply of [
    await school.app.inject({ url, headers: navigating }),
    await school.app.inject({ method: 'POST', url, headers: asForm, payload }),
  ]) {
    expect(reply.statusCode).toBe(200)
    expect(reply.body).toContain('These emails cannot be turned off')
    expect(reply.body).not.toContain('<form')
  }
})

test('the link of a person who no longer exists is a 404', async () => {
  const school = await startApp()
  for (const method of ['GET', 'POST'] as const) {
    const url = (await makeGetUnsubscribeUrl(school.context))({ kind: 'booked', person_id: 'gone' })
    const reply = await school.app.inject({ method, url: new URL(url).pathname })
    expect([method, reply.statusCode]).toEqual([method, 404])
  }
})

test('a link cannot be changed to unsubscribe somebody else or another kind of email', async () => {
  const school = await startApp()
  const { _id: id } = await makePerson(school, 'student')
  const { app, off } = await withSwitch(school)
  const signature = (await pathFor(school, id)).split('.').at(-1)
  const other = await makePerson(school, 'student')
  for (const secret of [
    `invitation.${other._id}.${signature}`,
    `test.${id}.${signature}`,
    `invitation.${id}.${signature?.slice(1)}`,
    `invitation.${id}`,
    'nothing',
  ]) {
    const reply = await app.inject({ method: 'POST', url: `/unsubscribe/${secret}`, payload: '' })
    expect([secret, reply.statusCode]).toEqual([secret, 404])
  }
  expect(off).not.toHaveBeenCalled()
})

test('links stay valid, also when two processes send emails at once', async () => {
  const school = await startApp()
  const { _id: id } = await makePerson(school, 'student')
  const urls = await Promise.all([1, 2, 3].map(() => pathFor(school, id)))
  expect(new Set(urls).size).toBe(1)
})
