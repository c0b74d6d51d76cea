/**
 * Says how high a bar stands at the foot of the window, as long as it is there, where that differs
 * from all other bars (layout.module.css).
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
