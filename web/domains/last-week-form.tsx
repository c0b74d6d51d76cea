import { Select } from '@mantine/core'
import { useState } from 'react'
import type { Domain } from '#contract/domains/domain.ts'
import { editDomain } from '#contract/domains/domains.ts'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import { weeks } from '#contract/limits/limits.ts'
import { undoMs } from '#contract/limits/reviews.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { DialogForm } from '#web/kit/page/overlays/dialog-buttons.tsx'
import { autoFocusProps, openContentDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastServerErrorMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { UndoDomainEdit } from './undo-domain-edit.tsx'

const choices = [
  { value: '', label: 'The week of the last task' },
  ...weeks.map((week) => ({ value: String(week), label: `Week ${formatWeekNumber(week)}` })),
]

/** Opens the dialog to set the last week of a domain's course. */
export function openLastWeekForm(domain: Domain): void {
  openContentDialog('Last week', (close) => <LastWeekForm domain={domain} close={close} />)
}

function LastWeekForm({ domain, close }: { domain: Domain; close: () => void }) {
  const { _id: id, name, lastWeek: before } = domain
  const { mutateAsync, isPending } = useApiMutation(editDomain)
  const [chosen, setChosen] = useState(before === null ? '' : String(before))

  async function save() {
    const last = chosen === '' ? null : Number(chosen)
    try {
      await mutateAsync({ body: { value: { id, lastWeek: last } } })
    } catch (error) {
      toastServerErrorMessage(error)
      return
    }
    close()
    if (last === before) return
    const undo = <UndoDomainEdit id={id} old={{ lastWeek: before }} />
    const week = last === null ? 'the week of its last task' : `week ${formatWeekNumber(last)}`
    toastSuccess(`The last week of ${name} is ${week}.`, undo, undoMs)
  }

  return (
    <DialogForm
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      close={close}
      label="Save"
      busy={isPending}
    >
      <Select
        allowDeselect={false}
        label={`Last week of ${name}`}
        description="From this week on, advisors are offered ‘Graduate’ first"
        data={choices}
        value={chosen}
        onChange={(week) => setChosen(week ?? '')}
        {...autoFocusProps}
      />
    </DialogForm>
  )
}
