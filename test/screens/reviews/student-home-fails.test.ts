import { screen } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { goTo, press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import { region } from '../queries.ts'
import { demoSchool } from '../school.ts'

test('a home that fails to load shows one error with a retry button', async () => {
  await openScreen(await demoSchool(), { as: 'student', at: '/manifest' })
  const working = globalThis.fetch
  vi.stubGlobal('fetch', (asked: string, ...more: []) =>
    asked === '/home' ? Promise.reject(new TypeError('no line')) : working(asked, ...more),
  )
  await goTo('Home')
  await screen.findByText('This could not be loaded')
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Home')
  expect(screen.queryByRole('table')).toBeNull()
  vi.stubGlobal('fetch', working)
  await press('Try again')
  await region('Next Review')
})
