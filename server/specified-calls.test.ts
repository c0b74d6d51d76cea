import { expect, test } from 'vitest'
import { startApp } from '#test/app.ts'

/** Section 7 of the specification to the letter: other clients rely on these addresses. */
const specified = {
  '': [
    'GET /home',
    'GET /profile',
    'PUT /edit-profile',
    'PUT /update-password',
    'PUT /set-password/{id}',
    'PUT /set-profile/{id}',
    'GET /get-domaim-info/{id}',
    'GET /weekly-task',
    'GET /manifest',
    'GET /weekly-review',
    'POST /login',
  ],
  '/advisor': [
    'POST /login',
    'GET /profile',
    'PUT /edit-profile',
    'PUT /update-password',
    'PUT /set-password/{id}',
    'PUT /set-profile/{id}',
    'GET /review-list',
    'GET /reviewer-list',
    'GET /slots/{id}',
    'PUT /book-slot',
    'PUT /update-review-details',
    'PUT /create-review',
  ],
  '/reviewer': [
    'POST /login',
    'GET /profile',
    'PUT /edit-profile',
    'PUT /update-password',
    'PUT /set-password/{id}',
    'PUT /set-profile/{id}',
    'GET /get-domaim-info/{id}',
    'GET /review-list',
    'PUT /update-review-details',
    'GET /slot-list',
    'POST /add-slot',
  ],
  '/admin': [
    'POST /login',
    'POST /add-student',
    'POST /add-advisor',
    'POST /add-reviewer',
    'POST /add-domain',
    'POST /add-task',
    'PATCH /block-unblock-student',
    'PATCH /block-unblock-advisor',
    'PATCH /block-unblock-reviewer',
    'GET /all-student',
    'GET /all-advisor',
    'GET /all-reviewer',
    'GET /all-domain',
    'GET /all-task',
    'GET /task',
    'PUT /edit-task',
  ],
}

type Parameter = { name: string; in: string }
type Description = {
  paths: Record<string, Record<string, { parameters?: Parameter[] }>>
}

async function describedCalls() {
  const app = await startApp()
  const { body } = await app.send<Description>('GET', '/openapi.json')
  return body.paths
}

test.each(Object.entries(specified))(
  'below "%s" every call of the specification is there, by its method and path',
  async (base, calls) => {
    const paths = await describedCalls()
    for (const call of calls) {
      const [method = '', path = ''] = call.split(' ')
      expect(Object.keys(paths[base + path] ?? {}), call).toContain(method.toLowerCase())
    }
  },
)

test.each([
  ['/weekly-review', ['week']],
  ['/advisor/review-list', ['type', 'id']],
  ['/reviewer/review-list', ['home', 'id']],
  ['/admin/all-student', ['domain', 'search']],
  ['/admin/all-task', ['domain']],
  ['/admin/task', ['id']],
])('%s is asked with the query of the specification: %j', async (path, names) => {
  const { parameters = [] } = (await describedCalls())[path]?.get ?? {}
  const asked = parameters.filter((one) => one.in === 'query').map(({ name }) => name)
  expect(asked).toEqual(expect.arrayContaining(names))
})
