import { Text } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import {
  type ImportField,
  type ImportRow,
  importFieldsByRole,
} from '#contract/people/import-people.ts'
import type { ProfileRole } from '#contract/roles.ts'
import type { Column } from '#web/kit/list/columns.ts'
import { TableOrCards } from '#web/kit/list/table-or-cards.tsx'
import { StateDot } from '#web/kit/ui/states/state-dot.tsx'
import { fieldLabels } from './column-selects.tsx'

const getKey = ({ line }: ImportRow) => String(line)

/** The lines of a list of people, each with its problems. */
export function ImportRows({ role, rows }: { role: ProfileRole; rows: ImportRow[] }) {
  const hasProblems = rows.some(({ problems }) => problems.length > 0)
  const columns = useMemo(() => columnsFor(role, hasProblems), [role, hasProblems])
  return <TableOrCards label="Lines of the list" items={rows} getKey={getKey} columns={columns} />
}

function columnsFor(role: ProfileRole, hasProblems: boolean): Column<ImportRow>[] {
  const others = importFieldsByRole[role].filter((field) => field !== 'name' && field !== 'email')
  return [
    { header: 'Line', cell: ({ line }) => line, width: 64, priority: 'high', isNumber: true },
    {
      header: 'Name',
      cell: ({ person }) => <Wrapped>{person.name || '–'}</Wrapped>,
      onCard: ({ line, person }) => (
        <Wrapped>{`${line}. ${person.name || person.email || '–'}`}</Wrapped>
      ),
      width: 140,
      grows: true,
      card: 'title',
    },
    {
      header: 'Email',
      cell: ({ person }) => <Wrapped>{breakAtSign(person.email) ?? '–'}</Wrapped>,
      onCard: ({ person }) =>
        person.email ? <Wrapped>{breakAtSign(person.email)}</Wrapped> : null,
      width: 160,
      preferredWidth: 220,
      grows: true,
      priority: 'medium',
      card: 'fact',
    },
    ...others.map(toColumn),
    ...(hasProblems ? [problemsColumn] : []),
  ]
}

const problemsColumn: Column<ImportRow> = {
  header: 'Problems',
  cell: (row) => <Problems {...row} />,
  onCard: (row) => <Problems {...row} />,
  width: 160,
  preferredWidth: 320,
  grows: 2,
  card: 'fact',
}

function toColumn(field: ImportField): Column<ImportRow> {
  return {
    header: fieldLabels[field],
    cell: ({ person }) => <Wrapped>{person[field] || '–'}</Wrapped>,
    width: field === 'week' ? 72 : 130,
    grows: field !== 'week',
    priority: 'low',
  }
}

function Problems({ problems }: ImportRow) {
  if (problems.length === 0) return <StateDot colour="green">Ready</StateDot>
  return (
    <Wrapped c="var(--mantine-color-error)">
      {problems.map((problem) => (/[.?]$/.test(problem) ? problem : `${problem}.`)).join(' ')}
    </Wrapped>
  )
}

/** An email address that breaks at its '@' first; undefined for none. */
function breakAtSign(email: string): ReactNode | undefined {
  const at = email.lastIndexOf('@')
  if (at < 0) return email || undefined
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  )
}

/** Text that is shown in full: a truncated one would be a stop of the Tab key in each line. */
function Wrapped({ c, children }: { c?: string; children: ReactNode }) {
  return (
    <Text
      component="span"
      size="sm"
      {...(c && { c })}
      display="block"
      py={4}
      style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}
    >
      {children}
    </Text>
  )
}
