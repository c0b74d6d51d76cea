import { screen, waitFor, within } from '@testing-library/dom'
import { expect } from 'vitest'

/** The screen's own heading, once it is there. */
export function heading(name: string | RegExp): Promise<HTMLElement> {
  return screen.findByRole('heading', { level: 1, name })
}

/** What stands within a region of the screen, once it is there. */
export async function region(name: string) {
  return within(await screen.findByRole('region', { name }))
}

/** A message at the top right, once it has come. */
export async function toast(text: string): Promise<HTMLElement> {
  return screen.findByText(text, { selector: '[role=alert] *' })
}

/** The rows of a list, without a table's heading: all that are there once there is one. */
export async function rows(list: string): Promise<HTMLElement[]> {
  const table = within(await screen.findByRole('table', { name: list }))
  await table.findAllByRole('cell')
  return table.getAllByRole('row').slice(1)
}

/** What a card lists as labels with what they stand for. */
export function factsOf(card: HTMLElement): Record<string, string> {
  const values = textsOf(within(card).getAllByRole('definition'))
  const labels = textsOf(within(card).getAllByRole('term'))
  return Object.fromEntries(labels.map((label, index) => [label, values[index] ?? '']))
}

export function textsOf(elements: HTMLElement[]): string[] {
  return elements.map(({ textContent }) => textContent ?? '')
}

/** Waits until a field says that it is wrong, in these words. */
export async function isWrong(field: HTMLElement, message: string): Promise<void> {
  await waitFor(() => expect(field).toBeInvalid())
  expect(field).toHaveAccessibleDescription(
    expect.stringMatching(new RegExp(`^${escaped(message)}( |$)`)),
  )
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
