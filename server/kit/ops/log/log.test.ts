import { expect, onTestFinished, test } from 'vitest'
import { addDomain } from '#contract/domains/domains.ts'
import { buildApp } from '#server/app.ts'
import { startApp } from '#test/app.ts'
import { makePerson } from '#test/factories.ts'

test('an error inside tells the caller nothing, and the log once, with its stack and id', async () => {
  const app = await startApp({}, { unused: true })
  const { token } = await makePerson(app, 'admin')
  const rename = (from: string, to: string) =>
    app.context.db.schema.alterTable(from).renameTo(to).execute()
  await rename('domains', 'gone')
  onTestFinished(() => rename('gone', 'domains'))

  const failed = await app.call(addDomain, { token, body: { name: 'A private name' } })

  expect(failed.status).toBe(500)
  expect(failed.body).toEqual({ message: 'Something went wrong' })
  expect(app.errors).toHaveLength(1)
  expect(JSON.parse(app.errors[0] ?? '')).toMatchObject({
    reqId: failed.headers['x-request-id'],
    err: { message: expect.stringContaining('domains'), stack: expect.stringContaining('.ts') },
  })
  expect(app.errors[0]).not.toContain('A private name')
  expect(app.errors[0]).not.toContain(token)
})

test('the log has one line a request, with the pattern of its path and no secret', async () => {
  const app = await startApp()
  const lines: string[] = []
  const logged = await buildApp(app.context, {
    log: { level: 'info', stream: { write: (line: string) => lines.push(line) } },
  })
  onTestFinished(() => logged.close())
  const { _id: person, token } = await makePerson(app, 'admin')

  await logged.inject({
    method: 'PUT',
    url: '/set-password/s3cret-link?also=s3cret-query',
    headers: { authorization: token },
    payload: { password: 's3cret-password' },
  })
  await logged.inject({ url: '/admin/all-domain?cursor=s3cret', headers: { authorization: token } })
  // Who tries another role's call is named as well.
  await logged.inject({ url: '/home', headers: { authorization: token } })

  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { method: 'PUT', route: '/set-password/:id', status: 404, ms: expect.any(Number) },
    { method: 'GET', route: '/admin/all-domain', status: 400, reqId: expect.any(String), person },
    { method: 'GET', route: '/home', status: 401, person },
  ])
  expect(lines.join('')).not.toMatch(/s3cret/)
  expect(lines.join('')).not.toContain(token)
})

test('the log warns once when calls come through a proxy that is not in TRUST_PROXY', async () => {
  const warningsWith = async (trustProxy: string[]) => {
    const app = await startApp({ trustProxy })
    const lines: string[] = []
    const logged = await buildApp(app.context, {
      log: { level: 'info', stream: { write: (line: string) => lines.push(line) } },
    })
    onTestFinished(() => logged.close())
    await logged.inject({ url: '/school' })
    for (let call = 0; call < 3; call++) {
      await logged.inject({ url: '/school', headers: { 'x-forwarded-for': '198.51.100.1' } })
    }
    return lines.filter((line) => line.includes('TRUST_PROXY'))
  }
  expect(await warningsWith(['127.0.0.1'])).toEqual([])
  const [warning, ...more] = await warningsWith([])
  expect(more).toEqual([])
  expect(JSON.parse(warning ?? '')).toMatchObject({ level: 40 })
  expect(warning).not.toContain('198.51.100.1')
})
