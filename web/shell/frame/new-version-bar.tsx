import { Button, Text } from '@mantine/core'
import { useStore } from 'zustand'
import { saveDraft } from '#web/kit/form/draft/keep-through-reload.ts'
import { allowReload } from '#web/kit/form/draft/unsaved.ts'
import { newVersionText, reloadLabel } from '#web/kit/lazy/chunk-error-texts.ts'
import { newVersionStore, reloadUnlessRecent } from '#web/kit/lazy/new-version.ts'
import styles from './new-version-bar.module.css'

/**
 * Says that the server has a new version and this page's code is gone. It does not interrupt typing
 * or calls.
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
  // A click always reloads, even shortly after the last reload.
  if (!reloadUnlessRecent()) location.reload()
}
