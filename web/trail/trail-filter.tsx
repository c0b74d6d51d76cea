import { Select, TextInput } from '@mantine/core'
import { trailKinds } from '#contract/kit/trail-kind.ts'
import { listTrail } from '#contract/trail.ts'
import { useFilter } from '#web/kit/list/filter/filter.ts'
import { FilterBar } from '#web/kit/list/filter/filter-bar.tsx'
import { SearchBox } from '#web/kit/list/filter/search-box.tsx'
import { kindWords } from './kind-words.ts'

/** What the trail is narrowed to. */
export function useTrailFilter() {
  return useFilter({ search: '', kind: '', from: '', to: '' }, listTrail.query?.shape)
}
type TrailFilter = ReturnType<typeof useTrailFilter>

/** The fields by which the trail is narrowed. */
export function TrailFilterBar({ filter }: { filter: TrailFilter }) {
  const { values, narrow } = filter
  return (
    <FilterBar
      filter={filter}
      search={
        <SearchBox
          label="Search by person"
          value={values.search}
          search={(text) => narrow('search', text, 'typed')}
        />
      }
    >
      <Select
        label="About"
        data={[
          { value: '', label: 'Everything' },
          ...trailKinds.map((kind) => ({ value: kind, label: kindWords[kind] })),
        ]}
        value={values.kind}
        allowDeselect={false}
        onChange={(value) => narrow('kind', value ?? '')}
      />
      <DateBox label="From" value={values.from} choose={(...to) => narrow('from', ...to)} />
      <DateBox label="To" value={values.to} choose={(...to) => narrow('to', ...to)} />
    </FilterBar>
  )
}

type DateBoxProps = {
  label: string
  value: string
  choose: (date: string, step: 'typed' | 'chosen') => void
}

function DateBox({ label, value, choose }: DateBoxProps) {
  return (
    <TextInput
      label={label}
      type="date"
      value={value}
      // Whoever types a year comes through others: only the first date is a step.
      onChange={(event) => choose(event.currentTarget.value, value ? 'typed' : 'chosen')}
    />
  )
}
