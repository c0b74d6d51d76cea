import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { addAbsence, NewAbsence } from '#contract/availability/absences.ts'
import type { Removal } from '#contract/availability/removal.ts'
import { useChange } from '#web/kit/call/query.ts'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { contentDialog, startsHere } from '#web/kit/page/dialogs.ts'
import { useFocusFollows } from '#web/kit/page/focus.ts'
import { toastServerMessage, toastSuccess } from '#web/kit/page/toast.ts'
import styles from '../availability-page.module.css'
import { lossInWords, lossOf, TouchedReviews } from '../touched-reviews.tsx'

/** Opens the form of an absence, which begins today (YYYY-MM-DD). */
export function openAbsenceForm(today: string): void {
  contentDialog('Note an absence', (close) => <AbsenceForm today={today} close={close} />)
}

/** An absence: where reviews would lose their slot it is said first, and one more press does it. */
function AbsenceForm({ today, close }: { today: string; close: () => void }) {
  const add = useChange(addAbsence)
  const [loss, setLoss] = useState<Removal>()
  const { form, submit } = useSchemaForm(NewAbsence, { from: today, to: today, reason: '' })
  const confirm = useFocusFollows(loss === undefined, () => form.getInputNode('from'))

  const send = submit(async (values) => {
    const ask = (confirm: boolean) => add.mutateAsync({ body: { value: { ...values, confirm } } })
    try {
      const told = loss ?? (await ask(false))
      if (!loss && told.touches.length > 0) {
        setLoss(told)
        return
      }
      const done = await ask(true)
      toastSuccess(done.message, lossInWords(done.touches))
      close()
    } catch (error) {
      toastServerMessage(error)
      setLoss(undefined)
      throw error
    }
  })

  return (
    <form onSubmit={send} noValidate>
      <Stack>
        {loss ? (
          <>
            <Text>{lossOf(loss)}</Text>
            <TouchedReviews touches={loss.touches} />
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
              description="Admins and you read it, nobody else"
              autosize
              {...form.getInputProps('reason')}
            />
          </>
        )}
        <Group>
          <Button type="submit" ref={confirm} loading={add.isPending}>
            {loss ? 'Yes, I am away' : 'I am away'}
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
