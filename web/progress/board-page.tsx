import { Box, Text } from '@mantine/core'
import { useMemo } from 'react'
import { listDomainNames } from '#contract/domains/domains.ts'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import { getDateInZone } from '#contract/kit/time/zone.ts'
import { allDomainsValue } from '#contract/people/people.ts'
import { concernReasons } from '#contract/progress/concern.ts'
import {
  type BoardStudent,
  getBoard,
  type Standing,
  standings,
} from '#contract/progress/progress.ts'
import { useApiQuery, usePaginatedList } from '#web/kit/api/hooks.ts'
import type { Column } from '#web/kit/list/columns.ts'
import { useFilter } from '#web/kit/list/filter/filter.ts'
import { FilterBar } from '#web/kit/list/filter/filter-bar.tsx'
import { FilterSelect } from '#web/kit/list/filter/filter-select.tsx'
import { FilteredList } from '#web/kit/list/filter/filtered-list.tsx'
import { TableOrCards } from '#web/kit/list/table-or-cards.tsx'
import { Page } from '#web/kit/page/page.tsx'
import { Skeletons } from '#web/kit/page/states.tsx'
import { DateText, InstantText } from '#web/kit/ui/dates/instant-text.tsx'
import { type StateColour, StateDot } from '#web/kit/ui/states/state-dot.tsx'
import { paths } from '#web/paths.ts'
import { DetailsLink } from '#web/reviews/list/details-link.tsx'
import { StudentName } from '#web/reviews/list/student-name.tsx'
import { useIsZoneFetched, useSchoolZone } from '#web/school/api.ts'
import { concernLabels } from './api.ts'
import { ConcernList } from './marks-and-concerns.tsx'

const standingWords: Record<Standing, { text: string; colour: StateColour }> = {
  'at-risk': { text: 'At risk', colour: 'red' },
  'on-track': { text: 'On track', colour: 'green' },
  'on-hold': { text: 'On hold', colour: 'yellow' },
}

const standingOptions = [
  { value: '', label: 'All students' },
  ...standings.map((value) => ({ value, label: standingWords[value].text })),
]
const reasonOptions = [
  { value: '', label: 'All reasons' },
  ...concernReasons.map((value) => ({ value, label: concernLabels[value].text })),
]

/** The advisor's students, those with the most reasons for concern first. */
export function BoardPage() {
  const filter = useFilter(
    { search: '', domain: allDomainsValue, standing: '', reason: '' },
    getBoard.query?.shape,
  )
  const list = usePaginatedList(getBoard, { query: filter.query }, { keepPrevious: true })
  const { data: domains = [] } = useApiQuery(listDomainNames.advisor)
  return (
    <Page title="Board">
      <FilterBar filter={filter} search="Student name">
        <FilterSelect
          filter={filter}
          name="domain"
          label="Domain"
          data={[
            { value: allDomainsValue, label: 'All domains' },
            ...domains.map(({ _id, name }) => ({ value: _id, label: name })),
          ]}
        />
        <FilterSelect filter={filter} name="standing" label="Standing" data={standingOptions} />
        <FilterSelect filter={filter} name="reason" label="Why" data={reasonOptions} />
      </FilterBar>
      <FilteredList
        filter={filter}
        list={list}
        ready={useIsZoneFetched()}
        skeleton={<Skeletons count={8} height={48} />}
        noMatch={{ text: 'No student matches these filters.', all: 'Show all students' }}
        empty="You have no students yet."
      >
        {(students) => <BoardTable students={students} />}
      </FilteredList>
    </Page>
  )
}

/** An advisor's students: how each is doing, and why. */
function BoardTable({ students }: { students: BoardStudent[] }) {
  const timeZone = useSchoolZone()
  const columns = useMemo(() => makeColumns(timeZone), [timeZone])
  return <TableOrCards label="Students" items={students} getKey={getKey} columns={columns} />
}

const getKey = ({ _id }: BoardStudent) => _id

/** The reasons in words; who is not at risk has their standing. */
function Why({ student: { concern, standing } }: { student: BoardStudent }) {
  if (concern.length > 0) {
    return (
      <Box py={concern.length > 1 ? 8 : 0}>
        <ConcernList concern={concern} />
      </Box>
    )
  }
  const { text, colour } = standingWords[standing]
  return <StateDot colour={colour}>{text}</StateDot>
}

function makeColumns(timeZone: string): Column<BoardStudent>[] {
  const weekOf = ({ week, domain }: BoardStudent) =>
    [`Week ${formatWeekNumber(week)}`, domain?.name].filter(Boolean).join(', ')
  return [
    {
      header: 'student name',
      cell: (student) => (
        <StudentName
          student={student}
          beneath={weekOf(student)}
          to={paths.studentProgress(student._id)}
        />
      ),
      width: 200,
      grows: true,
      card: 'title',
    },
    {
      header: 'Why',
      cell: (student) => <Why student={student} />,
      width: 260,
      grows: true,
      card: 'fact',
    },
    {
      header: 'Last marks',
      cell: ({ lastMark }) => (lastMark ? `${lastMark.code} / ${lastMark.theory}` : '–'),
      onCard: ({ lastMark }) => lastMark && `code ${lastMark.code}, theory ${lastMark.theory}`,
      width: 112,
      priority: 'medium',
      isNumber: true,
      card: 'fact',
    },
    {
      header: 'When',
      cell: ({ startsAt, due }) =>
        startsAt ? (
          <InstantText at={startsAt} timeZone={timeZone} />
        ) : (
          <Text inherit component="span">
            due{' '}
            <DateText
              date={getDateInZone(Date.parse(due), timeZone)}
              timeZone={timeZone}
              isMidSentence
            />
          </Text>
        ),
      width: 188,
      priority: 'high',
      card: 'fact',
    },
    {
      header: 'Action',
      cell: ({ name, week, review }) => (
        <DetailsLink
          to={paths.reviewDetails('advisor', review)}
          of={`${name}, week ${formatWeekNumber(week)}`}
        />
      ),
      width: 132,
      card: 'action',
    },
  ]
}
