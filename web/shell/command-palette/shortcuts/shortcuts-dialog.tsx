import { Checkbox, Modal, Stack, Title } from '@mantine/core'
import { useStore } from 'zustand'
import type { Role } from '#contract/roles.ts'
import { autoFocusProps } from '#web/kit/page/overlays/dialogs.ts'
import { useDialogTransition } from '#web/shell/dialog-transition.ts'
import { listShortcuts } from './shortcuts.ts'
import styles from './shortcuts-dialog.module.css'
import { singleKeys, switchSingleKeys } from './single-key-shortcuts.ts'

/** All shortcuts, with a switch for single-key shortcuts. */
export function ShortcutsDialog({ role, close }: { role: Role; close: () => void }) {
  const { areOn } = useStore(singleKeys)
  return (
    <Modal
      opened
      onClose={close}
      title="Keys"
      returnFocus={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
      {...useDialogTransition()}
    >
      <Stack>
        {listShortcuts(role).map(({ title, lines }) => (
          <section key={title} aria-label={title}>
            <Title order={3} mb={4}>
              {title}
            </Title>
            <dl className={styles.keys}>
              {lines.map(({ keys, does }) => (
                <div key={does}>
                  <dt>{does}</dt>
                  <dd>
                    {keys.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <Checkbox
          label="Use single-key shortcuts"
          description="Except while you type or a dialog is open"
          {...autoFocusProps}
          checked={areOn}
          onChange={(event) => switchSingleKeys(event.currentTarget.checked)}
        />
      </Stack>
    </Modal>
  )
}
