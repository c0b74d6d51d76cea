import { Button, Card, Group, Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { z } from 'zod'
import {
  Availability,
  type AvailabilityBlock,
  availabilityRefusals,
  getAvailability,
  type SavedAvailability,
  saveAvailability,
} from '#contract/availability/availability.ts'
import { numberOrDigits } from '#contract/kit/text/text-schemas.ts'
import { addDays, getDateInZone } from '#contract/kit/time/zone.ts'
import { generatedDays } from '#contract/limits/availability.ts'
import { listLimitMax } from '#contract/limits/limits.ts'
import { listOwnSlotsByDate } from '#contract/slots/slots.ts'
import { isRefusedWith } from '#web/kit/api/error-messages.ts'
import { useApiMutation, useApiQuery } from '#web/kit/api/hooks.ts'
import { useSyncSavedValues } from '#web/kit/form/draft/sync-saved-values.ts'
import { useUnsaved } from '#web/kit/form/draft/unsaved.ts'
import { useDraft } from '#web/kit/form/draft/use-draft.ts'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { SaveBar } from '#web/kit/form/save-bar.tsx'
import { useNow } from '#web/kit/live/now.ts'
import { useKeepFocusInGroup } from '#web/kit/page/focus/focus.ts'
import { toastServerErrorMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { ZoneNote } from '#web/kit/ui/dates/zone-note.tsx'
import { useSchoolZone } from '#web/school/api.ts'
import { AbsencesCard } from './absence/absences-card.tsx'
import { confirmSlotRemoval, formatAvailabilityEffects } from './affected-reviews.tsx'
import styles from './availability-page.module.css'
import { openBlockForm } from './block-form.tsx'
import { BlockList } from './block-list.tsx'
import { makeDefaultBlock, sortBlocks } from './blocks.ts'
import { BookingLimitsFields } from './booking-limits-fields.tsx'
import { PrivateCalendarCard } from './private-calendar/private-calendar-card.tsx'
import { WeekEditor } from './week/week-editor.tsx'

const required = 'Please enter a number'
const { shape } = Availability

/** An availability as form values: the notice in hours, '' for no limit. */
const FormFields = z.object({
  blocks: shape.blocks,
  buffer: numberOrDigits(required).pipe(shape.buffer),
  mostADay: z.union(
    [z.literal('').transform(() => null), numberOrDigits(required).pipe(shape.mostADay.unwrap())],
    { error: required },
  ),
  notice: numberOrDigits(required)
    .refine((hours) => hours >= 0, 'Please enter 0 hours or more')
    .transform((hours) => Math.round(hours * 60))
    .pipe(shape.notice),
})

function toFields({ blocks, buffer, mostADay, notice }: Availability): z.input<typeof FormFields> {
  return { blocks: sortBlocks(blocks), buffer, mostADay: mostADay ?? '', notice: notice / 60 }
}

/** The weekly availability, as a list and a grid to paint, and booking limits; saved together. */
export function AvailabilityForm({ saved }: { saved: SavedAvailability }) {
  const timeZone = useSchoolZone()
  const today = getDateInZone(useNow(), timeZone)
  const save = useApiMutation(saveAvailability)
  const { form, submit } = useSchemaForm(FormFields, toFields(saved))
  const { blocks } = form.values
  const isUnsaved = form.isDirty()

  useUnsaved(isUnsaved)
  // Painted blocks belong to no input, so they are added to the draft here.
  useDraft({
    empty: { blocks: [] },
    putBack: (typed) => form.setValues(typed),
    typed: () => (isUnsaved ? { blocks } : undefined),
  })
  const keepsFocus = useKeepFocusInGroup<HTMLDivElement>()
  const status = useRef<HTMLParagraphElement>(null)
  /** The version that is being edited. */
  const since = useRef(saved.savedAt)
  const [isBehind, setBehind] = useState(false)
  const stored = useApiQuery(getAvailability)
  useSyncSavedValues(saved, isUnsaved, show)

  function show(availability: SavedAvailability): void {
    setSaved(availability)
    form.reset()
  }

  function setSaved(availability: SavedAvailability): void {
    since.current = availability.savedAt
    setBehind(false)
    form.setInitialValues(toFields(availability))
  }

  /** Replaces the edited availability by the version that was saved elsewhere. */
  async function loadOther(): Promise<void> {
    const { data } = await stored.refetch()
    if (data) show(data)
  }

  const change = (next: AvailabilityBlock[]) => form.setFieldValue('blocks', next)
  const remove = (block: AvailabilityBlock) => change(blocks.filter((one) => one !== block))
  const opened = { getBlocks: () => form.getValues().blocks, today, change }
  const edit = (was: AvailabilityBlock) => openBlockForm({ ...opened, was, from: was })
  const add = () => openBlockForm({ ...opened, from: makeDefaultBlock(today) })

  const send = submit(async (fields) => {
    const value = { ...FormFields.parse(fields), savedAt: since.current }
    const sent = JSON.stringify(form.getValues())
    try {
      let done = await save.mutateAsync({ body: { value } })
      if (!done.isDone) {
        if (!(await confirmSlotRemoval(done, 'Save anyway'))) return
        done = await save.mutateAsync({ body: { value: { ...value, confirm: true } } })
      }
      const saved = { ...value, savedAt: done.savedAt }
      // What was changed meanwhile stays.
      if (JSON.stringify(form.getValues()) !== sent) setSaved(saved)
      else {
        show(saved)
        // The Save button is gone.
        status.current?.focus()
      }
      toastSuccess(done.message, formatAvailabilityEffects(done))
    } catch (error) {
      setBehind(isRefusedWith(error, availabilityRefusals.savedSince))
      toastServerErrorMessage(error)
      throw error
    }
  })

  return (
    <form onSubmit={send} noValidate>
      <div className={styles.page}>
        <SectionCard id="times" title="Your times">
          <Stack {...keepsFocus}>
            {blocks.length === 0 ? (
              <Text c="dimmed">
                No times yet. Slots for the next four weeks are created from the times you add.
              </Text>
            ) : (
              <BlockList
                blocks={blocks}
                today={today}
                edit={edit}
                remove={remove}
                errorOf={(index) => errorOf(form.errors, index)}
              />
            )}
            <Group>
              <Button variant="default" onClick={add}>
                Add times
              </Button>
            </Group>
          </Stack>
          <ZoneNote timeZone={timeZone} />
        </SectionCard>
        <Card component="section" withBorder aria-labelledby="week" className={styles.week ?? ''}>
          <WeekEditor blocks={blocks} today={today} change={change} edit={edit} />
        </Card>
        <Stack>
          <BookingLimitsFields inputProps={form.getInputProps} />
          <AbsencesCard today={today} />
          <PrivateCalendarCard />
        </Stack>
      </div>
      <SaveBar
        messageRef={status}
        isUnsaved={isUnsaved}
        isSaving={save.isPending}
        onDiscard={isUnsaved && !isBehind ? form.reset : undefined}
        message={
          <>
            {isBehind && 'Changed elsewhere.'}
            {!isBehind && (isUnsaved ? 'Not saved yet.' : <SlotsAhead today={today} />)}
          </>
        }
      >
        {isBehind && (
          <Button variant="default" onClick={loadOther} loading={stored.isFetching}>
            Load the saved version
          </Button>
        )}
      </SaveBar>
    </form>
  )
}

/** The error of a block, by its index in the list. */
function errorOf(errors: Record<string, unknown>, index: number) {
  const wrong = Object.entries(errors).find(([field]) => field.startsWith(`blocks.${index}.`))
  return wrong === undefined ? undefined : String(wrong[1])
}

/** The number of slots from today (YYYY-MM-DD) to the end of the generated period. */
function SlotsAhead({ today }: { today: string }) {
  const query = { from: today, to: addDays(today, generatedDays - 1), limit: listLimitMax }
  const { data } = useApiQuery(listOwnSlotsByDate, { query }, { onlyLogged: true })
  if (!data) return null
  const booked = data.filter(({ isBooked }) => isBooked).length
  const count = data.length === listLimitMax ? `${listLimitMax} or more` : data.length
  const slots = count === 1 ? '1 slot' : `${count} slots`
  return `You have ${slots} in the next ${generatedDays} days, ${booked} booked.`
}
