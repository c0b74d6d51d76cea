import { screen, waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect } from 'vitest'

type Within = Pick<typeof screen, 'findByRole'>

/** Takes out what stands in a field and writes this into it. */
export async function fill(field: HTMLElement, text: string): Promise<void> {
  await userEvent.clear(field)
  // A dialog that is just there may have taken the focus once more to where it begins.
  field.focus()
  if (text) await userEvent.paste(text)
}

/** Picks one of a field's options. */
export async function choose(field: string, option: string | RegExp): Promise<void> {
  const box = await screen.findByRole('combobox', { name: field })
  await userEvent.click(box)
  await userEvent.click(await screen.findByRole('option', { name: option }))
  await waitFor(() => expect(box).toHaveAttribute('aria-expanded', 'false'))
}

/** Presses a button, once it is there. */
export async function press(button: string | RegExp, within: Within = screen): Promise<void> {
  await userEvent.click(await within.findByRole('button', { name: button }))
}

/** Follows a link, once it is there. */
export async function follow(link: string | RegExp, within: Within = screen): Promise<void> {
  await userEvent.click(await within.findByRole('link', { name: link }))
}

/** Follows a link of the sidebar. */
export async function goTo(label: string): Promise<void> {
  await follow(label, within(await screen.findByRole('navigation', { name: 'Main' })))
}

/** What stands in a dialog, once it is there and has taken the focus to where it begins. */
export async function dialog() {
  const opened = await screen.findByRole('dialog')
  await waitFor(() => expect(opened.querySelector('[data-autofocus]')).toHaveFocus())
  return within(opened)
}

/** Answers a question in a dialog, after reading it. */
export async function answer(question: string, button: string): Promise<void> {
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText(question)
  await press(button, dialog)
  await waitFor(() => expect(screen.queryByText(question)).toBeNull())
}
