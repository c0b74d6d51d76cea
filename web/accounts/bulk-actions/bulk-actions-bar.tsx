import { Button } from '@mantine/core'
import { type BulkAction, bulkActions, getBulkRefusal } from '#contract/accounts/bulk-actions.ts'
import type { ListedPerson } from '#contract/people/people.ts'
import type { AddableRole } from '#contract/roles.ts'
import { trackBottomBarHeight } from '#web/kit/page/overlays/bottom-bar-height.ts'
import { confirmDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastServerMessage } from '#web/kit/page/overlays/toast.ts'
import { type DescribeBlock, findBlockEffects } from '../block-link.tsx'
import styles from './bulk-actions-bar.module.css'
import { bulkActionLabels, getBulkActionQuestion } from './format-bulk-action.ts'
import { useBulkAction } from './use-bulk-action.tsx'

type Props = {
  listed: AddableRole
  people: ListedPerson[]
  /** Selects exactly these people, by id. */
  chooseAll: (ids: string[]) => void
  describeBlock?: DescribeBlock | undefined
}

/** The bulk actions for the selected people, with the number of those each applies to. */
export function BulkActionsBar({ listed, people, chooseAll, describeBlock }: Props) {
  const { progress, change } = useBulkAction(listed, chooseAll)
  const isBusy = progress !== undefined

  async function ask(action: BulkAction, concerned: ListedPerson[]) {
    try {
      const effects =
        action === 'block' ? await findBlockEffects(listed, concerned, describeBlock) : undefined
      const question = { ...getBulkActionQuestion(action, concerned), facts: effects?.facts }
      if (!(await confirmDialog(question))) return
      const handOver = (await effects?.doFirst?.()) ?? false
      await change(action, concerned, handOver)
    } catch (error) {
      toastServerMessage(error)
    }
  }

  return (
    <section
      data-bar
      ref={trackBottomBarHeight}
      className={styles.bar}
      aria-label="Selected people"
    >
      <span className={styles.says} role="status">
        {progress ?? `${people.length} selected`}
      </span>
      <Button
        variant="subtle"
        px="xs"
        className={styles.clear ?? ''}
        disabled={isBusy}
        onClick={() => {
          // The button disappears with the bar.
          document.querySelector('h1')?.focus()
          chooseAll([])
        }}
      >
        Clear selection
      </Button>
      {bulkActions.map((action) => {
        const concerned = people.filter((person) => getBulkRefusal(action, person) === undefined)
        if (concerned.length === 0) return null
        return (
          <Button
            key={action}
            variant="default"
            disabled={isBusy}
            onClick={() => ask(action, concerned)}
          >
            {bulkActionLabels[action].label} ({concerned.length})
          </Button>
        )
      })}
    </section>
  )
}
