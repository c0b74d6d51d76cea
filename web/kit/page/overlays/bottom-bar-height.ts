/**
 * Keeps the height of a bar at the window's bottom in a CSS variable while the bar is there, if it
 * is not the usual height (layout.module.css).
 */
export function trackBottomBarHeight(bar: HTMLElement | null) {
  if (!bar) return
  const { style } = document.documentElement
  const measured = new ResizeObserver(() => {
    const below = Number.parseFloat(getComputedStyle(bar).insetBlockEnd) || 0
    style.setProperty('--foot-height', `${bar.offsetHeight + below}px`)
  })
  measured.observe(bar)
  return () => {
    measured.disconnect()
    style.removeProperty('--foot-height')
  }
}
