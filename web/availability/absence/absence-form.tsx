import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { addAbsence, addAbsenceFor, NewAbsence } from '#contract/availability/absences.ts'
import type { Removal } from '#contract/availability/affected-bookings.ts'
import { useChange } from '#web/kit/call/query.ts'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { useFocusFollows } from '#web/kit/page/focus/focus.ts'
import { contentDialog, startsHere } from '#web/kit/page/overlays/dialogs.ts'
import { toastServerMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { AffectedReviews, countAffected, formatAffected } from '../affected-reviews.tsx'
import styles from '../availability-page.module.css'

type Opened = {
  /** Dates (YYYY-MM-DD): the first that can be chosen, and the one that is to begin with. */
  today: string
  date?: string | undefined
}
type Closable = Opened & { close: () => void }
type Reviewer = { _id: string; name: string }

/** Opens the form of an absence of one's own, which begins today. */
export function openAbsenceForm(opened: Opened): void {
  contentDialog('Note an absence', (close) => <OwnAbsence {...opened} close={close} />)
}

/** Opens an admin's form of an absence of a reviewer. */
export function openAbsenceFormFor(reviewer: Reviewer, opened: Opened): void {
  const title = `Note an absence of ${reviewer.name}`
  contentDialog(title, (close) => <AbsenceOf {...opened} reviewer={reviewer} close={close} />)
}

const own = {
  readBy: 'Admins and you read it, nobody else',
  note: 'I am away',
  confirm: 'Yes, I am away',
}

function OwnAbsence(props: Closable) {
  const add = useChange(addAbsence)
  return (
    <AbsenceForm
      {...props}
      words={own}
      isSending={add.isPending}
      send={(value) => add.mutateAsync({ body: { value } })}
    />
  )
}

function AbsenceOf({ reviewer: { _id, name }, ...props }: Closable & { reviewer: Reviewer }) {
  const add = useChange(addAbsenceFor)
  const words = {
    readBy: `Admins and ${name} read it, nobody else`,
    note: 'Note the absence',
    confirm: 'Yes, note the absence',
  }
  return (
    <AbsenceForm
      {...props}
      words={words}
      isSending={add.isPending}
      send={(value) => add.mutateAsync({ body: { value: { ...value, reviewer: _id } } })}
    />
  )
}

type Props = Closable & {
  words: typeof own
  send: (value: NewAbsence) => Promise<Removal>
  isSending: boolean
}

/** An absence: where reviews would lose their slot it is said first, and one more press does it. */
function AbsenceForm({ today, date = today, close, words, send, isSending }: Props) {
  const [loss, setLoss] = useState<Removal>()
  const { form, submit } = useSchemaForm(NewAbsence, { from: date, to: date, reason: '' })
  const confirm = useFocusFollows(loss === undefined, () => form.getInputNode('from'))

  const note = submit(async (values) => {
    try {
      const affected = loss ?? (await send({ ...values, confirm: false }))
      if (!loss && affected.touches.length > 0) {
        setLoss(affected)
        return
      }
      const done = await send({ ...values, confirm: true })
      toastSuccess(done.message, formatAffected(done.touches))
      close()
    } catch (error) {
      toastServerMessage(error)
      setLoss(undefined)
      throw error
    }
  })

  return (
    <form onSubmit={note} noValidate>
      <Stack>
        {loss ? (
          <>
            <Text>{countAffected(loss)}</Text>
            <AffectedReviews affected={loss.touches} />
          </>
        ) : (
          <>
            <div className={styles.pair}>
              <TextInput
                label="First day"
                type="date"
                min={today}
                {...startsHere}
                {...form.getInputProps('from')}
              />
              <TextInput
                label="Last day"
                type="date"
                min={form.values.from}
                {...form.getInputProps('to')}
              />
            </div>
            <Textarea
              label="Reason"
              description={words.readBy}
              autosize
              {...form.getInputProps('reason')}
            />
          </>
        )}
        <Group>
          <Button type="submit" ref={confirm} loading={isSending}>
            {loss ? words.confirm : words.note}
          </Button>
          {loss && (
            <Button variant="default" onClick={() => setLoss(undefined)}>
              Back
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}
