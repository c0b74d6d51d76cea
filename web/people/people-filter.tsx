import { Group, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { anyDomain } from '#contract/people.ts'
import { useDomains } from '#web/domains/api.ts'
import { SearchIcon } from '#web/kit/icons.tsx'

const typingPauseMs = 300

/** Whom a list is narrowed to; the address keeps it, so that it survives a reload. */
export function usePeopleFilter() {
  const [params, setParams] = useSearchParams()
  const search = params.get('search') ?? ''
  const domain = params.get('domain') ?? anyDomain

  function narrow(name: 'search' | 'domain', value: string) {
    setParams(
      (present) => {
        if (value === '' || value === anyDomain) present.delete(name)
        else present.set(name, value)
        return present
      },
      { replace: true },
    )
  }
  const isNarrowed = search !== '' || domain !== anyDomain
  return { search, domain, narrow, isNarrowed, clear: () => setParams({}, { replace: true }) }
}
type PeopleFilter = ReturnType<typeof usePeopleFilter>

/** The search box for names and, for students, the choice of a domain. */
export function PeopleFilterBar({ filter, byDomain }: { filter: PeopleFilter; byDomain: boolean }) {
  return (
    <Group align="flex-end" grow preventGrowOverflow={false} maw={640} role="search">
      <SearchBox filter={filter} />
      {byDomain && <DomainChoice filter={filter} />}
    </Group>
  )
}

/** Searches once the typing pauses. */
function SearchBox({ filter: { search, narrow } }: { filter: PeopleFilter }) {
  const [text, setText] = useState(search)
  const searched = useRef(search)
  const searchFor = useDebouncedCallback((value: string) => {
    searched.current = value
    narrow('search', value)
  }, typingPauseMs)

  // The address can change without the box too, when the filters are cleared.
  useEffect(() => {
    if (search === searched.current) return
    searched.current = search
    setText(search)
  }, [search])

  return (
    <TextInput
      label="Search by name"
      type="search"
      leftSection={<SearchIcon />}
      value={text}
      maxLength={200}
      miw={200}
      onChange={(event) => {
        setText(event.currentTarget.value)
        searchFor(event.currentTarget.value)
      }}
    />
  )
}

function DomainChoice({ filter: { domain, narrow } }: { filter: PeopleFilter }) {
  const { data: domains = [] } = useDomains()
  return (
    <Select
      label="Domain"
      data={[
        { value: anyDomain, label: 'All domains' },
        ...domains.map(({ _id, name }) => ({ value: _id, label: name })),
      ]}
      value={domain}
      allowDeselect={false}
      miw={200}
      onChange={(value) => narrow('domain', value ?? anyDomain)}
    />
  )
}
