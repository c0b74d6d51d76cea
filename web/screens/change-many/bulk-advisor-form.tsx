import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { type ListedPerson, listPeople } from '#contract/people/people.ts'
import { shareEvenlyOption } from '#contract/reviews/hand-over-students.ts'
import type { RunBulkChange } from '#web/accounts/bulk-actions/bulk-actions-bar.tsx'
import { formatNameOrCount } from '#web/accounts/bulk-actions/format-bulk-action.ts'
import { LeftOutPeople, splitByRefusal } from '#web/accounts/bulk-actions/left-out-people.tsx'
import { useWholeList } from '#web/kit/api/hooks.ts'
import { DialogButtons } from '#web/kit/page/overlays/dialog-buttons.tsx'
import { LoadedData, Skeletons } from '#web/kit/page/states.tsx'
import { NewAdvisorSelect } from '../hand-over.tsx'
import { AdvisorLoads, toMovingReview } from './advisor-loads.tsx'

type Props = {
  people: ListedPerson[]
  run: RunBulkChange
  close: () => void
}

/** The form that gives several students another advisor, or shares them evenly. */
export function BulkAdvisorForm({ people, run, close }: Props) {
  const query = useWholeList(listPeople.advisor)
  const [advisor, setAdvisor] = useState<string | null>(shareEvenlyOption)
  const change = { action: 'advisor', advisor } as const
  const { concerned, leftOut } = splitByRefusal(change, people)
  return (
    <LoadedData query={query} skeleton={<Skeletons count={2} height={60} />}>
      {(all) => {
        const able = all.filter(
          ({ isProfileVerified, isBlocked }) => isProfileVerified && !isBlocked,
        )
        return (
          <Stack>
            <Text>
              The open reviews of {formatNameOrCount(concerned)} go to the new advisor, and booked
              slots stay. The students and the advisors are notified.
            </Text>
            <LeftOutPeople leftOut={leftOut} />
            <NewAdvisorSelect
              others={able}
              value={advisor}
              onChange={setAdvisor}
              canShare
              nobody="No advisor"
              takesFocus
            />
            <AdvisorLoads
              advisors={all}
              receivers={able}
              moving={concerned.map(toMovingReview)}
              to={advisor}
            />
            <DialogButtons
              close={close}
              label="Change"
              busy={false}
              disabled={able.length === 0 || concerned.length === 0}
              onPress={() => {
                close()
                run(change, concerned)
              }}
            />
          </Stack>
        )
      }}
    </LoadedData>
  )
}
