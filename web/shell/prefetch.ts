import { findScreen } from '../screen-registry.ts'

const signs = ['pointerover', 'focusin'] as const

/**
 * Fetches the code of a screen as soon as somebody points at a link to it, touches it or comes to it
 * by the keyboard. What fails is of no interest: it is fetched anew when somebody goes there.
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
