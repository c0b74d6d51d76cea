import { TextInput } from '@mantine/core'
import type { Holiday } from '#contract/kit/time/holidays.ts'
import { holidayNameMaxLength } from '#contract/limits/limits.ts'
import { makeNewHolidaySchema } from '#contract/school/holidays.ts'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { DialogForm } from '#web/kit/page/overlays/dialog-buttons.tsx'
import { autoFocusProps, openContentDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastServerErrorMessage } from '#web/kit/page/overlays/toast.ts'
import { showHolidayChangeToast, useChangeHolidays } from './change-holidays.tsx'
import { NewHolidayEffects } from './holiday-effects.tsx'

type Props = {
  holidays: Holiday[]
  today: string
  /** The one of them to change; undefined to add one. */
  holiday?: Holiday
}

/** Opens the form for a new holiday, or to change one. */
export function openHolidayForm(props: Props): void {
  const title = props.holiday ? 'Change holiday' : 'Add holiday'
  openContentDialog(title, (close) => <HolidayForm {...props} close={close} />)
}

/** A holiday; it says whom it affects before it is saved. */
function HolidayForm({ holidays, today, holiday: before, close }: Props & { close: () => void }) {
  const change = useChangeHolidays()
  const others = holidays.filter((one) => one !== before)
  const NewHoliday = makeNewHolidaySchema(others)
  const { form, submit } = useSchemaForm(NewHoliday, before ?? { name: '', from: '', to: '' })
  const asked = NewHoliday.safeParse({ ...form.values, name: 'any' })

  const add = submit(async (values) => {
    const holiday = NewHoliday.parse(values)
    const changed = { added: [holiday], removed: before ? [before] : [] }
    await change(changed)
    showHolidayChangeToast(changed)
    close()
  }, toastServerErrorMessage)

  return (
    <DialogForm onSubmit={add} close={close} label={before ? 'Save' : 'Add'} busy={form.submitting}>
      <TextInput
        label="Name"
        maxLength={holidayNameMaxLength}
        autoComplete="off"
        {...autoFocusProps}
        {...form.getInputProps('name')}
      />
      <TextInput label="First day" type="date" {...form.getInputProps('from')} />
      <TextInput
        label="Last day"
        type="date"
        min={form.values.from}
        {...form.getInputProps('to')}
      />
      {asked.success && <NewHolidayEffects holiday={asked.data} holidays={others} today={today} />}
    </DialogForm>
  )
}
