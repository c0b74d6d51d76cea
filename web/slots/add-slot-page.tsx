import { Alert, Button, Card, Group, NumberInput, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { isAwayOn, listAbsences } from '#contract/availability/absences.ts'
import { addDays, getDateInZone } from '#contract/kit/time/zone.ts'
import { publishHorizonDays } from '#contract/limits/slots.ts'
import { slotRefusals } from '#contract/slots/refusals.ts'
import { makeSlotRangeSchema } from '#contract/slots/slot-range.ts'
import {
  addSlots,
  type SlotRange,
  slotAddedMessage,
  slotAddFailedMessage,
} from '#contract/slots/slots.ts'
import { getErrorReason, isRefusedWith } from '#web/kit/api/error-messages.ts'
import { useApiMutation, useWholeList } from '#web/kit/api/hooks.ts'
import { useUnsaved } from '#web/kit/form/draft/unsaved.ts'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { FormStack } from '#web/kit/form/form-stack.tsx'
import { useNow } from '#web/kit/live/now.ts'
import { toastError, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { Page } from '#web/kit/page/page.tsx'
import { useHolidays } from '#web/kit/ui/dates/holidays.tsx'
import { ZoneNote } from '#web/kit/ui/dates/zone-note.tsx'
import { paths } from '#web/paths.ts'
import { useSchoolZone } from '#web/school/api.ts'
import { describeNewSlots } from './describe-new-slots.ts'
import { ExistingSlots, useSlotsOnDay } from './existing-slots.tsx'

/** What to do about an error that the form shows itself. */
const advice = {
  overlap: 'This range overlaps your slots. Choose other times.',
  away: 'Choose another day, or add the slots anyway.',
}
type Refusal = keyof typeof advice
const refusals: Refusal[] = ['overlap', 'away']

const empty: SlotRange = { date: '', timeStart: '', timeEnd: '', reviewTime: '' }

/** Adds slots: a range of one day, split into slots. */
export function AddSlotPage() {
  return (
    <Page
      title="ADD SLOT"
      isNarrow
      action={
        <Button variant="default" component={Link} to={paths.slotsList}>
          Your slots
        </Button>
      }
    >
      <SlotForm />
    </Page>
  )
}

function SlotForm() {
  const timeZone = useSchoolZone()
  const holidays = useHolidays()
  const now = useNow()
  const add = useApiMutation(addSlots)
  const absences = useWholeList(listAbsences)
  const [refusal, setRefusal] = useState<Refusal>()
  const RightRange = makeSlotRangeSchema(now, { timeZone, holidays })
  const { form, submit } = useSchemaForm(RightRange, empty)
  const { date } = form.values
  const today = getDateInZone(now, timeZone)
  const absence = absences.data?.find((one) => isAwayOn(one, date))
  const isInReach = date >= today && date <= addDays(today, publishHorizonDays)
  const { data: ownSlots = [] } = useSlotsOnDay(date, isInReach)
  const preview = describeNewSlots(form.values, RightRange, timeZone, ownSlots)

  useUnsaved(form.isDirty())

  const send = submit(async (values) => {
    try {
      await add.mutateAsync({ body: { values, confirm: absence !== undefined } })
      toastSuccess(slotAddedMessage)
      form.setValues({ ...empty, date: values.date, reviewTime: values.reviewTime })
      form.resetDirty()
      form.clearErrors()
    } catch (error) {
      const why = refusals.find((one) => isRefusedWith(error, slotRefusals[one]))
      setRefusal(why)
      if (why === undefined) toastError(slotAddFailedMessage, getErrorReason(error))
      // An absence was added elsewhere.
      if (why === 'away') void absences.refetch()
      throw error
    }
  })

  return (
    <>
      <Card withBorder>
        <FormStack
          onSubmit={(event) => {
            // Of the previous attempt, also if this one does not reach the server.
            setRefusal(undefined)
            void send(event)
          }}
        >
          {refusal && (
            <Alert color="red" role="alert" title={slotAddFailedMessage}>
              <Text>{slotRefusals[refusal].message}</Text>
              <Text>{advice[refusal]}</Text>
            </Alert>
          )}
          <TextInput label="Date" type="date" min={today} {...form.getInputProps('date')} />
          {absence && (
            <Text role="status" style={{ overflowWrap: 'anywhere' }}>
              You are away on this day: “<bdi>{absence.reason}</bdi>”. Slots you add can still be
              booked.
            </Text>
          )}
          <TextInput label="Starting time" type="time" {...form.getInputProps('timeStart')} />
          <TextInput label="Ending time" type="time" {...form.getInputProps('timeEnd')} />
          <NumberInput
            label="Review time"
            description="Length of one review in minutes"
            suffix=" minutes"
            allowDecimal={false}
            allowNegative={false}
            hideControls
            {...form.getInputProps('reviewTime')}
          />
          <Text role="status">
            {preview ?? 'The range is split into slots that advisors can book.'}
          </Text>
          <ZoneNote timeZone={timeZone} />
          <Group>
            <Button type="submit" loading={add.isPending}>
              {absence ? 'Add slot anyway' : 'Add slot'}
            </Button>
          </Group>
        </FormStack>
      </Card>
      {isInReach && <ExistingSlots date={date} />}
    </>
  )
}
