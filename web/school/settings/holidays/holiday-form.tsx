import { Stack, TextInput } from '@mantine/core'
import type { Holiday } from '#contract/kit/time/holidays.ts'
import { holidayNameMaxLength } from '#contract/limits/limits.ts'
import { makeNewHolidaySchema } from '#contract/school/holidays.ts'
import { saveSchoolSettings } from '#contract/school/settings.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { DialogButtons } from '#web/kit/page/overlays/dialog-buttons.tsx'
import { autoFocusProps, contentDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastServerMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { NewHolidayEffects } from './holiday-effects.tsx'

type Props = { holidays: Holiday[]; today: string }

/** Opens the form for a new holiday. */
export function openHolidayForm(props: Props): void {
  contentDialog('Add holiday', (close) => <HolidayForm {...props} close={close} />)
}

/** A new holiday; it says whom it affects before it is saved. */
function HolidayForm({ holidays, today, close }: Props & { close: () => void }) {
  const save = useApiMutation(saveSchoolSettings)
  const NewHoliday = makeNewHolidaySchema(holidays)
  const { form, submit } = useSchemaForm(NewHoliday, { name: '', from: '', to: '' })
  const asked = NewHoliday.safeParse({ ...form.values, name: 'any' })

  const add = submit(async (values) => {
    const holiday = NewHoliday.parse(values)
    await save.mutateAsync({ body: { holidays: [...holidays, holiday] } })
    toastSuccess(`${holiday.name} is added.`)
    close()
  }, toastServerMessage)

  return (
    <form onSubmit={add} noValidate>
      <Stack>
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
        {asked.success && <NewHolidayEffects holiday={asked.data} {...{ holidays, today }} />}
        <DialogButtons close={close} label="Add" busy={save.isPending} />
      </Stack>
    </form>
  )
}
