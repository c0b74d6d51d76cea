import { Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { listDomains } from '#contract/domains/domains.ts'
import type { ListedPerson } from '#contract/people/people.ts'
import type { RunBulkChange } from '#web/accounts/bulk-actions/bulk-actions-bar.tsx'
import { formatNameOrCount } from '#web/accounts/bulk-actions/format-bulk-action.ts'
import { LeftOutPeople, splitByRefusal } from '#web/accounts/bulk-actions/left-out-people.tsx'
import { useWholeList } from '#web/kit/api/hooks.ts'
import { filterOptions } from '#web/kit/form/filter-options.ts'
import { DialogButtons } from '#web/kit/page/overlays/dialog-buttons.tsx'
import { autoFocusProps } from '#web/kit/page/overlays/dialogs.ts'

type Action = 'domain' | 'add-domain' | 'remove-domain'
type Props = {
  action: Action
  people: ListedPerson[]
  run: RunBulkChange
  close: () => void
}

const words: Record<Action, { button: string; says: (whom: string, domain: string) => string }> = {
  domain: {
    button: 'Change',
    says: (whom, domain) =>
      `Moves ${whom} to ${domain}. The tasks change at once, and booked slots stay. Everybody is notified.`,
  },
  'add-domain': {
    button: 'Add',
    says: (whom, domain) =>
      `Students of ${domain} can be booked with ${whom} at once. The reviewers are notified.`,
  },
  'remove-domain': {
    button: 'Remove',
    says: (whom, domain) =>
      `${whom} will no longer be suggested for students of ${domain}; booked reviews stay. The reviewers are notified.`,
  },
}

/** The form that changes a domain of several people: that of students, or one of reviewers. */
export function BulkDomainForm({ action, people, run, close }: Props) {
  const [chosen, setChosen] = useState<string | null>(null)
  const active = useWholeList(listDomains, { query: { state: 'active' } })
  // One that is archived can still be removed.
  const own = people.flatMap(({ domains }) => domains)
  const offered = action === 'remove-domain' ? own : (active.data ?? [])
  const names = new Map(offered.map(({ _id, name }) => [_id, name]))
  const change = { action, domain: chosen ?? '' }
  const { concerned, leftOut } = splitByRefusal(change, people)
  return (
    <Stack>
      <Select
        label="Domain"
        data={[...names].map(([value, label]) => ({ value, label }))}
        value={chosen}
        onChange={setChosen}
        allowDeselect={false}
        searchable={names.size > 8}
        filter={filterOptions}
        nothingFoundMessage="No matching domains"
        {...autoFocusProps}
      />
      {chosen !== null && (
        <>
          <Text role="status">
            {concerned.length > 0
              ? words[action].says(formatNameOrCount(concerned), names.get(chosen) ?? '')
              : 'No selected person can be changed.'}
          </Text>
          <LeftOutPeople leftOut={leftOut} />
        </>
      )}
      <DialogButtons
        close={close}
        label={words[action].button}
        busy={false}
        disabled={chosen === null || concerned.length === 0}
        onPress={() => {
          close()
          run(change, concerned)
        }}
      />
    </Stack>
  )
}
