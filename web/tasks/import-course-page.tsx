import { Button, Card, Group, List, Stack, Text, Textarea, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { EndpointReply } from '#contract/kit/endpoint.ts'
import { formatWeekNumber } from '#contract/kit/time/week-number.ts'
import { courseMaxLength } from '#contract/limits/limits.ts'
import { type ImportedWeek, importTasks, workoutHeadings } from '#contract/tasks/import-tasks.ts'
import { listDomainTasks, workoutLists } from '#contract/tasks/tasks.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { useApiMutation, useApiQuery } from '#web/kit/api/hooks.ts'
import { toastServerMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { Page } from '#web/kit/page/page.tsx'
import { StatePill } from '#web/kit/ui/states/state-pill.tsx'
import { paths } from '#web/paths.ts'

type Checked = EndpointReply<typeof importTasks>

/** Reads a domain's course from Markdown, and shows what would change before it is saved. */
export function ImportCoursePage() {
  const { id = '' } = useParams()
  const { data } = useApiQuery(listDomainTasks, { query: { domain: id } })
  const name = data?.[0]?.domain.name
  return (
    <Page
      title="Import a course"
      crumbs={[
        { label: 'Domains', to: paths.domainList },
        { label: name ?? 'Weeks', to: paths.weekList(id) },
      ]}
    >
      <Import key={id} domain={id} />
    </Page>
  )
}

const example = `# Week 1

## Personal development

- Read a chapter

## Technical

- Build a form

## Miscellaneous

- Type for ten minutes`

function Import({ domain }: { domain: string }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [checked, setChecked] = useState<Checked>()
  const [isChecking, setChecking] = useState(false)
  const save = useApiMutation(importTasks)

  async function check() {
    setChecking(true)
    try {
      const body = { value: { domain, text, apply: 'none' as const } }
      setChecked((await callApi(importTasks, { body })).data)
    } catch (error) {
      toastServerMessage(error)
    }
    setChecking(false)
  }

  async function saveAll() {
    try {
      await save.mutateAsync({ body: { value: { domain, text, apply: 'all' } } })
      toastSuccess('The course is saved.')
      await navigate(paths.weekList(domain))
    } catch (error) {
      toastServerMessage(error)
      await client.invalidateQueries()
    }
  }

  return (
    <>
      <Card withBorder>
        <Stack>
          <Textarea
            label="Course"
            description="As Markdown. Weeks that it does not have stay as they are."
            placeholder={example}
            rows={14}
            spellCheck={false}
            maxLength={courseMaxLength}
            value={text}
            onChange={({ currentTarget }) => {
              setText(currentTarget.value)
              setChecked(undefined)
            }}
          />
          <Group>
            <Button
              variant={checked ? 'default' : 'filled'}
              loading={isChecking}
              disabled={!text.trim()}
              onClick={check}
            >
              Show the changes
            </Button>
          </Group>
        </Stack>
      </Card>
      {checked && <Changes {...{ checked, saveAll }} isSaving={save.isPending} />}
    </>
  )
}

type ChangesProps = { checked: Checked; saveAll: () => void; isSaving: boolean }

function Changes({ checked: { weeks, problems, message }, saveAll, isSaving }: ChangesProps) {
  const changed = weeks.filter(({ change }) => change !== 'same')
  return (
    <Stack component="section" aria-labelledby="changes">
      <Title order={2} id="changes" aria-live="polite">
        {problems.length > 0 ? 'Some lines have problems' : message}
      </Title>
      {problems.length > 0 ? (
        <List aria-label="Problems">
          {problems.map(({ line, problem }) => (
            <List.Item key={`${line} ${problem}`}>{`Line ${line}: ${problem}`}</List.Item>
          ))}
        </List>
      ) : (
        changed.length > 0 && (
          <Group>
            <Button loading={isSaving} onClick={saveAll}>
              Save the course
            </Button>
          </Group>
        )
      )}
      {problems.length === 0 && changed.map((week) => <Week key={week.week} {...week} />)}
    </Stack>
  )
}

/** What is new and what goes in a week, list by list. */
function Week({ week, change, lines }: ImportedWeek) {
  return (
    <Card withBorder component="section" aria-label={`Week ${week}`}>
      <Group mb="sm">
        <Title order={3}>{`Week ${formatWeekNumber(week)}`}</Title>
        <StatePill sign={change === 'new' ? 'full' : 'empty'}>
          {change === 'new' ? 'New' : 'Changed'}
        </StatePill>
      </Group>
      {workoutLists.map(({ field }) => (
        <div key={field}>
          <Text fw={600} size="sm">
            {workoutHeadings[field]}
          </Text>
          <List mb="sm" listStyleType="none">
            {lines
              .filter(({ list }) => list === field)
              .map(({ text, change }) => (
                <List.Item key={`${change} ${text}`} style={{ overflowWrap: 'anywhere' }}>
                  <Line text={text} change={change} />
                </List.Item>
              ))}
          </List>
        </div>
      ))}
    </Card>
  )
}

/** The sign says what the colour says. */
function Line({ text, change }: Pick<ImportedWeek['lines'][number], 'text' | 'change'>) {
  if (change === 'new') return <ins style={{ textDecoration: 'none' }}>{`+ ${text}`}</ins>
  if (change === 'gone') return <del>{`− ${text}`}</del>
  return (
    <Text c="dimmed" component="span" inherit>
      {text}
    </Text>
  )
}
