import type { MouseEvent } from 'react'

/** For the one link of a row that a click anywhere in the row follows. */
export const rowLinkProps = { 'data-of-row': true }

/**
 * Follows a row's link after a click anywhere in the row, unless another control was clicked or
 * text was selected. The keyboard uses the link itself.
 */
export function followRow({ currentTarget, target, ...event }: MouseEvent<HTMLElement>): void {
  // Clicks in portals that the row opened, such as menus, do not count.
  if (!(target instanceof Element) || !currentTarget.contains(target)) return
  const pressed = target.closest('a, button, input, label, [tabindex]')
  if (pressed && currentTarget.contains(pressed)) return
  if (getSelection()?.isCollapsed === false) return
  const { ctrlKey, metaKey, shiftKey } = event
  const press = new window.MouseEvent('click', {
    bubbles: true,
    cancelable: true,
    view: window,
    ctrlKey,
    metaKey,
    shiftKey,
  })
  currentTarget.querySelector('a[data-of-row]')?.dispatchEvent(press)
}
