import { expect, type Locator, type Page } from '@playwright/test'
import type { Role } from '#contract/roles.ts'
import { destinations, goKey } from '#web/shell/command-palette/shortcuts/shortcuts.ts'
import { menuButton } from '../steps/shell.ts'

/** How a person operates the page. */
export type InputMethod = 'keyboard' | 'pointer' | 'touch'

/** Counts of keys, clicks or taps, and typed texts with their letters. */
export type Count = { keys: number; clicks: number; texts: number; letters: number }

/** An element by what a person knows of it. */
export type Target = { role: 'button' | 'link' | 'combobox'; name: string | RegExp }

export const byButton = (name: string | RegExp): Target => ({ role: 'button', name })
export const byLink = (name: string | RegExp): Target => ({ role: 'link', name })

/** A person at the page. It does not expose the page, so that everything done is counted. */
export type Walker = {
  way: InputMethod
  /** What was done so far, by step. */
  steps: { name: string; count: Count }[]
  step: (name: string, walkIt: () => Promise<void>) => Promise<void>
  /** Follows a link from outside, such as from a mail: one click. */
  open: (address: string) => Promise<void>
  /** Goes home by the breadcrumb. */
  goHome: () => Promise<void>
  /** Goes to one of the role's screens. */
  goTo: (role: Role, label: string) => Promise<void>
  press: (target: Target) => Promise<void>
  /** Submits a form, by Enter if the focus is in one of its fields. */
  send: (target: Target) => Promise<void>
  write: (field: string, text: string) => Promise<void>
  /** Types a date (YYYY-MM-DD) or time (HH:MM) part by part, or uses the browser's picker. */
  writeDate: (field: string, date: string) => Promise<void>
  writeTime: (field: string, time: string) => Promise<void>
  /** Chooses an option of a field, unless it is chosen already. */
  choose: (field: string, option: string | RegExp) => Promise<void>
  /** Chooses a radio button. */
  mark: (group: string, option: string) => Promise<void>
  /** Waits for text on the screen. */
  sees: (what: string | RegExp | Target) => Promise<void>
  /** Waits for an announcement to screen readers. */
  hears: (text: string | RegExp) => Promise<void>
}

/** The most presses of Tab. */
const patience = 60

const nothing: Count = { keys: 0, clicks: 0, texts: 0, letters: 0 }

