import { Text } from '@mantine/core'
import { useMemo } from 'react'
import { type ImportField, type ImportRow, importFieldsOf } from '#contract/people/import-people.ts'
import type { AddableRole } from '#contract/roles.ts'
import type { Column } from '#web/kit/list/columns.ts'
import { TableOrCards } from '#web/kit/list/table-or-cards.tsx'
import { StateDot } from '#web/kit/ui/states/state-dot.tsx'
import { fieldLabels } from './column-selects.tsx'

const getKey = ({ line }: ImportRow) => String(line)

/** The lines of a list of people, each with its problems. */
export function ImportRows({ role, rows }: { role: AddableRole; rows: ImportRow[] }) {
  const columns = useMemo(() => columnsFor(role), [role])
  return <TableOrCards label="Lines of the list" items={rows} getKey={getKey} columns={columns} />
}

function columnsFor(role: AddableRole): Column<ImportRow>[] {
  const others = importFieldsOf[role].filter((field) => field !== 'name' && field !== 'email')
  return [
    { header: 'Line', cell: ({ line }) => line, width: 64, priority: 'high', isNumber: true },
    {
      header: 'Name',
      cell: ({ person }) => person.name || '–',
      onCard: ({ line, person }) => `${line}. ${person.name || person.email || '–'}`,
      width: 140,
      grows: true,
      card: 'title',
    },
    {
      header: 'Email',
      cell: ({ person }) => person.email || '–',
      onCard: ({ person }) => person.email || null,
      width: 160,
      preferredWidth: 220,
      grows: true,
      priority: 'medium',
      card: 'fact',
    },
    ...others.map(toColumn),
    {
      header: 'Problems',
      cell: (row) => <Problems {...row} />,
      onCard: (row) => <Problems {...row} />,
      width: 160,
      preferredWidth: 320,
      grows: 2,
      card: 'fact',
    },
  ]
}

function toColumn(field: ImportField): Column<ImportRow> {
  return {
    header: fieldLabels[field],
    cell: ({ person }) => person[field] || '–',
    width: field === 'week' ? 72 : 130,
    priority: 'low',
  }
}

function Problems({ problems }: ImportRow) {
  if (problems.length === 0) return <StateDot colour="green">Ready</StateDot>
  return (
    <Text
      component="span"
      size="sm"
      c="var(--mantine-color-error)"
      display="block"
      py={4}
      style={{ whiteSpace: 'normal' }}
    >
      {problems.map((problem) => (/[.?]$/.test(problem) ? problem : `${problem}.`)).join(' ')}
    </Text>
  )
}
