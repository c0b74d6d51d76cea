import { expect } from '@playwright/test'
import { storageVersion } from '#contract/limits/limits.ts'
import type { Role } from '#contract/roles.ts'
import type { School } from '../kit/school.ts'
import { type BrowserWindow, runIn } from './browser.ts'
import {
  byButton,
  byLabel,
  byRole,
  byText,
  type ElementQuery,
  type Found,
  find,
  firstMatchOf,
} from './queries.ts'

/** Waits until an element is visible. */
export async function expectVisible(browser: BrowserWindow, query: ElementQuery): Promise<void> {
  await expect.poll(async () => (await find(browser, query)).length, formatQuery(query)).not.toBe(0)
}

/** Waits until an element is hidden or gone. */
export async function expectHidden(browser: BrowserWindow, query: ElementQuery): Promise<void> {
  await expect.poll(async () => (await find(browser, query)).length, formatQuery(query)).toBe(0)
}

/** Waits for a screen's heading, by its text or by the screen's name above it. */
export async function expectHeading(browser: BrowserWindow, name: string | RegExp): Promise<void> {
  const heading = { ...byRole('heading'), level: 1 }
  const isThere = async () => {
    const called = await find(browser, { ...heading, words: name })
    if (called.length > 0 || name instanceof RegExp) return called.length > 0
    return (await find(browser, { ...heading, description: name })).length > 0
  }
  await expect.poll(isThere, `the heading ${name}`).toBe(true)
}

/** Clicks the only match once it is not covered. */
export async function click(browser: BrowserWindow, query: ElementQuery): Promise<void> {
  let found: Found[] = []
  const ways = async () => {
    found = await find(browser, query)
    return found.map(({ isFree }) => isFree)
  }
  await expect.poll(ways, formatQuery(query)).toEqual([true])
  for (const { x, y } of found) await browser.clickAt(x, y)
}

/** Replaces the value of a field. */
export async function fill(browser: BrowserWindow, label: string, words: string): Promise<void> {
  await click(browser, byLabel(label))
  await browser.press('a', 'Control')
  await browser.type(words)
  const written = async () => (await find(browser, byLabel(label))).map(({ value }) => value)
  // A unit may follow.
  await expect.poll(written, label).toEqual([expect.stringContaining(words)])
}

/** Sets a date or time field, whose parts differ between browsers. */
export async function setDateOrTime(
  browser: BrowserWindow,
  label: string,
  value: string,
): Promise<void> {
  await expectVisible(browser, byLabel(label))
  const set = (name: string, given: string) => {
    const input = window.TestingLibraryDom.getByLabelText(document.body, name)
    // React only notices the browser's own setter.
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
    set?.call(input, given)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
  await runIn(browser, set, label, value)
  const isSet = async () => (await find(browser, byLabel(label))).map((found) => found.value)
  await expect.poll(isSet, label).toEqual([value])
}

/** Chooses an option of a field. */
export async function choose(browser: BrowserWindow, label: string, option: string | RegExp) {
  await click(browser, byRole('combobox', label))
  await click(browser, byRole('option', option))
  await expectHidden(browser, byRole('option', option))
}

/** Answers a question in a dialog. */
export async function answerDialog(
  browser: BrowserWindow,
  question: string,
  way: string,
): Promise<void> {
  const dialog = byRole('dialog')
  await expectVisible(browser, byText(question, dialog))
  await click(browser, byButton(way, dialog))
  await expectHidden(browser, byText(question, dialog))
}

/** A toast: at the bar, or at the bottom of a phone. */
export function byToast(words: string): ElementQuery {
  return firstMatchOf(byText(words, byRole('alert')))
}

/** Opens the page as a person who is signed in. */
export async function openSignedIn(
  browser: BrowserWindow,
  school: School,
  as: Role,
  path?: string,
  credentials?: { email: string; password: string },
): Promise<string> {
  const token = await school.tokenOf(as, credentials)
  const stored = JSON.stringify({ state: { token }, version: storageVersion })
  await browser.open('/icon.svg')
  await runIn(browser, (key: string, value: string) => localStorage.setItem(key, value), as, stored)
  if (path) await browser.open(path)
  return token
}

function formatQuery(query: ElementQuery): string {
  return `${query.role ?? query.by} ${query.words ?? ''}`
}
