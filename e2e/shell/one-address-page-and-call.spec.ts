import { expect, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { heading } from '../steps/shell.ts'

/** The paths that a screen and a call share (contract, section 1). */
const shared = [
  { role: 'student', path: '/profile', screen: 'Profile' },
  { role: 'student', path: '/manifest', screen: 'Manifest' },
  { role: 'student', path: '/weekly-task', screen: 'Weekly Task' },
  { role: 'advisor', path: '/advisor/profile', screen: 'Profile' },
  { role: 'reviewer', path: '/reviewer/profile', screen: 'Profile' },
] as const

for (const { role, path, screen } of shared) {
  test(
    `${path} returns the page to a browser and JSON to a call`,
    path === '/weekly-task' ? {} : { tag: slowTests },
    async ({ page, school }) => {
      const token = await school.enter(page, role, path)
      await expect(heading(page, screen)).toBeVisible()
      await page.reload()
      await expect(heading(page, screen)).toBeVisible()

      const call = await fetch(school.url + path, { headers: { authorization: token } })
      expect(call.status).toBe(200)
      expect(call.headers.get('content-type')).toContain('application/json')
      expect(call.headers.get('vary')).toContain('Authorization')
      const signedOut = await fetch(school.url + path)
      expect(signedOut.status).toBe(401)
      expect(await signedOut.json()).toMatchObject({ success: false, Auth: false })
    },
  )
}

test('/docs lists the calls without loading anything from other hosts', {
  tag: slowTests,
}, async ({ page }) => {
  await page.goto('/docs')
  await expect(page.getByRole('heading', { name: /^Weekward/ })).toBeVisible()
  // Only calls in view are in the document.
  const scrollTo = (path: string) =>
    expect(async () => {
      await page.mouse.wheel(0, 500)
      await expect(page.getByText(path, { exact: true })).toBeInViewport({ timeout: 500 })
    }).toPass()
  await scrollTo('/home')
  await scrollTo('/advisor/book-slot')
  // A refusal is named at the call and described elsewhere in the document.
  await page.getByText('/advisor/book-slot', { exact: true }).click()
  const refused = page.getByRole('row').filter({ hasText: '409' })
  await expect(refused.getByText('"message"')).toBeVisible()
  await page.getByText('/advisor/book-slot', { exact: true }).click()
  await scrollTo('/reviewer/add-slot')
  await scrollTo('/admin/add-task')
})

test('/openapi.json describes the calls in OpenAPI 3.1', { tag: slowTests }, async ({ school }) => {
  const reply = await fetch(`${school.url}/openapi.json`)
  expect(reply.headers.get('content-type')).toContain('application/json')
  const { openapi, paths } = await reply.json()
  expect(openapi).toMatch(/^3\.1\./)
  expect(Object.keys(paths)).toEqual(
    expect.arrayContaining(['/get-domaim-info/{id}', '/advisor/slots/{id}', '/admin/task']),
  )
})
