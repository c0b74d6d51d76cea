import { Button, Card, Stack, Text, Title } from '@mantine/core'
import { useRef } from 'react'
import { type Absence, listAbsences, withdrawAbsence } from '#contract/availability/absences.ts'
import { useChange, useList } from '#web/kit/call/query.ts'
import styles from '#web/kit/list/action-rows.module.css'
import { confirmDialog } from '#web/kit/page/dialogs.ts'
import { LoadedList, Skeletons } from '#web/kit/page/states.tsx'
import { toastServerMessage, toastSuccess } from '#web/kit/page/toast.ts'
import { daysOf } from '../words.ts'
import { AboutAbsence } from './about-absence.tsx'

/** When the reviewer is away, from today (YYYY-MM-DD) on, and how to take that back. */
export function AbsencesCard({ today }: { today: string }) {
  const title = useRef<HTMLHeadingElement>(null)
  const list = useList(listAbsences)
  const withdraw = useChange(withdrawAbsence)

  async function takeBack(absence: Absence) {
    const isSure = await confirmDialog({
      title: 'Withdraw this absence?',
      text: 'Slots are made again from your weekly times. Slots that you had added by hand and bookings that were lost do not come back.',
      confirm: 'Withdraw',
    })
    if (!isSure) return
    try {
      const { message } = await withdraw.mutateAsync({ body: { value: { id: absence._id } } })
      toastSuccess(message)
      // The button that was pressed goes with its absence.
      title.current?.focus()
    } catch (error) {
      toastServerMessage(error)
    }
  }

  const none = (
    <Text c="dimmed">None are noted. Slots of days on which you are away are removed.</Text>
  )
  return (
    <Card component="section" withBorder aria-labelledby="absences">
      <Stack>
        <Title order={2} id="absences" ref={title} tabIndex={-1} style={{ outline: 'none' }}>
          Absences
        </Title>
        <Text c="dimmed">
          An exception is an absence of one day. For other hours on that day, add slots by hand.
        </Text>
        <LoadedList list={list} skeleton={<Skeletons count={1} height={44} />} empty={none}>
          {(absences) => {
            // They come with the last one first; the next one is what is looked for.
            const coming = absences.filter(({ to }) => to >= today).toReversed()
            if (coming.length === 0) return none
            return (
              <ul className={styles.list} aria-label="Your absences">
                {coming.map((absence) => (
                  <li key={absence._id} className={styles.row}>
                    <AboutAbsence absence={absence} today={today} />
                    <Button
                      variant="default"
                      aria-label={`Withdraw ${daysOf(absence, today)}`}
                      loading={
                        withdraw.isPending && withdraw.variables.body?.value.id === absence._id
                      }
                      onClick={() => takeBack(absence)}
                    >
                      Withdraw
                    </Button>
                  </li>
                ))}
              </ul>
            )
          }}
        </LoadedList>
      </Stack>
    </Card>
  )
}
