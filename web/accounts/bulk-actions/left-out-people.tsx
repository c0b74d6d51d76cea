import { List, Text } from '@mantine/core'
import { type BulkChange, getBulkRefusal } from '#contract/accounts/bulk-actions.ts'
import { formatCount } from '#contract/kit/text/plural.ts'
import { namesInReminder } from '#contract/limits/notifications.ts'
import { joinNames } from '#contract/notifications/format-review.ts'
import type { ListedPerson } from '#contract/people/people.ts'

type Split = { concerned: ListedPerson[]; leftOut: { person: ListedPerson; reason: string }[] }

/** Splits people into those to whom a change applies, and the others with the reasons. */
export function splitByRefusal(change: BulkChange, people: ListedPerson[]): Split {
  const leftOut = people.flatMap((person) => {
    const reason = getBulkRefusal(change, person)
    return reason === undefined ? [] : [{ person, reason }]
  })
  const isLeftOut = new Set(leftOut.map(({ person }) => person))
  return { concerned: people.filter((person) => !isLeftOut.has(person)), leftOut }
}

/** To whom a bulk action does not apply, by reason; nothing if it applies to all. */
export function LeftOutPeople({ leftOut }: Pick<Split, 'leftOut'>) {
  if (leftOut.length === 0) return null
  const byReason = [...Map.groupBy(leftOut, ({ reason }) => reason)]
  return (
    <div>
      <Text>{formatCount(leftOut.length, 'person is', 'people are')} left out:</Text>
      <List>
        {byReason.map(([reason, those]) => (
          <List.Item key={reason}>
            {reason}: {formatNames(those.map(({ person }) => person.name))}
          </List.Item>
        ))}
      </List>
    </div>
  )
}

const formatNames = (names: string[]) => joinNames(names.slice(0, namesInReminder), names.length)
