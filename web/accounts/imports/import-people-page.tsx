import { Button, Card, Checkbox, Group, Stack, Text, Textarea, Title } from '@mantine/core'
import { useState } from 'react'
import { useParams } from 'react-router'
import { findClosestName } from '#contract/kit/text/did-you-mean.ts'
import { formatCount } from '#contract/kit/text/plural.ts'
import { undoMs } from '#contract/limits/reviews.ts'
import {
  type ImportColumns,
  importFieldsByRole,
  listImports,
} from '#contract/people/import-people.ts'
import { type ProfileRole, profileRoles } from '#contract/roles.ts'
import { getErrorReason } from '#web/kit/api/error-messages.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { TextFileButton } from '#web/kit/form/file/text-file-button.tsx'
import { focusHeading } from '#web/kit/page/focus/focus.ts'
import { toastIfFails, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { Page } from '#web/kit/page/page.tsx'
import { paths } from '#web/paths.ts'
import { SharedLinks } from '../invitations/shared-links.tsx'
import { ColumnSelects, fieldLabels } from './column-selects.tsx'
import { ImportRows } from './import-rows.tsx'
import { RecentImports, UndoImport } from './recent-imports.tsx'
import { type CompletedImport, type ImportReply, useImport } from './use-import.ts'

const lists: Record<ProfileRole, { label: string; to: string }> = {
  student: { label: 'Students', to: paths.studentList },
  advisor: { label: 'Advisors', to: paths.advisorList },
  reviewer: { label: 'Reviewers', to: paths.reviewerList },
}

/** Adds the people of a list from a spreadsheet. */
export function ImportPeoplePage() {
  const { role: asked } = useParams()
  const role = profileRoles.find((one) => one === asked) ?? 'student'
  return (
    <Page key={role} title="Import from a list" crumbs={[lists[role]]}>
      <Import role={role} />
    </Page>
  )
}

type Importing = ReturnType<typeof useImport>

function Import({ role }: { role: ProfileRole }) {
  const list = useImport(role)
  const { checked } = list

  async function add(apply: 'good' | 'all') {
    await toastIfFails(async () => {
      const { added, _id, invitations } = await list.add(apply)
      const then = invitations ? ' added. Share their links with them.' : ' added and invited.'
      const said = `${formatCount(added, role, `${role}s`)}${then}`
      // The button disappears with the lines that were added.
      focusHeading()
      if (_id) toastSuccess(said, <UndoImport _id={_id} undone={list.restore} />, undoMs)
    })
  }

  return (
    <>
      <Text c="dimmed">{describeColumns(role)}</Text>
      <LinksOfImports role={role} imports={list.imports} />
      <ListInput list={list} />
      {checked && <Preview role={role} list={list} checked={checked} add={add} />}
      <RecentImports role={role} undone={list.restore} />
    </>
  )
}

/** The links of the people whom this visit's imports added; of no import that is undone. */
function LinksOfImports({ role, imports }: { role: ProfileRole; imports: CompletedImport[] }) {
  const { data } = useApiQuery(listImports, { query: { role } }, { onlyLogged: true })
  const kept = imports.filter(({ _id }) => !data || data.imports.some((one) => one._id === _id))
  const invitations = kept.flatMap((one) => one.invitations)
  return invitations.length > 0 && <SharedLinks invitations={invitations} />
}

function describeColumns(role: ProfileRole): string {
  const [, , ...others] = importFieldsByRole[role]
  const known = others.map((field) => fieldLabels[field].toLowerCase()).join(', ')
  const several = others.includes('domains')
    ? ' Separate several domains by commas, semicolons or line breaks.'
    : ''
  return `The first line names the columns: name and email${known && `, and optionally ${known}`}.${several}`
}

/** Where the list is pasted, or read from a file. */
function ListInput({ list }: { list: Importing }) {
  const [readAs, setReadAs] = useState<string>()

  return (
    <Card withBorder>
      <Stack>
        <Textarea
          label="List"
          description="Paste it from a spreadsheet, or choose a CSV file."
          rows={6}
          spellCheck={false}
          value={list.text}
          disabled={list.isAdding}
          error={list.problem && (getErrorReason(list.problem) ?? 'The list could not be checked.')}
          onChange={({ currentTarget }) => list.type(currentTarget.value)}
        />
        <Group>
          <TextFileButton
            accept=".csv,.tsv,.txt,text/csv,text/plain"
            disabled={list.isAdding}
            take={(text, readAs) => {
              setReadAs(readAs)
              list.read(text)
            }}
          />
          {list.text.trim() && (
            <Button
              variant={list.checked ? 'default' : 'filled'}
              loading={list.isChecking}
              onClick={list.check}
            >
              Check the list
            </Button>
          )}
          {readAs && list.text && (
            <Text size="sm" c="dimmed">
              {readAs}
            </Text>
          )}
        </Group>
      </Stack>
    </Card>
  )
}

type PreviewProps = {
  role: ProfileRole
  list: Importing
  checked: ImportReply
  add: (apply: 'good' | 'all') => void
}

/** The lines as the server reads them, and the button that adds the good ones. */
function Preview({ role, list, checked, add }: PreviewProps) {
  const { headers, headerLine, columns, rows, invitations } = checked
  const [onlyProblems, setOnlyProblems] = useState(false)
  const good = rows.filter(({ problems }) => problems.length === 0).length
  const shown = onlyProblems ? rows.filter(({ problems }) => problems.length > 0) : rows
  const isWhole = good === rows.length
  const isLeftOut = list.isLeftOut && good === 0
  const unused = headers.filter((header) => !Object.values(columns).includes(header))
  const count = formatCount(good, role, `${role}s`)
  return (
    <Stack component="section" aria-labelledby="preview">
      <Title order={2} id="preview" aria-live="polite">
        {isLeftOut
          ? `${formatCount(rows.length, 'line was', 'lines were')} left out`
          : `${isWhole ? count : `${good.toLocaleString('en')} of ${formatCount(rows.length, 'line', 'lines')}`} can be added`}
      </Title>
      {headerLine > 1 && <Text>{`The columns are named in line ${headerLine}.`}</Text>}
      {good > 0 && invitations && (
        <Text>
          No mail server is set up: you will get a link for each person, which you share yourself.
        </Text>
      )}
      {unused.length > 0 && <Text>{describeUnused(role, unused, columns)}</Text>}
      <ColumnSelects role={role} headers={headers} columns={columns} choose={list.chooseColumns} />
      <Group justify="space-between">
        {good > 0 ? (
          <Button loading={list.isAdding} onClick={() => add(isWhole ? 'all' : 'good')}>
            {isWhole ? `Add all ${good.toLocaleString('en')}` : describeGood(good)}
          </Button>
        ) : (
          <Text>
            {isLeftOut
              ? 'Correct the lines in the list, and check it again.'
              : 'Correct the list, or choose other columns.'}
          </Text>
        )}
        {!isWhole && good > 0 && (
          <Checkbox
            label="Only lines with problems"
            checked={onlyProblems}
            onChange={({ currentTarget }) => setOnlyProblems(currentTarget.checked)}
          />
        )}
      </Group>
      {list.isAdding && good >= manyPeople && (
        <Text role="status">{`Adding ${count}. This takes a few seconds.`}</Text>
      )}
      <ImportRows role={role} rows={shown} />
    </Stack>
  )
}

/** Adding them takes a second or more. */
const manyPeople = 500

const listed = new Intl.ListFormat('en')

/** Names the columns that are not used, and the missing ones that they may be. */
function describeUnused(role: ProfileRole, unused: string[], columns: ImportColumns): string {
  const missing = importFieldsByRole[role].filter((field) => columns[field] === null)
  const labels = missing.map((field) => fieldLabels[field])
  const meant = unused.flatMap((header) => {
    const label = findClosestName(header, labels)
    return label === undefined ? [] : `Did you mean ‘${label}’ by ‘${header}’?`
  })
  return [
    `${listed.format(unused)} ${unused.length === 1 ? 'is' : 'are'} not used.`,
    ...meant,
  ].join(' ')
}

function describeGood(good: number): string {
  return good === 1 ? 'Add the valid one' : `Add the ${good.toLocaleString('en')} valid ones`
}
