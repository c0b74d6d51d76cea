import { screen, waitFor, within } from '@testing-library/dom'
import { expect } from 'vitest'

/** The screen's own heading, once it is there: a thing's by its name, or the screen's above it. */
export function heading(name: string | RegExp): Promise<HTMLElement> {
  return waitFor(
    () =>
      screen.queryByRole('heading', { level: 1, description: name }) ??
      screen.getByRole('heading', { level: 1, name }),
  )
}

/** What stands within a region of the screen, once it is there. */
export async function region(name: string) {
  return within(await screen.findByRole('region', { name }))
}

/** A message at the top right, once it has come. */
export function toast(text: string | RegExp): Promise<HTMLElement> {
  return screen.findByText(text, { selector: '[role=alert] *' })
}

/** A field by its label, without the star of one that must be filled in. */
export function field(label: string): Promise<HTMLElement> {
  return screen.findByLabelText(new RegExp(`^${escaped(label)}( \\*)?$`))
}

/**
 * The rows of a list: those of a table's body, or the items of another. Waits until there are any,
 * or as many as are wanted.
 */
export function rows(list: string, count?: number): Promise<HTMLElement[]> {
  return waitFor(() => {
    const one = screen.getByLabelText(list, { selector: 'table, ul' })
    const found = [...one.querySelectorAll<HTMLElement>('tbody > tr, :scope > li')]
    expect(found.length).toBe(count ?? Math.max(found.length, 1))
    return found
  })
}

/** What a table says about each of its things. */
export async function getColumnHeaders(table: string): Promise<string[]> {
  await rows(table)
  return getTexts(within(screen.getByRole('table', { name: table })).getAllByRole('columnheader'))
}

/** What a row of a table says under each of its columns. */
export function getCells(row: HTMLElement | undefined): string[] {
  return row ? getTexts(within(row).getAllByRole('cell')) : []
}

/** What is listed as labels with what they stand for. */
export function getFacts({ getAllByRole }: Awaited<ReturnType<typeof region>>) {
  const values = getTexts(getAllByRole('definition'))
  const labels = getTexts(getAllByRole('term'))
  return Object.fromEntries(labels.map((label, index) => [label, values[index]]))
}

/** A mark as it stands beside the one of the week before. */
export function besideLast(mark: number, last: number): string {
  if (mark === last) return `${mark} as last week`
  return `${mark} ${mark > last ? 'up' : 'down'} from ${last} last week`
}

export function getTexts(elements: Element[]): string[] {
  return elements.map(({ textContent }) => textContent ?? '')
}

/** Waits until a field says that it is wrong, in these words. */
export async function isWrong(field: HTMLElement, message: string): Promise<void> {
  await waitFor(() => expect(field).toBeInvalid())
  expect(field).toHaveAccessibleDescription(new RegExp(`^${escaped(message)}( |$)`))
}

/** Waits until the page is at an address: its path, with what it searches for. */
export function isAt(address: string | RegExp): Promise<void> {
  const matches = typeof address === 'string' ? new RegExp(`^${escaped(address)}$`) : address
  return waitFor(() => expect(location.pathname + location.search).toMatch(matches))
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** A paragraph by all of its text, names and reasons within it too. */
export const saying = (text: string) => (_: string, element: Element | null) =>
  element?.matches('p') === true && element.textContent === text
