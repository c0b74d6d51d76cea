import { waitFor } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, onTestFinished, test } from 'vitest'
import { openScreen } from '../open-screen.tsx'
import { findRegion } from '../queries.ts'
import { startDemoSchool } from '../school.ts'

const twelveHours = /\d (AM|PM)/
const getText = (screen: HTMLElement) => screen.innerText || screen.textContent

test('with a 24-hour clock all times change, until 12 hours are chosen again', async () => {
  onTestFinished(() => localStorage.clear())
  const school = await startDemoSchool()
  const choose = async (time: string) => {
    await openScreen(school, { as: 'reviewer', at: '/reviewer/profile' })
    await userEvent.click((await findRegion('Clock')).getByRole('radio', { name: time }))
  }
  const open = async (at: string, seen: RegExp) => {
    await openScreen(school, { as: 'reviewer', at })
    await waitFor(() => expect(getText(document.body)).toMatch(seen))
    return getText(document.body)
  }
  await choose('21:30')
  for (const at of [
    '/reviewer',
    '/reviewer/slots-list',
    '/reviewer/calendar',
    '/reviewer/notices',
  ]) {
    expect(await open(at, /\d\d:\d\d/), at).not.toMatch(twelveHours)
  }
  await choose('9:30 PM')
  await open('/reviewer/slots-list', twelveHours)
})
