import { createStore } from 'zustand/vanilla'

const storageKey = 'weekward-single-keys'

/**
 * Whether keys do something that are pressed alone: who speaks to their computer, or shakes, may
 * press them unasked (WCAG 2.1.4). Kept in this browser.
 */
export const singleKeys = createStore<{ areOn: boolean }>()(() => ({
  areOn: localStorage.getItem(storageKey) !== 'off',
}))

/** Switches them in this tab, and for whenever the page is opened here. */
export function switchSingleKeys(areOn: boolean): void {
  localStorage.setItem(storageKey, areOn ? 'on' : 'off')
  singleKeys.setState({ areOn })
}
