import { Stack, Textarea } from '@mantine/core'
import { z } from 'zod'
import type { Holiday } from '#contract/kit/time/holidays.ts'
import { makeHolidayListSchema } from '#contract/school/holiday-list.ts'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { DialogButtons } from '#web/kit/page/overlays/dialog-buttons.tsx'
import { autoFocusProps, contentDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastServerMessage } from '#web/kit/page/overlays/toast.ts'
import { toastHolidays, useChangeHolidays } from './change-holidays.tsx'

/** Opens the form in which several holidays are added to others. */
export function openHolidayListForm(holidays: Holiday[]): void {
  contentDialog('Add several holidays', (close) => <HolidayListForm {...{ holidays, close }} />)
}

function HolidayListForm({ holidays, close }: { holidays: Holiday[]; close: () => void }) {
  const change = useChangeHolidays()
  const Typed = z.object({ list: makeHolidayListSchema(holidays) })
  const { form, submit } = useSchemaForm(Typed, { list: '' })

  const add = submit(async (values) => {
    const { list } = Typed.parse(values)
    await change({ added: list })
    toastHolidays({ added: list })
    close()
  }, toastServerMessage)

  return (
    <form onSubmit={add} noValidate>
      <Stack>
        <Textarea
          label="List of holidays"
          description="One a line: first day, last day, name. Open reviews due on these days are due on the next school day, and booked ones keep their slots."
          placeholder={'2026-12-24 2027-01-06 Winter break\n2027-05-01 Labour Day'}
          autosize
          minRows={6}
          maxRows={16}
          autoComplete="off"
          styles={{ error: { whiteSpace: 'pre-line' } }}
          {...autoFocusProps}
          {...form.getInputProps('list')}
        />
        <DialogButtons close={close} label="Add" busy={form.submitting} />
      </Stack>
    </form>
  )
}
