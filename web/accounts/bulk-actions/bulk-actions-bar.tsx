import { Button, Menu } from '@mantine/core'
import { useRef, useState } from 'react'
import type { SharedInvitation } from '#contract/accounts/accounts.ts'
import type { BulkChange } from '#contract/accounts/bulk-actions.ts'
import type { ListedPerson } from '#contract/people/people.ts'
import type { ProfileRole } from '#contract/roles.ts'
import { focusHeading, useKeepFocusInGroup } from '#web/kit/page/focus/focus.ts'
import { trackBottomBarHeight } from '#web/kit/page/overlays/bottom-bar-height.ts'
import { openConfirmDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastServerErrorMessage } from '#web/kit/page/overlays/toast.ts'
import { useHasMailServer } from '#web/school/api.ts'
import { type FindBlockEffects, findBlockEffects } from '../block-link.tsx'
import styles from './bulk-actions-bar.module.css'
import {
  type AccountAction,
  accountActionLabels,
  accountActions,
  formatFreedSlots,
  getBulkActionQuestion,
} from './format-bulk-action.ts'
import { LeftOutPeople, splitByRefusal } from './left-out-people.tsx'
import { useBulkAction } from './use-bulk-action.tsx'

/** Makes a change of the people to whom it applies. */
export type RunBulkChange = (change: BulkChange, concerned: ListedPerson[]) => void

/** A change that a form asks details of. */
export type BulkForm = {
  label: string
  /** Whether it can apply to a person at all. */
  canApply: (person: ListedPerson) => boolean
  open: (people: ListedPerson[], run: RunBulkChange) => void
}

type Props = {
  listed: ProfileRole
  people: ListedPerson[]
  /** Selects exactly these people, by id. */
  chooseAll: (ids: string[]) => void
  /** Selects everybody whom the filters match; undefined if all are shown or selected already. */
  chooseMatching: (() => void) | undefined
  isLoadingMatching: boolean
  /** Shows new invitation links that were not sent by email. */
  shareLinks: (invitations: SharedInvitation[]) => void
  describeBlock?: FindBlockEffects | undefined
  /** The changes beside those of the account. */
  forms: BulkForm[]
}

/** The bulk actions for the selected people, with the number of those each applies to. */
export function BulkActionsBar({
  listed,
  people,
  chooseAll,
  chooseMatching,
  isLoadingMatching,
  shareLinks,
  describeBlock,
  forms,
}: Props) {
  const { progress, change } = useBulkAction(listed, chooseAll, shareLinks)
  const isMailed = useHasMailServer()
  const [isAsking, setAsking] = useState(false)
  const isBusy = progress !== undefined || isLoadingMatching || isAsking
  const keepsFocus = useKeepFocusInGroup<HTMLDivElement>()

  async function ask(action: AccountAction) {
    const { concerned, leftOut } = splitByRefusal({ action }, people)
    setAsking(true)
    try {
      const effects =
        action === 'block' ? await findBlockEffects(listed, concerned, describeBlock) : undefined
      const freed = action === 'block' && listed === 'student' && formatFreedSlots(concerned)
      const facts = (
        <>
          {freed || effects?.facts}
          <LeftOutPeople leftOut={leftOut} />
        </>
      )
      const question = { ...getBulkActionQuestion(action, concerned, isMailed), facts }
      if (!(await openConfirmDialog(question))) return
      const handOver = (await effects?.doFirst?.()) ?? false
      await change({ action }, concerned, handOver)
    } catch (error) {
      toastServerErrorMessage(error)
    } finally {
      setAsking(false)
    }
  }

  return (
    <section
      data-bar
      ref={trackBottomBarHeight}
      className={styles.bar}
      aria-label="Selected people"
    >
      <div className={styles.group} {...keepsFocus}>
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
            focusHeading()
            chooseAll([])
          }}
        >
          Clear selection
        </Button>
        {chooseMatching && (
          <Button
            variant="subtle"
            px="xs"
            className={styles.matching ?? ''}
            loading={isLoadingMatching}
            disabled={progress !== undefined}
            onClick={chooseMatching}
          >
            Select all that match
          </Button>
        )}
        {accountActions.map((action) => {
          const count = splitByRefusal({ action }, people).concerned.length
          if (count === 0) return null
          return (
            <Button key={action} variant="default" disabled={isBusy} onClick={() => ask(action)}>
              {accountActionLabels[action]} ({count})
            </Button>
          )
        })}
        <MoreChanges people={people} forms={forms} isBusy={isBusy} run={change} />
      </div>
    </section>
  )
}

type MoreProps = Pick<Props, 'people' | 'forms'> & { isBusy: boolean; run: RunBulkChange }

/** The menu of changes that ask for details; nothing if none applies. */
function MoreChanges({ people, forms, isBusy, run }: MoreProps) {
  const buttonRef = useRef<HTMLButtonElement>(null)
  const entries = forms.flatMap((form) => {
    const count = people.filter(form.canApply).length
    return count === 0 ? [] : [{ ...form, count }]
  })
  if (entries.length === 0) return null
  return (
    <Menu
      position="top-end"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      transitionProps={{ duration: 150 }}
      // At once, so that the dialog that an entry opens gives the focus back to it.
      returnFocus={false}
      onClose={() => buttonRef.current?.focus()}
    >
      <Menu.Target>
        <Button ref={buttonRef} variant="default" disabled={isBusy}>
          Change…
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {entries.map(({ label, count, open }) => (
          <Menu.Item key={label} mih={44} onClick={() => open(people, run)}>
            {label} ({count})
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
