import { findScreen } from '../screen-registry.ts'

const signs = ['pointerover', 'focusin'] as const

/**
 * Loads a screen's code when a link to it is hovered, touched or focused. Failures are ignored: the
 * code is loaded again on navigation.
 */
export function prefetchScreen(): void {
  const fetchIt = ({ target }: Event) => {
    const link = target instanceof Element && target.closest('a')
    if (!link || link.origin !== location.origin) return
    findScreen(link.pathname)
      ?.load()
      .catch(() => {})
  }
  for (const sign of signs) addEventListener(sign, fetchIt)
}
