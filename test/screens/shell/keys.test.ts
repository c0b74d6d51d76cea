import { screen, waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Role, roles } from '#contract/roles.ts'
import { destinations } from '#web/shell/command-palette/shortcuts/shortcuts.ts'
import { press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import { expectAddress, findField } from '../queries.ts'
import { type School, startDemoSchool } from '../school.ts'

const { keyboard } = userEvent

/** Opens a role's screen and waits for the shortcuts, whose code loads after the screen. */
async function openWithKeys(school: School, as: Role, at: string): Promise<void> {
  await openScreen(school, { as, at })
  await waitFor(async () => {
    await keyboard('?')
    screen.getByRole('dialog', { name: 'Keyboard shortcuts' })
  })
  await keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

test('g and a key open each screen of a role', async () => {
  const school = await startDemoSchool()
  await openWithKeys(school, 'advisor', '/advisor')
  for (const { key, to } of destinations.advisor.toReversed()) {
    await keyboard(`g${key}`)
    await expectAddress(to)
  }
  await keyboard('hg')
  await expectAddress('/advisor')
})

test('? lists every key of the role, and no key has two screens', async () => {
  const school = await startDemoSchool()
  for (const role of roles) {
    await openWithKeys(school, role, role === 'student' ? '/' : `/${role}`)
    await keyboard('?')
    const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
    for (const { key, label } of destinations[role]) {
      const line = dialog.getByText(label, { selector: 'dt' }).parentElement
      expect(line).toHaveTextContent(`${label}g${key}`)
    }
    dialog.getByText('Find anything', { selector: 'dt' })
    const ofCalendar = dialog.queryByRole('region', { name: 'In the calendar' })
    if (role === 'student') expect(ofCalendar).toBeNull()
    else expect(ofCalendar).toHaveTextContent('Previous or next monthPage UpPage Down')
    const ofMoving = dialog.queryByRole('region', { name: 'Move a review in the calendar' })
    expect(ofMoving === null).toBe(role !== 'advisor')
    expect(new Set(destinations[role].map(({ key }) => key)).size).toBe(destinations[role].length)
  }
})

test('keys go to the field while somebody types, and to the dialog while one is open', async () => {
  const school = await startDemoSchool()
  await openWithKeys(school, 'admin', '/admin/student-list')
  await userEvent.click(await findField('Search by name'))
  await keyboard('gh?')
  expect(await findField('Search by name')).toHaveValue('gh?')
  expect(screen.queryByRole('dialog')).toBeNull()
  // A key with a modifier is no text: it opens the palette from a field too.
  await keyboard('{Control>}k{/Control}')
  await screen.findByRole('combobox', { name: 'Find anything' })
  await keyboard('{Escape}')
  await waitFor(async () => expect(await findField('Search by name')).toHaveFocus())
  expect(await findField('Search by name')).toHaveValue('gh?')
  await press('Logout')
  await screen.findByRole('dialog', { name: 'Logout' })
  await keyboard('gh?{Control>}k{/Control}')
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  await expectAddress(/student-list/)
})

test('single-key shortcuts can be switched off', async () => {
  const school = await startDemoSchool()
  await openWithKeys(school, 'advisor', '/advisor')
  await keyboard('?')
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  await userEvent.click(within(dialog).getByRole('checkbox'))
  await keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await keyboard('gr?')
  await expectAddress('/advisor')
  expect(screen.queryByRole('dialog')).toBeNull()
  await keyboard('{Control>}k{/Control}')
  await userEvent.click(await screen.findByRole('option', { name: 'Show keyboard shortcuts' }))
  await userEvent.click(await screen.findByRole('checkbox'))
  await keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await keyboard('gr')
  await expectAddress('/advisor/reviews-list')
})

test('handled keys do not act again on a page that opens right after', async () => {
  const school = await startDemoSchool()
  await openWithKeys(school, 'advisor', '/advisor')
  await keyboard('gr')
  await expectAddress('/advisor/reviews-list')
  await openScreen(school, { as: 'advisor', at: '/advisor' })
  await press('Find anything')
  await screen.findByRole('combobox', { name: 'Find anything' })
  await keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await keyboard('gp')
  await expectAddress('/advisor/profile')
  history.back()
  await expectAddress('/advisor')
})

test('Ctrl+K opens the palette as soon as its button is there', async () => {
  const school = await startDemoSchool()
  const watcher = new MutationObserver(() => {
    const button = document.querySelector('[aria-keyshortcuts]')
    if (!button) return
    watcher.disconnect()
    const init = { key: 'k', ctrlKey: true, bubbles: true, cancelable: true }
    button.dispatchEvent(new KeyboardEvent('keydown', init))
  })
  watcher.observe(document.body, { childList: true, subtree: true })
  await openScreen(school, { as: 'advisor', at: '/advisor' })
  await screen.findByRole('combobox', { name: 'Find anything' })
})
