import { Button, Text } from '@mantine/core'
import { useStore } from 'zustand'
import { saveDraft } from '#web/kit/form/draft/draft.ts'
import { allowReload } from '#web/kit/form/draft/unsaved.ts'
import { newVersionText, reloadLabel } from '#web/kit/lazy/chunk-error-texts.ts'
import { newVersionStore, reloadUnlessRecent } from '#web/kit/lazy/new-version.ts'
import styles from './new-version-bar.module.css'

/**
 * Says that parts of this page are not to be had any more, as there is a new version; nobody is
 * interrupted by it who is typing, or in a call.
 */
export function NewVersionBar() {
  const { isAvailable } = useStore(newVersionStore)
  return (
    <div aria-live="polite">
      {isAvailable && (
        <div className={styles.bar}>
          <div>
            <Text fw={600}>{newVersionText.title}</Text>
            <Text size="sm">{newVersionText.text}</Text>
          </div>
          <Button onClick={load} style={{ flexShrink: 0 }}>
            {reloadLabel}
          </Button>
        </div>
      )}
    </div>
  )
}

function load(): void {
  saveDraft()
  allowReload()
  // Whoever presses it wants it, also when it has just been loaded.
  if (!reloadUnlessRecent()) location.reload()
}
