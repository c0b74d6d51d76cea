import { createStore } from 'zustand/vanilla'

const storageKey = 'weekward-single-keys'

/**
 * Whether single-key shortcuts are on. Speech input and tremor can trigger them by accident (WCAG
 * 2.1.4). Stored in this browser.
 */
export const singleKeys = createStore<{ areOn: boolean }>()(() => ({
  areOn: localStorage.getItem(storageKey) !== 'off',
}))

/** Switches them on or off, in this tab and for later visits. */
export function switchSingleKeys(areOn: boolean): void {
  localStorage.setItem(storageKey, areOn ? 'on' : 'off')
  singleKeys.setState({ areOn })
}
