import { Group, Select, TextInput } from '@mantine/core'
import { trailKinds } from '#contract/kit/trail-kind.ts'
import { useFilter } from '#web/kit/list/filter.ts'
import { SearchBox } from '#web/kit/list/search-box.tsx'
import { kindWords } from './kind-words.ts'

/** What the trail is narrowed to. */
export function useTrailFilter() {
  return useFilter({ search: '', kind: '', from: '', to: '' })
}
type TrailFilter = ReturnType<typeof useTrailFilter>

export function TrailFilterBar({ filter }: { filter: TrailFilter }) {
  const { values, narrow } = filter
  return (
    <Group align="flex-end" grow preventGrowOverflow={false} role="search">
      <SearchBox
        label="Search by person"
        value={values.search}
        search={(text) => narrow('search', text)}
      />
      <Select
        label="About"
        data={[
          { value: '', label: 'Everything' },
          ...trailKinds.map((kind) => ({ value: kind, label: kindWords[kind] })),
        ]}
        value={values.kind}
        allowDeselect={false}
        miw={160}
        onChange={(value) => narrow('kind', value ?? '')}
      />
      <DateBox label="From" value={values.from} choose={(date) => narrow('from', date)} />
      <DateBox label="To" value={values.to} choose={(date) => narrow('to', date)} />
    </Group>
  )
}

function DateBox(props: { label: string; value: string; choose: (date: string) => void }) {
  const { label, value, choose } = props
  return (
    <TextInput
      label={label}
      type="date"
      value={value}
      miw={150}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  )
}
