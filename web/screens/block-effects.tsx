import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { listLimitMax } from '#contract/limits/limits.ts'
import { countFailedMails } from '#contract/mails.ts'
import { countAllStudents, formatStudentCount } from '#contract/people/format-student-count.ts'
import { type ListedPerson, listPeople } from '#contract/people/people.ts'
import { handOverStudents, shareEvenlyOption } from '#contract/reviews/hand-over-students.ts'
import type { Role } from '#contract/roles.ts'
import type { BlockEffects, FindBlockEffects } from '#web/accounts/block-link.tsx'
import { describeBlockingEffects as tellReviewersBlock } from '#web/availability/affected-reviews.tsx'
import { callApi } from '#web/kit/api/call-api.ts'
import { AdvisorLoads, getMovingReviews } from './change-many/advisor-loads.tsx'
import { NewAdvisorSelect } from './hand-over.tsx'

/** Describes the effects of blocking people, by role. */
export const blockEffectsByRole: Partial<Record<Role, FindBlockEffects>> = {
  reviewer: async (people) => ({ facts: await tellReviewersBlock(people.map(({ _id }) => _id)) }),
  advisor: describeAdvisorsBlock,
  admin: describeOwnBlock,
}

/** Admins can block themselves too, while there is another one. */
async function describeOwnBlock([admin]: ListedPerson[]): Promise<BlockEffects> {
  const { account } = (await callApi(countFailedMails)).data
  if (account._id !== admin?._id) return { facts: undefined }
  return { facts: 'This is your own account. Only another admin can unblock it.' }
}

/** The students of a blocked advisor need another one, whom the dialog offers to choose. */
async function describeAdvisorsBlock(advisors: ListedPerson[]): Promise<BlockEffects> {
  const busy = advisors.filter((one) => countAllStudents(one) > 0)
  if (busy.length === 0) return { facts: undefined }
  const leaving = new Set(advisors.map(({ _id }) => _id))
  const active = await callApi(listPeople.advisor, {
    query: { state: 'active', limit: listLimitMax },
  })
  const others = active.data.filter(({ _id }) => !leaving.has(_id))
  // Several blocked advisors could be given each other's students.
  const canShare = advisors.length === 1
  const [leastBusy] = others.toSorted((a, b) => countAllStudents(a) - countAllStudents(b))
  let to = leastBusy === undefined ? null : canShare ? shareEvenlyOption : leastBusy._id
  return {
    facts: (
      <StudentsOf
        advisors={advisors}
        others={others}
        canShare={canShare}
        chosen={to}
        choose={(chosen) => {
          to = chosen
        }}
      />
    ),
    doFirst: async () => {
      if (to === null) return false
      for (const { _id: from } of busy)
        await callApi(handOverStudents, { body: { value: { from, to } } })
      return true
    },
  }
}

type Props = {
  advisors: ListedPerson[]
  others: ListedPerson[]
  canShare: boolean
  chosen: string | null
  choose: (to: string | null) => void
}

function StudentsOf({ advisors, others, canShare, chosen, choose }: Props) {
  const [to, setTo] = useState(chosen)
  const sumOf = (of: (advisor: ListedPerson) => number) =>
    advisors.reduce((sum, one) => sum + of(one), 0)
  const inactive = {
    blocked: sumOf((one) => one.blockedStudents ?? 0),
    paused: sumOf((one) => one.pausedStudents ?? 0),
  }
  const who = advisors.length === 1 ? advisors[0]?.name : 'They'
  return (
    <Stack gap="xs">
      <Text>
        {who} {advisors.length === 1 ? 'advises' : 'advise'}{' '}
        {formatStudentCount(sumOf(countAllStudents), inactive)}. Each has an open review. Without
        another advisor nobody books their reviews or decides what is next for them.
      </Text>
      <NewAdvisorSelect
        others={others}
        canShare={canShare}
        value={to}
        nobody="No advisor"
        onChange={(one) => {
          setTo(one)
          choose(one)
        }}
      />
      <AdvisorLoads
        advisors={[...advisors, ...others]}
        receivers={others}
        moving={advisors.flatMap(getMovingReviews)}
        to={to}
      />
    </Stack>
  )
}