/** A person at a page with keyboard, mouse or touch. */
export function makeWalker(page: Page, way: InputMethod): Walker {
  const steps: Walker['steps'] = []
  let count = { ...nothing }
  /** After a load nothing has the focus, and the first key starts at the top. */
  let isFresh = true

  const find = ({ role, name }: Target) =>
    page.getByRole(role, { name, exact: typeof name === 'string' }).first()
  const field = (name: string) => page.getByLabel(name, { exact: true })
  /** Parts of a date field are no elements: the field has the focus. */
  const hasFocus = () => page.evaluate(() => document.activeElement !== document.body)
  const skip = page.getByRole('link', { name: 'Skip to content' })

  /** Presses a key and checks that the focus is not lost. */
  async function key(name: string): Promise<void> {
    if (!isFresh) await expect.poll(hasFocus, `there is a focus before ${name}`).toBe(true)
    count.keys += 1
    await page.keyboard.press(name)
    await expect.poll(hasFocus, `there is a focus after ${name}`).toBe(true)
    isFresh = false
  }

  /** Tabs there, or back with Shift+Tab, whichever is shorter. */
  async function reach(target: Locator): Promise<void> {
    await expect(target).toBeVisible()
    await expect(target).toBeEnabled()
    if (isFresh && (await skip.count()) === 1) {
      await key('Tab')
      await expect(skip).toBeFocused()
      await key('Enter')
    }
    const way = await target.evaluate((element) => {
      const order = document.activeElement?.compareDocumentPosition(element) ?? 0
      return order & Node.DOCUMENT_POSITION_PRECEDING ? 'Shift+Tab' : 'Tab'
    })
    for (let presses = 0; presses < patience; presses += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await key(way)
    }
    throw new Error(`${patience} presses of ${way} did not lead to ${target}`)
  }

  async function click(target: Locator): Promise<void> {
    count.clicks += 1
    if (way === 'touch') await target.tap()
    else await target.click()
  }

  async function press(target: Locator): Promise<void> {
    if (way !== 'keyboard') return click(target)
    await reach(target)
    await key('Enter')
  }

  /** Goes into a field, unless it has the focus, and types. */
  async function type(target: Locator, text: string, value?: string): Promise<void> {
    await expect(target).toBeVisible()
    const isThere = await target.evaluate((element) => element === document.activeElement)
    if (way === 'keyboard') await reach(target)
    else if (!isThere) await click(target)
    count.texts += 1
    count.letters += text.length
    if (way === 'keyboard' || value === undefined) await page.keyboard.type(text)
    else await target.fill(value)
    if (value !== undefined) await expect(target).toHaveValue(value)
  }

  /** Moves through open options by the arrow keys. */
  async function arrowTo(box: Locator, option: Locator): Promise<void> {
    const id = String(await option.getAttribute('id'))
    for (let presses = 0; presses < patience; presses += 1) {
      if ((await box.getAttribute('aria-activedescendant')) === id) return
      await key('ArrowDown')
    }
    throw new Error(`${patience} presses of ArrowDown did not lead to ${option}`)
  }

  const walker: Walker = {
    way,
    steps,
    async step(name, walkIt) {
      count = { ...nothing }
      await walkIt()
      steps.push({ name, count })
    },
    async open(address) {
      if (way === 'keyboard') count.keys += 1
      else count.clicks += 1
      isFresh = true
      await page.goto(address)
    },
    async goTo(role, label) {
      const sidebar = page.getByRole('navigation', { name: 'Main' })
      const there = sidebar.getByRole('link', { name: label, exact: true })
      if (way === 'keyboard') {
        const to = await there.getAttribute('href')
        const place = destinations[role].find((one) => one.to === to)
        if (!place) throw new Error(`There is no key for ${label}`)
        // In a field the key would type a letter.
        while (await page.evaluate(() => document.activeElement?.matches('input, textarea'))) {
          await key('Tab')
        }
        count.keys += 1
        await page.keyboard.press(goKey)
        return key(place.key)
      }
      if (way === 'touch') await click(menuButton(page))
      await click(there)
    },
    async goHome() {
      if (way === 'keyboard') return walker.goTo('admin', 'Home')
      await click(page.getByRole('banner').getByRole('link').first())
    },
    press: (target) => press(find(target)),
    async send(target) {
      const isByEnter = await find(target).evaluate((element) => {
        const at = document.activeElement
        const isField = at instanceof HTMLInputElement && at.role !== 'combobox'
        return isField && element instanceof HTMLButtonElement && at.form === element.form
      })
      if (way === 'keyboard' && isByEnter) await key('Enter')
      else await press(find(target))
    },
    write: (name, text) => type(field(name), text),
    writeDate(name, date) {
      const [year, month, day] = date.split('-')
      return type(field(name), `${month}${day}${year}`, date)
    },
    writeTime(name, time) {
      const [hours = '', minutes] = time.split(':')
      const half = Number(hours) < 12 ? 'AM' : 'PM'
      const hour = String(Number(hours) % 12 || 12).padStart(2, '0')
      return type(field(name), `${hour}${minutes}${half}`, time)
    },
    async choose(name, option) {
      const box = page.getByRole('combobox', { name, exact: true })
      const wanted = page.getByRole('option', { name: option, exact: true })
      await expect(box).toBeVisible()
      if ((await box.inputValue()) === option) return
      if (way === 'keyboard') {
        await reach(box)
        await key('ArrowDown')
        await expect(wanted).toBeVisible()
        await arrowTo(box, wanted)
        await key('Enter')
      } else {
        await click(box)
        await click(wanted)
      }
      await expect(wanted).toBeHidden()
    },
    async mark(group, option) {
      const choice = page.getByRole('radiogroup', { name: group })
      const wanted = choice.getByRole('radio', { name: option })
      if (way !== 'keyboard') return click(choice.getByText(option, { exact: true }))
      await reach(choice.getByRole('radio', { checked: true }))
      while (!(await wanted.isChecked())) await key('ArrowRight')
    },
    async sees(what) {
      const seen =
        typeof what === 'object' && 'role' in what ? find(what) : page.getByText(what).first()
      await expect(seen).toBeVisible()
    },
    async hears(text) {
      const aloud = page.getByRole('status').or(page.getByRole('alert'))
      await expect(aloud.filter({ hasText: text }).first()).toBeVisible()
    },
  }
  return walker
}
