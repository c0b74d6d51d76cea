import { Group, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { firstWeek, lastWeek } from '#contract/limits.ts'
import { reviewStatuses } from '#contract/reviews.ts'
import { SearchIcon } from '#web/kit/look/icons.tsx'
import { twoDigits } from '#web/kit/look/week.ts'

const weeks = Array.from({ length: lastWeek - firstWeek + 1 }, (_, index) => firstWeek + index)
const weekOptions = [
  { value: '', label: 'All weeks' },
  ...weeks.map((week) => ({ value: String(week), label: `week ${twoDigits(week)}` })),
]
const statusOptions = [{ value: '', label: 'Every status' }, ...reviewStatuses]

/** While somebody types, the list waits so long for the next letter. */
const typingMs = 300

type Props = {
  search: string
  /** Empty when none is chosen. */
  week: string
  status: string
  change: (name: 'search' | 'week' | 'status', value: string | null) => void
}

/** What a list of reviews is narrowed by. */
export function ReviewFilter({ search, week, status, change }: Props) {
  const [typed, setTyped] = useState(search)
  const changeSearch = useDebouncedCallback((text: string) => change('search', text), typingMs)

  // The search can also be taken back from below an empty list, or by the browser's arrows.
  useEffect(() => setTyped(search), [search])

  return (
    <Group component="search" align="end" gap="sm">
      <TextInput
        label="Student name"
        type="search"
        leftSection={<SearchIcon />}
        value={typed}
        maxLength={200}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          changeSearch(currentTarget.value)
        }}
        flex="1 1 240px"
      />
      <Select
        label="Week"
        data={weekOptions}
        value={week}
        onChange={(value) => change('week', value)}
        allowDeselect={false}
        flex="1 1 136px"
        maw={{ sm: 200 }}
      />
      <Select
        label="Status"
        data={statusOptions}
        value={status}
        onChange={(value) => change('status', value)}
        allowDeselect={false}
        flex="1 1 176px"
        maw={{ sm: 240 }}
      />
    </Group>
  )
}
