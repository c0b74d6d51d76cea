import type { MouseEvent } from 'react'

/** For the one link of a row that the whole row stands for. */
export const rowLinkProps = { 'data-of-row': true }

/**
 * Follows the link of a row that was pressed anywhere else: not where something else is to be pressed,
 * and not where a text was selected. By keyboard it is the link itself.
 */
export function followRow({ currentTarget, target, ...event }: MouseEvent<HTMLElement>): void {
  // What a row has opened elsewhere on the page, such as a menu, is none of it.
  if (!(target instanceof Element) || !currentTarget.contains(target)) return
  const pressed = target.closest('a, button, input, label, [tabindex]')
  if (pressed && currentTarget.contains(pressed)) return
  if (getSelection()?.isCollapsed === false) return
  const { ctrlKey, metaKey, shiftKey } = event
  const press = new window.MouseEvent('click', {
    ...{ bubbles: true, cancelable: true, view: window },
    ...{ ctrlKey, metaKey, shiftKey },
  })
  currentTarget.querySelector('a[data-of-row]')?.dispatchEvent(press)
}
