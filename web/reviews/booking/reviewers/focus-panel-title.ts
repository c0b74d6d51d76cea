/** Leads on to a part of the screen: its heading comes into view, and takes the focus. */
export function focusPanelTitle(heading: HTMLElement | null): void {
  heading?.focus({ preventScroll: true })
  heading?.scrollIntoView({ block: 'nearest' })
}
