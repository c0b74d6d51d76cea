import { type ComponentType, startTransition, useEffect, useState } from 'react'
import { idleBeforePreloadMs, loadWhenIdle } from './load-in-background.ts'

type When = {
  /** Whether the component is needed yet. */
  isNeeded?: boolean
  /** Load after the first interaction, or much later if there is none. */
  afterInteraction?: boolean
  /** Load as soon as this resolves, if that is earlier. */
  sooner?: Promise<unknown>
}

/** A lazy component, loaded after the first paint, or as the options say; undefined until then. */
export function useLazyComponent<Props>(
  load: () => Promise<ComponentType<Props>>,
  { isNeeded = true, afterInteraction = false, sooner }: When = {},
): ComponentType<Props> | undefined {
  const [component, setComponent] = useState<ComponentType<Props>>()
  // The code is loaded once, whatever the caller passes later; the update is rendered in small
  // steps.
  useEffect(() => {
    if (!isNeeded) return
    const use = (loaded: ComponentType<Props>) => startTransition(() => setComponent(() => loaded))
    return loadWhenIdle(load, use, { idleMs: afterInteraction ? idleBeforePreloadMs : 0, sooner })
  }, [isNeeded])
  return component
}
