import { expect, test } from 'vitest'
import { roles } from '#contract/roles.ts'
import { getAppManifestPath } from '#contract/school/school.ts'
import { startApp } from '#test/app.ts'

test('the app is installed under the school’s name and opens at the role’s home', async () => {
  const { app } = await startApp({ schoolName: 'Blåklint' })
  const homes = { student: '/', advisor: '/advisor', reviewer: '/reviewer', admin: '/admin' }
  for (const role of roles) {
    const answer = await app.inject({
      url: getAppManifestPath(role),
      headers: { 'sec-fetch-mode': 'cors' },
    })
    expect(answer.headers['content-type']).toContain('application/manifest+json')
    expect(answer.json()).toMatchObject({
      name: 'Blåklint',
      short_name: 'Blåklint',
      display: 'standalone',
      scope: '/',
      id: homes[role],
      start_url: homes[role],
    })
  }
  const { app: long } = await startApp({ schoolName: 'The school at the old mill' })
  expect((await long.inject(getAppManifestPath('student'))).json()).not.toHaveProperty('short_name')
})
