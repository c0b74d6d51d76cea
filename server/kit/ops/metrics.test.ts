import { expect, test } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import { makePerson } from '#test/factories.ts'
import { version } from './version.ts'

const token = 'a token of the operator'

const ask = ({ app }: TestApp, authorization?: string, remoteAddress = '127.0.0.1') =>
  app.inject({
    url: '/metrics',
    remoteAddress,
    headers: authorization === undefined ? {} : { authorization },
  })

test('metrics are served only with the token', async () => {
  const app = await startApp({}, { metricsToken: token })
  const admin = await makePerson(app, 'admin')
  for (const given of [undefined, '', 'Bearer ', `Bearer ${token}x`, admin.token]) {
    const refused = await ask(app, given)
    expect(refused.statusCode).toBe(401)
    expect(refused.body).toBe('')
  }
  const metrics = await ask(app, `Bearer ${token}`, '10.1.2.3')
  expect(metrics.statusCode).toBe(200)
  expect(metrics.headers['content-type']).toContain('text/plain; version=0.0.4')

  const without = await startApp()
  expect((await ask(without, `Bearer ${token}`)).statusCode).toBe(404)
})

test('metrics count calls by route and status, and show the state of the server', async () => {
  const app = await startApp({}, { metricsToken: token })
  const admin = await makePerson(app, 'admin')
  const body = { name: 'Ana', email: 'ana@school.test' }
  const add = () => app.send('POST', '/admin/add-advisor', { token: admin.token, body })
  expect((await add()).status).toBe(200)
  expect((await add()).status).toBe(409)
  await app.send('GET', '/admin/nowhere?secret=1')

  const text = (await ask(app, `Bearer ${token}`)).body
  const lines = text.split('\n')
  const name = 'weekward_http_request_duration_seconds'
  const added = 'method="POST",route="/admin/add-advisor"'
  expect(lines).toContain(`${name}_count{${added},status="200"} 1`)
  expect(lines).toContain(`${name}_count{${added},status="409"} 1`)
  expect(lines).toContain(`${name}_bucket{${added},status="409",le="+Inf"} 1`)
  expect(lines).toContain('weekward_outbox_waiting 1')
  expect(lines).toContain('weekward_database_up 1')
  expect(lines).toContain(`weekward_build_info{version="${version}"} 1`)
  expect(lines).toContain('weekward_calls_under_way 0')
  expect(lines).toContain('weekward_sockets 0')
  expect(text).toMatch(/^process_resident_memory_bytes \d{7,}$/m)
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds [\d.e-]+$/m)
  expect(text).toMatch(/^weekward_database_connections \d+$/m)
  expect(text).not.toContain('secret')
  // Each line is a comment, or a name with a number.
  expect(lines.filter((line) => !/^(#.*|\w+(\{[^}]*\})? [\d.e+-]+|)$/.test(line))).toEqual([])
})
