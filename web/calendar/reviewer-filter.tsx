import { Select } from '@mantine/core'
import { listPeople } from '#contract/people/people.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'

type Props = {
  /** A reviewer's id; empty for all. */
  value: string
  onChange: (reviewer: string) => void
}

/** The number of options shown at a time; typing finds the others. */
const offered = 50

export function ReviewerFilter({ value, onChange }: Props) {
  const people = useApiQuery(listPeople.reviewer, {}, { onlyLogged: true })
  return (
    <Select
      aria-label="Reviewer"
      placeholder="All reviewers"
      searchable
      clearable
      styles={{ input: { textOverflow: 'ellipsis' } }}
      limit={offered}
      nothingFoundMessage="No matching reviewers"
      clearButtonProps={{ 'aria-label': 'All reviewers' }}
      data={(people.data ?? []).map(({ _id, name }) => ({ value: _id, label: name }))}
      value={value || null}
      onChange={(reviewer) => onChange(reviewer ?? '')}
    />
  )
}
