import { screen, waitFor, within } from '@testing-library/dom'
import { expect } from 'vitest'

/** The screen's heading, when it appears: an item's name, or the screen's above it. */
export function findHeading(name: string | RegExp): Promise<HTMLElement> {
  return waitFor(
    () =>
      screen.queryByRole('heading', { level: 1, description: name }) ??
      screen.getByRole('heading', { level: 1, name }),
  )
}

/** A region of the screen, when it appears. */
export async function findRegion(name: string | RegExp) {
  return within(await screen.findByRole('region', { name }))
}

/** A toast, when it appears. */
export function findToast(text: string | RegExp): Promise<HTMLElement> {
  return screen.findByText(text, { selector: '[role=alert] *' })
}

/** A field by its label, without the asterisk of a required one. */
export function findField(label: string): Promise<HTMLElement> {
  return screen.findByLabelText(new RegExp(`^${escaped(label)}( \\*)?$`))
}

/** The rows of a table's body, or the items of a list. Waits for any, or for `count` of them. */
export function findRows(list: string, count?: number): Promise<HTMLElement[]> {
  return waitFor(() => {
    const one = screen.getByLabelText(list, { selector: 'table, ul' })
    const found = [...one.querySelectorAll<HTMLElement>('tbody > tr, :scope > li')]
    expect(found.length).toBe(count ?? Math.max(found.length, 1))
    return found
  })
}

/** The column headers of a table. */
export async function getColumnHeaders(table: string): Promise<string[]> {
  await findRows(table)
  return getTexts(within(screen.getByRole('table', { name: table })).getAllByRole('columnheader'))
}

/** The cells of a table's row, as text. */
export function getCells(row: HTMLElement | undefined): string[] {
  return row ? getTexts(within(row).getAllByRole('cell')) : []
}

/** The entries of a description list. */
export function getFacts({ getAllByRole }: Awaited<ReturnType<typeof findRegion>>) {
  const values = getTexts(getAllByRole('definition'))
  const labels = getTexts(getAllByRole('term'))
  return Object.fromEntries(labels.map((label, index) => [label, values[index]]))
}

/** A mark, as shown beside the previous one. */
export function formatMarkBesidePrevious(mark: number, last: number): string {
  if (mark === last) return `${mark} as last week`
  return `${mark} ${mark > last ? 'up' : 'down'} from ${last} last week`
}

export function getTexts(elements: Element[]): string[] {
  return elements.map(({ textContent }) => textContent ?? '')
}

/** Waits until a field shows this error. */
export async function expectError(field: HTMLElement, message: string): Promise<void> {
  await waitFor(() => expect(field).toBeInvalid())
  expect(field).toHaveAccessibleDescription(new RegExp(`^${escaped(message)}( |$)`))
}

/** Waits until the page is at an address: path and query. */
export function expectAddress(address: string | RegExp): Promise<void> {
  const matches = typeof address === 'string' ? new RegExp(`^${escaped(address)}$`) : address
  return waitFor(() => expect(location.pathname + location.search).toMatch(matches))
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** Matches a paragraph by its whole text, including nested elements. */
export const byWholeText = (text: string) => (_: string, element: Element | null) =>
  element?.matches('p') === true && element.textContent === text
