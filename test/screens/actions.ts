import { screen, waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, vi } from 'vitest'

type Within = Pick<typeof screen, 'findByRole'>

/** Replaces a field's text. */
export async function fill(field: HTMLElement, text: string): Promise<void> {
  await userEvent.clear(field)
  // A new dialog may move the focus once more.
  field.focus()
  if (text) await userEvent.paste(text)
}

/** Selects an option of a field. */
export async function choose(field: string, option: string | RegExp): Promise<void> {
  const box = await screen.findByRole('combobox', { name: field })
  await userEvent.click(box)
  await userEvent.click(await screen.findByRole('option', { name: option }))
  await waitFor(() => expect(box).toHaveAttribute('aria-expanded', 'false'))
}

/** Clicks a button, when it appears. */
export async function press(button: string | RegExp, within: Within = screen): Promise<void> {
  await userEvent.click(await within.findByRole('button', { name: button }))
}

/** Follows a link, when it appears. */
export async function follow(link: string | RegExp, within: Within = screen): Promise<void> {
  await userEvent.click(await within.findByRole('link', { name: link }))
}

/** Follows a link of the sidebar. */
export async function goTo(label: string): Promise<void> {
  await follow(label, within(await screen.findByRole('navigation', { name: 'Main' })))
}

/** The dialog, when it has appeared and set the focus. */
export async function findDialog() {
  const opened = await screen.findByRole('dialog')
  await waitFor(() => expect(opened.querySelector('[data-autofocus]')).toHaveFocus())
  return within(opened)
}

/** Checks a dialog's question and clicks an answer. */
export async function answer(question: string, button: string): Promise<void> {
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText(question)
  await press(button, dialog)
  await waitFor(() => expect(screen.queryByText(question)).toBeNull())
}

/** Makes all requests to an address fail; returns a function that restores them. */
export function failRequests(address: string): () => void {
  const working = globalThis.fetch
  vi.stubGlobal('fetch', (asked: string, ...more: []) =>
    asked.includes(address) ? Promise.reject(new TypeError('no line')) : working(asked, ...more),
  )
  return () => vi.stubGlobal('fetch', working)
}

/** Holds all requests to an address; returns a function that lets them through. */
export function holdRequests(address: string): () => void {
  const working = globalThis.fetch
  const { promise, resolve } = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async (...asked: Parameters<typeof fetch>) => {
    if (String(asked[0]).includes(address)) await promise
    return working(...asked)
  })
  return resolve
}
