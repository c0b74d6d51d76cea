import { Button, Checkbox, Group, NumberInput, Text, TextInput } from '@mantine/core'
import { z } from 'zod'
import {
  Availability,
  AvailabilityBlock,
  availabilityMessages,
  isBlockOver,
} from '#contract/availability/availability.ts'
import { numberOrDigits } from '#contract/kit/text/text-schemas.ts'
import { everyWeeksMax, reviewMinutesMin } from '#contract/limits/availability.ts'
import { minutesPerDay } from '#contract/limits/limits.ts'
import { slotMessages } from '#contract/slots/slots.ts'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { FormStack } from '#web/kit/form/form-stack.tsx'
import { autoFocusProps, openContentDialog } from '#web/kit/page/overlays/dialogs.ts'
import { weekdays } from '#web/kit/ui/dates/weekdays.ts'
import styles from './availability-page.module.css'
import { addOrReplaceBlock, getBlockKey, isSameBlock } from './blocks.ts'
import { formatBlock, getShortDayName } from './format.ts'

type Editing = {
  /** Blocks saved elsewhere while the dialog is open are among them. */
  getBlocks: () => readonly AvailabilityBlock[]
  today: string
  /** The block to edit; undefined to add one. */
  was?: AvailabilityBlock
  /** The initial values. */
  from: AvailabilityBlock
  change: (blocks: AvailabilityBlock[]) => void
}

export function openBlockForm(editing: Editing): void {
  const title = editing.was ? formatBlock(editing.was) : 'Add times'
  openContentDialog(title, (close) => <BlockForm {...editing} close={close} />)
}

function BlockForm({
  getBlocks,
  today,
  was,
  from,
  change,
  close,
}: Editing & { close: () => void }) {
  const { form, submit } = useSchemaForm(fieldsFrom(today), toFields(from))

  const done = submit((values) => {
    const wanted = toBlocks(BlockFields.parse(values))
    // If its day is still selected, the edited block stays on it; the other days get copies.
    const [first, ...others] = wanted.toSorted(
      (one, other) => Number(other.weekday === was?.weekday) - Number(one.weekday === was?.weekday),
    )
    if (!first) return
    const blocks = getBlocks()
    // If it was changed or removed elsewhere, the edited block is added.
    const replaced = was && blocks.find((one) => isSameBlock(one, was))
    let placed = addOrReplaceBlock(blocks, { was: replaced, is: first }, today)
    for (const is of others) {
      if ('blocks' in placed) placed = addOrReplaceBlock(placed.blocks, { is }, today)
    }
    if ('inItsWay' in placed) {
      form.setFieldError('from', `${formatBlock(placed.inItsWay)} overlaps this`)
      form.getInputNode('from')?.focus()
      return
    }
    change(placed.blocks)
    close()
  })

  function remove(gone: AvailabilityBlock): void {
    change(getBlocks().filter((one) => getBlockKey(one) !== getBlockKey(gone)))
    close()
  }

  return (
    <FormStack onSubmit={done}>
      <Checkbox.Group label="Days" {...form.getInputProps('weekdays')}>
        <div className={styles.days}>
          {weekdays.map((name, index) => (
            <Checkbox
              key={name}
              value={String(index + 1)}
              label={getShortDayName(index + 1)}
              aria-label={name}
              {...(!was && index === 0 && autoFocusProps)}
            />
          ))}
        </div>
      </Checkbox.Group>
      <div className={styles.pair}>
        <TextInput
          label="From"
          type="time"
          {...(was && autoFocusProps)}
          {...form.getInputProps('from')}
        />
        <TextInput label="To" type="time" {...form.getInputProps('to')} />
      </div>
      <div className={styles.pair}>
        <NumberInput
          label="Review time"
          suffix=" minutes"
          allowDecimal={false}
          hideControls
          min={reviewMinutesMin}
          max={minutesPerDay}
          {...form.getInputProps('reviewTime')}
        />
        <NumberInput
          label="Repeat every (weeks)"
          allowDecimal={false}
          min={1}
          max={everyWeeksMax}
          hideControls
          {...form.getInputProps('everyWeeks')}
        />
      </div>
      <div className={styles.pair}>
        <TextInput label="First day" type="date" {...form.getInputProps('since')} />
        <TextInput
          label="Last day"
          type="date"
          description="Leave empty for no end date"
          {...form.getInputProps('until')}
        />
      </div>
      <Text c="dimmed">Nothing is saved until you press Save on the page.</Text>
      <Group>
        <Button type="submit">{was ? 'Update' : 'Add'}</Button>
        {was && (
          <Button variant="default" onClick={() => remove(was)}>
            Remove
          </Button>
        )}
      </Group>
    </FormStack>
  )
}

const whole = (required: string) => numberOrDigits(required).pipe(z.number(required))

/** The form's values, which may cover several days of the week. */
const BlockFields = z
  .object({
    weekdays: z.array(z.string()).min(1, 'Choose a day'),
    from: AvailabilityBlock.shape.from,
    to: AvailabilityBlock.shape.to,
    reviewTime: whole(slotMessages.reviewTimeRequired),
    everyWeeks: whole('Enter the number of weeks'),
    since: z.iso.date('Enter a first day'),
    until: z.union([z.literal(''), z.iso.date()]),
  })
  .superRefine((fields, context) => {
    const { error } = Availability.shape.blocks.safeParse(toBlocks(fields).slice(0, 1))
    for (const { path, message } of error?.issues ?? []) {
      context.addIssue({ code: 'custom', path: path.slice(1), message })
    }
  })
type BlockFields = z.input<typeof BlockFields>

/** The same, refusing blocks that have ended before today (YYYY-MM-DD). */
function fieldsFrom(today: string) {
  return BlockFields.refine(
    ({ since, until }) => until < since || !isBlockOver({ until: until || null }, today),
    { path: ['until'], error: availabilityMessages.over },
  )
}

/** Valid form values as blocks, one for each day. */
function toBlocks(fields: z.output<typeof BlockFields>): AvailabilityBlock[] {
  const { weekdays, until, ...times } = fields
  return weekdays.map((weekday) => ({
    ...times,
    weekday: Number(weekday),
    until: until === '' ? null : until,
  }))
}

function toFields({ weekday, until, ...times }: AvailabilityBlock): BlockFields {
  return { ...times, weekdays: [String(weekday)], until: until ?? '' }
}
