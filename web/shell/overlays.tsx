import { useLazy } from '#web/kit/lazy/use-lazy.ts'
import { overlaysNeeded } from '#web/kit/page/overlays/overlays-needed.ts'

/**
 * Dialogs and toasts. Their code loads at the first interaction, or when the first one is shown;
 * until then they wait.
 */
export function Overlays() {
  const Host = useLazy(async () => (await import('./overlay-host.tsx')).OverlayHost, {
    afterInteraction: true,
    sooner: overlaysNeeded,
  })
  return Host && <Host />
}
