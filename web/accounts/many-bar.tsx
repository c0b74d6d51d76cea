import { Button } from '@mantine/core'
import { type ManyAction, manyActions, whyNot } from '#contract/accounts/many.ts'
import type { ListedPerson } from '#contract/people.ts'
import type { AddableRole } from '#contract/roles.ts'
import { confirmDialog } from '#web/kit/page/dialogs.ts'
import { toastServerMessage } from '#web/kit/page/toast.ts'
import { findBlockEffects, type TellBlock } from './block-link.tsx'
import styles from './many-bar.module.css'
import { questionFor, words } from './many-words.ts'
import { useChangeMany } from './use-change-many.tsx'

type Props = {
  listed: AddableRole
  /** Those who are chosen. */
  people: ListedPerson[]
  /** Chooses these alone, by their ids. */
  chooseAll: (ids: string[]) => void
  tellBlock?: TellBlock | undefined
}

/** What can be done for all who are chosen, with the number of those for whom it applies. */
export function ManyBar({ listed, people, chooseAll, tellBlock }: Props) {
  const { progress, change } = useChangeMany(listed, chooseAll)
  const isBusy = progress !== undefined

  async function ask(action: ManyAction, concerned: ListedPerson[]) {
    try {
      const effects =
        action === 'block' ? await findBlockEffects(listed, concerned, tellBlock) : undefined
      const question = { ...questionFor(action, concerned), facts: effects?.facts }
      if (!(await confirmDialog(question))) return
      await effects?.doFirst?.()
      await change(action, concerned)
    } catch (error) {
      toastServerMessage(error)
    }
  }

  return (
    <section className={styles.bar} aria-label="Selected people">
      <span className={styles.says} role="status">
        {progress ?? `${people.length} selected`}
      </span>
      <Button
        variant="subtle"
        px="xs"
        className={styles.clear ?? ''}
        disabled={isBusy}
        onClick={() => {
          // The button goes with the bar.
          document.querySelector('h1')?.focus()
          chooseAll([])
        }}
      >
        Clear selection
      </Button>
      {manyActions.map((action) => {
        const concerned = people.filter((person) => whyNot(action, person) === undefined)
        if (concerned.length === 0) return null
        return (
          <Button
            key={action}
            variant="default"
            disabled={isBusy}
            onClick={() => ask(action, concerned)}
          >
            {words[action].label} ({concerned.length})
          </Button>
        )
      })}
    </section>
  )
}
