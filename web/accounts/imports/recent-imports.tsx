import { Button, Text } from '@mantine/core'
import { useRef } from 'react'
import { formatCount } from '#contract/kit/text/plural.ts'
import { type ListedImport, listImports, undoImport } from '#contract/people/import-people.ts'
import type { ProfileRole } from '#contract/roles.ts'
import { useApiMutation, useApiQuery } from '#web/kit/api/hooks.ts'
import styles from '#web/kit/list/action-rows.module.css'
import { now } from '#web/kit/live/now.ts'
import { openConfirmDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastReply } from '#web/kit/page/overlays/toast.ts'
import { UndoableAction } from '#web/kit/page/overlays/undoable-action.tsx'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { formatRelativeTime, getBrowserTimeZone } from '#web/kit/ui/dates/dates.ts'

/** Called with the id of an import that was undone. */
type Undone = (importId: string) => void

/** The imports of which somebody can still be removed; nothing if there are none. */
export function RecentImports({ role, undone }: { role: ProfileRole; undone: Undone }) {
  const title = useRef<HTMLHeadingElement>(null)
  const { data } = useApiQuery(listImports, { query: { role } }, { onlyLogged: true })
  const undo = useApiMutation(undoImport)
  if (!data || data.imports.length === 0) return null

  async function undoOne({ _id, removable }: ListedImport) {
    const isSure = await openConfirmDialog({
      title: 'Undo import',
      text:
        removable === 1
          ? '1 person who has not set a password yet will be removed, and their invitation will stop working.'
          : `${removable.toLocaleString('en')} people who have not set a password yet will be removed, and their invitations will stop working.`,
      confirm: 'Remove',
      isDestructive: true,
    })
    if (!isSure) return
    await toastReply(undo.mutateAsync({ body: { value: { _id } } }), () => undone(_id))
    // The button disappears with its import.
    title.current?.focus()
  }

  return (
    <SectionCard id="imports" title="Imports" titleRef={title}>
      <ul>
        {data.imports.map((one) => (
          <li key={one._id} className={styles.row}>
            <About {...one} />
            <Button
              variant="default"
              aria-label={`Undo import of ${formatCount(one.added, role, `${role}s`)}`}
              loading={undo.isPending && undo.variables.body?.value._id === one._id}
              onClick={() => undoOne(one)}
            >
              Undo…
            </Button>
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}

function About({ at, by, role, added, removable }: ListedImport) {
  return (
    <div className={styles.about}>
      <Text fw={600}>{formatCount(added, role, `${role}s`)}</Text>
      <Text size="sm" c="dimmed">
        {`By ${by.name}, ${formatRelativeTime(Date.parse(at), now(), getBrowserTimeZone())}. ${removable.toLocaleString('en')} without a password yet.`}
      </Text>
    </div>
  )
}

/** The undo of an import, below the toast that says who was added. */
export function UndoImport({ _id, undone }: { _id: string; undone: Undone }) {
  const { mutateAsync } = useApiMutation(undoImport)

  async function undo() {
    const { message } = await mutateAsync({ body: { value: { _id } } })
    undone(_id)
    return message
  }

  return <UndoableAction note="People who have set a password stay." undo={undo} />
}
