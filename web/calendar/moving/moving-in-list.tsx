import { MovingBar } from './moving-bar.tsx'
import { TargetList } from './target-list.tsx'
import type { Target } from './targets.ts'
import type { Moving } from './use-moving.tsx'

/** The free times for a review that is moved, where there is no room for columns. */
export function MovingInList({ moving, today }: { moving: Moving; today: string }) {
  const toHeading = () => document.querySelector('h1')?.focus()
  async function moveTo(target: Target) {
    if (await moving.moveTo(target)) toHeading()
  }
  function cancel() {
    moving.end()
    toHeading()
  }
  return (
    <>
      <TargetList targets={moving.targets ?? []} today={today} moveTo={moveTo} />
      <MovingBar moving={moving} cancel={cancel} />
    </>
  )
}
