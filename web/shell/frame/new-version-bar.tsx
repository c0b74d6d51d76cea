import { Button, Text } from '@mantine/core'
import { useStore } from 'zustand'
import { saveDraft } from '#web/kit/form/draft.ts'
import { leaveUnasked } from '#web/kit/form/unsaved.ts'
import { loadNow, partMissing } from '#web/kit/lazy/missing-code.ts'
import { loadAnew, newVersion } from '#web/kit/lazy/new-version.ts'
import styles from './new-version-bar.module.css'

/**
 * Says that parts of this page are not to be had any more, as there is a new version; nobody is
 * interrupted by it who is typing, or in a call.
 */
export function NewVersionBar() {
  const { isThere } = useStore(newVersion)
  return (
    <div aria-live="polite">
      {isThere && (
        <div className={styles.bar}>
          <div>
            <Text fw={600}>{partMissing.title}</Text>
            <Text size="sm">{partMissing.text}</Text>
          </div>
          <Button onClick={load} style={{ flexShrink: 0 }}>
            {loadNow}
          </Button>
        </div>
      )}
    </div>
  )
}

function load(): void {
  saveDraft()
  leaveUnasked()
  // Whoever presses it wants it, also when it has just been loaded.
  if (!loadAnew()) location.reload()
}
