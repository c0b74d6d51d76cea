/** Scrolls to a heading and focuses it. */
export function focusPanelTitle(heading: HTMLElement | null): void {
  heading?.focus({ preventScroll: true })
  heading?.scrollIntoView({ block: 'nearest' })
}
