import { Button, Text } from '@mantine/core'
import { useStore } from 'zustand'
import { saveDraft } from '#web/kit/form/draft/draft.ts'
import { allowReload } from '#web/kit/form/draft/unsaved.ts'
import { loadNow, missingPartText } from '#web/kit/lazy/missing-code.ts'
import { newVersion, reloadPage } from '#web/kit/lazy/new-version.ts'
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
            <Text fw={600}>{missingPartText.title}</Text>
            <Text size="sm">{missingPartText.text}</Text>
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
  allowReload()
  // Whoever presses it wants it, also when it has just been loaded.
  if (!reloadPage()) location.reload()
}
