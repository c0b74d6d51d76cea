import { useLazy } from '#web/kit/later/use-lazy.ts'

/** Dialogs and toasts. Their code comes once the screen has been painted; until then they wait. */
export function Overlays() {
  const Host = useLazy(async () => (await import('./overlay-host.tsx')).OverlayHost)
  return Host && <Host />
}
